import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { isFavorite, toggleFavorite } from './favorite.actions.ts';

/** Says if an item is a favorite, once the server has answered (`isKnown`), and changes it. */
export function useFavorite(type: FavoriteKind, id: number): { isOn: boolean; isKnown: boolean; toggle: () => void } {
  const { data: isOn, show } = useRequest(async () => (id > 0 ? isFavorite(type, id) : null), `${type} ${id}`);
  return {
    isOn: isOn ?? false,
    isKnown: isOn !== null,
    toggle: () => void toggleFavorite(type, id).then((now) => now !== undefined && show(now)),
  };
}
