import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { CheckinBar } from './CheckinBar.tsx';

test('a double click checks in once', async () => {
  const known = { bot: 9, modes: ['manual'], time: ['09:00', '18:00'], timezone: 'UTC' };
  const dialog = { id: 4, type: 'user', quick_msgs: [{ key: 'manual-checkin', label: 'Check in' }], last_msg: null };
  const server = serve({
    'users/checkin/get': known,
    'users/checkin/list': [],
    'dialog/open/user': () => new Promise((resolve) => setTimeout(() => resolve(dialog), 50)),
    'dialog/msg/sendtext': {},
  });
  const { screen, user } = await open(<CheckinBar />);
  expect(await screen.findByText('You’re not checked in today.')).toBeTruthy();
  await user.dblClick(screen.getByRole('button', { name: 'Check in' }));
  await expect.poll(() => server.inputsOf('dialog/open/user')).toHaveLength(1);
});
