import { expect, test } from 'vitest';
import { type Invitation, invitationFile } from './invitationFile.ts';
import { type DateChange, isInRhythm, lastEnd, nextStart, occurrences, type Rhythm } from './occurrences.ts';

const at = (text: string) => new Date(`${text}Z`);
const rhythm = (repeat: string, more: Partial<Rhythm> = {}): Rhythm => ({
  start_at: at('2026-01-30T09:00:00'),
  minutes: 30,
  repeat,
  until_at: null,
  timezone: '',
  ...more,
});
const days = (of: Rhythm, from: string, until: string) =>
  [...occurrences(of, at(`${from}T00:00:00`), at(`${until}T00:00:00`))].map(({ start }) =>
    start.toISOString().slice(0, 16),
  );

test('a meeting repeats in its rhythm, from far behind too, and until its last day', () => {
  expect(days(rhythm('never'), '2026-01-01', '2027-01-01')).toEqual(['2026-01-30T09:00']);
  expect(days(rhythm('day'), '2026-02-27', '2026-03-02')).toEqual([
    '2026-02-27T09:00',
    '2026-02-28T09:00',
    '2026-03-01T09:00',
  ]);
  // 30 January 2026 is a Friday.
  expect(days(rhythm('weekdays'), '2026-01-30', '2026-02-04')).toEqual([
    '2026-01-30T09:00',
    '2026-02-02T09:00',
    '2026-02-03T09:00',
  ]);
  expect(days(rhythm('week'), '2036-01-01', '2036-01-12')).toEqual(['2036-01-04T09:00', '2036-01-11T09:00']);
  expect(days(rhythm('twoweeks'), '2026-02-01', '2026-03-01')).toEqual(['2026-02-13T09:00', '2026-02-27T09:00']);
  // A shorter month uses its last day, and the next one the intended day again.
  expect(days(rhythm('month'), '2026-02-01', '2026-04-01')).toEqual(['2026-02-28T09:00', '2026-03-30T09:00']);
  const ending = rhythm('day', { until_at: at('2026-02-01T00:00:00') });
  expect(days(ending, '2026-01-01', '2027-01-01').at(-1)).toBe('2026-02-01T09:00');
  expect(lastEnd(ending)).toEqual(at('2026-02-01T09:30:00'));
  expect(lastEnd(rhythm('day'))).toBeNull();
});

test('a meeting keeps its hour where its host lives, and its weekdays are those of that place', () => {
  const berlin = (repeat: string, start: string) => rhythm(repeat, { start_at: at(start), timezone: 'Europe/Berlin' });
  // Clocks go forward on 29 March 2026, and back on 25 October.
  expect(days(berlin('week', '2026-03-24T08:00:00'), '2026-03-20', '2026-04-05')).toEqual([
    '2026-03-24T08:00',
    '2026-03-31T07:00',
  ]);
  expect(days(berlin('week', '2026-03-24T08:00:00'), '2036-10-28', '2036-11-05')).toEqual([
    '2036-10-28T08:00',
    '2036-11-04T08:00',
  ]);
  // An hour that does not exist on that day is an hour later.
  expect(days(berlin('day', '2026-03-28T01:30:00'), '2026-03-28', '2026-03-31')).toEqual([
    '2026-03-28T01:30',
    '2026-03-29T01:30',
    '2026-03-30T00:30',
  ]);
  // Monday morning in Auckland is Sunday evening in UTC.
  const auckland = rhythm('weekdays', { start_at: at('2026-06-07T20:00:00'), timezone: 'Pacific/Auckland' });
  expect(days(auckland, '2026-06-07', '2026-06-16')).toEqual(
    ['07', '08', '09', '10', '11', '14', '15'].map((day) => `2026-06-${day}T20:00`),
  );
  // The last day is one of that place as well.
  const ending = { ...auckland, until_at: at('2026-06-09T00:00:00') };
  expect(days(ending, '2026-06-07', '2026-06-16').at(-1)).toBe('2026-06-08T20:00');
});

test('a meeting repeats on a weekday of the month', () => {
  const second = rhythm('monthweek', { start_at: at('2026-01-09T09:00:00') });
  expect(days(second, '2026-01-01', '2026-04-01').map((each) => each.slice(5, 10))).toEqual([
    '01-09',
    '02-13',
    '03-13',
  ]);
  const last = rhythm('monthlast');
  expect(days(last, '2026-02-01', '2026-06-01').map((each) => each.slice(5, 10))).toEqual([
    '02-27',
    '03-27',
    '04-24',
    '05-29',
  ]);
  expect(days(last, '2046-01-01', '2046-02-01')).toEqual(['2046-01-26T09:00']);
});

