import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollLoaded } from './loading.ts';

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
