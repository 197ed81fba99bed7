import type { BotEvent } from '@atrium/contract/chat/bots.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { readRanges } from '#modules/dialogs/reads.service';
import { callerNow } from '#modules/users/callers.service';
import type { App } from '#platform/app';
import { callerFor } from '#platform/callers';
import { addedMessages, follower } from '#platform/events/eventLog';
import { Failure } from '#platform/fail';
import { performWork } from '#platform/work';
import { type BotMessage, enqueuePush, hasListeningBots, listBotMessages } from './bots.queries.ts';
import { postReply, runCommand } from './commands.service.ts';
import { callAddress, calledBot, type Fields, personFields } from './push.service.ts';
import { wordsFor } from './words.ts';

export const MANAGER = 'bot-manager@bot.system';

/** Bots follow the event log like assistants do, so that a send does not depend on them. */
export const botFollower = follower({
  name: 'bots',
  isWanted: ({ db }) => hasListeningBots(db, MANAGER),
  async take(tx, events) {
    const added = addedMessages(events);
    const messages = added.length > 0 ? await listBotMessages(tx, added, MANAGER) : [];
    for (const each of messages) if (isPushed(each)) await enqueuePush(tx, { bot: each.bot, msg: each.id });
    return messages;
  },
  async after(app, messages) {
    for (const each of messages) {
      try {
        await onMessage(app, each);
      } catch (error) {
        app.log.error({ err: error, message: each.id }, 'a bot could not handle a message');
      }
    }
  },
});

const isDirect = ({ dialog_type }: BotMessage) => dialog_type === 'user';
const textOf = ({ type, msg, whole }: BotMessage) => wordsFor(type, msg, whole);
const isCommand = (message: BotMessage) => isDirect(message) && textOf(message).startsWith('/');

/**
 * True if a message is sent to the bot's program: in a group only if the bot is mentioned or nobody is. Commands are
 * for Atrium itself, and a message without text is left out.
 */
function isPushed(message: BotMessage): boolean {
  if (message.owner === null || message.is_paused || !message.webhook_url) return false;
  if (!message.webhook_events.includes('message') || message.is_leave || isCommand(message)) return false;
  if (!textOf(message) && !message.quoted) return false;
  return isDirect(message) || message.mentions.length === 0 || message.mentions.includes(message.bot);
}

async function onMessage(app: App, message: BotMessage): Promise<void> {
  await performWork(app, callerFor(message.bot), (work) =>
    readRanges(work, message.dialog_id, [[message.join_seq + 1, message.seq]]),
  );
  const isManager = message.owner === null;
  const text = textOf(message);
  if (!isDirect(message) || (!text.startsWith('/') && !isManager)) return;
  const person = await callerNow(app, message.userid);
  if (!person || person.isBot) return;
  const command = {
    dialogId: message.dialog_id,
    bot: message.bot,
    isManager,
    owner: message.owner ?? undefined,
    userid: message.userid,
    text: text.startsWith('/') ? text : '/help',
  };
  try {
    await performWork(app, person, (work) => runCommand(work, command));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const type = command.text.split(/\s/)[0] ?? '';
    const content = translate(person.lang, `error.${error.code}`, error.data as Record<string, string | number>);
    await performWork(app, person, (work) => postReply(work, command, { type, content }));
  }
}

interface PushPayload {
  bot: number;
  /** The message; undefined for other events. */
  msg?: number;
  event?: BotEvent;
  fields?: Fields;
  /** The id of an event that is not a message. */
  id?: string;
}

/** Runs the job. Throws if the address did not accept it, so that it is tried again. */
export async function push(app: App, payload: unknown): Promise<void> {
  const { bot, msg, event = 'message', fields, id } = payload as PushPayload;
  const row = await calledBot(app, bot);
  if (!row?.webhook_events.includes(event)) return;
  const sent = msg ? await messageFields(app, bot, msg) : fields;
  if (!sent) return;
  const occasion = msg ? String(msg) : (id ?? `${event}-${sent.timestamp}`);
  const isGood = await callAddress(app, row, { event, fields: sent, occasion });
  if (!isGood) throw new Error(`the address of bot ${bot} did not accept`);
}

/** The fields are read again, because the message may have been withdrawn, or the bot removed from the conversation. */
async function messageFields(app: App, bot: number, id: number): Promise<Fields | undefined> {
  const message = (await listBotMessages(app.db, [id], MANAGER)).find((each) => each.bot === bot);
  if (!message) return undefined;
  const { quoted } = message;
  return {
    text: textOf(message),
    reply_text: quoted ? wordsFor(quoted.type, quoted.msg, null) : '',
    session_id: String(message.session_id),
    dialog_id: String(message.dialog_id),
    dialog_type: message.dialog_type,
    msg_id: String(message.id),
    msg_uid: String(message.userid),
    msg_user: await personFields(app, message.userid),
    mention: message.mentions.includes(bot) ? '1' : '0',
    bot_uid: String(bot),
    version: app.version,
    timestamp: String(Math.floor(Date.now() / 1000)),
    extras: '{}',
  };
}
