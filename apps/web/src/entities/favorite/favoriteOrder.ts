import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { arrange, useNavigation } from '#entities/navigation/navigation.ts';
import { moveNextTo } from '#entities/navigation/sidebarOrder.ts';

/** A favorite's place: what it is called in the order, and when it became one. */
export interface FavoritePosition {
  /** The kind and the id, such as `task:12`. */
  key: string;
  favorited_at: string;
}

export const favoriteKey = (kind: FavoriteKind, id: number) => `${kind}:${id}`;

/** The number of places in the order, which is also the server's. */
const MOST = 300;

/** Favorites without a place: those added after the person arranged the others, and those that the order never had. */
function unplaced<P extends FavoritePosition>(list: readonly P[], order: readonly string[]) {
  const placed = list.filter(({ key }) => order.includes(key));
  const newest = placed.reduce((latest, { favorited_at: at }) => (at > latest ? at : latest), '');
  const [first, last] = [false, true].map((isOld) =>
    list.filter(({ key, favorited_at: at }) => !order.includes(key) && at <= newest === isOld),
  ) as [P[], P[]];
  return { placed: placed.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key)), first, last };
}

/** Sorts favorites in the person's order, as the server lists them: new ones first. */
export function inFavoriteOrder<P extends FavoritePosition>(list: readonly P[], order: readonly string[]): P[] {
  const { first, placed, last } = unplaced(list, order);
  return [...first, ...placed, ...last];
}

/** Puts one next to another. `known`: at least those whose order the person sees; others keep their place. */
export function placeFavorite(known: readonly FavoritePosition[], key: string, target: string, isAfter: boolean): void {
  const order = useNavigation.getState().favorites;
  const { first, last } = unplaced(known, order);
  const keys = (list: readonly FavoritePosition[]) => list.map((each) => each.key);
  const whole = [...keys(first), ...order, ...keys(last)];
  void arrange({ favorites: moveNextTo(whole, key, target, isAfter).slice(0, MOST) });
}

/** Moves one by a place up (-1) or down (1) among those it is shown with. */
export function stepFavorite(
  known: readonly FavoritePosition[],
  among: readonly string[],
  key: string,
  by: -1 | 1,
): void {
  const target = among[among.indexOf(key) + by];
  if (target !== undefined) placeFavorite(known, key, target, by > 0);
}
