import type { BotEvent } from '@atrium/contract/chat/bots.ts';
import { isLanguage } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { sendText } from '#modules/messages/sending/send.service';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { callerFor, systemCaller } from '#platform/callers';
import { truncate } from '#platform/events/truncate';
import { isAccepted, postToProgram } from '#platform/outside/program';
import { performWork } from '#platform/work';
import { type BotRow, countCall, findBot, insertDelivery, pauseWebhook } from './bots.queries.ts';
import { tokenOf } from './bots.service.ts';

export const PUSH_JOB = 'bot_push';
/** The number of characters of an answer that are stored. */
const KEPT_CHARS = 1000;
const KEPT_DELIVERIES = 100;
/** Calls in a row that may fail before the address is no longer called. */
const MOST_FAILURES = 30;
const REPLY_CHARS = 10_000;

/** The fields that a call sends, without tokens. */
export type Fields = Record<string, string>;

/**
 * Calls the bot's address and notes the outcome. Returns whether it was accepted.
 *
 * @param occasion  the same for each repetition of a call: the program's answer is posted once
 */
export async function callAddress(
  app: App,
  row: BotRow,
  { event, fields, occasion }: { event: BotEvent; fields: Fields; occasion: string },
): Promise<boolean> {
  const token = await performWork(app, systemCaller, (work) => tokenOf(work, row));
  const began = performance.now();
  const outcome = await postToProgram(app, row.webhook_url, {
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({ ...fields, event, token }).toString(),
    key: Buffer.from(token),
  });
  const { status, answer } = outcome;
  const isGood = isAccepted(outcome);
  await insertDelivery(
    app.db,
    {
      bot_id: row.bot_id,
      event,
      url: row.webhook_url,
      payload: JSON.stringify(fields),
      status,
      answer: truncate(answer, KEPT_CHARS),
      took_ms: Math.round(performance.now() - began),
    },
    KEPT_DELIVERIES,
  );
  const failures = await countCall(app.db, row.bot_id, isGood);
  if (failures >= MOST_FAILURES) await pause(app, row);
  if (isGood) await reply(app, row, { fields, occasion, answer });
  return isGood;
}

/** A program may answer at once, with JSON that has a `message`. */
async function reply(
  app: App,
  row: BotRow,
  { fields: { dialog_id }, occasion, answer }: { fields: Fields; occasion: string; answer: string },
): Promise<void> {
  const text = messageIn(answer);
  if (!text || !dialog_id) return;
  await sendText(
    {
      app,
      tx: app.db,
      caller: callerFor(row.bot_id),
      now: new Date(),
      // A repeated call posts no second reply.
      mutation: `bot-reply-${row.bot_id}-${occasion}`,
    },
    { dialog_id: Number(dialog_id), text: truncate(text, REPLY_CHARS), text_type: 'md', silence: true },
  );
}

function messageIn(answer: string): string {
  if (!answer.trimStart().startsWith('{')) return '';
  try {
    const { message } = JSON.parse(answer) as { message?: unknown };
    return typeof message === 'string' ? message.trim() : '';
  } catch {
    return '';
  }
}

async function pause(app: App, row: BotRow): Promise<void> {
  await performWork(app, systemCaller, async (work) => {
    if (!(await pauseWebhook(work.tx, row.bot_id, work.now))) return;
    const owner = await findUser(work.tx, row.userid);
    if (!owner || owner.delete_at) return;
    const lang = isLanguage(owner.lang) ? owner.lang : 'en';
    await sendSystemMessage(work, row.userid, {
      type: 'content',
      title: translate(lang, 'bot.paused_title', { name: row.nickname }),
      content: translate(lang, 'bot.paused', { name: row.nickname, url: row.webhook_url }),
    });
  });
}

/** The fields about a person. They have no token of the person, because a program acts as its bot. */
export async function personFields(app: App, userid: number): Promise<string> {
  const user = await findUser(app.db, userid);
  return JSON.stringify(
    user
      ? { userid, email: user.email, nickname: displayName(user), profession: user.profession, lang: user.lang }
      : { userid },
  );
}

/** A bot that has an address that is called. */
export async function calledBot(app: App, id: number): Promise<BotRow | undefined> {
  const row = await findBot(app.db, id);
  return row?.webhook_url && !row.webhook_paused_at ? row : undefined;
}
