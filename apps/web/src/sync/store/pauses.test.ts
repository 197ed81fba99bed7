import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pauses } from './pauses.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function hasWaited(pauses: Pauses): Promise<() => boolean> {
  let isOver = false;
  void pauses.wait().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return () => isOver;
}

test('work waits for two seconds after the reader did something last', async () => {
  const pauses = new Pauses();
  expect((await hasWaited(pauses))()).toBe(true);
  pauses.note();
  const isOver = await hasWaited(pauses);
  await vi.advanceTimersByTimeAsync(1500);
  pauses.note();
  await vi.advanceTimersByTimeAsync(1999);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});

test('a reader who never pauses holds work up for two minutes in all', async () => {
  const pauses = new Pauses();
  const busy = setInterval(() => pauses.note(), 500);
  pauses.note();
  const isOver = await hasWaited(pauses);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isOver()).toBe(true);
  expect((await hasWaited(pauses))()).toBe(true);
  clearInterval(busy);
});
