import type { PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';
import { SERVER_TIMEZONE } from '#platform/time/time';
import { type DateChange, lastEnd, localTime, occurrences, placeInMonth, type Rhythm } from './occurrences.ts';
import { zoneLines } from './zoneLines.ts';

export interface Invitation extends Rhythm {
  uid: string;
  sequence: number;
  name: string;
  url: string;
  organizer: { name: string; email: string };
  attendee: string;
  isCanceled: boolean;
  now: Date;
  /** About one date only. */
  only?: DateChange | undefined;
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Years of dates that are listed. */
const YEARS = 10;

/** The last days of February for a rhythm on the 29th or 30th, which the rule of a calendar leaves out. */
function extraDates(invitation: Rhythm): Date[] {
  const begin = localTime(invitation.start_at, invitation);
  if (invitation.repeat !== 'month' || begin.day < 29 || begin.day > 30) return [];
  const until = new Date(begin.add({ years: YEARS }).epochMilliseconds);
  const { changes: _, ...rhythm } = invitation;
  return [...occurrences(rhythm, invitation.start_at, until)]
    .map(({ at }) => at)
    .filter((at) => localTime(at, invitation).day !== begin.day);
}

function ruleOf(invitation: Rhythm): string {
  const { day, dayOfWeek } = localTime(invitation.start_at, invitation);
  switch (invitation.repeat as PlanRepeat) {
    case 'never':
      return '';
    case 'day':
      return 'FREQ=DAILY';
    case 'weekdays':
      return 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
    case 'week':
      return 'FREQ=WEEKLY';
    case 'twoweeks':
      return 'FREQ=WEEKLY;INTERVAL=2';
    case 'month':
      return day > 30 ? 'FREQ=MONTHLY;BYMONTHDAY=-1' : 'FREQ=MONTHLY';
    case 'monthweek':
      return `FREQ=MONTHLY;BYDAY=${placeInMonth(day)}${WEEKDAYS[dayOfWeek - 1]}`;
    case 'monthlast':
      return `FREQ=MONTHLY;BYDAY=-1${WEEKDAYS[dayOfWeek - 1]}`;
  }
}

const stamp = (at: Date) => at.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
const local = (at: Date, timezone: string) =>
  localTime(at, { timezone }).toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
/** A name in quotes, which may contain neither quotes nor lines. */
const quoted = (text: string) => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;
const MINUTE_MS = 60_000;

/** An invitation, or its cancellation, for calendars of other programs (iCalendar, RFC 5545 and 5546). */
export function invitationFile(invitation: Invitation): string {
  const { isCanceled, start_at, minutes, repeat, changes = [], only } = invitation;
  const zone = localTime(start_at, invitation).timeZoneId;
  // A single date is a moment; a rhythm is in the zone in which it keeps its hour.
  const isLocal = repeat !== 'never' && zone !== SERVER_TIMEZONE;
  const time = (name: string, at: Date) =>
    isLocal ? `${name};TZID=${zone}:${local(at, zone)}` : `${name}:${stamp(at)}`;
  const span = (start: Date, length: number) => [
    time('DTSTART', start),
    time('DTEND', new Date(start.getTime() + length * MINUTE_MS)),
  ];
  const moved = ({ at, start_at: to, minutes: length }: DateChange) =>
    eventOf(invitation, [time('RECURRENCE-ID', new Date(at)), ...span(new Date(to ?? at), length)]);
  const rule = ruleOf(invitation);
  const skipped = changes.filter((each) => each.start_at === null);
  const events = only
    ? moved(only)
    : [
        ...eventOf(invitation, [
          ...span(start_at, minutes),
          ...(rule ? [`RRULE:${rule}${untilOf(invitation)}`] : []),
          ...extraDates(invitation).map((at) => time('RDATE', at)),
          ...skipped.map(({ at }) => time('EXDATE', new Date(at))),
        ]),
        ...(isCanceled ? [] : changes.filter((each) => each.start_at !== null).flatMap(moved)),
      ];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Meetings//EN',
    `METHOD:${isCanceled ? 'CANCEL' : 'REQUEST'}`,
    ...(isLocal ? zoneLines(zone, start_at, lastEnd(invitation)) : []),
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .flatMap(folded)
    .join('\r\n');
}

function eventOf({ uid, sequence, name, url, organizer, attendee, isCanceled, now }: Invitation, when: string[]) {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(now)}`,
    ...when,
    `SUMMARY:${escaped(name)}`,
    `LOCATION:${escaped(url)}`,
    `URL:${url}`,
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.email}`,
    `ATTENDEE;RSVP=FALSE:mailto:${attendee}`,
    `STATUS:${isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** The last second of the last day, in UTC as the format wants it. */
function untilOf({ until_at, start_at, ...plan }: Invitation): string {
  if (!until_at) return '';
  const day = Temporal.PlainDate.from(until_at.toISOString().slice(0, 10)).add({ days: 1 });
  const { timeZoneId: timeZone } = localTime(start_at, plan);
  return `;UNTIL=${stamp(new Date(day.toZonedDateTime({ timeZone }).epochMilliseconds - 1000))}`;
}

const LINE_BYTES = 75;
/** Lines of at most 75 bytes; the rest follows after a space. */
function folded(line: string): string[] {
  const lines: string[] = [];
  let present = '';
  for (const letter of line) {
    if (Buffer.byteLength(present + letter) > LINE_BYTES) {
      lines.push(present);
      present = ' ';
    }
    present += letter;
  }
  return [...lines, present];
}
