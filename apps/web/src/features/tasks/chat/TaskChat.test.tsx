import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
import { open, serve } from '#testing/stage.tsx';
import { TaskChat } from './TaskChat.tsx';
// Loaded here in advance.
import '#entities/message/Conversation.tsx';

const task = (dialogId: number) => ({ id: 7, name: 'Ship', project_id: 1, dialog_id: dialogId }) as unknown as Task;
const chat = { id: 9, type: 'group', group_type: 'task', name: 'Ship', link_id: 7, people: 0, mention_ids: [] };

function Chat() {
  const row = useRow('task', 7);
  return row && <TaskChat task={row} onPerson={vi.fn()} />;
}

test('a first message continues in the conversation that somebody else began meanwhile', async () => {
  client.store.clear();
  await client.drafts.clear();
  serve({ 'dialog/msg/list': { list: [], todo: [] } });
  client.store.base.task.put(task(0));
  client.drafts.write('9', '<p>From the phone</p>');
  const { screen, user } = await open(<Chat />);
  const before = screen.getByRole('textbox', { name: 'Message Ship' });
  await user.type(before, 'Which color?');
  await act(async () => {
    client.store.base.dialog.put(chat as unknown as ClientDialog);
    client.store.base.task.put(task(9));
  });
  await expect.poll(() => screen.queryByRole('textbox', { name: 'Message Ship' })).not.toBe(before);
  const after = await screen.findByRole('textbox', { name: 'Message Ship' });
  expect(client.drafts.content('9')).toBe('<p>From the phone</p><p>Which color?</p>');
  expect(client.drafts.content('form:first_message_7')).toBe('');
  expect(document.activeElement).toBe(after);
  await expect
    .poll(() => {
      const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Ship' });
      return field.value ?? field.textContent;
    })
    .toMatch(/From the phone\s*Which color\?/);
  await client.drafts.clear();
});
