import { useEffect, useEffectEvent, useState } from 'react';
import { untilRead } from '#sync/store/untilRead.ts';

interface Page<T> {
  data: readonly T[];
  next_page_url: string | null;
}

export interface Pages<T> {
  /** Null until the first ones are here. */
  rows: readonly T[] | null;
  problem: string;
  /** Undefined where there is nothing more. */
  more: (() => void) | undefined;
  drop(isGone: (row: T) => boolean): void;
}

/** A list that grows page by page; starts empty when `key` changes, and reloads in place when `version` does. */
export function usePages<T>(load: (page: number) => Promise<Page<T>>, key: string, version = ''): Pages<T> {
  const [rows, setRows] = useState<readonly T[] | null>(null);
  const [next, setNext] = useState(0);
  const [problem, setProblem] = useState('');
  const [wanted, setWanted] = useState({ key, version, page: 1 });
  const page = wanted.key === key && wanted.version === version ? wanted.page : 1;
  const [shownKey, setShownKey] = useState(key);
  if (shownKey !== key) {
    setShownKey(key);
    setRows(null);
  }
  const loadPage = useEffectEvent(load);
  useEffect(() => {
    const show = (answer: Page<T>) => {
      setRows((before) => (page === 1 ? answer.data : [...(before ?? []), ...answer.data]));
      setNext(answer.next_page_url ? page + 1 : 0);
    };
    return untilRead(() => loadPage(page), show, setProblem);
  }, [key, version, page]);
  return {
    rows,
    problem,
    more: next > 0 ? () => setWanted({ key, version, page: next }) : undefined,
    drop: (isGone: (row: T) => boolean) => setRows((before) => before?.filter((row) => !isGone(row)) ?? null),
  };
}
