import { withdrawMessage } from '#modules/messages/messages.service';
import type { App } from '#platform/app';
import { callerFor } from '#platform/callers';
import { performWork } from '#platform/work';
import { listDueClears, listOldMessages, updateBot } from './bots.queries.ts';

const BOTS_PER_TICK = 100;
const MESSAGES_PER_TICK = 200;
const DAY_MS = 86_400_000;

/** Runs once a minute: deletes messages when they are older than their bot stores them. */
export async function clearOldMessages(app: App, now = new Date()): Promise<void> {
  for (const { bot_id: bot, clear_day: days } of await listDueClears(app.db, now, BOTS_PER_TICK)) {
    const ids = await listOldMessages(app.db, bot, new Date(now.getTime() - days * DAY_MS), MESSAGES_PER_TICK);
    for (const msg_id of ids) {
      await performWork(app, callerFor(bot), (work) => withdrawMessage(work, { msg_id }));
    }
    // There are more messages to delete, so the bot stays due.
    if (ids.length === MESSAGES_PER_TICK) continue;
    await updateBot(app.db, bot, { clear_at: new Date(now.getTime() + days * DAY_MS) });
  }
}
