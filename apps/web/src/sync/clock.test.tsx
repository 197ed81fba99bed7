import { afterEach, expect, test } from 'vitest';
import { learnServerTime, nowMs } from './clock.ts';

const header = (at: number) => new Date(at).toUTCString();
afterEach(() => learnServerTime(header(Date.now()), Date.now(), Date.now()));

/** The assumed deviation of this device's clock, in whole minutes. */
const offBy = () => Math.round((nowMs() - Date.now()) / 60_000);
const HOUR = 3_600_000;

test('the first answer corrects a clock that is hours off, and the next one after the clock changes', () => {
  const here = Date.now();
  learnServerTime(header(here - 5 * HOUR), here, here + 200);
  expect(offBy()).toBe(-300);
  // Stored for a page that opens without a network.
  expect(Number(localStorage.getItem('clock.off'))).toBeCloseTo(-5 * HOUR, -4);
  learnServerTime(header(here + 2 * HOUR), here, here + 200);
  expect(offBy()).toBe(120);
  learnServerTime(header(here + 3000), here, here + 200);
  expect(nowMs() - Date.now()).toBe(0);
  expect(localStorage.getItem('clock.off')).toBeNull();
});

test('slow answers and those without a date do not change the clock', () => {
  const here = Date.now();
  learnServerTime(header(here - 5 * HOUR), here, here + 11_000);
  learnServerTime(header(here - 5 * HOUR), here, here - 1);
  learnServerTime(null, here, here);
  learnServerTime('soon', here, here);
  expect(offBy()).toBe(0);
});
