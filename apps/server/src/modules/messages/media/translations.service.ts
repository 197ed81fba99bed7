import { createHash } from 'node:crypto';
import type { msgTranslation, Translation } from '@atrium/contract/chat/languageServices.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { withoutReasoning } from '@atrium/richtext/markdown/reasoning.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { interpretingOf } from '#modules/system/interpreter.service';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type View } from '#platform/work';
import { messageFor } from '../messages.access.ts';
import { listMessagesById } from '../messages.queries.ts';
import { findTranslation, putTranslation } from './translations.queries.ts';

const PER_WINDOW = 60;
const WINDOW_MS = 60_000;
const ANSWER_MS = 60_000;

/**
 * Translates a message: once for everybody, and again after an edit or on request.
 *
 * @throws message.gone, translation.closed, translation.type, translation.failed, rate.limited
 */
export async function translateMessage(direct: Direct, input: InputOf<typeof msgTranslation>): Promise<Translation> {
  const { app, caller, tx } = direct;
  const { msg_id, language = caller.lang, force } = input;
  await messageFor(direct, msg_id);
  if (!(await interpretingOf(direct)).interpreter.translate) throw fail('translation.closed');
  const text = await wordsOf(direct, msg_id);
  if (!text) throw fail('translation.type');
  const source = createHash('sha256').update(text).digest('hex');
  const kept = await findTranslation(tx, msg_id, language, source);
  if (kept && !force) return { msg_id, language, content: kept.content };
  const content = await translateText(direct, text, language);
  await performWork(app, caller, async (work) => {
    // The message may have been withdrawn during the translation.
    await messageFor(work, msg_id, { lock: true });
    await putTranslation(work.tx, { msg_id, language, source, content }, source, content);
  });
  return { msg_id, language, content };
}

/** Translates a text without storing it. */
export async function translateText(view: View, text: string, language: string): Promise<string> {
  const { app, caller } = view;
  if (!app.limiter.take(`translate:${caller.userid}`, PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  const { interpreter } = await interpretingOf(view);
  const answer = await interpreter
    .translate?.(text, language, AbortSignal.timeout(ANSWER_MS), caller.userid)
    .catch((error: unknown) => {
      // The error is passed on if it is about the person's own budget or rights, which they should know.
      if (error instanceof Failure) throw error;
      app.log.warn({ err: error }, 'could not translate a text');
    });
  if (!answer?.trim()) throw fail('translation.failed');
  return answer.trim();
}

/**
 * The text to translate: Markdown without a model's reasoning, plain text of HTML, a voice message's transcript if the
 * caller has it.
 */
async function wordsOf({ tx, caller }: View, msgId: number): Promise<string> {
  const [row] = await listMessagesById(tx, caller.userid, [msgId]);
  if (row?.type === 'record') return row.transcript ?? '';
  if (row?.type !== 'text') return '';
  const { text = '', type } = row.msg as { text?: string; type?: string };
  return (type === 'md' ? withoutReasoning(text).text : plainText(text, 'html')).trim();
}
