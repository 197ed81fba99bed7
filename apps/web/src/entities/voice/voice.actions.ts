import { sendRecord } from '@atrium/client/recordActions.ts';
import type { ClientMessage } from '@atrium/client/rows.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import type { Recorded } from './recorder.ts';

/** Stands in the conversation at once. */
export function sendVoice(dialogId: number, { content, duration }: Recorded, reply: ClientMessage | null): void {
  const input = { dialog_id: dialogId, duration, base64: '', ...(reply && { reply_id: reply.id }) };
  const local = { file: client.files.add(content), size: content.size, lost: t('record.lost') };
  client.mutate(sendRecord, input, local).catch(() => undefined);
}
