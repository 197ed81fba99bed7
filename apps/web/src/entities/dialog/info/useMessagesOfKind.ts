import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { useCallback, useEffect, useState } from 'react';
import { wordsOf } from '#sync/words.ts';
import { type Kind, listKind } from '../shared.actions.ts';

interface Pages {
  list: readonly ClientMessage[];
  /** The id from which the next page continues; 0 = no more. */
  next: number;
  isLoading: boolean;
  problem: string;
}
const NONE: Pages = { list: [], next: 0, isLoading: true, problem: '' };

/** A conversation's messages of one kind, page by page. */
export function useMessagesOfKind(dialogId: number, kind: Kind) {
  const [pages, setPages] = useState(NONE);
  const load = useCallback(
    (from: number, isWanted: () => boolean) => {
      setPages((before) => ({ ...(from > 0 ? before : NONE), isLoading: true, problem: '' }));
      listKind(dialogId, kind, from).then(
        ({ list, next }) =>
          isWanted() &&
          setPages((before) => ({
            list: [...(from > 0 ? before.list : []), ...list],
            next,
            isLoading: false,
            problem: '',
          })),
        (error: unknown) =>
          isWanted() && setPages((before) => ({ ...before, isLoading: false, problem: wordsOf(error) })),
      );
    },
    [dialogId, kind],
  );
  useEffect(() => {
    let isOpen = true;
    load(0, () => isOpen);
    return () => {
      isOpen = false;
    };
  }, [load]);
  return { ...pages, hasMore: pages.next > 0, more: () => load(pages.next, () => true) };
}
