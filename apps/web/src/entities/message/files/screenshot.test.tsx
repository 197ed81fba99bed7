import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeScreenshot } from './screenshot.ts';

const stop = vi.fn();
const track = Object.assign(new EventTarget(), { stop });
const ask = vi.fn(async () => ({ getTracks: () => [track] }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { mediaDevices: { getDisplayMedia: ask } });
  // Like a minimized window: no frame ever arrives.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(new Promise(() => {}));
});
afterEach(() => {
  ask.mockClear();
  stop.mockClear();
});

test('a screen share that delivers nothing is released after a while, and the next attempt works', async () => {
  const taken = takeScreenshot();
  // The key is held down.
  expect(await takeScreenshot()).toEqual([]);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await taken).toEqual([]);
  expect(stop).toHaveBeenCalledTimes(1);
  void takeScreenshot();
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
});

test('a screen that is no longer shared is released at once', async () => {
  const taken = takeScreenshot();
  await vi.advanceTimersByTimeAsync(0);
  track.dispatchEvent(new Event('ended'));
  expect(await taken).toEqual([]);
  expect(stop).toHaveBeenCalledTimes(1);
});
