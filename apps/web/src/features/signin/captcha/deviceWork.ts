import { loginWork } from '@atrium/contract/people/sessions.ts';
import { api } from '#sync/api.ts';

/** The proof of work that is sent instead of a picture's text. */
export interface DoneWork {
  key: string;
  code: string;
}

/** Asks for work and does it in a worker. @throws CallError; Error where there are no workers */
export async function workOfDevice(): Promise<DoneWork> {
  const { key, ...work } = await api.call(loginWork, {});
  const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<DoneWork>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve({ key, code: data });
    worker.onerror = () => reject(new Error('the worker did not start'));
    worker.postMessage(work, []);
  }).finally(() => worker.terminate());
}
