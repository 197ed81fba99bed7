import { GENERATE_MS } from '@atrium/contract/chat/aiWriting.ts';
import type { VendorSetting } from '@atrium/contract/chat/assistants.ts';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { ModelRequest, Piece } from '#platform/outside/assistant';
import { isAdmin, type View } from '#platform/work';
import { commonOf } from './common.service.ts';
import { serviceErrorText } from './serviceErrors.ts';
import { addUse, monthOf, tokensOf } from './usage.queries.ts';
import { isOpenTo, vendorOf, vendorsFor } from './vendors.service.ts';

export const ASKS_PER_WINDOW = 20;
export const WINDOW_MS = 60_000;
/** An estimate for vendors that do not count tokens: four characters are about one token. */
const CHARS_PER_TOKEN = 4;
/** The limit is shorter than that of the client, so that the server's own error reaches it before it gives up. */
const ANSWER_MS = GENERATE_MS - 1500;

type Found = VendorSetting & { key: string };

/** The assistant, if the person may use it now. @throws assistant.off, assistant.denied, assistant.budget */
export async function assistantFor(app: App, userid: number, wanted: VendorSetting['vendor'] | ''): Promise<Found> {
  const vendor = wanted || (await vendorsFor(app, userid))[0]?.vendor;
  const found = vendor && (await vendorOf(app, vendor));
  if (!found) throw fail('assistant.off');
  if (!isOpenTo(found, userid)) throw fail('assistant.denied');
  const { budget } = await commonOf(app);
  if (budget > 0 && (await tokensOf(app.db, userid, monthOf(new Date()))) >= budget) throw fail('assistant.budget');
  return found;
}

/** Asks for a person, and counts what it cost, also of an answer that is stopped. */
export async function* ask(
  app: App,
  userid: number,
  found: Found,
  asked: Pick<ModelRequest, 'said' | 'signal'> & { system?: string; tools?: ModelRequest['tools'] },
): AsyncGenerator<Exclude<Piece, { kind: 'usage' }>> {
  const whole: ModelRequest = { ...found, ...asked, system: asked.system ?? found.system };
  let chars = 0;
  let usage: { input: number; output: number } | null = null;
  let isFailed = false;
  try {
    for await (const piece of app.assistant(whole)) {
      if (piece.kind === 'usage') {
        usage = piece;
        continue;
      }
      chars += piece.text.length;
      yield piece;
    }
  } catch (error) {
    isFailed = true;
    throw error;
  } finally {
    // A vendor that fails without a word costs nobody anything.
    if (!isFailed || chars > 0 || usage) {
      const input = usage?.input ?? Math.ceil(charsOf(whole) / CHARS_PER_TOKEN);
      const output = usage?.output ?? Math.ceil(chars / CHARS_PER_TOKEN);
      const { vendor, model } = found;
      await addUse(app.db, { userid, month: monthOf(new Date()), vendor, model, input, output });
    }
  }
}

const charsOf = ({ system, said }: ModelRequest): number =>
  said.reduce((sum, { content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    return sum + parts.reduce((each, part) => each + (part.type === 'text' ? part.text.length : 3000), 0);
  }, system.length);

/** The assistant for drafts and summaries. */
export const writerFor = async (app: App, userid: number): Promise<Found> => {
  const { vendor } = await commonOf(app);
  const set = vendor === 'auto' ? null : await vendorOf(app, vendor);
  return assistantFor(app, userid, set && isOpenTo(set, userid) ? set.vendor : '');
};

/**
 * One answer, without its reasoning.
 *
 * @throws assistant.off, assistant.denied, assistant.budget, assistant.failed, generate.slow, generate.nothing,
 *   rate.limited
 */
export async function complete(
  { app, caller }: View,
  system: string,
  content: string,
  ms = ANSWER_MS,
): Promise<string> {
  const { userid } = caller;
  const found = await writerFor(app, userid);
  if (!app.limiter.take(`assistant:${userid}`, ASKS_PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  const signal = AbortSignal.timeout(ms);
  const rules = [found.system, system].filter(Boolean).join('\n\n');
  let text = '';
  try {
    const said = [{ role: 'user' as const, content }];
    for await (const piece of ask(app, userid, found, { system: rules, said, signal })) {
      if (piece.kind === 'text') text += piece.text;
      if (text.length > MOST_CHARS) break;
    }
  } catch (error) {
    if (signal.aborted) throw fail('generate.slow');
    throw fail('assistant.failed', {
      reason: serviceErrorText(error, { lang: caller.lang, isAdmin: isAdmin(caller) }),
    });
  }
  const whole = text.trim();
  if (!whole) throw fail('generate.nothing');
  return whole;
}
const MOST_CHARS = 100_000;
