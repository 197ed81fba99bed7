import type { Todo } from '@atrium/contract/chat/messages.ts';
import { shortMoment } from '#sync/dates.ts';
import { parseWire } from '#sync/time.ts';

export type ReminderChoice = 'none' | 'hour' | 'tonight' | 'tomorrow' | 'custom';
export interface Reminder {
  choice: ReminderChoice;
  /** A custom time. */
  at: Date | null;
}
export const NO_REMINDER: Reminder = { choice: 'none', at: null };

const HOUR_MS = 3_600_000;
export const [EVENING, MORNING] = [20, 9];

/** The time this many days after a date, at an hour of the reader's clock. */
export const hourOf = (day: Date, hour: number, days = 0) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour);

export const tonight = (now: Date) => hourOf(now, EVENING);
export const tomorrow = (now: Date) => hourOf(now, MORNING, 1);

/** The time of a reminder; null = none. */
export function reminderTime({ choice, at }: Reminder, now: Date): Date | null {
  switch (choice) {
    case 'none':
      return null;
    case 'hour':
      return new Date(now.getTime() + HOUR_MS);
    case 'tonight':
      return tonight(now);
    case 'tomorrow':
      return tomorrow(now);
    case 'custom':
      return at;
  }
}

/** A custom time must be set and in the future. */
export function isKeepable(reminder: Reminder, now: Date): boolean {
  const at = reminderTime(reminder, now);
  return reminder.choice === 'none' || (at !== null && at > now);
}

/** People who still wait for a reminder. */
export const isAwaited = (row: Todo): row is Todo & { remind_at: string } =>
  !row.done_at && !row.reminded_at && Boolean(row.remind_at);

/** The next reminder of people who are not done, and whether it `isShared` by all of them. */
export function reminderOf(rows: readonly Todo[]): { reminder: Reminder; isShared: boolean } {
  const open = rows.filter((row) => !row.done_at);
  const first = open.find(isAwaited);
  if (!first) return { reminder: NO_REMINDER, isShared: false };
  return {
    reminder: { choice: 'custom', at: parseWire(first.remind_at) },
    isShared: open.every((row) => isAwaited(row) && row.remind_at === first.remind_at),
  };
}

export const momentWords = (wire: string) => shortMoment(parseWire(wire));