test('one date is moved, also past others, and one is canceled', () => {
  const changes = [
    { at: '2026-01-31T09:00:00Z', start_at: null, minutes: 30 },
    { at: '2026-02-01T09:00:00Z', start_at: '2026-02-03T12:00:00Z', minutes: 60 },
  ];
  const changed = rhythm('day', { changes, until_at: at('2026-02-03T00:00:00') });
  const all = ['2026-01-30T09:00', '2026-02-02T09:00', '2026-02-03T09:00', '2026-02-03T12:00'];
  expect(days(changed, '2026-01-01', '2027-01-01')).toEqual(all);
  expect(days(changed, '2026-02-01', '2026-02-02')).toEqual([]);
  expect(nextStart(changed, at('2026-01-30T09:00:00'))).toEqual(at('2026-02-02T09:00:00'));
  expect(lastEnd(changed)).toEqual(at('2026-02-03T13:00:00'));
  expect(isInRhythm(changed, at('2026-02-01T09:00:00'))).toBe(true);
  expect(isInRhythm(changed, at('2026-02-03T12:00:00'))).toBe(false);
});

test('a running meeting is still listed, and the next one begins after it', () => {
  const running = at('2026-01-30T09:10:00');
  expect([...occurrences(rhythm('never'), running, at('2026-02-01T00:00:00'))]).toHaveLength(1);
  expect(nextStart(rhythm('never'), running)).toBeNull();
  expect(nextStart(rhythm('week'), running)).toEqual(at('2026-02-06T09:00:00'));
});

const invitation = (more: Partial<Invitation>): Invitation => ({
  ...rhythm('never'),
  uid: 'meeting-7@atrium.test',
  sequence: 2,
  name: 'Cranes',
  url: 'https://atrium.test/meeting/1/c',
  organizer: { name: 'Ada "the host"', email: 'ada@atrium.test' },
  attendee: 'cleo@example.com',
  isCanceled: false,
  now: at('2026-01-01T00:00:00'),
  ...more,
});

test('an invitation is a file that calendars read, whatever the names contain', () => {
  const file = invitationFile(
    invitation({
      ...rhythm('weekdays', { until_at: at('2026-03-01T00:00:00') }),
      name: 'Cranes, piers; and\nships ' + 'x'.repeat(80),
    }),
  );
  expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  const whole = file.replaceAll('\r\n ', '');
  for (const line of [
    'METHOD:REQUEST',
    'SEQUENCE:2',
    'DTSTART:20260130T090000Z',
    'DTEND:20260130T093000Z',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20260301T235959Z',
    `SUMMARY:Cranes\\, piers\\; and\\nships ${'x'.repeat(80)}`,
    'ORGANIZER;CN="Ada  the host ":mailto:ada@atrium.test',
  ]) {
    expect(whole.split('\r\n')).toContain(line);
  }
});

test('an invitation to a rhythm names its zone, with the changes of its clocks, and the dates that differ', () => {
  const zone = 'Europe/Berlin';
  const changes = [
    { at: at('2026-02-27T09:00:00'), start_at: null, minutes: 30 },
    { at: at('2026-03-27T09:00:00'), start_at: at('2026-03-30T12:00:00'), minutes: 60 },
  ];
  const plan = rhythm('monthlast', { timezone: zone, changes, until_at: at('2026-12-01T00:00:00') });
  const lines = invitationFile(invitation(plan)).split('\r\n');
  for (const line of [
    'DTSTART;TZID=Europe/Berlin:20260130T100000',
    'RRULE:FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261201T225959Z',
    'EXDATE;TZID=Europe/Berlin:20260227T100000',
    'RECURRENCE-ID;TZID=Europe/Berlin:20260327T100000',
    'DTSTART;TZID=Europe/Berlin:20260330T140000',
    'DTEND;TZID=Europe/Berlin:20260330T150000',
  ]) {
    expect(lines).toContain(line);
  }
  const summer = lines.indexOf('BEGIN:DAYLIGHT');
  expect(lines.slice(summer, summer + 4)).toEqual([
    'BEGIN:DAYLIGHT',
    'DTSTART:20260329T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
  ]);
  // The entry for a single canceled date carries no other details.
  const skipped = invitationFile(
    invitation({
      ...plan,
      isCanceled: true,
      only: { ...changes[0], start_at: at('2026-02-27T09:00:00') } as DateChange,
    }),
  );
  expect(skipped.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(skipped).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260227T100000');
  expect(skipped).not.toContain('RRULE');
  const rule = (repeat: string, start: string) =>
    /RRULE:(.*)/.exec(invitationFile(invitation(rhythm(repeat, { start_at: at(start) }))))?.[1]?.trim();
  expect(rule('month', '2026-01-31T09:00:00')).toBe('FREQ=MONTHLY;BYMONTHDAY=-1');
  const onThe30th = invitationFile(invitation(rhythm('month', { until_at: at('2027-12-31T00:00:00') })));
  expect(onThe30th.match(/RDATE:\S+/g)).toEqual(['RDATE:20260228T090000Z', 'RDATE:20270228T090000Z']);
  expect(rule('month', '2026-01-28T09:00:00')).toBe('FREQ=MONTHLY');
  expect(rule('monthweek', '2026-01-09T09:00:00')).toBe('FREQ=MONTHLY;BYDAY=2FR');
});
