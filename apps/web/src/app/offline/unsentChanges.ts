import type { Unsent } from '@atrium/client/sending/mutations.ts';
import { useSyncExternalStore } from 'react';
import { client } from '#sync/session.ts';

/** Automatic changes, which are not listed. */
const SILENT = new Set(['markRead', 'markDialog', 'markRecordPlayed']);

export const listUnsent = (): Unsent[] => client.queue.unsent().filter(({ name }) => !SILENT.has(name));

/** The number of changes waiting for the server. */
export const useUnsentCount = (): number =>
  useSyncExternalStore(
    (changed) => client.store.subscribe(changed),
    () => listUnsent().length,
  );
