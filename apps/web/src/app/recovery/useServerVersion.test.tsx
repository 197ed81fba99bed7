import { isLower } from '@atrium/contract/shell/updates.ts';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { useServerVersion } from './useServerVersion.ts';

function Watch() {
  useServerVersion();
  return null;
}

// covers A4-37, A4-38, A8-06, A9-01
test('a server below 0.19.0 shows a warning and is checked again every 600 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = serve({ 'system/version': { version: '0.20.0', publish: {} } });
  const { screen } = await open(<Watch />);
  expect(screen.queryByText(/needs/)).toBeNull();
  server.answers['system/version'] = { version: '0.18.9', publish: {} };
  await act(() => vi.advanceTimersByTimeAsync(599_000));
  expect(server.inputsOf('system/version')).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(server.inputsOf('system/version')).toHaveLength(2);
  expect(
    screen.getByText('This server runs version 0.18.9; this app needs 0.19.0 or later. Some features may not work.'),
  ).toBeTruthy();
});

// covers A4-37
test('versions are compared number by number', () => {
  for (const version of ['0.18.9', '0.9', '']) expect(isLower(version, '0.19.0'), version).toBe(true);
  for (const version of ['0.19.0', '0.100.0', '1.0.0']) expect(isLower(version, '0.19.0'), version).toBe(false);
});
