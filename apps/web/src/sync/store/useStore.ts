import type { Rows, TableName } from '@atrium/client/store/rows.ts';
import type { Store } from '@atrium/client/store/store.ts';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { client } from '#sync/session.ts';

/**
 * Derives a value from the store, again when one of these tables or `deps` changes. A result whose parts are equal
 * keeps its identity, and is not redrawn.
 */
export function useSelect<T>(tables: readonly TableName[], select: (store: Store) => T, deps: readonly unknown[]): T {
  const newest = useRef(select);
  newest.current = select;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller lists what its selection depends on
  const { subscribe, read } = useMemo(() => readerOf(tables, (store) => newest.current(store)), deps);
  return useSyncExternalStore(subscribe, read);
}

function readerOf<T>(tables: readonly TableName[], select: (store: Store) => T) {
  let known: { version: number; value: T } | undefined;
  return {
    subscribe: (changed: () => void) =>
      client.store.subscribe((touched) => {
        if (tables.some((table) => touched.has(table))) changed();
      }),
    read: () => {
      // The sum shows any change, because each version only increases.
      const version = tables.reduce((sum, table) => sum + client.store.version(table), 0);
      if (known?.version !== version) {
        const value = select(client.store);
        known = { version, value: known && isSame(known.value, value) ? known.value : value };
      }
      return known.value;
    },
  };
}

/** Rows are never changed in place (store.ts), so a shallow comparison is enough. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.is(one[key], other[key]));
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object);

export const useRow = <T extends TableName>(table: T, id: number): Rows[T] | undefined =>
  useSelect([table], (store) => store.get(table, id), [table, id]);
