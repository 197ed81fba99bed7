import { CallError } from '@atrium/client/api.ts';
import { driveUpload } from '@atrium/contract/files/drive.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

export interface Upload {
  id: number;
  name: string;
  /** The target, and the folders to create. */
  pid: number;
  path: string;
  cover: boolean;
  file: File;
  /** In percent. */
  share: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  problem: string;
}

/** All uploads of this page, whatever folder is shown meanwhile. */
export const useUploads = create<{ list: readonly Upload[] }>(() => ({ list: [] }));

const AT_ONCE = 2;
/** How long finished uploads stay on the screen. */
const DONE_MS = 6000;
const running = new Map<number, AbortController>();
let serial = 0;

const change = (id: number, fields: Partial<Upload>) =>
  useUploads.setState(({ list }) => ({ list: list.map((each) => (each.id === id ? { ...each, ...fields } : each)) }));

const MB = 1024 * 1024;
/** Checked before any byte is sent. */
function tooLarge({ name, size }: File): string {
  const limit = client.setting?.file_upload_limit ?? 0;
  return limit > 0 && size > limit * MB ? t('file.too_large', { name, limit }) : '';
}

export function beginUploads(pid: number, files: readonly File[], cover: boolean): void {
  const more = files.map((file): Upload => {
    serial += 1;
    const { name, webkitRelativePath: path } = file;
    const problem = tooLarge(file);
    const state = problem ? 'failed' : 'waiting';
    return { id: serial, name, pid, path, cover, file, share: 0, state, problem };
  });
  useUploads.setState(({ list }) => ({ list: [...list, ...more] }));
  goOn();
}

/** The browser asks before closing a page with uploads. */
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

async function send({ id, file, name, pid, path, cover }: Upload): Promise<void> {
  const ends = new AbortController();
  running.set(id, ends);
  change(id, { state: 'sending', problem: '' });
  try {
    await client.api.upload(driveUpload, {
      fields: { pid: String(pid), cover: String(Number(cover)), webkitRelativePath: path },
      file: { field: 'files', name, content: file },
      onProgress: (sent, total) => change(id, { share: total > 0 ? Math.floor((sent / total) * 100) : 0 }),
      signal: ends.signal,
    });
    change(id, { state: 'done', share: 100 });
  } catch (error) {
    // Canceled: its row is gone already.
    if (!(error instanceof CallError && error.code === 'aborted')) {
      change(id, { state: 'failed', problem: wordsOf(error) });
    }
  } finally {
    running.delete(id);
    goOn();
    setTimeout(clearIfAllDone, DONE_MS);
  }
}

/** Once everything has arrived, the panel closes; failures stay until they are dealt with. */
function clearIfAllDone(): void {
  if (useUploads.getState().list.every(({ state }) => state === 'done')) clearUploads();
}

export function cancelUpload(id: number): void {
  running.get(id)?.abort();
  useUploads.setState(({ list }) => ({ list: list.filter((each) => each.id !== id) }));
}
export function retryUpload(id: number): void {
  change(id, { state: 'waiting', share: 0 });
  goOn();
}
export const clearUploads = (): void =>
  useUploads.setState(({ list }) => ({ list: list.filter(({ state }) => state === 'waiting' || state === 'sending') }));
