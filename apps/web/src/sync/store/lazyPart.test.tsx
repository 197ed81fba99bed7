import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadedInTime, NotLoaded } from '#ui/loading.ts';
import { fetchPart } from './lazyPart.ts';

const answers = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answers);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answers.mockReset();
});

const notCome = new TypeError('Failed to fetch dynamically imported module');

test('a module that fails while the server is away loads once it is back', async () => {
  answers.mockRejectedValueOnce(notCome).mockResolvedValueOnce(new Response('', { status: 503 }));
  answers.mockResolvedValueOnce(new Response('ok'));
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(notCome).mockResolvedValueOnce('the part');
  const part = fetchPart(load);
  await vi.advanceTimersByTimeAsync(5999);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await part).toBe('the part');
  expect(answers).toHaveBeenCalledTimes(3);
});

test('a module missing on an available server fails', async () => {
  answers.mockResolvedValue(new Response('ok'));
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(notCome);
  await expect(fetchPart(load)).rejects.toBe(notCome);
  expect(load).toHaveBeenCalledTimes(2);
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
