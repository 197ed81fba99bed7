import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetch } from '#app/routing/usePrefetch.ts';
import { open, serve } from '#testing/stage.tsx';
import { setDebugging } from '#ui/debugMode.ts';
import { notify } from '#ui/overlays/notices.ts';
import { useScriptErrors } from './useScriptErrors.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  setDebugging(false);
});
function Frame() {
  useScriptErrors();
  return null;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const fail = (text: string) => act(async () => void window.dispatchEvent(new ErrorEvent('error', { message: text })));

// covers A8-17
test('an error notice stays 6 s', async () => {
  serve({});
  const { screen } = await open(<Frame />);
  await act(async () => notify('It went wrong', { kind: 'error' }));
  await pass(5_800);
  expect(screen.getByText('It went wrong')).toBeTruthy();
  await pass(300);
  expect(screen.queryByText('It went wrong')).toBeNull();
});

// covers C9-05
test('an informational notice stays 2.5 s', async () => {
  serve({});
  const { screen } = await open(<Frame />);
  await act(async () => notify('Saved'));
  await pass(2_400);
  expect(screen.getByText('Saved')).toBeTruthy();
  await pass(200);
  expect(screen.queryByText('Saved')).toBeNull();
});

// covers A8-17
test('script errors are shown in debug mode only', async () => {
  serve({});
  const { screen } = await open(<Frame />);
  await fail('x is not a function');
  expect(screen.queryByText(/x is not a function/)).toBeNull();
  setDebugging(true);
  await fail('y is not a function');
  expect(screen.getByText('Script error: y is not a function')).toBeTruthy();
  const event = Object.assign(new Event('unhandledrejection'), { reason: new Error('no answer') });
  await act(async () => void window.dispatchEvent(event));
  expect(screen.getByText('Script error: no answer')).toBeTruthy();
});

// covers A7-04
test('files named by the server are prefetched; without a server nothing is requested', async () => {
  const server = serve({ 'system/prefetch': ['https://x.example/assets/a.js', 'https://x.example/assets/b.js'] });
  await prefetch('');
  expect(server.asked).toEqual([]);
  await prefetch('https://x.example');
  expect(server.asked.map(([path]) => path)).toEqual([
    'system/prefetch',
    'https://x.example/assets/a.js',
    'https://x.example/assets/b.js',
  ]);
});
