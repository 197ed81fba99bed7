import type { Task } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { eventOf, listEntryOf, spanOf } from './calendarEvents.ts';

const wire = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
const at = (day: number, hours: number, minutes = 0, seconds = 0) => new Date(2030, 2, day, hours, minutes, seconds);
const task = (start: Date, end: Date, fields: Partial<Task> = {}) =>
  ({ id: 7, name: 'Ship', start_at: wire(start), end_at: wire(end), flow_item_name: '', ...fields }) as Task;
const event = (of: Task) => eventOf(of, new Map([[7, 2]]), at(10, 12));

test('whole-day and multi-day tasks are in the all-day lane, others in the grid', () => {
  expect(event(task(at(1, 0), at(2, 23, 59, 59)))).toMatchObject({ allDay: true, start: at(1, 0), end: at(3, 0) });
  expect(event(task(at(1, 9), at(2, 18)))).toMatchObject({ allDay: true, end: at(3, 0) });
  expect(event(task(at(1, 9), at(1, 18)))).toMatchObject({ allDay: false, end: at(1, 18), subtasks: 2 });
});

test('midnight at the end belongs to the day before', () => {
  expect(event(task(at(1, 22), at(2, 0)))).toMatchObject({ allDay: false, end: at(1, 23, 59) });
  expect(event(task(at(1, 0), at(3, 0)))).toMatchObject({ allDay: true, start: at(1, 0), end: at(3, 0) });
  // Dragged to the bottom of the grid, it is due on that day.
  const dragged = spanOf({ start: at(4, 22), end: at(5, 0), allDay: false }, task(at(1, 9), at(1, 11)));
  expect(dragged).toEqual([at(4, 22), at(4, 23, 59)]);
});

test('an event shows its status and whether it is late', () => {
  expect(event(task(at(9, 9), at(10, 11), { flow_item_name: 'test|To test|' }))).toMatchObject({
    status: 'To test',
    isOverdue: true,
  });
  expect(event(task(at(9, 9), at(10, 11), { complete_at: '2030-03-10 10:00:00' })).isOverdue).toBe(false);
  expect(event(task(at(10, 9), at(10, 13))).isOverdue).toBe(false);
});

test('a task dragged across days keeps its hours; dropped in the grid it gets those of the slot', () => {
  const long = task(at(1, 9), at(2, 18));
  expect(spanOf({ start: at(4, 0), end: at(7, 0), allDay: true }, long)).toEqual([at(4, 9), at(6, 18)]);
  expect(spanOf({ start: at(4, 0), end: null, allDay: true }, long)).toEqual([at(4, 9), at(4, 18)]);
  expect(spanOf({ start: at(4, 14), end: null, allDay: false }, long)).toEqual([at(4, 14), at(4, 15)]);
  expect(spanOf({ start: at(4, 14), end: at(4, 16), allDay: false }, long)).toEqual([at(4, 14), at(4, 16)]);
  expect(spanOf({ start: null, end: null, allDay: true }, long)).toBeNull();
});

test('a list shows a task of several days once: on its first visible day, or today', () => {
  const whole = event(task(at(10, 0), at(14, 23, 59)));
  const shownOn = (from: Date | null, now: Date) => {
    const { start, end, until } = listEntryOf(whole, from, now);
    expect([end.getDate() - start.getDate(), until?.getDate()]).toEqual([1, 14]);
    return start.getDate();
  };
  expect(shownOn(at(1, 0), at(1, 0))).toBe(10);
  expect(shownOn(at(1, 0), at(12, 9))).toBe(12);
  expect(shownOn(at(13, 0), at(20, 0))).toBe(13);
  // On its last day it says when it is due, not that it takes the whole day.
  const timed = event(task(at(9, 9), at(10, 18)));
  expect(listEntryOf(timed, at(1, 0), at(10, 12)).due).toEqual(at(10, 18));
  expect(listEntryOf(whole, at(1, 0), at(14, 12)).due).toBeUndefined();
  const short = event(task(at(10, 9), at(10, 18)));
  expect(listEntryOf(short, null, at(1, 0))).toBe(short);
});
