import { expect, test } from 'vitest';
import { quietUntil } from './notifications.ts';

const hours = (quiet_from: string, quiet_to: string, quiet_days = [1, 2, 3, 4, 5, 6, 7]) => ({
  quiet_from,
  quiet_to,
  timezone: 'Europe/Berlin',
  quiet_days,
});

test.each([
  ['before', hours('22:00', '08:00'), '2026-01-05T20:59:59Z', null],
  ['across midnight', hours('22:00', '08:00'), '2026-01-05T21:00:30Z', '2026-01-06T07:00:00.000Z'],
  ['after midnight', hours('22:00', '08:00'), '2026-01-06T06:59:59Z', '2026-01-06T07:00:00.000Z'],
  ['at the end', hours('22:00', '08:00'), '2026-01-06T07:00:00Z', null],
  ['within a day', hours('12:00', '13:30'), '2026-01-05T11:15:00Z', '2026-01-05T12:30:00.000Z'],
  ['on another day', hours('22:00', '08:00', [2]), '2026-01-05T22:00:00Z', null],
  [
    'in the morning after a quiet day',
    hours('22:00', '08:00', [1]),
    '2026-01-06T05:00:00Z',
    '2026-01-06T07:00:00.000Z',
  ],
  ['while clocks go forward', hours('22:00', '08:00'), '2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['while clocks go back', hours('22:00', '08:00'), '2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z'],
  ['without hours', hours('', ''), '2026-01-05T23:00:00Z', null],
])('quiet hours end %s', (_when, quiet, at, until) => {
  expect(quietUntil(quiet, new Date(at))?.toISOString() ?? null).toBe(until);
});
