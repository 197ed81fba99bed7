import { expect, test } from 'vitest';
import { hourIn, weekNumber, zoneName } from './calendarHours.ts';

test.each([
  // ISO 8601: the week with the first Thursday is the first.
  [2026, 0, 1, 1, 1],
  [2027, 0, 3, 1, 53],
  [2027, 0, 4, 1, 1],
  [2024, 11, 30, 1, 1],
  [2026, 10, 26, 1, 48],
  // From Sunday, the week of 1 January is the first.
  [2026, 11, 27, 7, 1],
  [2027, 0, 3, 7, 2],
  [2026, 11, 26, 7, 52],
])('week of %i-%i-%i, weeks from %i: %i', (year, month, day, firstDay, week) => {
  expect(weekNumber(new Date(year, month, day), firstDay)).toBe(week);
});

test('an hour in another zone has minutes only where it needs them', () => {
  const at = new Date('2026-11-26T12:00:00Z');
  expect(hourIn('America/New_York', at, 'en-US')).toBe('7 AM');
  expect(hourIn('Asia/Kolkata', at, 'en-US')).toBe('5:30 PM');
  expect(zoneName('America/New_York', at, 'en-US')).toBe('EST');
});
