/** The deviation of a device's clock that is tolerated: half of the shortest countdown's step. */
const TOLERATED_MS = 15_000;
/** A longer exchange is ignored, because the moment of the server's time is then unknown. */
const LONGEST_MS = 10_000;
const KEPT = 'clock.off';

/** Undefined in tests of texts without a page. */
const storage = globalThis.localStorage as Storage | undefined;

let off = Number(storage?.getItem(KEPT)) || 0;

/** The server's time, Unix milliseconds: countdowns, dates and keys are right even if the device's clock is not. */
export const nowMs = (): number => Date.now() + off;
export const nowDate = (): Date => new Date(nowMs());

/**
 * Learns the server's time from an answer. `date`: its header, in whole seconds; `askedAt` and `answeredAt`: Unix
 * milliseconds by this device's clock.
 */
export function learnServerTime(date: string | null, askedAt: number, answeredAt: number): void {
  const there = Date.parse(date ?? '') + 500;
  const took = answeredAt - askedAt;
  // The answer is ignored if the device slept or its clock was changed meanwhile.
  if (Number.isNaN(there) || took < 0 || took > LONGEST_MS) return;
  const measured = Math.round(there - (askedAt + answeredAt) / 2);
  const found = Math.abs(measured) > TOLERATED_MS ? measured : 0;
  if (Math.abs(found - off) <= TOLERATED_MS / 3 && (found === 0) === (off === 0)) return;
  off = found;
  if (off === 0) storage?.removeItem(KEPT);
  else storage?.setItem(KEPT, String(off));
}
