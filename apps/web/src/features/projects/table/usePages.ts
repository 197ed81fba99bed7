import { useState } from 'react';
import { useRequest } from '#sync/store/useRequest.ts';

interface Page<T> {
  data: readonly T[];
  next_page_url: string | null;
}

export interface Pages<T> {
  /** The rows; null until the first page is loaded. */
  rows: readonly T[] | null;
  problem: string;
  /** Loads the next page; undefined on the last one. */
  more: (() => void) | undefined;
  drop(isGone: (row: T) => boolean): void;
}

interface Shown<T> {
  /** Identifies the list. */
  key: string;
  rows: readonly T[];
  /** The next page; 0 = none. */
  next: number;
}

/** A list that grows page by page; starts empty when `key` changes, and reloads in place when `version` does. */
export function usePages<T>(load: (page: number) => Promise<Page<T>>, key: string, version = ''): Pages<T> {
  const [wanted, setWanted] = useState({ key, version, page: 1 });
  const page = wanted.key === key && wanted.version === version ? wanted.page : 1;
  const { data, problem, show, again } = useRequest<Shown<T>, Page<T>>(() => load(page), `${key} ${version} ${page}`, {
    into: (before, answer) => ({
      key,
      rows: page === 1 ? answer.data : [...(before?.rows ?? []), ...answer.data],
      next: answer.next_page_url ? page + 1 : 0,
    }),
  });
  // Rows of another list are ignored.
  const rows = data?.key === key ? data.rows : null;
  const next = data?.next ?? 0;
  const more = () => {
    // A page that failed is requested again.
    if (problem && page === next) again();
    else setWanted({ key, version, page: next });
  };
  return {
    rows,
    problem,
    more: next > 0 ? more : undefined,
    drop: (isGone: (row: T) => boolean) =>
      show((before) => before && { ...before, rows: before.rows.filter((row) => !isGone(row)) }),
  };
}
