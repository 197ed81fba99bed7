import * as contract from '@atrium/contract/files/files.ts';
import type { Call, OutputOf } from '@atrium/contract/kit.ts';
import { type Api, CallError, RET_NETWORK } from '../api.ts';
import { pendingMessage, takeSent } from '../dialogs/dialogActions.ts';
import { type Mutation, type MutationContext, mutation } from './mutations.ts';

/** The data of a file while it waits. */
export interface FileToSend {
  /** The key in `OutgoingFiles`. */
  file: string;
  size: number;
  /** The displayed size of a picture or video; -1 if unknown. */
  width: number;
  height: number;
  isPicture: boolean;
  /** The error for a file that is no longer there. */
  lost: string;
  /** The upload's id, once the server has started it. */
  upload_id?: string;
}

type Send = MutationContext<typeof contract.msgSendfile, FileToSend>;
/** A chunk without progress for this long is canceled and sent again. */
const STALL_MS = 30_000;
const MERGE_MS = 120_000;

/**
 * Sends a file. It is shown at once with its progress, and sent in chunks: one file per conversation at a time, in
 * parallel to messages.
 */
export const sendFile: Mutation<typeof contract.msgSendfile, FileToSend> = mutation('sendFile', contract.msgSendfile, {
  keeps: true,
  order: ({ dialog_id }) => `files:${dialog_id}`,
  optimistic(draft, input, on) {
    const { local } = on;
    const name = input.filename ?? '';
    const ext = /\.(\w{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const { width, height, size, file } = local;
    const type = local.isPicture ? 'img' : 'file';
    const msg = { type, name, size, ext, width, height, path: '', url: '', thumb: '', file };
    draft.message.put({
      ...pendingMessage(draft, on, input, msg),
      type: 'file',
      mtype: local.isPicture ? 'image' : 'file',
    });
    if (!on.error) draft.dialog.patch(input.dialog_id, { last_at: on.now, hide: 0 });
  },
  perform,
  confirmed: takeSent,
  isEvent: true,
  dropped({ api, files }, { file, upload_id }, isSent) {
    files.drop(file);
    if (upload_id && !isSent) void api.call(contract.uploadCancel, { upload_id }).catch(() => {});
  },
});

async function perform(send: Send) {
  const { api, files, local, input, id } = send;
  const content = await files.get(local.file);
  if (!content) throw new CallError(0, 'file.gone', local.lost);
  const merge = (upload_id: string) =>
    api.call(
      contract.uploadMerge,
      {
        upload_id,
        ...(input.reply_id && { reply_id: input.reply_id }),
        ...(input.silence && { silence: input.silence }),
        ...(input.image_attachment && { image_attachment: true }),
      },
      { mutation: id, timeoutMs: MERGE_MS },
    );
  if (local.upload_id) {
    try {
      const known = await api.call(contract.uploadInit, { upload_id: local.upload_id });
      await sendPieces(send, content, known);
      return await merge(local.upload_id);
    } catch (error) {
      if (!isUploadGone(error)) throw error;
    }
    // Either the file was sent and only the answer was lost, or the server has deleted the upload.
    try {
      return await merge(local.upload_id);
    } catch (error) {
      if (!isUploadGone(error)) throw error;
    }
  }
  const { size } = content;
  const state = await api.call(contract.uploadInit, { dialog_id: input.dialog_id, name: input.filename ?? '', size });
  send.keep({ ...local, upload_id: state.upload_id });
  await sendPieces(send, content, state);
  return await merge(state.upload_id);
}

const isUploadGone = (error: unknown) => error instanceof CallError && error.code === 'upload.gone';

async function sendPieces(send: Send, content: Blob, state: contract.UploadState): Promise<void> {
  const { upload_id, chunk_size, chunk_count, received } = state;
  for (let index = received.length; index < chunk_count; index++) {
    const start = index * chunk_size;
    send.files.report(send.local.file, start, content.size);
    await sendPiece(send, { upload_id, index: String(index) }, content.slice(start, start + chunk_size), (sent) =>
      send.files.report(send.local.file, Math.min(start + sent, content.size), content.size),
    );
  }
  send.files.report(send.local.file, content.size, content.size);
}

function sendPiece(on: Send, fields: Record<string, string>, content: Blob, onSent: (bytes: number) => void) {
  return uploadWatched(on, contract.uploadChunk, { fields, file: { field: 'blob', name: 'blob', content } }, onSent);
}

type Uploaded = Parameters<Api['upload']>[1];

/** Cancels an upload without progress, so that it is sent again. */
export async function uploadWatched<C extends Call>(
  { api, host, signal }: Pick<Send, 'api' | 'host' | 'signal'>,
  call: C,
  what: Pick<Uploaded, 'fields' | 'file'>,
  onSent: (bytes: number) => void = () => {},
): Promise<OutputOf<C>> {
  const stalled = new AbortController();
  let timer = host.setTimer(() => stalled.abort(), STALL_MS);
  try {
    return await api.upload(call, {
      ...what,
      signal: AbortSignal.any([signal, stalled.signal]),
      onProgress(sent) {
        host.clearTimer(timer);
        timer = host.setTimer(() => stalled.abort(), STALL_MS);
        onSent(sent);
      },
    });
  } catch (error) {
    // After a broken connection, or an answer of a proxy about its limit, the client asks what has arrived before it
    // continues.
    const isTorn =
      error instanceof CallError && ['body.malformed', 'upload.chunk', 'upload.order'].includes(error.code);
    throw isTorn ? new CallError(RET_NETWORK, 'network', error.msg) : error;
  } finally {
    host.clearTimer(timer);
  }
}

export const fileMutations = { sendFile };
