import { expect, test } from 'vitest';
import { classifyPunch, type Hours, isShift, metresBetween, reminderAt, shiftOf } from './hours.ts';
import { attendanceOf } from './sheet.service.ts';

const BERLIN: Hours = {
  time: ['09:00', '18:00'],
  days: [1, 2, 3, 4, 5],
  timezone: 'Europe/Berlin',
  advance: 120,
  delay: 120,
  remindin: 5,
  remindexceed: 10,
};
const ms = (iso: string) => new Date(iso).getTime();
/** The day and the direction of a check-in at this time. */
const counted = (hours: Hours, iso: string) => {
  const found = classifyPunch(hours, ms(iso));
  return found && `${found.date.toString()} ${found.kind}`;
};

test('arrival counts from before work until its end, departure until after it, anything else is out of hours', () => {
  expect(counted(BERLIN, '2026-11-23T05:59:59Z')).toBeNull();
  expect(counted(BERLIN, '2026-11-23T06:00:00Z')).toBe('2026-11-23 in');
  expect(counted(BERLIN, '2026-11-23T16:59:59Z')).toBe('2026-11-23 in');
  expect(counted(BERLIN, '2026-11-23T17:00:00Z')).toBe('2026-11-23 out');
  expect(counted(BERLIN, '2026-11-23T19:00:00Z')).toBe('2026-11-23 out');
  expect(counted(BERLIN, '2026-11-23T19:00:01Z')).toBeNull();
});

test('a window past midnight belongs to the day before until it ends; none begins before midnight', () => {
  const late = { ...BERLIN, time: ['14:00', '23:00'] as const, delay: 180 };
  expect(counted(late, '2026-11-24T00:30:00Z')).toBe('2026-11-23 out');
  expect(counted(late, '2026-11-24T01:00:00Z')).toBe('2026-11-23 out');
  expect(counted(late, '2026-11-24T01:00:01Z')).toBeNull();
  const early = { ...BERLIN, time: ['01:00', '09:00'] as const, advance: 240 };
  expect(counted(early, '2026-11-22T22:59:00Z')).toBeNull();
  expect(counted(early, '2026-11-22T23:00:00Z')).toBe('2026-11-23 in');
  expect(shiftOf(early, Temporal.PlainDate.from('2026-11-23')).from).toBe(ms('2026-11-22T23:00:00Z'));
});

test('working hours follow local time across clock changes, and the window keeps its length', () => {
  // 29 March 2026: 02:00 becomes 03:00. 25 October: 03:00 becomes 02:00.
  const [spring, autumn] = ['2026-03-29', '2026-10-25'].map((each) => Temporal.PlainDate.from(each));
  if (!spring || !autumn) throw new Error('no days');
  const night = { ...BERLIN, time: ['04:00', '12:00'] as const };
  expect(shiftOf(night, spring).start).toBe(ms('2026-03-29T02:00:00Z'));
  expect(shiftOf(night, autumn).start).toBe(ms('2026-10-25T03:00:00Z'));
  for (const date of [spring, autumn]) {
    const { start, from } = shiftOf(night, date);
    expect(start - from).toBe(120 * 60_000);
  }
  // A local time that does not exist on that day.
  expect(shiftOf({ ...BERLIN, time: ['02:30', '12:00'] }, spring).start).toBe(ms('2026-03-29T01:30:00Z'));
});

test('reminders are due shortly before and once after work, on working days in the time zone', () => {
  const due = (hours: Hours, iso: string) => {
    const found = reminderAt(hours, ms(iso));
    return found && `${found.date.toString()} ${found.kind}`;
  };
  expect(due(BERLIN, '2026-11-23T07:54:59Z')).toBeNull();
  expect(due(BERLIN, '2026-11-23T07:55:00Z')).toBe('2026-11-23 before');
  expect(due(BERLIN, '2026-11-23T08:00:00Z')).toBeNull();
  expect(due(BERLIN, '2026-11-23T08:10:00Z')).toBe('2026-11-23 after');
  expect(due(BERLIN, '2026-11-23T08:15:00Z')).toBeNull();
  // Sunday.
  expect(due(BERLIN, '2026-11-22T07:55:00Z')).toBeNull();
  // 09:00 of Monday in Tokyo is Sunday's midnight elsewhere.
  const tokyo = { ...BERLIN, timezone: 'Asia/Tokyo' };
  expect(due(tokyo, '2026-11-22T23:55:00Z')).toBe('2026-11-23 before');
  expect(due(tokyo, '2026-11-27T23:55:00Z')).toBeNull();
  // Before midnight, for a shift that begins just after it.
  const midnight = { ...BERLIN, time: ['00:02', '08:00'] as const };
  expect(due(midnight, '2026-11-22T22:58:00Z')).toBe('2026-11-23 before');
  expect(due({ ...BERLIN, remindin: 0, remindexceed: 0 }, '2026-11-23T07:55:00Z')).toBeNull();
});

test('a shift has times and starts before it ends', () => {
  expect(isShift(['09:00', '18:00'])).toBe(true);
  for (const wrong of [['18:00', '09:00'], ['09:00', '09:00'], ['9:00', '18:00'], ['09:00', '24:00'], ['09:00']]) {
    expect([wrong, isShift(wrong)]).toEqual([wrong, false]);
  }
});

test('the distance between two points is correct', () => {
  const gate = { lat: 52.516275, lng: 13.377704 };
  expect(metresBetween(gate, gate)).toBe(0);
  // The Reichstag is 300 m away, Sydney 16,000 km; across the date line the shorter way counts.
  expect(metresBetween(gate, { lat: 52.518623, lng: 13.376198 })).toBeCloseTo(280, -1.5);
  expect(metresBetween(gate, { lat: -33.8568, lng: 151.2153 })).toBeGreaterThan(16_000_000);
  expect(metresBetween({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBeCloseTo(222, 0);
});

test('the first punch is the arrival, the last the departure, and the rest is missing', () => {
  const shift = { start: 100, end: 200 };
  const of = (...stays: [number, number][]) => attendanceOf({ stays }, shift);
  expect(attendanceOf(undefined, shift)).toEqual({
    first: null,
    firstResult: 'missing',
    last: null,
    lastResult: 'missing',
  });
  expect(of([90, 210])).toEqual({ first: 90, firstResult: 'normal', last: 210, lastResult: 'normal' });
  expect(of([110, 190])).toEqual({ first: 110, firstResult: 'late', last: 190, lastResult: 'early' });
  expect(of([100, 100])).toEqual({ first: 100, firstResult: 'normal', last: null, lastResult: 'missing' });
  expect(of([205, 205])).toEqual({ first: null, firstResult: 'missing', last: 205, lastResult: 'normal' });
  expect(of([90, 120], [150, 200])).toEqual({ first: 90, firstResult: 'normal', last: 200, lastResult: 'normal' });
});
