/** Two presses within this time leave the app, so that a single accidental one does not. */
const TWICE_MS = 2000;

/** Decides what `leave` does: the first press asks, the second one leaves. */
export function makeLeaving(leave: () => void, ask: () => void, now: () => number = Date.now): () => void {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const at = now();
    if (at - last < TWICE_MS) return leave();
    last = at;
    ask();
  };
}

/** An app may be in the background for this long without being locked. */
export const LOCK_AFTER_MS = 30_000;
export const mustLock = (isOn: boolean, leftAt: number, now: number): boolean => isOn && now - leftAt >= LOCK_AFTER_MS;
