import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/reminders.ts';
import { MOST_REMINDERS, type Reminder } from '@atrium/contract/people/reminders.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import { performWork, type View, type Work } from '#platform/work';
import {
  deleteReminder,
  insertReminder,
  listDue,
  listReminders,
  type ReminderRow,
  takeDue,
} from './reminders.queries.ts';

const present = ({ id, text, at }: ReminderRow): Reminder => ({ id, text, at: wireTime(at) });

const MINUTE_MS = 60_000;
const LONGEST_MS = 5 * 366 * 24 * 60 * MINUTE_MS;

/** Cuts a time to its minute, as reminders are listed by minute. Null unless it is to come within `LONGEST_MS`. */
function minuteOf(wire: string, now: Date): Date | null {
  const time = parseTime(wire)?.getTime() ?? Number.NaN;
  const isKeepable = time > now.getTime() && time <= now.getTime() + LONGEST_MS;
  return isKeepable ? new Date(Math.floor(time / MINUTE_MS) * MINUTE_MS) : null;
}

/** @throws reminder.time, reminder.many */
export async function addReminder(work: Work, input: InputOf<typeof contract.reminderAdd>) {
  const { tx, caller, now } = work;
  const { text } = input;
  const at = minuteOf(input.at, now);
  if (!at) throw fail('reminder.time');
  const own = await listReminders(tx, caller.userid);
  if (own.length >= MOST_REMINDERS) throw fail('reminder.many', { limit: MOST_REMINDERS });
  return present(await insertReminder(tx, { userid: caller.userid, text, at }));
}

export async function listOwn({ tx, caller }: View) {
  return { list: (await listReminders(tx, caller.userid)).map(present) };
}

/** @throws reminder.gone */
export async function removeReminder({ tx, caller }: Work, { id }: InputOf<typeof contract.reminderDelete>) {
  if (!(await deleteReminder(tx, caller.userid, id))) throw fail('reminder.gone');
  return {};
}

const AT_ONCE = 1000;
const KEY = 'bot.reminder';

/**
 * Runs once a minute. A reminder is deleted in the transaction that posts its message, so that it is neither lost nor
 * sent twice.
 */
export async function sendDue(app: App, now = new Date()): Promise<void> {
  for (const id of await listDue(app.db, now, AT_ONCE)) {
    try {
      await performWork(app, systemCaller, async (work) => {
        const due = await takeDue(work.tx, id);
        if (!due) return;
        // The title is stored as a key too, so that it is read in the reader's language.
        const msg = { type: 'content', title: translate('en', KEY), key: KEY, content: due.text };
        await sendSystemMessage(work, due.userid, msg, 'todo-alert');
      });
    } catch (error) {
      app.log.error({ err: error, reminder: id }, 'a reminder was not sent');
    }
  }
}
