import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useOverlays } from '#app/overlays/overlays.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';

async function offline() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve({});
  vi.spyOn(client, 'state', 'get').mockReturnValue('offline');
  vi.spyOn(client.queue, 'unsent').mockReturnValue(
    ['sendMessage', 'markRead', 'addTask'].map((name, id) => ({ id: `${id}`, name, input: {}, now: '', error: '' })),
  );
  const handshake = vi.spyOn(client, 'handshake').mockResolvedValue(false);
  const { screen } = await open(<ConnectionBanner state="offline" />);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
  const banner = () => screen.queryByText(/You’re offline/)?.parentElement ?? null;
  return { screen, banner, handshake, pass, press };
}

// covers A4-06, A8-01, C8-02
test('a longer disconnection shows the pending changes; a manual check reports its failure', async () => {
  const { screen, banner, handshake, pass, press } = await offline();
  expect(banner()).toBeNull();
  await pass(2600);
  expect(banner()?.textContent).toContain('Waiting: 2');
  await press('Waiting: 2');
  expect(useOverlays.getState().shown).toBe('unsent');
  useOverlays.getState().close();
  await press('Check now');
  expect(handshake).toHaveBeenCalledOnce();
  await pass(1600);
  expect(await screen.findByText('Network connection failed')).toBeTruthy();
});

// covers A4-06
test('a dismissed banner stays away', async () => {
  const { banner, pass, press } = await offline();
  await pass(2600);
  expect(banner()).not.toBeNull();
  await press('Ignore');
  expect(banner()).toBeNull();
  await pass(60_000);
  expect(banner()).toBeNull();
});
