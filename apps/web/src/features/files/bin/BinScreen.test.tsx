import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { BinScreen } from './BinScreen.tsx';

const item = (id: number, name: string, more = {}) => ({
  ...{ id, name, ext: 'txt', type: 'txt', size: 2048, files: 1, folder: 'Team', is_homeless: false },
  ...{ deleted_by: 1, deleted_at: '2026-01-01 10:00:00', purged_at: '2026-01-31 10:00:00', ...more },
});

test('a deleted file is restored, or deleted for good after a question', async () => {
  const server = serve({
    'file/bin/lists': { list: [item(1, 'Plan'), item(2, 'Old', { is_homeless: true })], has_more: false, days: 30 },
    'file/bin/restore': [],
    'file/bin/delete': { ids: [2] },
  });
  const { screen, user } = await open(
    <>
      <BinScreen onFolder={vi.fn()} />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  await screen.findByText(/Team/);
  await screen.findByText(/Folder no longer exists/);
  await user.click(screen.getByRole('button', { name: 'Restore: Plan.txt' }));
  await waitFor(() => expect(server.inputsOf('file/bin/restore')).toEqual([{ ids: [1] }]));
  await user.click(screen.getByRole('button', { name: 'Delete permanently: Old.txt' }));
  expect(server.inputsOf('file/bin/delete')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(server.inputsOf('file/bin/delete')).toEqual([{ ids: [2] }]));
});

test('an empty bin says how long things stay', async () => {
  serve({ 'file/bin/lists': { list: [], has_more: false, days: 7 } });
  const { screen } = await open(<BinScreen onFolder={vi.fn()} />);
  await screen.findByText(/7 days/);
  expect(screen.queryByRole('button', { name: 'Empty bin' })).toBeNull();
});
