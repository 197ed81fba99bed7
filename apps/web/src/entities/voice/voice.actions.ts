import { sendRecord, toBase64 } from '@atrium/client/sending/recordActions.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { msgConvertrecord } from '@atrium/contract/chat/languageServices.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { language, t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import type { Recording } from './recorder.ts';

/** Sends a recording. It is shown in the chat at once. */
export function sendVoice(dialogId: number, { content, duration }: Recording, reply: ClientMessage | null): void {
  const input = { dialog_id: dialogId, duration, base64: '', ...(reply && { reply_id: reply.id }) };
  const local = { file: client.files.add(content), size: content.size, lost: t('record.lost') };
  void client.mutate(sendRecord, input, local);
}

/** True if the workspace can transcribe; below, if it can translate. */
export const canConvert = (): boolean => client.setting?.voice2text === 'open';
export const canTranslate = (): boolean => client.setting?.translation === 'open';

const CONVERT_MS = 130_000;

/** Transcribes a recording before anything is sent. */
export async function convertVoice(
  dialog_id: number,
  { content, duration }: Recording,
  translate?: Language,
): Promise<string> {
  const base64 = toBase64(new Uint8Array(await content.arrayBuffer()));
  const input = { dialog_id, base64, duration, language, ...(translate && { translate }) };
  return client.api.call(msgConvertrecord, input, { timeoutMs: CONVERT_MS });
}
