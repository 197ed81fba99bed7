import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPart } from '#sync/store/later.ts';
import { loadedInTime, NotLoaded, pollLoaded } from './loading.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// covers A4-40, A8-07
test('a frame is looked at once a second, and given up after 30 polls', async () => {
  const looked = vi.fn(() => false);
  const givenUp = vi.fn();
  pollLoaded(looked, givenUp);
  await vi.advanceTimersByTimeAsync(29_999);
  expect([looked.mock.calls.length, givenUp.mock.calls.length]).toEqual([29, 0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([looked.mock.calls.length, givenUp.mock.calls.length]).toEqual([30, 1]);
});

test('a frame that has loaded is not looked at again', async () => {
  let isLoaded = false;
  const looked = vi.fn(() => isLoaded);
  const givenUp = vi.fn();
  pollLoaded(looked, givenUp);
  await vi.advanceTimersByTimeAsync(2500);
  isLoaded = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([looked.mock.calls.length, givenUp.mock.calls.length]).toEqual([3, 0]);
});

// covers A4-40, A8-07
test('scripts and styles that never arrive fail after 30 seconds, and are not asked for again', async () => {
  const load = vi.fn(() => new Promise<never>(() => {}));
  const failed = expect(fetchPart(load)).rejects.toBeInstanceOf(NotLoaded);
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
  expect(load).toHaveBeenCalledOnce();
  expect(await loadedInTime(Promise.resolve(7))).toBe(7);
  await expect(loadedInTime(Promise.reject(new Error('missing')))).rejects.toThrow('missing');
  expect(vi.getTimerCount()).toBe(0);
});
