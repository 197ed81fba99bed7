import { expect, test } from 'vitest';
import { invitationFile } from './invitationFile.ts';
import { lastEnd, nextStart, occurrences, type Rhythm } from './occurrences.ts';

const at = (text: string) => new Date(`${text}Z`);
const rhythm = (repeat: string, more: Partial<Rhythm> = {}): Rhythm => ({
  start_at: at('2026-01-30T09:00:00'),
  minutes: 30,
  repeat,
  until_at: null,
  ...more,
});
const days = (of: Rhythm, from: string, until: string) =>
  [...occurrences(of, at(`${from}T00:00:00`), at(`${until}T00:00:00`))].map((each) => each.toISOString().slice(0, 16));

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

test('a running meeting is still listed, and the next one begins after it', () => {
  const running = at('2026-01-30T09:10:00');
  expect([...occurrences(rhythm('never'), running, at('2026-02-01T00:00:00'))]).toHaveLength(1);
  expect(nextStart(rhythm('never'), running)).toBeNull();
  expect(nextStart(rhythm('week'), running)).toEqual(at('2026-02-06T09:00:00'));
});

test('an invitation is a file that calendars read, whatever the names contain', () => {
  const file = invitationFile({
    ...rhythm('weekdays', { until_at: at('2026-03-01T00:00:00') }),
    uid: 'meeting-7@atrium.test',
    sequence: 2,
    name: 'Cranes, piers; and\nships ' + 'x'.repeat(80),
    url: 'https://atrium.test/meeting/1/c',
    organizer: { name: 'Ada "the host"', email: 'ada@atrium.test' },
    attendee: 'cleo@example.com',
    isCanceled: false,
    now: at('2026-01-01T00:00:00'),
  });
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
