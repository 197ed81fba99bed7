import { INBOX_KINDS, INBOX_STATES, type InboxKind, type InboxState } from '@atrium/contract/workspace/inbox.ts';
import { useSearchParams } from 'react-router';
import { useChosenItem } from './useChosenItem.ts';

const oneOf = <T extends string>(words: readonly T[], word: string | null): T | undefined =>
  words.find((each) => each === word);

/** The parts of the address: the list, the kind that it is narrowed to, and the item beside it (0 = none). */
export function useInboxAddress() {
  const [search, setSearch] = useSearchParams();
  const box = oneOf(INBOX_STATES, search.get('box')) ?? 'open';
  const kind = oneOf(INBOX_KINDS, search.get('kind'));
  const [itemId, setItemId] = useChosenItem(Number(search.get('item')) || 0);
  /** Changes the given parts of the address. */
  const go = (next: { box?: InboxState; kind?: InboxKind | undefined; item?: number }) => {
    const to = { box, kind, item: itemId, ...next };
    setItemId(to.item);
    const params = new URLSearchParams();
    if (to.box !== 'open') params.set('box', to.box);
    if (to.kind) params.set('kind', to.kind);
    if (to.item > 0) params.set('item', String(to.item));
    setSearch(params, { replace: 'item' in next });
  };
  return { box, kind, itemId, go };
}
