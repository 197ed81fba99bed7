import { expect, test } from 'vitest';
import { dayIn } from '#entities/checkin/days.ts';
import { addMonths, weeksOf } from './months.ts';

test('a month is shown in whole weeks, whichever day they begin on', () => {
  const november = weeksOf('2026-11', 1);
  expect(november.map((week) => week[0])).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(november.every((week) => week.length === 7)).toBe(true);
  expect(weeksOf('2026-11', 7)[0]?.[0]).toBe('2026-11-01');
  // Exactly four weeks.
  expect(weeksOf('2027-02', 1)).toHaveLength(4);
  expect(weeksOf('2024-02', 1).flat()).toContain('2024-02-29');
});

test('months follow each other over the turn of a year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', -1)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-02',
  ]);
});

test('today is the day in the workspace’s time zone', () => {
  const at = new Date('2026-11-22T23:30:00Z');
  expect([dayIn('UTC', at), dayIn('Asia/Tokyo', at), dayIn('America/Lima', at)]).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-22',
  ]);
});
