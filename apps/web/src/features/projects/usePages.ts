import { useEffect, useState } from 'react';
import { wordsOf } from '#sync/words.ts';

interface Page<T> {
  data: readonly T[];
  next_page_url: string | null;
}

/** A list that grows page by page; begins anew when `key` changes. */
export function usePages<T>(load: (page: number) => Promise<Page<T>>, key: string) {
  const [rows, setRows] = useState<readonly T[] | null>(null);
  const [next, setNext] = useState(0);
  const [problem, setProblem] = useState('');
  const [wanted, setWanted] = useState({ key, page: 1 });
  const page = wanted.key === key ? wanted.page : 1;
  useEffect(() => {
    let isWanted = true;
    if (page === 1) setRows(null);
    load(page).then(
      (answer) => {
        if (!isWanted) return;
        setRows((before) => (page === 1 ? answer.data : [...(before ?? []), ...answer.data]));
        setNext(answer.next_page_url ? page + 1 : 0);
        setProblem('');
      },
      (error: unknown) => isWanted && setProblem(wordsOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [key, page]);
  return {
    rows,
    problem,
    /** Undefined where there is nothing more. */
    more: next > 0 ? () => setWanted({ key, page: next }) : undefined,
    drop: (isGone: (row: T) => boolean) => setRows((before) => before?.filter((row) => !isGone(row)) ?? null),
  };
}
