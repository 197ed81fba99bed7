import type { Log } from '../log.ts';

/** Calls that fail for the same reason within this time are logged once, with their number. */
const WINDOW_MS = 60_000;

interface Noted {
  until: number;
  more: number;
}
const noted = new WeakMap<Log, Map<string, Noted>>();

/**
 * Logs that a call could not be served. A full disk or an unavailable database fails every call: the first is logged at
 * once, the others as a number a minute later.
 */
export function logFailure(log: Log, trouble: string, details: Record<string, unknown>): void {
  const known = noted.get(log) ?? new Map<string, Noted>();
  noted.set(log, known);
  const before = known.get(trouble);
  if (before && performance.now() < before.until) {
    before.more++;
    return;
  }
  known.set(trouble, { until: performance.now() + WINDOW_MS, more: 0 });
  log.error({ trouble, ...details, ...(before && { sinceThen: before.more }) }, 'a call could not be served');
}
