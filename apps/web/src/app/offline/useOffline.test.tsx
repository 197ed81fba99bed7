import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { useOffline } from './useOffline.ts';

const MINUTE = 60_000;
const FIRST = 10_000;

class Worker extends EventTarget {
  state = 'installing';
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
const registration = (more: object) =>
  Object.assign(new EventTarget(), { installing: null, waiting: null, active: null, ...more });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('PROD', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('an application that failed to cache a file is cached later, once', async () => {
  const [first, last] = [new Worker(), new Worker()];
  const register = vi
    .fn()
    .mockResolvedValueOnce(registration({ installing: first }))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    // It failed before anybody could check.
    .mockResolvedValueOnce(registration({}))
    .mockResolvedValue(registration({ installing: last }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { register } }));
  // It was ready before anybody listened.
  vi.spyOn(client, 'state', 'get').mockReturnValue('ready');
  renderHook(() => useOffline());
  await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE));
  // It is still loading.
  expect(register).toHaveBeenCalledTimes(1);
  first.become('redundant');
  await act(() => vi.advanceTimersByTimeAsync(FIRST - 1));
  expect(register).toHaveBeenCalledTimes(1);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(register).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(2 * FIRST));
  expect(register).toHaveBeenCalledTimes(3);
  await act(() => vi.advanceTimersByTimeAsync(4 * FIRST));
  expect(register).toHaveBeenCalledTimes(4);
  last.become('installed');
  await act(() => vi.advanceTimersByTimeAsync(24 * 60 * MINUTE));
  expect(register).toHaveBeenCalledTimes(4);
});
