import type { Client } from '@atrium/client/client.ts';
import * as dialogs from '@atrium/contract/chat/dialogs.ts';
import * as projects from '@atrium/contract/projects/projects.ts';
import { clientOn, type Network, TestHost } from '../clients.ts';
import { differences, viewOf } from '../view.ts';
import { type TestClient, type TestServer, unique } from '../world.ts';

const STEPS = 20;

/** Parallel runs are independent: each has its own server and people. */
export interface Lane {
  server: TestServer;
  people: [TestClient, TestClient, TestClient];
}
export interface Device {
  owner: TestClient;
  host: TestHost;
  client: Client;
}

/** An action on one of the devices; it may be awaited. */
export type Act = (run: Series, device: Device) => Promise<unknown> | void;
export type Action = readonly [name: string, act: Act];

function randomFrom(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export class Series {
  readonly lane: Lane;
  readonly network: Network;
  readonly #actions: readonly Action[];
  random: () => number = Math.random;
  devices: Device[] = [];
  projectId = 0;
  projectDialog = 0;
  group = 0;
  hasSecrets = false;
  trace: string[] = [];

  constructor(lane: Lane, actions: readonly Action[]) {
    this.lane = lane;
    this.#actions = actions;
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
      client.opened.openProject(this.projectId),
      client.opened.openDialog(this.group),
      client.opened.openDialog(this.projectDialog),
    ]);
  }

  async step(): Promise<void> {
    const device = this.pick(this.devices);
    if (!device) return;
    const [name, act] = this.pick(this.#actions) ?? ['', async () => {}];
    this.trace.push(`${this.lane.people.indexOf(device.owner)} ${name}`);
    await act(this, device);
    if (this.chance(0.5)) await new Promise((resolve) => setTimeout(resolve, this.random() * 8));
  }

  /** The network is restored, everything pending is sent, every event has arrived. */
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
    // A change that was answered but whose event has not arrived stays visible for up to a second (shortened).
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
    // A fresh device receives the last events too and loads what they reference; on a busy machine that takes a while.
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
