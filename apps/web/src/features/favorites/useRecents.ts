import type { Recent } from '@atrium/contract/workspace/recents.ts';
import { useEffect, useState } from 'react';
import { untilRead } from '#sync/store/untilRead.ts';
import { dropRecent, readRecents } from './favorites.actions.ts';

/** What one looked at last, page after page. */
export function useRecents() {
  const [list, setList] = useState<readonly Recent[] | null>(null);
  const [total, setTotal] = useState(0);
  const [page, setPage] = useState(1);
  const [tries, setTries] = useState(0);
  const [problem, setProblem] = useState('');
  // Another try is the same question asked again.
  useEffect(() => {
    const show = (answer: Awaited<ReturnType<typeof readRecents>>) => {
      setList((before) => (page === 1 ? answer.list : [...(before ?? []), ...answer.list]));
      setTotal(answer.total);
    };
    return untilRead(() => readRecents(page), show, setProblem);
  }, [page, tries]);
  return {
    list,
    total,
    problem,
    more: () => setPage(page + 1),
    again: () => setTries(tries + 1),
    clear: () => setList([]),
    drop: (recordId: number) => {
      setList((before) => before?.filter((each) => each.record_id !== recordId) ?? null);
      void dropRecent(recordId);
    },
  };
}
