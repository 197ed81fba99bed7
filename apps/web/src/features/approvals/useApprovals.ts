import { CallError } from '@atrium/client/api.ts';
import type { ApprovalRow } from '@atrium/contract/approvals/request.ts';
import { useEffect, useState } from 'react';
import { useApprovalNews } from '#entities/approval/news.ts';
import { t } from '#sync/language.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { type Box, type Filter, readApprovals } from './approvals.actions.ts';

interface Shown {
  /** The query of this list. */
  of: string;
  list: readonly ApprovalRow[];
  hasMore: boolean;
}
const NOTHING: Shown = { of: '', list: [], hasMore: false };

/** A list, page by page; it stays until its replacement has loaded. */
export function useApprovals(box: Box, filter: Filter) {
  const of = JSON.stringify([box, filter]);
  const news = useApprovalNews();
  const [shown, setShown] = useState(NOTHING);
  const [pages, setPages] = useState({ of, count: 1 });
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const count = pages.of === of ? pages.count : 1;
  useEffect(() => {
    let isWanted = tries + news >= 0;
    const [wantedBox, wantedFilter] = JSON.parse(of) as [Box, Filter];
    const ask = async () => {
      const all = await Promise.all(
        Array.from({ length: count }, (_, index) => readApprovals(wantedBox, wantedFilter, index + 1)),
      );
      if (!isWanted) return;
      const list = new Map(all.flatMap((page) => page.list).map((row) => [row.id, row]));
      setShown({ of, list: [...list.values()], hasMore: all.at(-1)?.hasMore ?? false });
      setFailed(false);
    };
    ask().catch((error: unknown) => {
      if (!isWanted) return;
      setFailed(true);
      // A server from before approvals.
      if (error instanceof CallError && error.code === 'call.unknown') showProblem(t('approval.old_server'));
    });
    return () => {
      isWanted = false;
    };
  }, [of, count, news, tries]);
  const isHere = shown.of === of;
  return {
    list: isHere ? shown.list : [],
    hasMore: isHere && shown.hasMore,
    state: isHere ? 'there' : hasFailed ? 'failed' : 'loading',
    more: () => setPages({ of, count: count + 1 }),
    again: () => {
      setFailed(false);
      setTries(tries + 1);
    },
  } as const;
}
