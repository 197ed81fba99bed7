import { readFile } from 'node:fs/promises';
import type { msgConvertrecord, msgVoice2text } from '@atrium/contract/chat/languageServices.ts';
import { type Message, messageUpdated } from '@atrium/contract/chat/messages.ts';
import { RECORD_MIN_MS } from '@atrium/contract/files/files.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { soundIn, soundOf, withBytes } from '#modules/files/files.service';
import { interpretingOf } from '#modules/system/interpreter.service';
import { settingsOf } from '#modules/system/settings.service';
import { toUsers } from '#platform/events/events';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import type { Sound } from '#platform/outside/interpreter';
import { performWork, type View, type Work } from '#platform/work';
import { messageFor } from '../messages.access.ts';
import { presentMessage } from '../messages.present.ts';
import { listBefore, listMessagesById } from '../messages.queries.ts';
import { requireProfile } from '../sending/send.service.ts';
import { translateText } from './translations.service.ts';
import { findTranscript, insertTranscript } from './voices.queries.ts';

const PER_WINDOW = 30;
const WINDOW_MS = 60_000;
const ANSWER_MS = 60_000;
const TEXT_MAX = 20_000;

/**
 * Returns the transcript of a voice message to a person who asks. It is made once, and sent to that person's devices
 * only.
 *
 * @throws voice.closed, voice.type, voice.failed, rate.limited
 */
export async function writeDown(direct: Direct, { msg_id }: InputOf<typeof msgVoice2text>): Promise<Message> {
  const { app, caller, tx } = direct;
  const { message } = await messageFor(direct, msg_id);
  if (!(await interpretingOf(direct)).interpreter.transcribe) throw fail('voice.closed');
  if (message.type !== 'record') throw fail('voice.type');
  const kept = await findTranscript(tx, msg_id);
  const text =
    kept?.text ?? (await transcribe(direct, await soundOfMessage(direct, msg_id), caller.lang, message.dialog_id));
  return performWork(app, caller, (work) => keep(work, msg_id, text));
}

async function keep(work: Work, msgId: number, text: string): Promise<Message> {
  const { userid } = work.caller;
  // The message may have been withdrawn during the transcription.
  await messageFor(work, msgId, { lock: true });
  await insertTranscript(work.tx, { msg_id: msgId, text, userids: [userid] }, userid);
  const [row] = await listMessagesById(work.tx, userid, [msgId]);
  if (!row) throw fail('message.gone', { msg_id: msgId });
  const message = presentMessage(row, userid);
  work.emit(messageUpdated, toUsers(userid), { id: msgId, dialog_id: row.dialog_id, msg: message.msg });
  return message;
}

/** Transcribes a recording before it is sent; nothing is stored. */
export async function convertRecord(direct: Direct, input: InputOf<typeof msgConvertrecord>): Promise<string> {
  const { app, caller } = direct;
  requireProfile(direct, await settingsOf(app));
  if (input.dialog_id) await dialogFor(direct, input.dialog_id);
  const { interpreter } = await interpretingOf(direct);
  if (!interpreter.transcribe) throw fail('voice.closed');
  if (input.duration < RECORD_MIN_MS) throw fail('record.short');
  if (input.translate && !interpreter.translate) throw fail('translation.closed');
  const text = await withBytes(direct, input.base64, 'voice', async ({ path }) => {
    const sound = { ext: await soundOf(path), bytes: await readFile(path) };
    return transcribe(direct, sound, input.language ?? caller.lang, input.dialog_id);
  });
  return input.translate ? translateText(direct, text, input.translate) : text;
}

async function soundOfMessage(view: View, msgId: number): Promise<Sound> {
  const sound = await soundIn(view, msgId);
  if (!sound) throw fail('voice.failed');
  return sound;
}

async function transcribe(view: View, sound: Sound, language: string, dialogId?: number): Promise<string> {
  const { app, caller } = view;
  if (!app.limiter.take(`interpret:${caller.userid}`, PER_WINDOW, WINDOW_MS)) throw fail('rate.limited');
  const context = dialogId ? await lastWords(view, dialogId) : [];
  const { interpreter } = await interpretingOf(view);
  const spoken = await interpreter
    .transcribe?.(sound, { language, context }, AbortSignal.timeout(ANSWER_MS))
    .catch((error: unknown) => app.log.warn({ err: error }, 'could not convert a voice message to text'));
  const text = spoken && truncate(spoken.trim(), TEXT_MAX);
  if (!text) throw fail('voice.failed');
  return text;
}

const CONTEXT = { messages: 5, chars: 100 };

/** The latest messages, which help to recognize names and terms. */
async function lastWords({ tx, caller }: View, dialogId: number): Promise<string[]> {
  const rows = await listBefore(tx, caller.userid, dialogId, null, CONTEXT.messages, { kind: 'text' });
  return rows
    .map(({ msg }) => msg as { text?: string; type?: string })
    .map(({ text = '', type }) => plainText(text, type === 'md' ? 'md' : 'html').slice(0, CONTEXT.chars))
    .reverse();
}
