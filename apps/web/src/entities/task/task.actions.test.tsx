import { dialogList } from '@atrium/client/store/select.ts';
import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import type { Profile } from '@atrium/contract/people/profile.ts';
import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { refused, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { openTaskChat, setStatus, toggleComplete } from './task.actions.ts';

const chat = (id: number) =>
  ({ id, type: 'group', name: 'Ship', hide: 0, unread: 2, last_at: null }) as unknown as Dialog;

test('the chat of somebody else’s task is in no list; one’s own stays where it is', async () => {
  client.store.clear();
  client.store.replace('dialog', [chat(3)]);
  serve({
    'project/task/dialog': ({ task_id }: { task_id?: unknown }) => {
      const id = Number(task_id);
      return { id, dialog_id: id, dialog_data: chat(id) };
    },
  });
  expect([await openTaskChat(3), await openTaskChat(9)]).toEqual([3, 9]);
  expect(dialogList(client.store).map(({ id }) => id)).toEqual([3]);
});

test('the undo of completing a task of nobody gives it back', async () => {
  client.store.clear();
  useNotices.setState({ list: [] });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  toggleComplete({
    id: 7,
    project_id: 1,
    name: 'Ship',
    complete_at: null,
    task_user: [],
    flow_item_id: 0,
  } as unknown as Task);
  await expect.poll(() => useNotices.getState().list.length).toBe(1);
  useNotices.getState().list[0]?.action?.run();
  expect(mutate.mock.calls.at(-1)?.[1]).toEqual({ task_id: 7, complete_at: false, owner: [] });
});

test('the undo of a status that completes a task brings its column and people back', async () => {
  client.store.clear();
  useNotices.setState({ list: [] });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const people = [
    { userid: 4, owner: 1 },
    { userid: 5, owner: 0 },
  ];
  const task = { id: 7, project_id: 1, name: 'Ship', complete_at: null, task_user: people, column_id: 2 };
  const end = { id: 31, status: 'end', columnid: 3, userids: [6] } as FlowItem;
  const last = async (of: object) => {
    useNotices.setState({ list: [] });
    setStatus({ ...task, ...of } as unknown as Task, end);
    await expect.poll(() => useNotices.getState().list.length).toBe(1);
    useNotices.getState().list[0]?.action?.run();
    return mutate.mock.calls.at(-1)?.[1];
  };
  const before = { task_id: 7, column_id: 2, owner: [4], assist: [5] };
  expect(await last({ flow_item_id: 30 })).toEqual({ ...before, flow_item_id: 30 });
  expect(await last({ flow_item_id: 0 })).toEqual({ ...before, complete_at: false });
});

test('where the workflow leads back to no earlier status, the undo restores it by the activity', async () => {
  client.store.clear();
  client.user = { userid: 1 } as Profile;
  const flow = [
    { id: 30, name: 'Open', status: 'start', turns: [30, 31], userids: [], userlimit: 0, columnid: 0 },
    { id: 31, name: 'Done', status: 'end', turns: [31], userids: [], userlimit: 0, columnid: 3 },
  ] as unknown as FlowItem[];
  client.store.base.project.put({ id: 1, owner: 0, project_flow_item: flow } as unknown as Project);
  const step = (id: number, subtask: number) => ({
    ...{ id, word: 'task.flow' },
    record: { flow: { flow_item_id: 30 }, change: ['Open', 'Done'], subtask: { id: subtask } },
  });
  const server = serve({
    'project/log/lists': { data: [{ id: 52, word: 'task.name', record: {} }, step(51, 9), step(50, 7)] },
  });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({ id: 7 } as never);
  const task = {
    id: -2,
    parent_id: 5,
    project_id: 1,
    name: 'Sails',
    complete_at: null,
    column_id: 2,
    flow_item_id: 30,
  };
  const undo = async () => {
    useNotices.setState({ list: [] });
    setStatus({ ...task, task_user: [{ userid: 1, owner: 1 }] } as unknown as Task, flow[1] as FlowItem);
    await expect.poll(() => useNotices.getState().list.length).toBe(1);
    useNotices.getState().list[0]?.action?.run();
  };
  await undo();
  await expect.poll(() => server.inputsOf('project/task/resetfromlog')).toEqual([{ task_id: 7, id: 50 }]);
  expect(server.inputsOf('project/log/lists')).toMatchObject([{ task_id: 5 }]);
  expect(mutate.mock.calls).toHaveLength(1);
  // A main task has also changed its column.
  Object.assign(task, { id: 7, parent_id: 0 });
  server.answers['project/log/lists'] = { data: [step(49, 9), { ...step(48, 7), record: {} }] };
  await undo();
  await expect.poll(() => mutate.mock.calls.at(-1)?.[1]).toEqual({ task_id: 7, column_id: 2 });
  expect(server.inputsOf('project/task/resetfromlog').at(-1)).toEqual({ task_id: 7, id: 48 });
  // The server says why it cannot be undone.
  server.answers['project/task/resetfromlog'] = refused('Not yours.');
  await undo();
  await expect.poll(() => useNotices.getState().list.map(({ text }) => text)).toContain('Not yours.');
});
