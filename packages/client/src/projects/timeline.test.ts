import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { barOf, dragRange, monthsOf, rangeOf, stretchOf } from './timeline.ts';

const at = (text: string) => new Date(text);
const task = (fields: Partial<Task>) => ({ created_at: '2030-03-04T10:00:00', ...fields }) as Task;

test('a task is on its planned time, else on the day it was created', () => {
  expect(stretchOf(task({ start_at: '2030-03-05T09:00', end_at: '2030-03-06T18:00' }), at)).toEqual({
    start: at('2030-03-05T09:00'),
    end: at('2030-03-06T18:00'),
    isPlanned: true,
  });
  expect(stretchOf(task({ start_at: null, end_at: '2030-03-06T18:00' }), at).start).toEqual(at('2030-03-06T00:00'));
  expect(stretchOf(task({ start_at: null, end_at: null }), at)).toEqual({
    start: at('2030-03-04T00:00'),
    end: at('2030-03-05T00:00'),
    isPlanned: false,
  });
});

test('the range includes everything and today, with a margin', () => {
  const { from, days } = rangeOf(
    [{ start: at('2030-01-10T09:00'), end: at('2030-06-01T00:00') }],
    at('2030-03-01T12:00'),
  );
  expect(from).toEqual(at('2030-01-03T00:00'));
  expect(days).toBe(179);
  expect(rangeOf([], at('2030-03-01T12:00')).days).toBe(90);
});

test('a task in the year 1 or 9999 does not stretch the timeline by thousands of years', () => {
  const now = at('2030-03-01T12:00');
  const slip = { start: at('0001-01-01T09:00'), end: at('9999-12-31T18:00') };
  const { from, days } = rangeOf([slip], now);
  expect(days).toBeLessThan(62 * 366);
  expect(monthsOf(from, days).length).toBeLessThan(62 * 12);
  const { left, width } = barOf(from, slip);
  expect(left).toBe(0);
  expect(width).toBeGreaterThanOrEqual(days);
  expect(width).toBeLessThan(2 * days);
  const past = { start: at('0001-01-01T09:00'), end: at('0002-01-01T09:00') };
  expect(barOf(rangeOf([past], now).from, past)).toEqual({ left: 0, width: 0 });
});

test('bars are placed by days, across clock changes too', () => {
  const from = at('2030-03-01T00:00');
  expect(barOf(from, { start: at('2030-03-02T12:00'), end: at('2030-03-04T00:00') })).toEqual({
    left: 1.5,
    width: 1.5,
  });
  expect(barOf(from, { start: at('2030-04-30T00:00'), end: at('2030-05-01T00:00') })).toEqual({ left: 60, width: 1 });
});

test('dragging preserves the time of day, and a resized bar never inverts', () => {
  const stretch = { start: at('2030-03-30T09:00'), end: at('2030-03-31T18:00') };
  expect(dragRange(stretch, 'move', 2)).toEqual({ start: at('2030-04-01T09:00'), end: at('2030-04-02T18:00') });
  expect(dragRange(stretch, 'end', -9).end).toEqual(at('2030-03-31T00:00'));
  expect(dragRange(stretch, 'start', 9).start).toEqual(at('2030-03-31T00:00'));
  expect(dragRange(stretch, 'end', 1)).toEqual({ start: stretch.start, end: at('2030-04-01T18:00') });
});

test('months span their days', () => {
  expect(monthsOf(at('2030-01-30T00:00'), 35).map(({ first, days }) => [first, days])).toEqual([
    [0, 2],
    [2, 28],
    [30, 5],
  ]);
});
