import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useNotifying } from '#entities/notification/notification.actions.ts';
import { client } from '#sync/session.ts';
import { setMedia } from '#testing/media.ts';
import { open, serve } from '#testing/stage.tsx';
import { useWindowReturn } from './useWindowReturn.ts';

function Frame() {
  return <output data-testid="zone">{useWindowReturn()}</output>;
}
const comeToFront = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
const theme = () => document.documentElement.getAttribute('data-mantine-color-scheme');
/** The reader's time zone, as the system currently has it. */
let zone = 'UTC';
const { resolvedOptions } = Intl.DateTimeFormat.prototype;
function travel(): void {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: zone };
  });
}

// covers A4-31, A9-13
test('a window in front again updates theme and time zone at once and checks the connection 600 ms later', async () => {
  // Not all of them: this test controls the reader's clock.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const wake = vi.spyOn(client, 'wake').mockResolvedValue(true);
  const quiet = { quiet_from: '22:00', quiet_to: '07:00', timezone: 'UTC', quiet_days: [1, 2, 3, 4, 5] };
  const server = serve({ 'users/push/quiet': { ...quiet, timezone: 'Asia/Tokyo' } });
  zone = 'UTC';
  travel();
  useNotifying.setState({ quiet });
  localStorage.setItem('mantine-color-scheme-value', 'auto');
  const { screen } = await open(<Frame />);
  expect([screen.getByTestId('zone').textContent, theme()]).toEqual(['UTC', 'light']);
  // While it slept, its system became dark and its reader traveled.
  zone = 'Asia/Tokyo';
  setMedia({ isDark: true });
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
  await comeToFront();
  expect([screen.getByTestId('zone').textContent, theme()]).toEqual(['Asia/Tokyo', 'dark']);
  expect(server.inputsOf('users/push/quiet')).toEqual([{ ...quiet, timezone: 'Asia/Tokyo' }]);
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(wake).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(150));
  expect(wake).toHaveBeenCalledOnce();
});

test('a chosen theme overrides the system’s', async () => {
  localStorage.setItem('mantine-color-scheme-value', 'light');
  serve({});
  await open(<Frame />);
  setMedia({ isDark: true });
  await comeToFront();
  expect(theme()).toBe('light');
});
