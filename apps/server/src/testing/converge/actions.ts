import { dialogMutations as dialog } from '@atrium/client/dialogs/dialogActions.ts';
import { projectMutations as project } from '@atrium/client/projects/projectActions.ts';
import { columnsOf, tasksOfColumn } from '@atrium/client/store/select.ts';
import * as dialogs from '@atrium/contract/chat/dialogs.ts';
import { flowDelete, flowList, flowSave } from '@atrium/contract/projects/flows.ts';
import * as projects from '@atrium/contract/projects/projects.ts';
import * as tasks from '@atrium/contract/projects/tasks.ts';
import { startServer } from '../world.ts';
import type { Action, Device, Series } from './series.ts';

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

/** Frequent actions are listed several times. */
export const actions: readonly Action[] = [
  ...Array<Action>(4).fill([
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
  ...Array<Action>(2).fill([
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
      // Changed before the server has assigned an id.
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
  ...Array<Action>(2).fill([
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
      // Remaining ones are renamed; removed ones leave tasks without a status.
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
  ...Array<Action>(2).fill([
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
  ...Array<Action>(2).fill([
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
    'archive or delete',
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
  [
    'guest',
    (run, device) => {
      const task = someTask(run, device);
      if (!task || task.id < 0 || task.parent_id > 0) return;
      const [ada, bo, cy] = run.lane.people;
      const who = run.chance(0.5) ? bo : cy;
      const task_id = task.id;
      const isLeaving = run.chance(0.3);
      const isSecret = run.chance(0.6);
      if (isSecret) run.hasSecrets = true;
      const theirs = run.devices.filter(({ owner }) => owner === who);
      return calmly(
        ada.call(tasks.taskDialog, { task_id }).then(async ({ dialog_id }) => {
          const people = { dialog_id, userids: [who.userid] };
          if (isLeaving) return ada.call(dialogs.groupDeluser, people);
          if (isSecret) await ada.call(tasks.taskUpdate, { task_id, visibility: 2, owner: [ada.userid], assist: [] });
          await ada.call(dialogs.groupAdduser, people);
          await Promise.all(theirs.map(({ client }) => calmly(client.opened.loadTask(task_id))));
          return ada.call(tasks.taskUpdate, { task_id, name: `followed ${++words}` });
        }),
      );
    },
  ],
  ...Array<Action>(2).fill(['cut', (_run, device) => device.host.cut()]),
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
