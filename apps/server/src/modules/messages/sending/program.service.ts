import type { MessageAction } from '@atrium/contract/chat/actions.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import { mentionsOf } from '@atrium/richtext/mentions.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import type { App } from '#platform/app';
import { callerFor, onAllConnections } from '#platform/callers';
import { Failure, fail } from '#platform/fail';
import { type Caller, performWork, type Work } from '#platform/work';
import { messageFor } from '../messages.access.ts';
import { composeWhole } from './compose.service.ts';
import { withoutPictures } from './programText.ts';
import { insertFullText } from './send.queries.ts';
import { applyEdit, quoteFor, speakerFor, withActions } from './send.service.ts';

interface Voices {
  /** The id of the user whose rights count. */
  maker: Caller;
  /** The id of the message's author. */
  bot: number;
}
interface ProgramMessage {
  dialogId: number;
  /** The text, as Markdown. */
  text: string;
  /** The quoted message of the same conversation. The text is posted without a quote if it is of another one. */
  replyId: number;
  actions?: readonly MessageAction[];
  /** True if only groups take the text. */
  isGroup: boolean;
  /** True if it may mention everybody. */
  mayMentionAll?: boolean;
  /** The person whose command it answers, and the command as typed, which is shown above it. */
  ran?: { userid: number; command: string };
}

/**
 * The text of a program as it may be posted. Pictures elsewhere become links, because loading them would tell their
 * server who reads; everybody is mentioned only where that was allowed.
 */
function safeText(text: string, mayMentionAll: boolean): string {
  const whole = text.toWellFormed().replaceAll('\0', '');
  const words = withoutPictures(whole);
  if (mayMentionAll || !mentionsOf(words, 'md').everyone) return words;
  return words.replaceAll(/<(?=\/?(?:span|a)\b)/gi, '‹');
}

/**
 * Sends Markdown of a program into a conversation: it has an account of its own, which is not a member, and the rights
 * of the person who added it.
 *
 * @param also  what is changed together with it
 * @throws what `speakerFor` and `composeWhole` throw
 */
export async function sendForProgram(
  app: App,
  { maker, bot }: Voices,
  { dialogId, text, replyId, actions, isGroup, mayMentionAll = false, ran }: ProgramMessage,
  also: (work: Work) => Promise<unknown>,
): Promise<Message> {
  const caller = callerFor(bot);
  const view = { app, tx: app.db, caller, now: new Date() };
  const said = withActions(await composeWhole(view, safeText(text, mayMentionAll), 'md'), actions);
  const composed = ran ? { ...said, msg: { ...said.msg, ran } } : said;
  return performWork(app, onAllConnections(maker), async (work) => {
    const dialog = await speakerFor(work, dialogId, { isGroup });
    const quoted = await quoteFor(work, dialog, { reply_id: replyId }).catch((error: unknown) => {
      if (error instanceof Failure) return null;
      throw error;
    });
    const { type, mtype, msg, searchKey, mentions, link } = composed;
    const draft = { dialogId, userid: bot, type, mtype, msg, searchKey, mentions, link, isBot: true, silence: false };
    const message = await postMessage(
      { ...work, caller },
      { ...draft, replyId: quoted ? replyId : 0, sessionId: 0 },
      undefined,
      quoted,
    );
    if (composed.full) await insertFullText(work.tx, { msg_id: message.id, ...composed.full });
    await also(work);
    return message;
  });
}

/**
 * Replaces the text and the buttons of a program's message.
 *
 * @param viewer  somebody who sees the message, for whom the program does it
 * @throws message.gone, and what `composeWhole` throws
 */
export async function editForProgram(
  app: App,
  viewer: Caller,
  { msgId, bot, text, actions }: { msgId: number; bot: number; text: string; actions: readonly MessageAction[] },
): Promise<Message> {
  const caller = callerFor(bot);
  const view = { app, tx: app.db, caller, now: new Date() };
  const composed = withActions(await composeWhole(view, safeText(text, false), 'md'), actions);
  return performWork(app, onAllConnections(viewer), async (work) => {
    const found = await messageFor(work, msgId, { lock: true });
    if (found.message.userid !== bot || !['text', 'longtext'].includes(found.message.type)) {
      throw fail('message.gone', { msg_id: msgId });
    }
    const { ran } = found.message.msg as { ran?: unknown };
    const kept = ran === undefined ? composed : { ...composed, msg: { ...composed.msg, ran } };
    return applyEdit({ ...work, caller }, found, kept, { modify: found.message.modify });
  });
}
