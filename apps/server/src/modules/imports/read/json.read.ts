/** Reads JSON from untrusted sources: every function returns its declared type for any input. */
export type Fields = Record<string, unknown>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Text without characters that the database refuses; numbers are accepted, because ids come as either. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : '';
}

/** An ISO time in UTC, or null if the value is no time. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return isoTime(Date.parse(value));
}

/** Converts seconds since 1970, as a number or as text with a fraction. */
export function timeOfSeconds(value: unknown): string | null {
  const seconds = typeof value === 'string' && /^\d{1,11}(?:\.\d{1,9})?$/.test(value) ? Number(value) : numberOf(value);
  return seconds === null || seconds <= 0 ? null : isoTime(Math.round(seconds * 1000));
}

// PostgreSQL accepts more, but a year with five digits is an error.
const LATEST_MS = Date.UTC(9999, 0);

function isoTime(ms: number): string | null {
  return Number.isFinite(ms) && Math.abs(ms) < LATEST_MS ? new Date(ms).toISOString() : null;
}
