import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { useEffect, useState } from 'react';
import { isFavorite, toggleFavorite } from './favorite.actions.ts';

/** Whether something is a favorite, once the server has answered. */
export function useFavorite(type: FavoriteKind, id: number): { isOn: boolean; isKnown: boolean; toggle: () => void } {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => {
    let isWanted = id > 0;
    if (isWanted) {
      isFavorite(type, id).then(
        (found) => isWanted && setOn(found),
        () => undefined,
      );
    }
    return () => {
      isWanted = false;
    };
  }, [type, id]);
  return {
    isOn: isOn ?? false,
    isKnown: isOn !== null,
    toggle: () => void toggleFavorite(type, id).then((now) => now !== undefined && setOn(now)),
  };
}
