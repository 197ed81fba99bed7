import type { PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';
import { endOf, type Rhythm } from './occurrences.ts';

export interface Invitation extends Rhythm {
  uid: string;
  sequence: number;
  name: string;
  url: string;
  organizer: { name: string; email: string };
  attendee: string;
  isCanceled: boolean;
  now: Date;
}

const RULES: Record<PlanRepeat, string> = {
  never: '',
  day: 'FREQ=DAILY',
  weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  week: 'FREQ=WEEKLY',
  twoweeks: 'FREQ=WEEKLY;INTERVAL=2',
  month: 'FREQ=MONTHLY',
};

const stamp = (at: Date) => at.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
/** A name in quotes, which may contain neither quotes nor lines. */
const quoted = (text: string) => `"${text.replace(/["\p{Cc}]/gu, ' ')}"`;
/** The last second of the last day. */
const DAY_MS = 86_400_000;

/** An invitation, or its cancellation, for calendars of other programs (iCalendar, RFC 5545 and 5546). */
export function invitationFile(invitation: Invitation): string {
  const { uid, sequence, name, url, organizer, attendee, isCanceled, now, start_at, until_at, repeat } = invitation;
  const rule = RULES[repeat as PlanRepeat];
  const until = until_at ? `;UNTIL=${stamp(new Date(until_at.getTime() + DAY_MS - 1000))}` : '';
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atrium//Meetings//EN',
    `METHOD:${isCanceled ? 'CANCEL' : 'REQUEST'}`,
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start_at)}`,
    `DTEND:${stamp(endOf(start_at, invitation))}`,
    ...(rule ? [`RRULE:${rule}${until}`] : []),
    `SUMMARY:${escaped(name)}`,
    `LOCATION:${escaped(url)}`,
    `URL:${url}`,
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.email}`,
    `ATTENDEE;RSVP=FALSE:mailto:${attendee}`,
    `STATUS:${isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .flatMap(folded)
    .join('\r\n');
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
