import { dialogList } from '@atrium/client/store/select.ts';
import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { serve } from '#testing/stage.tsx';
import { openTaskChat } from './task.actions.ts';

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
