import { reportUnread } from '@atrium/contract/workspace/reports.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { client } from '#sync/session.ts';
import { useRevision } from '#sync/store/useRevision.ts';

interface News {
  /** Counts changes made on this page, which are not announced to it. */
  version: number;
  unread: number;
}
const useNews = create<News>(() => ({ version: 0, unread: 0 }));

export const reportsChanged = (): void => useNews.setState(({ version }) => ({ version: version + 1 }));

/** A number that changes when lists of reports should reload. */
export function useReportNews(): number {
  const revision = useRevision('reports', 0);
  return useNews((state) => state.version) + revision;
}

/** The number of unopened reports that the signed-in person received. */
export function useUnreadReports(): number {
  const version = useReportNews();
  useEffect(() => {
    // The number is loaded once there is a connection.
    if (version < 0 || client.state !== 'ready') return;
    client.api.read(reportUnread, {}).then(
      ({ total }) => useNews.setState({ unread: total }),
      () => undefined,
    );
  }, [version]);
  return useNews((state) => state.unread);
}
