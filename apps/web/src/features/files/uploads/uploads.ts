import { CallError } from '@atrium/client/api.ts';
import { driveUpload } from '@atrium/contract/files/drive.ts';
import { uploadCancel } from '@atrium/contract/files/files.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { forget, readInterrupted } from './interruptedUploads.ts';
import { FileUnreadable, PARTS_FROM, sendInParts } from './parts.ts';

export interface Upload {
  id: number;
  name: string;
  /** The target, and the folders to create. */
  pid: number;
  path: string;
  cover: boolean;
  /** The file; null after a reload of the page, when the person must choose it again. */
  file: File | null;
  size: number;
  /** The time of the file's last change, in milliseconds. */
  modified: number;
  /** The progress in percent. */
  share: number;
  /** `checking`: the checksum is computed; `lost`: the upload waits for its file. */
  state: 'waiting' | 'checking' | 'sending' | 'paused' | 'lost' | 'done' | 'failed';
  problem: string;
  /** The server's id of an upload in parts; '' until the server has assigned one, and for small files. */
  uploadId: string;
}

/** All uploads of this page, to any folder. */
export const useUploads = create<{ list: readonly Upload[] }>(() => ({ list: [] }));

const AT_ONCE = 2;
/** Finished uploads stay on the screen for this long. */
const DONE_MS = 6000;
const running = new Map<number, AbortController>();
let serial = 0;

const change = (id: number, fields: Partial<Upload>) =>
  useUploads.setState(({ list }) => ({ list: list.map((each) => (each.id === id ? { ...each, ...fields } : each)) }));
const find = (id: number) => useUploads.getState().list.find((each) => each.id === id);

export const isInParts = ({ size }: Pick<Upload, 'size'>): boolean => size > PARTS_FROM;

const MB = 1024 * 1024;
/** The error text for a file that is too large, which is checked before any byte is sent. */
function tooLarge({ name, size }: File): string {
  const limit = client.setting?.file_upload_limit ?? 0;
  return limit > 0 && size > limit * MB ? t('file.too_large', { name, limit }) : '';
}

export function beginUploads(pid: number, files: readonly File[], cover: boolean): void {
  const more = files
    .filter((file) => !adopt(file, (upload) => upload.pid === pid))
    .map((file): Upload => {
      serial += 1;
      const { name, size, lastModified: modified, webkitRelativePath: path } = file;
      const problem = tooLarge(file);
      const state = problem ? 'failed' : 'waiting';
      return { id: serial, name, pid, path, cover, file, size, modified, share: 0, state, problem, uploadId: '' };
    });
  useUploads.setState(({ list }) => ({ list: [...list, ...more] }));
  goOn();
}

/** Continues the interrupted upload of this very file, if there is one. */
function adopt(file: File, which: (upload: Upload) => boolean): boolean {
  const path = file.webkitRelativePath;
  const lost = useUploads.getState().list.find(
    (each) =>
      each.state === 'lost' &&
      which(each) &&
      each.name === file.name &&
      each.size === file.size &&
      each.modified === file.lastModified &&
      // A file that is not in a chosen folder has no path.
      (path === '' || path === each.path),
  );
  if (!lost) return false;
  change(lost.id, { file, state: 'waiting', problem: '' });
  return true;
}

/** Shows uploads that ended with an earlier page, so that they can continue. */
export function showInterruptedUploads(): void {
  const { list } = useUploads.getState();
  const shown = new Set(list.map(({ uploadId }) => uploadId));
  const more = readInterrupted()
    .filter(({ upload_id }) => !shown.has(upload_id))
    .map(({ upload_id: uploadId, ...upload }): Upload => {
      serial += 1;
      return { ...upload, id: serial, file: null, share: 0, state: 'lost', problem: '', uploadId };
    });
  if (more.length > 0) useUploads.setState({ list: [...list, ...more] });
}

/** Called when the person has chosen the file of an interrupted upload. */
export function continueWith(id: number, file: File): void {
  if (adopt(file, (upload) => upload.id === id)) goOn();
  else change(id, { problem: t('drive.upload_mismatch') });
}

