import type * as contract from '@atrium/contract/chat/assistants.ts';
import { isAssistant, SESSION_TITLE } from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { isLanguage, type Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { storable } from '@atrium/richtext/html/escape.ts';
import { readRanges } from '#modules/dialogs/reads.service';
import { messageFor } from '#modules/messages/messages.access';
import { sendText } from '#modules/messages/sending/send.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { callerFor } from '#platform/callers';
import { addedMessages, follower } from '#platform/events/eventLog';
import { truncate } from '#platform/events/truncate';
import { Failure, fail } from '#platform/fail';
import { refusal } from '#platform/http/callHandler';
import { performWork, type View } from '#platform/work';
import { type Ask, findAskOf, listAsks, listConversation, sessionOf } from './answers.queries.ts';
import { ASKS_PER_WINDOW, ask as askModel, assistantFor, WINDOW_MS } from './ask.service.ts';
import { hasPictures, turnsOf, WAITING, withoutPictures } from './input.service.ts';
import { instructionsOf } from './instructions.service.ts';
import { serviceErrorText } from './serviceErrors.ts';
import { nameByFirst } from './sessions/sessions.queries.ts';
import {
  AnswerStream,
  beginAnswer,
  endAnswer,
  isBeingAnswered,
  isStopRequested,
  requestStop,
} from './streams.service.ts';
import { toolsFor } from './tools/tools.service.ts';
import { isAnyConfigured, vendorOfAddress } from './vendors.service.ts';

/**
 * Assistants follow the event log like search and push notifications, so that a send does not depend on them. The
 * server that reads a question answers it: piece by piece to the person who asked, and finally as a message. An answer
 * that a stopped server did not finish shows as expired: three dots that are ten minutes old.
 */
const ANSWER_MS = 180_000;
/** The interval at which the partial answer is sent to the person who asked. */
const TELL_MS = 150;
const STOP_MS = 300;
const SAID_ALONE = 30;
const SAID_IN_GROUP = 15;
/** Leaves space for an error message at the end. */
const ANSWER_CHARS = 190_000;
const THOUGHT_CHARS = 50_000;

export const askFollower = follower({
  name: 'assistant',
  isWanted: isAnyConfigured,
  async take(tx, events) {
    const added = addedMessages(events);
    const asks = added.length > 0 ? await listAsks(tx, added) : [];
    for (const ask of asks) {
      if (ask.session_id > 0)
        await nameByFirst(tx, ask.session_id, truncate(ask.search_key, SESSION_TITLE), new Date());
    }
    return asks;
  },
  after(app, asks) {
    for (const ask of asks) {
      answer(app, ask).catch((error: unknown) =>
        app.log.error({ err: error, ask: ask.id }, 'assistant failed to answer'),
      );
    }
  },
});

/** Posts three dots first, streams the partial answer, then replaces them with the whole answer. */
async function answer(app: App, ask: Ask): Promise<void> {
  const isReading = callerFor(ask.bot);
  await performWork(app, isReading, (work) => readRanges(work, ask.dialog_id, [[ask.join_seq + 1, ask.seq]]));
  const { session_id: sessionId } = await sessionOf(app.db, ask.id);
  const { id, seq } = await speak(app, ask, { text: WAITING, replyId: ask.is_group ? ask.id : 0, sessionId });
  // An answer in an earlier session counts as read, because nobody returns there to read it.
  if (!(await sessionOf(app.db, id)).is_open)
    await performWork(app, callerFor(ask.userid, { isBot: false }), (work) =>
      readRanges(work, ask.dialog_id, [[seq, seq]]),
    );
  await beginAnswer(app, id);
  await write(app, ask, id);
}

/** Writes the answer into its message. */
async function write(app: App, ask: Ask, id: number): Promise<void> {
  const stream = new AnswerStream(app, { msg_id: id, bot: 0, userid: ask.userid });
  try {
    await stream.open(ask.dialog_id);
    const text = await wordsFor(app, ask, id, (now) => stream.grow(now));
    await stream.grow(text, true);
    await speak(app, ask, { text, updateId: id });
  } finally {
    await endAnswer(app, id);
  }
}

/** Ends an answer after a time that does not pass while a person decides about a tool. */
class Deadline {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.resume();
  }
  get signal(): AbortSignal {
    return this.#controller.signal;
  }
  pause = (): void => clearTimeout(this.#timer);
  resume = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.abort(), ANSWER_MS).unref();
  };
  abort(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}

