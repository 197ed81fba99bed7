import type { Rows, TableName } from '@atrium/client/rows.ts';
import type { Store } from '@atrium/client/store.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { client } from './session.ts';

const subscribe = (changed: () => void) => client.store.subscribe(changed);

/** Something derived from the store: computed again when one of these tables or of `deps` changes. */
export function useSelect<T>(tables: readonly TableName[], select: (store: Store) => T, deps: readonly unknown[]): T {
  const version = useSyncExternalStore(subscribe, () => tables.map((table) => client.store.version(table)).join());
  return useMemo(() => select(client.store), [version, ...deps]);
}

export const useRow = <T extends TableName>(table: T, id: number): Rows[T] | undefined =>
  useSelect([table], (store) => store.get(table, id), [table, id]);
