import type { Client } from '@atrium/client/client.ts';
import { dialogMutations as dialog } from '@atrium/client/dialogActions.ts';
import { projectMutations as project } from '@atrium/client/projectActions.ts';
import { columnsOf, tasksOfColumn } from '@atrium/client/select.ts';
import * as dialogs from '@atrium/contract/dialogs.ts';
import { flowDelete, flowList, flowSave } from '@atrium/contract/flows.ts';
import * as projects from '@atrium/contract/projects.ts';
import * as tasks from '@atrium/contract/tasks.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { clientOn, type Network, TestHost } from '#testing/clients';
import { differences, viewOf } from '#testing/view';
import { administrator, person, startServer, type TestClient, type TestServer, unique } from '#testing/world';

/**
 * Seeded random runs: several devices change one project and its conversations at once, over connections that break, a
 * network that loses calls and a server that restarts. In the end every device holds what a fresh one would load.
 *
 * Runs come in series on one project, the next from where the last one ended. `ATRIUM_RUNS` says how many runs;
 * `ATRIUM_SEED` names the first of a series, to see a failing one again.
 */
const RUNS = Number(process.env['ATRIUM_RUNS'] ?? 150);
const FIRST = Number(process.env['ATRIUM_SEED'] ?? 1);
const STEPS = 20;
const PER_SERIES = 10;
const PER_TEST = 50;

/** Runs that go on side by side do not meet: each has a server and people of its own. */
interface Lane {
  server: TestServer;
  people: [TestClient, TestClient, TestClient];
}
const LANES = 3;
const lanes: Lane[] = [];

beforeAll(async () => {
  await administrator();
  for (let lane = 0; lane < LANES; lane++) {
    const server = await startServer();
    const join = (name: string) => person(name, { server });
    lanes.push({ server, people: [await join('ada'), await join('bo'), await join('cy')] });
  }
});
afterAll(() => Promise.all(lanes.map(({ server }) => server.close())));

function randomFrom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Device {
  owner: TestClient;
  host: TestHost;
  client: Client;
}

class Series {
  readonly lane: Lane;
  readonly network: Network;
  random: () => number = Math.random;
  devices: Device[] = [];
  projectId = 0;
  projectDialog = 0;
  group = 0;
  hasSecrets = false;
  trace: string[] = [];

