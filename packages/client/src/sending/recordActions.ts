import { msgDot } from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/files/files.ts';
import { CallError } from '../api.ts';
import { pendingMessage, takeSent } from '../dialogs/dialogActions.ts';
import { type Mutation, mutation } from './mutations.ts';

/** A recording while it waits. */
export interface RecordToSend {
  /** The key in `OutgoingFiles`. */
  file: string;
  size: number;
  /** The error for a recording that is no longer there. */
  lost: string;
}

const SEND_MS = 120_000;

/**
 * Sends a voice message. It is shown at once and can be played; its audio is read when it is sent. `base64` stays
 * empty.
 */
export const sendRecord: Mutation<typeof contract.msgSendrecord, RecordToSend> = mutation(
  'sendRecord',
  contract.msgSendrecord,
  {
    keeps: true,
    order: ({ dialog_id }) => `files:${dialog_id}`,
    optimistic(draft, input, on) {
      const { file, size } = on.local;
      const msg = { path: '', url: '', size, duration: input.duration, ext: 'mp3', text: '', file };
      draft.message.put({ ...pendingMessage(draft, on, input, msg), type: 'record', mtype: 'record' });
      if (!on.error) draft.dialog.patch(input.dialog_id, { last_at: on.now, hide: 0 });
    },
    async perform({ api, files, local, input, id }) {
      const content = await files.get(local.file);
      if (!content) throw new CallError(0, 'file.gone', local.lost);
      const base64 = toBase64(new Uint8Array(await content.arrayBuffer()));
      return api.call(contract.msgSendrecord, { ...input, base64 }, { mutation: id, timeoutMs: SEND_MS });
    },
    confirmed: takeSent,
    dropped: ({ files }, { file }) => files.drop(file),
  },
);

/** The size of a piece is divisible by three, so that the encoded pieces can be joined. */
const PIECE = 30_000;
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return text;
}

/** Marks a voice message as played: its dot disappears here and on other devices. */
export const markRecordPlayed = mutation('markRecordPlayed', msgDot, {
  optimistic: (draft, { id }) => draft.message.patch(id, { dot: 0 }),
  confirmed: (scene, { id, dot }) => scene.base.message.patch(id, { dot }),
});

export const recordMutations = { sendRecord, markRecordPlayed };
