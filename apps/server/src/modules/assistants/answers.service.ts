import { SESSION_TITLE, streamed } from '@atrium/contract/chat/assistants.ts';
import { isLanguage, type Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { storable } from '@atrium/richtext/html/escape.ts';
import { plainText } from '@atrium/richtext/plain.ts';
import { readRanges } from '#modules/dialogs/reads.service';
import { sendText } from '#modules/messages/sending/send.service';
import { nobody } from '#modules/users/bots.service';
import { displayName } from '#modules/users/present.service';
import type { App } from '#platform/app';
import { cut } from '#platform/events/cut';
import { addedMessages, follower } from '#platform/events/eventLog';
import { performWork } from '#platform/work';
import { type Ask, listAsks, listSaid, type Said, sessionOf } from './answers.queries.ts';
import { nameByFirst } from './sessions.queries.ts';
import { isAnyConfigured, reasonOf, vendorOf, vendorOfAddress } from './vendors.service.ts';

/**
 * Assistants follow the event log like search and push notifications, so that a send does not depend on them. The
 * server that reads a question answers it: piece by piece to the person who asked, and finally as a message. An answer
 * that a stopped server did not finish shows as expired: three dots that are ten minutes old.
 */
const ANSWER_MS = 180_000;
/** How often the partial answer is sent to the person who asked. */
const TELL_MS = 300;
const SAID_ALONE = 30;
const SAID_IN_GROUP = 15;
/** Per message, so that a pasted book is not sent along with every question. */
const SAID_CHARS = 12_000;
/** Leaves space for an error message at the end. */
const ANSWER_CHARS = 190_000;
const THOUGHT_CHARS = 50_000;
const ASKS_PER_WINDOW = 20;
const WINDOW_MS = 60_000;
const WAITING = '...';

export const askFollower = follower({
  name: 'assistant',
  isWanted: isAnyConfigured,
  async take(tx, events) {
    const added = addedMessages(events);
    const asks = added.length > 0 ? await listAsks(tx, added) : [];
    for (const ask of asks) {
      if (ask.session_id > 0) await nameByFirst(tx, ask.session_id, cut(ask.search_key, SESSION_TITLE), new Date());
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
  const lang = isLanguage(ask.lang) ? ask.lang : 'en';
  const isReading = { ...nobody, userid: ask.bot };
  await performWork(app, isReading, (work) => readRanges(work, ask.dialog_id, [[ask.join_seq + 1, ask.seq]]));
  const { session_id: sessionId } = await sessionOf(app.db, ask.id);
  const { id, seq } = await speak(app, ask, { text: WAITING, replyId: ask.is_group ? ask.id : 0, sessionId });
  // An answer in an earlier session counts as read, because nobody returns there to read it.
  if (!(await sessionOf(app.db, id)).is_open)
    await performWork(app, { ...nobody, userid: ask.userid, isBot: false }, (work) =>
      readRanges(work, ask.dialog_id, [[seq, seq]]),
    );
  const text = await wordsFor(app, ask, lang, (now) => sendProgress(app, ask, id, now));
  await speak(app, ask, { text, updateId: id });
}

async function wordsFor(app: App, ask: Ask, lang: Language, show: (text: string) => void): Promise<string> {
  const vendor = vendorOfAddress(ask.email);
  const found = vendor && (await vendorOf(app, vendor));
  if (!found) return translate(lang, 'error.assistant.off');
  if (!app.limiter.take(`assistant:${ask.userid}`, ASKS_PER_WINDOW, WINDOW_MS))
    return translate(lang, 'error.rate.limited');
  const said = turnsOf(await listSaid(app.db, ask, ask.is_group ? SAID_IN_GROUP : SAID_ALONE), ask);
  const parts = { reasoning: '', text: '' };
  let shownAt = 0;
  try {
    for await (const piece of app.assistant({ ...found, said, signal: AbortSignal.timeout(ANSWER_MS) })) {
      parts[piece.kind] += piece.text;
      if (parts.text.length > ANSWER_CHARS) break;
      if (performance.now() - shownAt < TELL_MS) continue;
      shownAt = performance.now();
      show(markdownOf(parts));
    }
  } catch (error) {
    const reason = translate(lang, 'error.assistant.failed', { reason: reasonOf(error) });
    // Keeps the partial answer.
    return parts.text ? `${markdownOf(parts)}\n\n${reason}` : reason;
  }
  const whole = markdownOf(parts).trim();
  // Three dots would show as an answer that is still pending.
  if (whole === WAITING) return '…';
  return whole || translate(lang, 'error.assistant.failed', { reason: '' });
}

/** The answer as a valid message: without characters that the database refuses, and within the length limit. */
function markdownOf({ reasoning, text }: { reasoning: string; text: string }): string {
  // A fence inside would end the block early.
  const thought = reasoning.trim().replaceAll(/^[ \t]*:::/gm, '\\:::');
  const whole = thought ? `::: reasoning\n${cut(thought, THOUGHT_CHARS)}\n:::\n\n${text}` : text;
  return storable(cut(whole, ANSWER_CHARS));
}

/** In a group, each message is preceded by its sender's name. */
function turnsOf(said: readonly Said[], ask: Ask) {
  return said.flatMap(({ userid, msg, whole, ...person }) => {
    const isMarkdown = msg['type'] === 'md';
    const raw = whole ?? String(msg['text'] ?? '');
    if (raw === WAITING) return [];
    const words = cut(isMarkdown ? raw : plainText(raw, 'html'), SAID_CHARS).trim();
    if (!words) return [];
    const isBot = userid === ask.bot;
    const content = ask.is_group && !isBot ? `${displayName(person)}: ${words}` : words;
    return [{ role: isBot ? ('assistant' as const) : ('user' as const), content }];
  });
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
    { app, tx: app.db, caller: { ...nobody, userid: bot }, now: new Date(), mutation: undefined },
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

/** Only in a direct chat, where the person watches the answer being written. */
function sendProgress(app: App, ask: Ask, msgId: number, text: string): void {
  if (ask.is_group) return;
  const data = { msg_id: msgId, dialog_id: ask.dialog_id, text };
  const frame = JSON.stringify({ type: streamed.type, action: streamed.action, data });
  app.hub.whisper(ask.userid, frame);
}
