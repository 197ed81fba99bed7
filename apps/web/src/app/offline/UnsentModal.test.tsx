import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { UnsentModal } from './UnsentModal.tsx';

const entry = (id: string, name: string, input: Record<string, unknown>, error = '') => ({
  id,
  name,
  input,
  now: '',
  error,
});

test('unsent changes are listed, retried or discarded; drafts nobody sent are not listed', async () => {
  serve({});
  let waiting = [
    entry('a', 'sendMessage', { dialog_id: 1, text: '<p>On my <b>way</b></p>' }),
    entry('b', 'markRead', { id: '1' }),
    entry('c', 'addTask', { project_id: 1, name: 'Paint the boat' }),
    entry('d', 'sendMessage', { dialog_id: 1, text: 'too late', text_type: 'md' }, 'You can’t post here.'),
  ];
  vi.spyOn(client.queue, 'unsent').mockImplementation(() => waiting);
  const again = vi.spyOn(client.queue, 'retry').mockImplementation(() => {});
  const back = vi.spyOn(client.queue, 'takeBack').mockImplementation((id) => {
    waiting = waiting.filter((each) => each.id !== id);
  });
  const wake = vi.spyOn(client.queue, 'wake').mockImplementation(() => {});
  vi.spyOn(client, 'handshake').mockResolvedValue(false);
  const { screen, user } = await open(<UnsentModal onClose={() => {}} />);
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows()).toEqual([
    expect.stringContaining('On my way'),
    expect.stringContaining('Paint the boat'),
    expect.stringContaining('You can’t post here.'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(again).toHaveBeenCalledWith('d');
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  expect(wake).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Discard: Paint the boat' }));
  expect(back).toHaveBeenCalledWith('c');
  expect(rows()).toHaveLength(2);
});
