/** The end of a snooze, by the reader's clock. */
export type SnoozeChoice = 'later' | 'tomorrow' | 'week';

const HOUR_MS = 3_600_000;
const LATER_HOURS = 3;
/** "Later today" is not offered after this hour, because it would be tomorrow. */
const EVENING = 20;
const MORNING = 9;
const MONDAY = 1;

const morningIn = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);

/** The choices at this time, each with its end: three hours, tomorrow morning, Monday morning. */
export function snoozeChoices(now: Date): { choice: SnoozeChoice; at: Date }[] {
  const toMonday = (7 + MONDAY - now.getDay()) % 7 || 7;
  return [
    ...(now.getHours() < EVENING
      ? [{ choice: 'later' as const, at: new Date(now.getTime() + LATER_HOURS * HOUR_MS) }]
      : []),
    { choice: 'tomorrow', at: morningIn(now, 1) },
    { choice: 'week', at: morningIn(now, toMonday) },
  ];
}