/** Lets the browser ask before it closes a page with uploads. */
function warn(event: BeforeUnloadEvent): void {
  if (running.size > 0) event.preventDefault();
}
window.addEventListener('beforeunload', warn);

function goOn(): void {
  while (running.size < AT_ONCE) {
    const next = useUploads.getState().list.find((each) => each.state === 'waiting');
    if (!next) return;
    void send(next);
  }
}

const problemOf = (error: unknown) =>
  error instanceof FileUnreadable ? t('import.problem.unreadable') : wordsOf(error);
const shareOf = (sent: number, total: number) => (total > 0 ? Math.floor((sent / total) * 100) : 0);

async function send({ id, file, name, pid, path, cover, size, uploadId }: Upload): Promise<void> {
  if (!file) return;
  const ends = new AbortController();
  running.set(id, ends);
  const { signal } = ends;
  const isLarge = size > PARTS_FROM;
  change(id, { state: isLarge && !uploadId ? 'checking' : 'sending', problem: '' });
  try {
    if (isLarge) {
      await sendInParts({
        ...{ file, name, pid, path, cover, uploadId, signal },
        onChecked: (bytes) => change(id, { share: shareOf(bytes, size) }),
        onStarted: (started) => {
          // The upload was canceled while the server began it.
          if (!find(id)) return takeBack(started);
          change(id, { uploadId: started, ...(!signal.aborted && { state: 'sending', share: 0 }) });
        },
        // A paused upload may still report bytes that were on their way.
        onSent: (bytes) => !signal.aborted && change(id, { state: 'sending', share: shareOf(bytes, size) }),
      });
    } else {
      await client.api.upload(driveUpload, {
        fields: { pid: String(pid), cover: String(Number(cover)), webkitRelativePath: path },
        file: { field: 'files', name, content: file },
        onProgress: (sent, total) => change(id, { share: shareOf(sent, total) }),
        signal,
      });
    }
    change(id, { state: 'done', share: 100 });
  } catch (error) {
    // Canceled and paused uploads show their state already.
    if (!signal.aborted && !(error instanceof CallError && error.code === 'aborted')) {
      change(id, { state: 'failed', problem: problemOf(error) });
    }
  } finally {
    if (running.get(id) === ends) running.delete(id);
    goOn();
    setTimeout(clearIfAllDone, DONE_MS);
  }
}

/** Closes the panel once everything has arrived; failures stay until they are dealt with. */
function clearIfAllDone(): void {
  if (useUploads.getState().list.every(({ state }) => state === 'done')) clearUploads();
}

/** Stops an upload in parts until it is resumed; the parts that have arrived stay for a day. */
export function pauseUpload(id: number): void {
  change(id, { state: 'paused' });
  running.get(id)?.abort();
  running.delete(id);
  goOn();
}
export function resumeUpload(id: number): void {
  change(id, { state: 'waiting' });
  goOn();
}

export function cancelUpload(id: number): void {
  const upload_id = find(id)?.uploadId;
  running.get(id)?.abort();
  useUploads.setState(({ list }) => ({ list: list.filter((each) => each.id !== id) }));
  if (upload_id) takeBack(upload_id);
}
function takeBack(upload_id: string): void {
  forget(upload_id);
  // If the server cannot be reached, it deletes the upload itself after a day.
  void client.api.call(uploadCancel, { upload_id }).catch(() => {});
}
export function retryUpload(id: number): void {
  change(id, { state: 'waiting', share: 0 });
  goOn();
}
const OPEN: ReadonlySet<Upload['state']> = new Set(['waiting', 'checking', 'sending', 'paused', 'lost']);
const ACTIVE = new Set<Upload['state']>(['waiting', 'checking', 'sending']);
/** True if it continues without an action of the person. */
export const isActive = ({ state }: Pick<Upload, 'state'>): boolean => ACTIVE.has(state);
export const isOpen = ({ state }: Pick<Upload, 'state'>): boolean => OPEN.has(state);
export const clearUploads = (): void => useUploads.setState(({ list }) => ({ list: list.filter(isOpen) }));
