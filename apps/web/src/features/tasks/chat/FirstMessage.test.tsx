import { sendMessage } from '@atrium/client/dialogs/dialogActions.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { FirstMessage } from './FirstMessage.tsx';

test('the first message creates the conversation of its task; a refusal keeps the text', async () => {
  const server = serve({ 'project/task/dialog': refused('This task does not exist.') });
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({});
  const onOpened = vi.fn();
  const task = { id: 7, name: 'Ship' } as unknown as Task;
  const { screen, user } = await open(
    <FirstMessage task={task} form={createRef()} onSending={vi.fn()} onOpened={onOpened} />,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message Ship' });
  // Looking is not talking.
  await user.click(field);
  expect(server.inputsOf('project/task/dialog')).toEqual([]);
  await user.type(field, 'Which <color>?{Enter}');
  await expect.poll(() => server.inputsOf('project/task/dialog')).toEqual([{ task_id: 7 }]);
  expect([field.value, mutate.mock.calls]).toEqual(['Which <color>?', []]);

  // Text that is typed meanwhile becomes the draft of the conversation.
  const answer = Promise.withResolvers<unknown>();
  server.answers['project/task/dialog'] = () => answer.promise;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.type(field, 'And when?');
  answer.resolve({ id: 7, dialog_id: 9, dialog_data: { id: 9 } });
  await expect.poll(() => onOpened.mock.calls).toEqual([[9]]);
  expect(client.drafts.content('9')).toBe('<p>And when?</p>');
  expect(mutate).toHaveBeenCalledWith(sendMessage, { dialog_id: 9, text: '<p>Which &lt;color&gt;?</p>' });
});
