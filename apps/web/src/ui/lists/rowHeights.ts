import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CacheSnapshot, VListHandle } from 'virtua';
import {
  type Key,
  knownSizes,
  type RecentSize,
  recentSizes,
  recordSizes,
  SETTLED_MS,
  storeSizes,
  storeSizesOnLeave,
} from '#ui/layout/storedSizes.ts';

/** The heights that a virtual list assumes before it has measured its rows. */
interface Rows {
  list: RefObject<VListHandle | null>;
  itemSize: number;
  cache: CacheSnapshot | undefined;
  /** The list's height in px, if one of its kind was seen recently. */
  room: number | undefined;
}

/**
 * Returns the row height in px that a virtual list assumes until it has measured its rows. A list that assumes too
 * little renders twice as many rows as are visible, and discards them; with known heights it renders once.
 *
 * @param kinds the kinds of the rows, most specific first: those of this conversation, those of any
 * @param guess used before any were seen
 * @param rows the list by a unique name, and its current rows
 */
export function useRowHeight(
  kinds: readonly string[],
  guess: number,
  rows: { of: string; keys: () => readonly Key[] },
): Rows {
  const list = useRef<VListHandle>(null);
  const [cache] = useState(() => knownSizes(rows.of, rows.keys()));
  const [seen] = useState(() => recentSizes(kinds));
  const now = useRef(rows);
  now.current = rows;
  const asked = useRef(kinds);
  asked.current = kinds;
  useEffect(() => {
    const timer = setTimeout(() => {
      const lately = list.current && inView(list.current);
      if (!list.current || !lately) return;
      recordSizes(asked.current, lately);
      storeSizes(now.current.of, { keys: now.current.keys(), sizes: list.current.cache });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [rows.of]);
  useLayoutEffect(
    () => () => {
      if (!list.current) return;
      const { of, keys } = now.current;
      storeSizesOnLeave(of, { keys: keys(), sizes: list.current.cache });
    },
    [],
  );
  return { list, itemSize: seen?.size ?? guess, cache, room: seen?.room };
}

/** The list's share of the page's height; the rest is above it. */
const LISTS_SHARE = 0.85;

/** Rows that a virtual list renders together with itself, and none beyond the screen during its first render. */
export interface FirstRows {
  keepMounted: number[];
  bufferSize: 0;
}

/**
 * The rows of a list's first screen, to be rendered together with the list: a virtual list otherwise renders none
 * before it has been measured, and several lists side by side would each measure the page again.
 *
 * @param rows their known sizes
 * @param endsAt the number of rows, if the list starts at its end
 * @returns nothing once the list has measured itself
 */
export function useFirstRows(
  { itemSize, room }: Pick<Rows, 'itemSize' | 'room'>,
  endsAt?: number,
): FirstRows | undefined {
  const [first, setFirst] = useState<FirstRows | undefined>(() => {
    const count = Math.ceil((room ?? window.innerHeight * LISTS_SHARE) / itemSize);
    const from = endsAt === undefined ? 0 : Math.max(0, endsAt - count);
    const length = Math.min(count, endsAt ?? count);
    return { keepMounted: Array.from({ length }, (_, row) => from + row), bufferSize: 0 };
  });
  useEffect(() => {
    const timer = setTimeout(() => setFirst(undefined), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return first;
}

/**
 * The fewest rows for an estimate: one that is too high shows a gap above few rows, and one long row does not predict
 * the others.
 */
const LEAST_IN_VIEW = 4;

/** The average height of rendered rows, because for the others the list has only the estimate. */
function inView(list: VListHandle): RecentSize | undefined {
  const from = list.findItemIndex(list.scrollOffset);
  const to = list.findItemIndex(list.scrollOffset + list.viewportSize);
  let sum = 0;
  for (let index = from; index <= to; index++) sum += list.getItemSize(index);
  const size = Math.min(sum / (to - from + 1), list.viewportSize / LEAST_IN_VIEW);
  return size > 0 ? { size, room: list.viewportSize } : undefined;
}
