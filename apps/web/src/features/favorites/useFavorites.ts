import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { useEffect, useState } from 'react';
import { untilRead } from '#sync/store/untilRead.ts';
import { type Kept, readFavorites } from './favorites.actions.ts';

const EMPTY: Kept = { tasks: [], projects: [], messages: [] };

/** One tab's list, page after page. */
export function useFavorites(tab: FavoriteKind) {
  const [kept, setKept] = useState<Kept>(EMPTY);
  const [page, setPage] = useState(1);
  const [tries, setTries] = useState(0);
  const [hasMore, setMore] = useState(false);
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const [shownTab, setShownTab] = useState(tab);
  // Another tab begins empty, before rows of the old one are drawn under its name.
  if (shownTab !== tab) {
    setShownTab(tab);
    setKept(EMPTY);
    setPage(1);
    setState('loading');
  }
  // Another try is the same question asked again.
  useEffect(() => {
    const show = (next: Kept & { hasMore: boolean }) => {
      setKept((before) => {
        const old = page === 1 ? EMPTY : before;
        return {
          tasks: [...old.tasks, ...next.tasks],
          projects: [...old.projects, ...next.projects],
          messages: [...old.messages, ...next.messages],
        };
      });
      setMore(next.hasMore);
      setState('there');
    };
    return untilRead(
      () => readFavorites(tab, page),
      show,
      (words) => words && setState('failed'),
    );
  }, [tab, page, tries]);
  return {
    kept,
    state,
    hasMore,
    more: () => setPage(page + 1),
    again: () => {
      setState('loading');
      setTries(tries + 1);
    },
    /** It is not one any more. */
    drop: (id: number) =>
      setKept((before) => ({
        tasks: before.tasks.filter((each) => each.id !== id),
        projects: before.projects.filter((each) => each.id !== id),
        messages: before.messages.filter((each) => each.id !== id),
      })),
  };
}
