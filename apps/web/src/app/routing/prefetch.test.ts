import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchScreens } from './prefetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const idly = () => vi.advanceTimersByTimeAsync(30_000);

test('likely next screens are prefetched one by one after the first; offline it waits', async () => {
  const order: string[] = [];
  const late = Promise.withResolvers<void>();
  prefetchScreens([
    async () => {
      order.push('first');
      await late.promise;
    },
    async () => {
      order.push('second');
      if (order.length < 4) throw new Error('no network');
    },
    async () => void order.push('third'),
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(order).toEqual([]);
  await idly();
  expect(order).toEqual(['first']);
  late.resolve();
  await idly();
  expect(order).toEqual(['first', 'second']);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(order).toEqual(['first', 'second', 'second', 'second', 'third']);
});

test('while somebody uses the page, the prefetch waits', async () => {
  const load = vi.fn(async () => undefined);
  prefetchScreens([load]);
  for (let second = 0; second < 20; second++) {
    document.dispatchEvent(new Event('click'));
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(load).not.toHaveBeenCalled();
  await idly();
  expect(load).toHaveBeenCalledTimes(1);
});

test('leaving stops the prefetch', async () => {
  const load = vi.fn(async () => undefined);
  prefetchScreens([load, load])();
  await idly();
  expect(load).not.toHaveBeenCalled();
});
