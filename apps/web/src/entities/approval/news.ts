import { approveDoto } from '@atrium/contract/approvals/lists.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { client } from '#sync/session.ts';
import { useRevision } from '#sync/store/useRevision.ts';

interface News {
  /** Counts changes made on this page, which are not announced to it. */
  version: number;
  waiting: number;
}
const useNews = create<News>(() => ({ version: 0, waiting: 0 }));

export const approvalsChanged = (): void => useNews.setState(({ version }) => ({ version: version + 1 }));

/** A number that changes when requests should reload. */
export function useApprovalNews(): number {
  const revision = useRevision('approvals', 0);
  return useNews((state) => state.version) + revision;
}

/** The number of requests that wait for the signed-in person. */
export function useWaitingApprovals(): number {
  const version = useApprovalNews();
  useEffect(() => {
    // The number is loaded once there is a connection.
    if (version < 0 || client.state !== 'ready') return;
    client.api.read(approveDoto, {}).then(
      ({ total }) => useNews.setState({ waiting: total }),
      () => undefined,
    );
  }, [version]);
  return useNews((state) => state.waiting);
}
