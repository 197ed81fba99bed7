import type { ClientState } from '@atrium/client/client.ts';
import { expect, test, vi } from 'vitest';
import * as session from '#sync/session.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { SessionModal } from './SessionModal.tsx';

const WHY = 'Your password was changed on another device.';

function over(): void {
  serve({});
  vi.spyOn(client, 'state', 'get').mockReturnValue('ended' satisfies ClientState);
  client.endedBecause = WHY;
}

// covers A2-59, A8-02
test('an ended session shows the reason, and confirming opens the sign-in', async () => {
  over();
  const lost = vi.spyOn(session, 'sessionLost').mockResolvedValue();
  const { screen, user } = await open(<SessionModal />, { path: '/manage/dashboard' });
  expect((await screen.findByRole('alert')).textContent).toBe(WHY);
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Sign in again']);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('alert')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign in again' }));
  expect(lost).toHaveBeenCalledOnce();
});

test('an ended session says that unsent changes are sent after the next sign-in', async () => {
  over();
  vi.spyOn(client.queue, 'pending', 'get').mockReturnValue(1);
  const { screen } = await open(<SessionModal />, { path: '/manage/dashboard' });
  expect(await screen.findByText(/unsent changes stay on this device/)).toBeTruthy();
});

// covers A8-02
test('a separate window is closed or refreshed', async () => {
  over();
  const close = vi.spyOn(window, 'close').mockImplementation(() => {});
  const { screen, user } = await open(<SessionModal />, { path: '/single/task/4' });
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Close window', 'Refresh']);
  await user.click(screen.getByRole('button', { name: 'Close window' }));
  expect(close).toHaveBeenCalledOnce();
});

// covers A2-59
test('the session modal does not appear on sign-in pages', async () => {
  over();
  const { screen } = await open(<SessionModal />, { path: '/login' });
  expect(screen.queryByRole('alert')).toBeNull();
});
