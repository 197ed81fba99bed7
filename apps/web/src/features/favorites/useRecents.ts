import type { Recent } from '@atrium/contract/workspace/recents.ts';
import { useState } from 'react';
import { useRequest } from '#sync/store/useRequest.ts';
import { dropRecent, readRecents } from './favorites.actions.ts';

type Shown = Pick<Awaited<ReturnType<typeof readRecents>>, 'list' | 'total'>;

/** Recently viewed items, page by page. */
export function useRecents() {
  const [page, setPage] = useState(1);
  const { data, problem, show, again } = useRequest<Shown, Shown>(() => readRecents(page), page, {
    into: (before, { list, total }) => ({ total, list: page === 1 ? list : [...(before?.list ?? []), ...list] }),
  });
  const keep = (isKept: (each: Recent) => boolean) =>
    show((before) => before && { ...before, list: before.list.filter((each) => isKept(each)) });
  return {
    list: data?.list ?? null,
    total: data?.total ?? 0,
    problem,
    more: () => setPage(page + 1),
    again,
    clear: () => keep(() => false),
    drop: (recordId: number) => {
      keep((each) => each.record_id !== recordId);
      void dropRecent(recordId);
    },
  };
}
