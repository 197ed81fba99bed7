import { dialogList } from '@atrium/client/store/select.ts';
import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { serve } from '#testing/stage.tsx';
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
