import { type FavoriteKind, favoriteCheck, favoriteToggle } from '@atrium/contract/workspace/favorites.ts';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

/** Increases with every favorite added or removed here. */
export const useFavoriteChanges = create<{ version: number }>(() => ({ version: 0 }));

const fail = (error: unknown) => notify(wordsOf(error), { kind: 'error' });

export const isFavorite = async (type: FavoriteKind, id: number) =>
  (await client.api.read(favoriteCheck, { type, id })).favorited;

/** Shows the new state; undefined if the server refused. */
export async function toggleFavorite(type: FavoriteKind, id: number): Promise<boolean | undefined> {
  try {
    const { favorited } = await client.api.call(favoriteToggle, { type, id });
    useFavoriteChanges.setState(({ version }) => ({ version: version + 1 }));
    notify(t(favorited ? 'favorite.added' : 'favorite.removed'));
    return favorited;
  } catch (error) {
    fail(error as Error);
    return undefined;
  }
}

/** Adds a favorite, for a menu that does not know the current state: it never removes one by mistake. */
export async function addFavorite(type: FavoriteKind, id: number): Promise<void> {
  try {
    if (!(await isFavorite(type, id))) return void (await toggleFavorite(type, id));
    const run = () => void toggleFavorite(type, id);
    notify(t('favorite.already'), { action: { label: t('favorite.remove_short'), run } });
  } catch (error) {
    fail(error as Error);
  }
}
