import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { FindBar } from './FindBar.tsx';

test('a conversation is searched by words, by message kind, or both', async () => {
  const server = serve({
    'dialog/msg/search': { data: [4, 9] },
    'dialog/msg/list': { list: [{ id: 30 }, { id: 20 }, { id: 10 }], time: 1 },
  });
  const onJump = vi.fn();
  const { user, screen } = await open(<FindBar dialogId={3} onJump={onJump} onClose={() => {}} />);
  const kinds = screen.getAllByRole('radio').map((each) => (each as HTMLInputElement).value);
  expect(kinds).toEqual(['', 'tag', 'todo', 'link', 'image', 'file', 'record', 'meeting']);
  await user.click(screen.getByRole('radio', { name: 'Voice' }));
  await screen.findByText('3/3');
  expect(server.inputsOf('dialog/msg/list')).toEqual([{ dialog_id: 3, msg_type: 'record', pagesize: 100 }]);
  expect(onJump.mock.calls).toEqual([[30]]);
  await user.click(screen.getByRole('button', { name: 'Next match' }));
  await user.click(screen.getByRole('button', { name: 'Previous match' }));
  expect(onJump.mock.calls).toEqual([[30], [10], [30]]);
  await user.type(screen.getByRole('textbox', { name: 'Search in chat' }), 'tide');
  await screen.findByText('2/2');
  expect(server.inputsOf('dialog/msg/search')).toEqual([{ dialog_id: 3, key: 'tide', msg_type: 'record' }]);
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(server.inputsOf('dialog/msg/search').at(-1)).toEqual({ dialog_id: 3, key: 'tide' }));
});
