import { expect, test } from 'vitest';
import { laterOnTheClock, loopFields, moved, nextFields } from './loops.ts';

const at = (text: string) => new Date(`${text}Z`);
const days = (dates: readonly Date[]) => dates.map((date) => date.toISOString().slice(5, 10));

/** The consecutive starts, each created on time. */
function rhythm(loop: string, from: string, count: number, zone = 'UTC'): string[] {
  return days(starts(loop, from, count, zone));
}
function starts(loop: string, from: string, count: number, zone: string): Date[] {
  const made: Date[] = [];
  let fields = loopFields(loop, at(from), at('2026-01-01T00:00:00'), zone);
  while (made.length < count && fields.loop_at) {
    made.push(fields.loop_at);
    fields = nextFields(fields, fields.loop_at, fields.loop_at, zone);
  }
  return made;
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
  expect(loopFields('week', at('2026-03-20T09:30:00'), now, 'UTC').loop_at).toEqual(at('2026-03-27T09:30:00'));
  expect(loopFields('week', at('2026-01-20T09:30:00'), now, 'UTC').loop_at).toEqual(at('2026-03-17T09:30:00'));
  expect(loopFields('week', null, now, 'UTC').loop_at).toEqual(at('2026-03-17T12:00:00'));
  expect(loopFields('never', null, now, 'UTC')).toEqual({ loop: 'never', loop_at: null, loop_day: 0 });
});

test('missed occurrences are created once, and the rhythm stays', () => {
  const monday = loopFields('week', at('2026-03-02T09:00:00'), at('2026-03-01T00:00:00'), 'UTC');
  expect(monday.loop_at).toEqual(at('2026-03-09T09:00:00'));
  expect(nextFields(monday, at('2026-03-09T09:00:00'), at('2026-03-26T15:00:00'), 'UTC').loop_at).toEqual(
    at('2026-03-30T09:00:00'),
  );
});

const local = (dates: readonly Date[], zone: string) =>
  dates.map((date) => {
    const there = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
    return there.toPlainDateTime().toString().slice(5, 16);
  });

test('days and times of day are those of the time zone', () => {
  const sydney = 'Australia/Sydney';
  const inSydney = (loop: string, from: string, count: number) => local(starts(loop, from, count, sydney), sydney);
  // Monday the 2nd of February at nine there, Sunday evening in UTC.
  expect(inSydney('weekdays', '2026-02-01T22:00:00', 6)).toEqual([
    '02-03T09:00',
    '02-04T09:00',
    '02-05T09:00',
    '02-06T09:00',
    '02-09T09:00',
    '02-10T09:00',
  ]);
  // The first and the last day of a month are others in UTC.
  expect(inSydney('month', '2026-01-31T22:00:00', 3)).toEqual(['03-01T09:00', '04-01T09:00', '05-01T09:00']);
  expect(inSydney('month', '2026-01-30T22:00:00', 3)).toEqual(['02-28T09:00', '03-31T09:00', '04-30T09:00']);
  expect(inSydney('year', '2026-01-31T22:00:00', 1)).toEqual(['02-01T09:00']);
  const fields = { loop: 'month', loop_day: 31 };
  // The day that was stored by UTC does not move a task of the first.
  expect(nextFields(fields, at('2026-01-31T22:00:00'), at('2026-02-01T00:00:00'), sydney).loop_at).toEqual(
    at('2026-02-28T22:00:00'),
  );
  // Past starts count from today there: the 11th at nine is still the 10th in UTC.
  expect(loopFields('day', at('2026-02-01T22:00:00'), at('2026-03-10T14:00:00'), sydney).loop_at).toEqual(
    at('2026-03-11T22:00:00'),
  );
});

test('a task stays at its time of day when clocks change', () => {
  const berlin = 'Europe/Berlin';
  const inBerlin = (loop: string, from: string, count: number) => local(starts(loop, from, count, berlin), berlin);
  // Clocks change on the 29th of March and the 25th of October.
  expect(inBerlin('day', '2026-03-27T08:00:00', 3)).toEqual(['03-28T09:00', '03-29T09:00', '03-30T09:00']);
  expect(inBerlin('week', '2026-10-19T07:00:00', 2)).toEqual(['10-26T09:00', '11-02T09:00']);
  expect(inBerlin('10', '2026-03-20T08:00:00', 1)).toEqual(['03-30T09:00']);
  expect(inBerlin('month', '2026-03-01T08:00:00', 1)).toEqual(['04-01T09:00']);
  // Friday to Monday over the change, a week later: the end stays at its hour too.
  const [friday, monday] = [at('2026-03-27T08:00:00'), at('2026-03-30T16:00:00')];
  const later = laterOnTheClock(friday, at('2026-04-03T07:00:00'), berlin);
  expect(moved(friday, later, berlin)).toEqual(at('2026-04-03T07:00:00'));
  expect(moved(monday, later, berlin)).toEqual(at('2026-04-06T16:00:00'));
});
