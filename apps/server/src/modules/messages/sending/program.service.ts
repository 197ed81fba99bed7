import type { Message } from '@atrium/contract/chat/messages.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { nobody } from '#modules/users/bots.service';
import type { App } from '#platform/app';
import { Failure } from '#platform/fail';
import { type Caller, performWork, type Work } from '#platform/work';
import { composeWhole } from './compose.service.ts';
import { insertFullText } from './send.queries.ts';
import { quoteFor, speakerFor } from './send.service.ts';

interface Voices {
  /** Whose rights count. */
  maker: Caller;
  /** Whose message it is. */
  bot: number;
}
interface ProgramMessage {
  dialogId: number;
  /** Markdown. */
  text: string;
  /** A message of the same conversation; another one is no reason to refuse the text. */
  replyId: number;
}

/**
 * Sends Markdown of a program into a group: it has an account of its own that is no member, and the rights of the person
 * who let it in.
 *
 * @param also  what is changed together with it
 * @throws what `speakerFor` and `composeWhole` throw
 */
export async function sendForProgram(
  app: App,
  { maker, bot }: Voices,
  { dialogId, text, replyId }: ProgramMessage,
  also: (work: Work) => Promise<unknown>,
): Promise<Message> {
  const caller = { ...nobody, userid: bot };
  const composed = await composeWhole({ app, tx: app.db, caller, now: new Date() }, text, 'md');
  return performWork(app, maker, async (work) => {
    const dialog = await speakerFor(work, dialogId, { isGroup: true });
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
