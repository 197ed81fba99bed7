export const ENDS = ['', '30', '60', '240', 'day', 'week', 'chosen'] as const;
export type End = (typeof ENDS)[number];

const MINUTE_MS = 60_000;

/** The minutes until a choice ends; null = it does not end. `chosen` is the picked moment, null until one is picked. */
export function minutesOf(end: End, now: Date, chosen: Date | null): number | null {
  if (end === '') return null;
  if (end !== 'day' && end !== 'week' && end !== 'chosen') return Number(end);
  const midnight = new Date(
    now.getFullYear(),
    now.getMonth(),
    // A week ends with Sunday.
    now.getDate() + (end === 'week' ? 7 - ((now.getDay() + 6) % 7) : 1),
  );
  const until = end === 'chosen' ? chosen : midnight;
  return until ? Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS)) : null;
}
