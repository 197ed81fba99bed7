import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { useState } from 'react';
import { type FavoritePosition, favoriteKey } from '#entities/favorite/favoriteOrder.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { type FavoritesByKind, type KindFilter, readFavorites } from './favorites.actions.ts';

const EMPTY: FavoritesByKind = { tasks: [], projects: [], messages: [], files: [] };

type Answer = FavoritesByKind & { hasMore: boolean };
interface Shown {
  tab: KindFilter;
  kept: FavoritesByKind;
  hasMore: boolean;
}

const both = (a: FavoritesByKind, b: FavoritesByKind): FavoritesByKind => ({
  tasks: [...a.tasks, ...b.tasks],
  projects: [...a.projects, ...b.projects],
  messages: [...a.messages, ...b.messages],
  files: [...a.files, ...b.files],
});

/** Kinds number their entries apart. */
const without = (kept: FavoritesByKind, type: FavoriteKind, id: number): FavoritesByKind => ({
  tasks: kept.tasks.filter((each) => type !== 'task' || each.id !== id),
  projects: kept.projects.filter((each) => type !== 'project' || each.id !== id),
  messages: kept.messages.filter((each) => type !== 'message' || each.id !== id),
  files: kept.files.filter((each) => type !== 'file' || each.id !== id),
});

/** The favorites that can be arranged, in the sequence of the sidebar without an order. */
export const placedOf = ({ projects, tasks, files, messages }: FavoritesByKind): FavoritePosition[] =>
  Object.entries({ project: projects, task: tasks, file: files, message: messages }).flatMap(([kind, list]) =>
    list.map(({ id, favorited_at }) => ({ key: favoriteKey(kind as FavoriteKind, id), favorited_at })),
  );

/** One tab's list, page by page. */
export function useFavorites(tab: KindFilter) {
  const [wanted, setWanted] = useState({ tab, page: 1 });
  const page = wanted.tab === tab ? wanted.page : 1;
  const { data, problem, show, again } = useRequest<Shown, Answer>(() => readFavorites(tab, page), `${tab} ${page}`, {
    into: (before, { hasMore, ...next }) => ({
      tab,
      hasMore,
      kept: page === 1 || !before ? next : both(before.kept, next),
    }),
  });
  // A new tab is empty until its list has loaded.
  const shown = data?.tab === tab ? data : null;
  return {
    kept: shown?.kept ?? EMPTY,
    state: problem ? 'failed' : shown ? 'there' : 'loading',
    hasMore: shown?.hasMore ?? false,
    more: () => setWanted({ tab, page: page + 1 }),
    again,
    /** Drops a favorite that was removed. */
    drop: (type: FavoriteKind, id: number) =>
      show((before) => before && { ...before, kept: without(before.kept, type, id) }),
  };
}
