import { useEffect, useState } from 'react';
import { useReportNews } from '#entities/report/news.ts';
import { type Filter, type ListedReport, type ReportTab, readReports } from './reports.actions.ts';

interface Shown {
  /** The query of this list. */
  of: string;
  list: readonly ListedReport[];
  hasMore: boolean;
}
const NOTHING: Shown = { of: '', list: [], hasMore: false };

/** A list, page by page; it stays until its replacement has loaded. */
export function useReports(tab: ReportTab, filter: Filter) {
  const of = JSON.stringify([tab, filter]);
  const news = useReportNews();
  const [shown, setShown] = useState(NOTHING);
  const [pages, setPages] = useState({ of, count: 1 });
  const [hasFailed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const count = pages.of === of ? pages.count : 1;
  useEffect(() => {
    let isWanted = tries + news >= 0;
    const [wantedTab, wantedFilter] = JSON.parse(of) as [ReportTab, Filter];
    const ask = async () => {
      const all = await Promise.all(
        Array.from({ length: count }, (_, index) => readReports(wantedTab, wantedFilter, index + 1)),
      );
      if (!isWanted) return;
      const list = new Map(all.flatMap((page) => page.list).map((report) => [report.id, report]));
      setShown({ of, list: [...list.values()], hasMore: all.at(-1)?.hasMore ?? false });
      setFailed(false);
    };
    ask().catch(() => isWanted && setFailed(true));
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
