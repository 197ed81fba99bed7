/** Clock changes of this many years are listed for a meeting without an end; calendars know most zones by their names. */
const YEARS = 10;
const MOST = 60;

/** A time zone from one moment to another, as calendar files describe it: when clocks change, and by how much. */
export function zoneLines(zone: string, from: Date, until: Date | null): string[] {
  const begin = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
  const end = until
    ? Temporal.Instant.fromEpochMilliseconds(until.getTime()).toZonedDateTimeISO(zone)
    : begin.add({ years: YEARS });
  const present = begin.getTimeZoneTransition('previous');
  const lines = observance('STANDARD', begin.offset, begin.offset, present ? begin.subtract({ years: 1 }) : begin);
  let [before, next] = [begin, begin.getTimeZoneTransition('next')];
  for (let count = 0; next && count < MOST && Temporal.ZonedDateTime.compare(next, end) < 0; count++) {
    const kind = next.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD';
    lines.push(...observance(kind, before.offset, next.offset, next));
    before = next;
    next = next.getTimeZoneTransition('next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}

/** The lines of one change of clocks. Its beginning is given by the clock before the change. */
function observance(
  kind: 'STANDARD' | 'DAYLIGHT',
  before: string,
  after: string,
  at: Temporal.ZonedDateTime,
): string[] {
  const begins = at.toInstant().toZonedDateTimeISO(before).toPlainDateTime();
  return [
    `BEGIN:${kind}`,
    `DTSTART:${begins.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(after)}`,
    `END:${kind}`,
  ];
}
/** `+05:30` as `+0530`. */
const offset = (text: string) => text.replaceAll(':', '');
