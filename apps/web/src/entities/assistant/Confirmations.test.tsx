import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { Confirmations } from './Confirmations.tsx';

const wish = (id: number, dialog_id: number) => ({
  id,
  dialog_id,
  msg_id: 4,
  tool: 'create_task',
  title: 'Create task',
  input: '{ "name": "Ship it" }',
});

test('a change shows with its parameters in its own chat, and the person allows or refuses it', async () => {
  const server = serve({
    'assistant/confirmation/list': { list: [wish(1, 3), wish(2, 8)] },
    'assistant/confirmation/answer': {},
  });
  const { screen, user } = await open(<Confirmations dialogId={3} />);
  await screen.findByText('The assistant wants to use: Create task');
  expect(screen.getAllByText(/Ship it/)).toHaveLength(1);
  server.answers['assistant/confirmation/list'] = { list: [] };
  await user.click(screen.getByRole('button', { name: 'Always allow' }));
  expect(server.inputsOf('assistant/confirmation/answer')).toEqual([{ id: 1, answer: 'always' }]);
  await expect.poll(() => screen.queryByText(/Ship it/)).toBeNull();
});
