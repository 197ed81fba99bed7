/** The wire's time zone. Internally everything is a `Date`; on the wire it is `YYYY-MM-DD HH:mm:ss` in this zone. */
export const SERVER_TIMEZONE = 'UTC';

export function wireTime(at: Date): string;
export function wireTime(at: Date | null): string | null;
export function wireTime(at: Date | null): string | null {
  return at ? at.toISOString().slice(0, 19).replace('T', ' ') : null;
}

/** A time with milliseconds, because the version of a person's counters must order changes within a second. */
export const wireTimeMs = (at: Date) => at.toISOString().slice(0, 23).replace('T', ' ');

/** Parses a date-time from clients, or unix seconds; null if it is neither. */
export function parseTime(text: string | null | undefined): Date | null {
  if (!text) return null;
  if (/^\d{9,13}$/.test(text)) return new Date(Number(text) * (text.length > 11 ? 1 : 1000));
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?Z?)?$/.exec(text.trim());
  if (!match) return null;
  const at = new Date(`${match[1]}T${match[2] ?? '00:00'}${match[3] ?? ':00'}Z`);
  // This refuses days that do not exist, because JavaScript would turn 30 February into a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(match[1] ?? '') ? at : null;
}

export const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
