import { useEffect, useEffectEvent, useState } from 'react';

interface Row {
  id: number;
}
/** A page of a list. */
export interface Page<R extends Row> {
  list: readonly R[];
  hasMore: boolean;
}
interface Shown<R extends Row> extends Page<R> {
  /** The query of this list. */
  of: string;
}

/**
 * Loads a list page by page. It stays until its replacement has loaded. `query` names what is listed, `news` changes
 * when all shown pages are to be read again, `page` counts from 1.
 */
export function usePages<R extends Row>(
  query: string,
  news: number,
  read: (page: number) => Promise<Page<R>>,
  onError?: (error: unknown) => void,
) {
  const [shown, setShown] = useState<Shown<R>>({ of: '', list: [], hasMore: false });
  const [pages, setPages] = useState({ of: query, count: 1 });
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const count = pages.of === query ? pages.count : 1;
  const question = useEffectEvent(read);
  const fail = useEffectEvent((error: unknown) => {
    setFailed(true);
    onError?.(error);
  });
  useEffect(() => {
    let isWanted = tries + news >= 0;
    const ask = async () => {
      const all = await Promise.all(Array.from({ length: count }, (_, index) => question(index + 1)));
      if (!isWanted) return;
      // A row that has moved to another page meanwhile is shown once.
      const list = new Map(all.flatMap((page) => page.list).map((row) => [row.id, row]));
      setShown({ of: query, list: [...list.values()], hasMore: all.at(-1)?.hasMore ?? false });
      setFailed(false);
    };
    ask().catch((error: unknown) => isWanted && fail(error));
    return () => {
      isWanted = false;
    };
  }, [query, count, news, tries]);
  const isHere = shown.of === query;
  return {
    list: isHere ? shown.list : [],
    hasMore: isHere && shown.hasMore,
    state: isHere ? 'there' : hasFailed ? 'failed' : 'loading',
    more: () => setPages({ of: query, count: count + 1 }),
    again: () => {
      setFailed(false);
      setTries(tries + 1);
    },
  } as const;
}
