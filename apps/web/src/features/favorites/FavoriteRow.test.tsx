import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { FavoriteRow } from './FavoriteRow.tsx';

// covers C5-04
test('a note is edited in place; an empty one is refused and changes nothing', async () => {
  const server = serve({});
  const row = {
    type: 'task' as const,
    id: 3,
    name: 'Ship',
    note: 'Harbour',
    remark: 'before Friday',
    arranging: { onMove: vi.fn(), onDrop: vi.fn() },
  };
  const { screen, user } = await open(<FavoriteRow {...row} onOpen={vi.fn()} onRemove={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Note on Ship' }));
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Enter a note')).toBeTruthy();
  expect(screen.getByText('before Friday')).toBeTruthy();
  expect(server.inputsOf('users/favorite/remark')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Note on Ship' }));
  await user.clear(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), ' before Monday {Enter}');
  expect(screen.getByText('before Monday')).toBeTruthy();
  expect(server.inputsOf('users/favorite/remark')).toEqual([{ type: 'task', id: 3, remark: 'before Monday' }]);
});
