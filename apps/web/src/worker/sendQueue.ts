import type { KeyValueStore } from '@atrium/client/host.ts';
import { renameStoredDrafts } from '@atrium/client/sending/drafts.ts';
import {
  LATER_KEY,
  QUEUE_KEY,
  type SendCredentials,
  type StoredChange,
  sendRemaining,
  withoutSent,
} from '@atrium/client/sending/sendLater.ts';
import { clear, createStore, del, get, keys, set, type UseStore, update } from 'idb-keyval';
import type { NoteScope } from './notes.ts';

interface Answer {
  ret: number;
  data: unknown;
}
async function post(path: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(`/api/${path}`, { method: 'POST', headers, body });
  // The status is checked first, because a proxy in front of a restarting server does not answer with an envelope.
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return (await response.json()) as Answer;
}

/**
 * Sends pending changes when the network is back and no page is open to do so.
 *
 * @throws if it is gone again: the browser retries later
 */
export async function sendQueue({ clients }: Pick<NoteScope, 'clients'>): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length > 0) return;
  // The store of the pages (sync/store/storage.ts).
  const store = createStore('atrium', 'cache');
  const later = await get<SendCredentials>(LATER_KEY, store);
  if (!later) return;
  for (const key of await keys<string>(store)) {
    if (!key.startsWith(QUEUE_KEY)) continue;
    const sent = async (id: string, names: ReadonlyMap<number, number>) => {
      await update<StoredChange[]>(key, (kept) => withoutSent(kept ?? [], id, names), store);
      await renameStoredDrafts(keyValues(store), names);
    };
    if ((await sendRemaining((await get<StoredChange[]>(key, store)) ?? [], later, post, sent)) === 'over') return;
  }
  await del(LATER_KEY, store);
}

const keyValues = (store: UseStore): KeyValueStore => ({
  get: (key) => get(key, store),
  set: (key, value) => set(key, value, store),
  delete: (key) => del(key, store),
  clear: () => clear(store),
  keys: () => keys<string>(store),
});
