import { expect, test, vi } from 'vitest';
import { shortDay, shortMoment } from '#sync/dates.ts';
import { toWire } from '#sync/time.ts';
import { listTime, shortTime } from './time.ts';

// covers A4-24
test('lists, tables and chips write a day in one format, with the year if it is another', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 12) });
  const at = (...numbers: [number, number, number]) => new Date(...numbers, 9, 5);
  expect(listTime(toWire(at(2026, 10, 20)))).toBe('09:05');
  expect(listTime(toWire(at(2026, 0, 3)))).toBe('3 Jan');
  expect(listTime(toWire(at(2025, 11, 31)))).toBe('31 Dec 2025');
  expect(listTime(null)).toBe('');
  expect(shortDay(at(2026, 0, 3))).toBe('3 Jan');
  expect(shortMoment(at(2026, 0, 3))).toBe('3 Jan, 09:05');
  expect(shortTime(toWire(at(2025, 11, 31)))).toBe('31 Dec 2025, 09:05');
});
