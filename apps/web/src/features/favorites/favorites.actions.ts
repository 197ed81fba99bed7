import { taskBrowseClean } from '@atrium/contract/projects/taskExtras.ts';
import {
  type FavoriteFile,
  type FavoriteKind,
  type FavoriteMessage,
  type FavoriteProject,
  type FavoriteTask,
  favoriteList,
  favoriteRemark,
  favoriteToggle,
} from '@atrium/contract/workspace/favorites.ts';
import { recentBrowse, recentDelete } from '@atrium/contract/workspace/recents.ts';
import { useFavoriteChanges } from '#entities/favorite/favorite.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';

export type KindFilter = FavoriteKind | 'all';
export type Tab = KindFilter | 'recent';
export interface FavoritesByKind {
  tasks: readonly FavoriteTask[];
  projects: readonly FavoriteProject[];
  messages: readonly FavoriteMessage[];
  files: readonly FavoriteFile[];
}

const PAGE = 50;

export async function readFavorites(filter: KindFilter, page: number): Promise<FavoritesByKind & { hasMore: boolean }> {
  const { data, last_page } = await client.api.read(favoriteList, {
    ...(filter !== 'all' && { type: filter }),
    page,
    pagesize: PAGE,
  });
  return { ...data, hasMore: page < last_page };
}

/** Recently viewed items. */
export const readRecents = (page: number) => client.api.read(recentBrowse, { page, page_size: PAGE });
export const dropRecent = (record_id: number) =>
  client.api.call(recentDelete, { id: record_id }).catch((error: unknown) => notify(wordsOf(error), { kind: 'error' }));

/** True once all of it is deleted. */
export async function forgetRecent(): Promise<boolean> {
  const isSure = await askFirst({
    title: t('favorite.clear_recent'),
    text: t('favorite.clear_recent_ask'),
    action: t('favorite.clear_recent'),
    isDangerous: true,
  });
  if (!isSure) return false;
  try {
    await client.api.call(taskBrowseClean, { keep_count: 0 });
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

/**
 * Removes a favorite, and offers to take it back with its note. `onBack` follows once it is.
 *
 * @returns whether it is removed
 */
export async function removeFavorite(
  { type, id, remark }: { type: FavoriteKind; id: number; remark: string },
  onBack: () => void,
): Promise<boolean> {
  const toggle = async () => {
    await client.api.call(favoriteToggle, { type, id });
    useFavoriteChanges.setState(({ version }) => ({ version: version + 1 }));
  };
  const undo = async () => {
    try {
      await toggle();
      if (remark) await client.api.call(favoriteRemark, { type, id, remark });
      onBack();
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    }
  };
  try {
    await toggle();
    notify(t('favorite.removed'), { action: { label: t('action.undo'), run: () => void undo() } });
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

export async function saveRemark(type: FavoriteKind, id: number, remark: string): Promise<void> {
  try {
    await client.api.call(favoriteRemark, { type, id, remark });
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
  }
}
