import type { InboxItem, InboxState } from '@atrium/contract/workspace/inbox.ts';
import { useState } from 'react';
import {
  loadInbox,
  loadMoreInbox,
  openItems,
  readInbox,
  stateOf,
  useInboxStore,
  withChanges,
} from '#entities/inbox/inbox.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { useStateOf } from '#ui/useStateOf.ts';

interface Shown {
  items: readonly InboxItem[];
  state: 'there' | 'failed' | 'loading';
  again: () => void;
  /** Reads the next page; undefined at the end of the list. */
  more: (() => void) | undefined;
  isReading: boolean;
}

/** One of the three lists. The frame stores the open items; the others are loaded when they are shown. */
export function useInbox(wanted: InboxState): Shown {
  const loaded = useInboxStore();
  const revision = useRevision('inbox', 0);
  const [pages, setPages] = useStateOf(wanted, () => 1);
  const [isReading, setReading] = useState(false);
  const read = async () => (wanted === 'open' ? null : await readInbox(wanted, pages));
  const { data, problem, again } = useRequest<{ of: InboxState; answer: Awaited<ReturnType<typeof read>> }>(
    async () => ({ of: wanted, answer: await read() }),
    `${wanted} ${pages} ${revision} ${loaded.version}`,
  );
  if (wanted === 'open') {
    const state = loaded.open ? 'there' : loaded.hasFailed ? 'failed' : 'loading';
    const more = () => {
      setReading(true);
      void loadMoreInbox().finally(() => setReading(false));
    };
    return {
      items: openItems(loaded),
      state,
      again: () => void loadInbox(),
      more: loaded.hasMore ? more : undefined,
      isReading,
    };
  }
  const answer = data?.of === wanted ? data.answer : null;
  const items = withChanges(answer?.list ?? [], loaded.pending).filter((item) => stateOf(item) === wanted);
  return {
    items,
    state: answer ? 'there' : problem ? 'failed' : 'loading',
    again,
    more: answer?.hasMore ? () => setPages(pages + 1) : undefined,
    isReading: false,
  };
}
