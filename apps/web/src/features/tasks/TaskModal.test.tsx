import { CallError } from '@atrium/client/api.ts';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open } from '#testing/stage.tsx';
import { TaskModal } from './TaskModal.tsx';

// covers C8-07
test('a task that cannot be opened says why, and is closed', async () => {
  vi.spyOn(client, 'loadTask').mockRejectedValue(new CallError(-4002, 'task.gone', 'This task does not exist.'));
  const onClose = vi.fn();
  const { screen } = await open(<TaskModal taskId={7} onOpen={vi.fn()} onClose={onClose} onPerson={vi.fn()} />);
  await expect.poll(() => screen.queryByText('This task does not exist.')).not.toBeNull();
  expect(onClose).toHaveBeenCalled();
  expect(screen.queryByRole('dialog')).toBeNull();
});