  constructor(lane: Lane) {
    this.lane = lane;
    this.network = {
      base: () => lane.server.base,
      random: () => this.random(),
      loss: 0,
      async carry(url, { method, headers, body }) {
        const response = await lane.server.server.inject({ method, url, headers, payload: body });
        return { status: response.statusCode, text: async () => response.payload };
      },
    };
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)];
  }
  chance = (p: number) => this.random() < p;

  async run(seed: number): Promise<void> {
    this.random = randomFrom(seed);
    if (this.devices.length === 0) await this.setUp();
    this.trace.push(`run ${seed}`);
    this.network.loss = this.chance(0.3) ? 0.06 : 0;
    for (let step = 0; step < STEPS; step++) await this.step();
    await this.quiet();
    await this.compare();
  }

  async setUp(): Promise<void> {
    const { people } = this.lane;
    const [ada, bo, cy] = people;
    const made = await ada.call(projects.projectAdd, { name: unique('P').slice(0, 30), columns: 'A,B,C' });
    this.projectId = made.id;
    this.projectDialog = made.dialog_id;
    const members = this.chance(0.7) ? people : [ada, bo];
    await ada.call(projects.projectUser, { project_id: made.id, userid: members.map((each) => each.userid) });
    this.group = (await ada.call(dialogs.groupAdd, { chat_name: 'Group', userids: [bo.userid, cy.userid] })).id;
    const owners = this.chance(0.15) ? [ada, bo, cy, bo] : [ada, bo, cy];
    this.devices = await Promise.all(owners.map((owner) => this.device(owner)));
  }

  async device(owner: TestClient, host = new TestHost(this.network)): Promise<Device> {
    const client = clientOn(host);
    await client.start(owner.token);
    await this.open(client);
    return { owner, host, client };
  }

  async open(client: Client): Promise<void> {
    await Promise.allSettled([
      client.openProject(this.projectId),
      client.openDialog(this.group),
      client.openDialog(this.projectDialog),
    ]);
  }

  async step(): Promise<void> {
    const device = this.pick(this.devices);
    if (!device) return;
    const [name, act] = this.pick(actions) ?? ['', async () => {}];
    this.trace.push(`${this.lane.people.indexOf(device.owner)} ${name}`);
    await act(this, device);
    if (this.chance(0.5)) await new Promise((resolve) => setTimeout(resolve, this.random() * 8));
  }

  /** Everybody's loss is over, everything waiting is sent, every event has arrived. */
  async quiet(): Promise<void> {
    this.network.loss = 0;
    const deadline = Date.now() + 60_000;
    let calm = 0;
    while (calm < 2) {
      if (Date.now() > deadline)
        throw new Error(
          `no rest: ${this.devices.map(({ client }) => `${client.state}/${client.queue.pending}/${client.isIdle}`).join(' ')}`,
        );
      const isCalm = this.devices.every(
        ({ client }) => client.state === 'ready' && client.queue.pending === 0 && client.isIdle,
      );
      const isAlive =
        isCalm && (await Promise.all(this.devices.map(({ client }) => client.handshake()))).every(Boolean);
      calm = isCalm && isAlive ? calm + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 8));
    }
    // A change that was answered but whose event has not come shows for up to a second (hurried) more.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }

  async compare(): Promise<void> {
    await Promise.all(this.lane.people.map((owner) => this.compareOf(owner)));
  }

  async compareOf(owner: TestClient): Promise<void> {
    const devices = this.devices.filter((device) => device.owner === owner);
    const fresh = clientOn(new TestHost(this.network));
    await fresh.start(owner.token);
    await this.open(fresh);
    // A fresh one hears the last events too, and asks what they leave open; on a busy machine that takes a while.
    for (let waits = 0; waits < 200 && !(fresh.state === 'ready' && fresh.isIdle); waits++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (const device of devices) {
      const deadline = Date.now() + 1500;
      for (;;) {
        const seen = {
          projectId: this.projectId,
          dialogIds: [this.group, this.projectDialog],
          hasSecrets: this.hasSecrets,
        };
        const apart = differences(viewOf(device.client, seen), viewOf(fresh, seen));
        if (apart.length === 0) break;
        if (Date.now() > deadline) {
          const who = `device ${this.devices.indexOf(device)} of ${this.lane.people.indexOf(owner)}`;
          throw new Error([`${who}:`, ...apart, '--', ...this.trace, '--', ...device.host.log.slice(-40)].join('\n'));
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    await fresh.stop();
  }

  async tearDown(): Promise<void> {
    await Promise.all(this.devices.map(({ client }) => client.stop()));
    const [ada] = this.lane.people;
    await ada.call(projects.projectRemove, { project_id: this.projectId });
    await ada.call(dialogs.groupDisband, { dialog_id: this.group });
  }
}

// What people do -----------------------------------------------------------------------------------------------------

type Act = (run: Series, device: Device) => Promise<unknown> | void;
const calmly = (work: Promise<unknown>) =>
  work.then(
    () => {},
    () => {},
  );

const someMessage = (run: Series, { client }: Device, isMine?: boolean) =>
  run.pick(
    client.store
      .messagesOf(run.chance(0.7) ? run.group : run.projectDialog)
      .filter((each) => each.id > 0 && (isMine === undefined || (each.userid === client.user?.userid) === isMine)),
  );
const someTask = (run: Series, { client }: Device) =>
  run.pick(client.store.all('task').filter((each) => each.project_id === run.projectId));
const someColumn = (run: Series, { client }: Device) => run.pick(columnsOf(client.store, run.projectId));
const somePeople = (run: Series) => run.lane.people.filter(() => run.chance(0.5)).map((each) => each.userid);
let words = 0;

const actions: readonly (readonly [string, Act])[] = [
  ...Array<readonly [string, Act]>(4).fill([
    'send',
    (run, device) => {
      const reply = run.chance(0.2) ? someMessage(run, device) : undefined;
      const dialog_id = reply?.dialog_id ?? (run.chance(0.7) ? run.group : run.projectDialog);
      const mention = run.chance(0.2)
        ? `<span class="mention user" data-id="${run.pick(run.lane.people)?.userid}">@x</span> `
        : '';
      void calmly(
        device.client.mutate(dialog.sendMessage, {
          dialog_id,
          text: `<p>${mention}word ${++words}</p>`,
          ...(reply && { reply_id: reply.id }),
        }),
      );
    },
  ]),
  [
    'edit',
    (run, device) => {
      const message = someMessage(run, device, run.chance(0.9));
      if (message)
        void calmly(
          device.client.mutate(dialog.editMessage, {
            update_id: message.id,
            dialog_id: message.dialog_id,
            text: `<p>edited ${++words}</p>`,
          }),
        );
    },
  ],
  [
    'withdraw',
    (run, device) => {
      const message = someMessage(run, device, run.chance(0.9));
      if (message)
        void calmly(
          device.client.mutate(dialog.withdrawMessage, { msg_id: message.id }, { dialog_id: message.dialog_id }),
        );
    },
  ],
  [
    'react',
    (run, device) => {
      const message = someMessage(run, device);
      if (message)
        void calmly(device.client.mutate(dialog.reactToMessage, { msg_id: message.id, symbol: '👍' }, { isOn: true }));
    },
  ],
  [
    'read',
    (run, { client }) => {
      for (const message of client.store.messagesOf(run.chance(0.7) ? run.group : run.projectDialog))
        if (run.chance(0.6)) client.see(message.id);
    },
  ],
  [
    'mark',
    (run, { client }) =>
      void calmly(
        client.mutate(dialog.markDialog, { dialog_id: run.group, type: run.chance(0.5) ? 'read' : 'unread' }),
      ),
  ],
  [
    'mine',
    (run, { client }) => {
      const dialog_id = run.group;
      const isOn = !client.store.get('dialog', dialog_id)?.top_at;
      if (run.chance(0.3)) void calmly(client.mutate(dialog.topDialog, { dialog_id }, { isOn }));
      else if (run.chance(0.4))
        void calmly(client.mutate(dialog.silenceDialog, { dialog_id, type: run.chance(0.5) ? 'set' : 'cancel' }));
      else if (run.chance(0.5))
        void calmly(client.mutate(dialog.colorDialog, { dialog_id, color: run.chance(0.5) ? '#f00' : '' }));
      else
        void calmly(
          client.mutate(
            project.topProject,
            { project_id: run.projectId },
            { isOn: !client.store.get('project', run.projectId)?.top_at },
          ),
        );
    },
  ],
  ...Array<readonly [string, Act]>(2).fill([
    'task',
    (run, device) => {
      const column = someColumn(run, device);
      const owner = run.chance(0.6) ? [device.owner.userid] : somePeople(run);
      const made = device.client.queue.mutate(
        project.addTask,
        {
          project_id: run.projectId,
          name: `task ${++words}`,
          owner,
          ...(column && { column_id: String(column.id) }),
          top: run.chance(0.3),
        },
        undefined,
      );
      // Changed before the server has named it.
      if (run.chance(0.3))
        void calmly(device.client.mutate(project.updateTask, { task_id: made.tempId, name: `renamed ${++words}` }));
      void calmly(made.answer);
    },
  ]),
  [
    'subtask',
    (run, device) => {
      const task = someTask(run, device);
      if (task) void calmly(device.client.mutate(project.addSubtask, { task_id: task.id, name: `sub ${++words}` }));
    },
  ],
  ...Array<readonly [string, Act]>(2).fill([
    'status',
    (run, device) => {
      const task = someTask(run, device);
      const item = run.pick(device.client.store.get('project', run.projectId)?.project_flow_item ?? []);
      if (task && item)
        void calmly(device.client.mutate(project.updateTask, { task_id: task.id, flow_item_id: item.id }));
    },
  ]),
  [
    'workflow',
    (run) => {
      const [ada] = run.lane.people;
      if (run.chance(0.2)) return calmly(ada.call(flowDelete, { project_id: run.projectId }));
      // Those that stay are renamed, those that go leave tasks without a status.
      return calmly(
        ada.call(flowList, { project_id: run.projectId }).then(([flow]) => {
          const kept = (flow?.project_flow_item ?? []).filter(() => run.chance(0.7));
          const id = () => kept.shift()?.id ?? -++words;
          const kinds = ['start', 'progress', 'end'] as const;
          const items = kinds.map((status) => ({ id: id(), name: `${status} ${++words}`, status }));
          const turns = items.map((item) => item.id);
          return ada.call(flowSave, {
            project_id: run.projectId,
            flows: items.map((item) => ({ ...item, turns, userids: run.chance(0.3) ? [ada.userid] : [] })),
          });
        }),
      );
    },
  ],
  ...Array<readonly [string, Act]>(2).fill([
    'update',
    (run, device) => {
      const task = someTask(run, device);
      if (!task) return;
      const column = someColumn(run, device);
      const isSecret = run.chance(0.1);
      if (isSecret) run.hasSecrets = true;
      void calmly(
        device.client.mutate(project.updateTask, {
          task_id: task.id,
          ...(run.chance(0.3) && { name: `renamed ${++words}` }),
          ...(run.chance(0.3) && { owner: somePeople(run) }),
          ...(run.chance(0.2) && { assist: somePeople(run) }),
          ...(run.chance(0.2) && column && { column_id: column.id }),
          ...(run.chance(0.2) && { times: ['2030-01-01 10:00:00', '2030-01-02 10:00:00'] }),
          ...(isSecret && { visibility: run.chance(0.5) ? 2 : 1 }),
        }),
      );
    },
  ]),
  ...Array<readonly [string, Act]>(2).fill([
    'complete',
    (run, device) => {
      const task = someTask(run, device);
      if (task)
        void calmly(
          device.client.mutate(project.updateTask, {
            task_id: task.id,
            complete_at: task.complete_at ? false : '2026-01-01 00:00:00',
          }),
        );
    },
  ]),
  [
    'shelve',
    (run, device) => {
      const task = someTask(run, device);
      if (!task) return;
      const kind = run.chance(0.5) ? project.archiveTask : project.removeTask;
      const { client } = device;
      void calmly(
        client.mutate(kind as typeof project.removeTask, { task_id: task.id }).then(async () => {
          if (run.chance(0.6))
            await client.mutate(kind as typeof project.removeTask, { task_id: task.id, type: 'recovery' });
        }),
      );
    },
  ],
  [
    'move',
    (run, device) => {
      const [from, to] = [someColumn(run, device), someColumn(run, device)];
      if (!from || !to) return;
      const { store } = device.client;
      const card = run.pick(tasksOfColumn(store, from.id).filter((each) => !each.complete_at));
      const open = tasksOfColumn(store, to.id)
        .filter((each) => !each.complete_at && each.id !== card?.id)
        .map((each) => each.id);
      if (card) open.splice(Math.floor(run.random() * (open.length + 1)), 0, card.id);
      void calmly(
        device.client.mutate(project.moveCards, { project_id: run.projectId, sort: [{ id: to.id, task: open }] }),
      );
    },
  ],
  [
    'column',
    (run, device) => {
      const column = someColumn(run, device);
      const { client } = device;
      if (run.chance(0.3))
        void calmly(client.mutate(project.addColumn, { project_id: run.projectId, name: `column ${++words}` }));
      else if (column && run.chance(0.4))
        void calmly(client.mutate(project.updateColumn, { column_id: column.id, name: `column ${++words}` }));
      else if (column && run.chance(0.5)) void calmly(client.mutate(project.removeColumn, { column_id: column.id }));
      else {
        const sort = columnsOf(client.store, run.projectId)
          .reverse()
          .map(({ id }) => ({ id }));
        void calmly(client.mutate(project.moveCards, { project_id: run.projectId, sort, only_column: true }));
      }
    },
  ],
  [
    'members',
    (run) => {
      const [ada, ...others] = run.lane.people;
      const userid = [ada, ...others.filter(() => run.chance(0.6))].map((each) => each.userid);
      return calmly(ada.call(projects.projectUser, { project_id: run.projectId, userid }));
    },
  ],
  [
    'group',
    (run) => {
      const [ada, bo, cy] = run.lane.people;
      const who = run.chance(0.5) ? bo : cy;
      if (run.chance(0.5)) return calmly(who.call(dialogs.groupDeluser, { dialog_id: run.group }));
      return calmly(ada.call(dialogs.groupAdduser, { dialog_id: run.group, userids: [who.userid] }));
    },
  ],
  [
    'project',
    (run) => {
      const [ada] = run.lane.people;
      if (run.chance(0.6))
        return calmly(ada.call(projects.projectUpdate, { project_id: run.projectId, name: `name ${++words}` }));
      return calmly(
        ada
          .call(projects.projectArchived, { project_id: run.projectId })
          .then(() => ada.call(projects.projectArchived, { project_id: run.projectId, type: 'recovery' })),
      );
    },
  ],
  [
    'conversation',
    (run, device) => {
      const task = someTask(run, device);
      if (task) return calmly(device.owner.call(tasks.taskDialog, { task_id: task.id }));
    },
  ],
  [
    'talk',
    (run, device) => {
      const task = run.pick(device.client.store.all('task').filter((each) => each.dialog_id > 0));
      if (task)
        void calmly(
          device.client.mutate(dialog.sendMessage, { dialog_id: task.dialog_id, text: `<p>about it ${++words}</p>` }),
        );
    },
  ],
  ...Array<readonly [string, Act]>(2).fill(['cut', (_run, device) => device.host.cut()]),
  [
    'reload',
    async (run, device) => {
      if (!run.chance(0.5)) return;
      await device.client.stop();
      const again = await run.device(device.owner, device.host);
      run.devices = run.devices.map((each) => (each === device ? again : each));
    },
  ],
  [
    'restart',
    async (run) => {
      if (!run.chance(0.15)) return;
      await run.lane.server.close();
      run.lane.server = await startServer();
      for (const each of run.lane.people) each.resumeOn(run.lane.server.base);
    },
  ],
];

const batches = Array.from({ length: Math.ceil(RUNS / PER_TEST) }, (_, index) => FIRST + index * PER_TEST);

test.each(batches)('devices agree with a fresh one, from seed %i', { timeout: 600_000 }, async (first) => {
  const last = Math.min(first + PER_TEST, FIRST + RUNS);
  const failures: string[] = [];
  let next = first;
  const work = async (lane: Lane) => {
    for (let start = next; start < last; start = next) {
      const end = Math.min(start + PER_SERIES, last);
      next = end;
      const series = new Series(lane);
      for (let seed = start; seed < end; seed++) {
        try {
          await series.run(seed);
        } catch (error) {
          failures.push(`series ${start}, seed ${seed}: ${(error as Error).message}`);
          // At once: a run that hangs the file must not take its seed along.
          process.stderr.write(`${failures.at(-1)}\n\n`);
          break;
        }
      }
      await series.tearDown();
    }
  };
  await Promise.all(lanes.map(work));
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
});
