import { CallError } from '@atrium/client/api.ts';
import { type UploadState, uploadChunk, uploadInit, uploadMerge } from '@atrium/contract/files/files.ts';
import { client } from '#sync/session.ts';
import { hashOfFile } from './hash.ts';
import { forget, remember } from './interruptedUploads.ts';

/** Larger files go in parts, so that they survive a broken connection, a reload and a restart of the server. */
export const PARTS_FROM = 10 * 1024 * 1024;

interface Sending {
  file: File;
  name: string;
  pid: number;
  path: string;
  cover: boolean;
  /** Known after an interruption; '' before. */
  uploadId: string;
  signal: AbortSignal;
  onStarted: (uploadId: string) => void;
  onChecked: (bytes: number) => void;
  onSent: (bytes: number) => void;
}

/** A server puts ten gigabytes together in a few minutes. */
const MERGE_MS = 15 * 60_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Sends a file in parts and continues where it stopped. Waits while the server cannot be reached.
 *
 * @throws CallError  if the server refuses it; the signal's reason once it is aborted; FileUnreadable
 */
export async function sendInParts(sending: Sending): Promise<void> {
  const state = (sending.uploadId && (await known(sending, sending.uploadId))) || (await begin(sending));
  if (!state.done) {
    await sendRest(sending, state);
    await patiently(sending, () =>
      client.api.call(uploadMerge, { upload_id: state.upload_id }, { timeoutMs: MERGE_MS }),
    );
  }
  forget(state.upload_id);
}

/** Undefined if the server has deleted it. */
async function known(sending: Sending, upload_id: string): Promise<UploadState | undefined> {
  try {
    return await patiently(sending, () => client.api.call(uploadInit, { upload_id }));
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'upload.gone') throw error;
    forget(upload_id);
    return undefined;
  }
}

async function begin(sending: Sending): Promise<UploadState> {
  const { file, name, pid, path, cover, signal } = sending;
  const hash = await hashOfFile(file, sending.onChecked, signal);
  const state = await patiently(sending, () =>
    client.api.call(uploadInit, {
      ...{ scene: 'file_cabinet', name, size: file.size, hash },
      scene_params: { ...(pid > 0 && { pid }), webkit_relative_path: path, overwrite: cover },
    }),
  );
  if (state.done) return state;
  const { upload_id } = state;
  remember({ upload_id, name, size: file.size, modified: file.lastModified, pid, path, cover });
  sending.onStarted(upload_id);
  return state;
}

async function sendRest(sending: Sending, begun: UploadState): Promise<void> {
  const { file, signal, onSent } = sending;
  let state = begun;
  const { upload_id, chunk_size, chunk_count } = state;
  for (let index = state.received.length; index < chunk_count; index = state.received.length) {
    signal.throwIfAborted();
    const start = index * chunk_size;
    onSent(start);
    try {
      state = await client.api.upload(uploadChunk, {
        fields: { upload_id, index: String(index) },
        file: { field: 'blob', name: 'blob', content: file.slice(start, start + chunk_size) },
        onProgress: (sent) => onSent(Math.min(start + sent, file.size)),
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      // A proxy's limit or a broken connection: asks what has arrived.
      if (!isLost(error) && !(error instanceof CallError && TORN.has(error.code))) throw error;
      await requireReadable(file, start);
      await pause(FIRST_WAIT_MS, signal);
      state = await patiently(sending, () => client.api.call(uploadInit, { upload_id }));
    }
  }
  signal.throwIfAborted();
  onSent(file.size);
}

/** The file was changed, moved or deleted since it was chosen. */
export class FileUnreadable extends Error {}

/** To the request that sends it, such a file looks like a lost connection. @throws FileUnreadable */
async function requireReadable(file: File, start: number): Promise<void> {
  try {
    await file.slice(start, start + 1).arrayBuffer();
  } catch {
    throw new FileUnreadable();
  }
}

const TORN = new Set(['body.malformed', 'upload.chunk', 'upload.order']);
const isLost = (error: unknown) => error instanceof CallError && error.isUnreachable;

/** Repeats what the server could not be asked, with longer and longer pauses. */
async function patiently<T>({ signal }: Sending, ask: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!isLost(error)) throw error;
      await pause(wait, signal);
    }
  }
}

/** Ends early when the server is there again. @throws the signal's reason */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (run: () => void) => () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', abort);
      run();
    };
    const abort = end(() => reject(signal.reason as Error));
    const go = end(resolve);
    const timer = setTimeout(() => go(), ms);
    const stop = client.onState((state) => {
      if (state === 'ready') go();
    });
    signal.addEventListener('abort', abort);
  });
}
