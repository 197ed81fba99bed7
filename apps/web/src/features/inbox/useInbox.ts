import { type InboxItem, type InboxState, inboxList } from '@atrium/contract/workspace/inbox.ts';
import { loadInbox, openItems, stateOf, useInboxStore, withChanges } from '#entities/inbox/inbox.ts';
import { client } from '#sync/session.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useRevision } from '#sync/store/useRevision.ts';

interface Shown {
  items: readonly InboxItem[];
  state: 'there' | 'failed' | 'loading';
  again: () => void;
}

/** One of the three lists. What is open is kept by the frame; the others are loaded when they are shown. */
export function useInbox(wanted: InboxState): Shown {
  const loaded = useInboxStore();
  const revision = useRevision('inbox', 0);
  const read = async () => (wanted === 'open' ? null : (await client.api.read(inboxList, { state: wanted })).list);
  const { data, problem, again } = useAsked<{ of: InboxState; list: readonly InboxItem[] | null }>(
    async () => ({ of: wanted, list: await read() }),
    `${wanted} ${revision} ${loaded.version}`,
  );
  if (wanted === 'open') {
    const state = loaded.open ? 'there' : loaded.hasFailed ? 'failed' : 'loading';
    return { items: openItems(loaded), state, again: () => void loadInbox() };
  }
  const list = data?.of === wanted ? data.list : null;
  const items = withChanges(list ?? [], loaded.pending).filter((item) => stateOf(item) === wanted);
  return { items, state: list ? 'there' : problem ? 'failed' : 'loading', again };
}