async function wordsFor(app: App, ask: Ask, id: number, show: (text: string) => Promise<void>): Promise<string> {
  const lang = isLanguage(ask.lang) ? ask.lang : 'en';
  const vendor = vendorOfAddress(ask.email);
  const found = vendor ? await assistantFor(app, ask.userid, vendor).catch(wordsOfFailure(lang)) : '';
  if (typeof found === 'string') return found || translate(lang, 'error.assistant.off');
  if (!app.limiter.take(`assistant:${ask.userid}`, ASKS_PER_WINDOW, WINDOW_MS))
    return translate(lang, 'error.rate.limited');
  const rows = await listConversation(app.db, ask, ask.is_group ? SAID_IN_GROUP : SAID_ALONE);
  const said = await turnsOf(app, rows, ask);
  const system = [found.system, await instructionsOf(app.db, ask.dialog_id)].filter(Boolean).join('\n\n');
  const deadline = new Deadline();
  const tools = await toolsFor(app, ask, { msgId: id, pause: deadline.pause, resume: deadline.resume });
  let isStopped = false;
  const watch = setInterval(() => {
    void isStopRequested(app, id, ask.userid).then((isWished) => {
      if (!isWished) return;
      isStopped = true;
      deadline.abort();
    });
  }, STOP_MS);
  const parts = { reasoning: '', text: '' };
  const collect = async (turns: typeof said) => {
    let shownAt = 0;
    for await (const piece of askModel(app, ask.userid, found, {
      system,
      said: turns,
      tools,
      signal: deadline.signal,
    })) {
      parts[piece.kind] += piece.text;
      if (parts.text.length > ANSWER_CHARS) break;
      if (performance.now() - shownAt < TELL_MS) continue;
      shownAt = performance.now();
      await show(markdownOf(parts));
    }
  };
  try {
    await collect(said).catch(async (error: unknown) => {
      const isTextOnly = hasPictures(said) && !parts.text && !parts.reasoning && !deadline.signal.aborted;
      if (!isTextOnly) throw error;
      await collect(withoutPictures(said));
    });
  } catch (error) {
    if (isStopped) return markdownOf(parts).trim() || translate(lang, 'assistant.stopped');
    const reason = translate(lang, 'error.assistant.failed', {
      reason: serviceErrorText(error, { lang, isAdmin: false }),
    });
    // The reason is added to the partial answer, which is kept.
    return parts.text ? `${markdownOf(parts)}\n\n${reason}` : reason;
  } finally {
    clearInterval(watch);
    deadline.pause();
  }
  const whole = markdownOf(parts).trim();
  // An answer of three dots would look as if it were still pending.
  if (whole === WAITING) return '…';
  return whole || translate(lang, 'error.assistant.failed', { reason: '' });
}

const wordsOfFailure = (lang: Language) => (error: unknown) => {
  if (error instanceof Failure) return refusal(error, lang).msg;
  throw error;
};

/** The answer as a valid message: without characters that the database refuses, and within the length limit. */
function markdownOf({ reasoning, text }: { reasoning: string; text: string }): string {
  // A fence inside the reasoning would end its block early.
  const thought = reasoning.trim().replaceAll(/^[ \t]*:::/gm, '\\:::');
  const whole = thought ? `::: reasoning\n${truncate(thought, THOUGHT_CHARS)}\n:::\n\n${text}` : text;
  return storable(truncate(whole, ANSWER_CHARS));
}

const speak = (
  app: App,
  { bot, dialog_id }: Ask,
  {
    text,
    updateId = 0,
    replyId = 0,
    sessionId = 0,
  }: { text: string; updateId?: number; replyId?: number; sessionId?: number },
) =>
  sendText(
    { app, tx: app.db, caller: callerFor(bot), now: new Date(), mutation: undefined },
    {
      dialog_id,
      text,
      text_type: 'md',
      silence: true,
      ...(updateId > 0 && { update_id: updateId, update_mark: false }),
      ...(replyId > 0 && { reply_id: replyId }),
    },
    sessionId,
  );

/** Returns an assistant's message that the caller can open. @throws message.gone, assistant.not_answer */
export async function answerFor(view: View, msgId: number) {
  const { message } = await messageFor(view, msgId);
  const author = await findUser(view.tx, message.userid);
  if (!author || !isAssistant(author.email)) throw fail('assistant.not_answer');
  return message;
}

export async function stopAnswer(view: View, { msg_id }: InputOf<typeof contract.assistantStop>) {
  await answerFor(view, msg_id);
  await requestStop(view.app, msg_id, view.caller.userid);
  return {};
}

/** @throws message.gone, assistant.not_answer, rate.limited */
export async function answerAgain(view: View, { msg_id }: InputOf<typeof contract.assistantAgain>) {
  const { app, caller, tx } = view;
  await answerFor(view, msg_id);
  const ask = await findAskOf(tx, msg_id);
  if (!ask || ask.userid !== caller.userid || (await isBeingAnswered(app, msg_id))) throw fail('assistant.not_answer');
  if (!app.limiter.take(`again:${caller.userid}`, ASKS_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  await beginAnswer(app, msg_id);
  write(app, ask, msg_id).catch((error: unknown) =>
    app.log.error({ err: error, ask: ask.id }, 'assistant failed to answer again'),
  );
  return {};
}
