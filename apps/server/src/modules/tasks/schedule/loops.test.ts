import { expect, test } from 'vitest';
import { loopFields, nextFields } from './loops.ts';

const at = (text: string) => new Date(`${text}Z`);
const days = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(5, 10));

/** The consecutive starts, each created on time. */
function rhythm(loop: string, from: string, count: number): string[] {
  const made: Date[] = [];
  let fields = loopFields(loop, at(from), at('2026-01-01T00:00:00'));
  while (made.length < count && fields.loop_at) {
    made.push(fields.loop_at);
    fields = nextFields(fields, fields.loop_at, fields.loop_at);
  }
  return days(made);
}

test('every recurrence keeps its day', () => {
  expect(rhythm('day', '2026-02-27T09:00:00', 3)).toEqual(['02-28', '03-01', '03-02']);
  // A Thursday.
  expect(rhythm('weekdays', '2026-01-01T09:00:00', 4)).toEqual(['01-02', '01-05', '01-06', '01-07']);
  expect(rhythm('weekdays', '2026-01-03T09:00:00', 1)).toEqual(['01-05']);
  expect(rhythm('week', '2026-01-01T09:00:00', 2)).toEqual(['01-08', '01-15']);
  expect(rhythm('twoweeks', '2026-01-01T09:00:00', 2)).toEqual(['01-15', '01-29']);
  expect(rhythm('10', '2026-01-01T09:00:00', 2)).toEqual(['01-11', '01-21']);
  // In a short month its last day replaces the 31st, which returns afterwards.
  expect(rhythm('month', '2026-01-31T09:00:00', 4)).toEqual(['02-28', '03-31', '04-30', '05-31']);
  expect(rhythm('year', '2028-02-29T09:00:00', 4)).toEqual(['02-28', '02-28', '02-28', '02-29']);
});

test('a recurrence counts from the start, or from today at the same time when that is past', () => {
  const now = at('2026-03-10T12:00:00');
  expect(loopFields('week', at('2026-03-20T09:30:00'), now).loop_at).toEqual(at('2026-03-27T09:30:00'));
  expect(loopFields('week', at('2026-01-20T09:30:00'), now).loop_at).toEqual(at('2026-03-17T09:30:00'));
  expect(loopFields('week', null, now).loop_at).toEqual(at('2026-03-17T12:00:00'));
  expect(loopFields('never', null, now)).toEqual({ loop: 'never', loop_at: null, loop_day: 0 });
});

test('missed occurrences are created once, and the rhythm stays', () => {
  const monday = loopFields('week', at('2026-03-02T09:00:00'), at('2026-03-01T00:00:00'));
  expect(monday.loop_at).toEqual(at('2026-03-09T09:00:00'));
  expect(nextFields(monday, at('2026-03-09T09:00:00'), at('2026-03-26T15:00:00')).loop_at).toEqual(
    at('2026-03-30T09:00:00'),
  );
});
