import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CacheSnapshot, VListHandle } from 'virtua';
import {
  type Key,
  keepSizes,
  knownSizes,
  leave,
  noteSeen,
  SETTLED_MS,
  type Seen,
  seenLately,
} from '#ui/layout/keptSizes.ts';

/** Heights that a virtual list assumes before it has measured its rows. */
interface Rows {
  list: RefObject<VListHandle | null>;
  itemSize: number;
  cache: CacheSnapshot | undefined;
  /** How high the list is, in px, where one of its kind was seen lately. */
  room: number | undefined;
}

/**
 * What a virtual list is to take its rows for until they are measured, in px. A list that guesses too low draws twice as
 * many as anybody sees, and throws them away again; one that knows its rows from the last time draws them once.
 *
 * @param kinds what the rows are, the closest first: those of this conversation, those of any
 * @param guess before any was seen
 * @param rows the list itself by a name of its own, and its rows now
 */
export function useRowHeight(
  kinds: readonly string[],
  guess: number,
  rows: { of: string; keys: () => readonly Key[] },
): Rows {
  const list = useRef<VListHandle>(null);
  const [cache] = useState(() => knownSizes(rows.of, rows.keys()));
  const [seen] = useState(() => seenLately(kinds));
  const now = useRef(rows);
  now.current = rows;
  const asked = useRef(kinds);
  asked.current = kinds;
  useEffect(() => {
    const timer = setTimeout(() => {
      const lately = list.current && inView(list.current);
      if (!list.current || !lately) return;
      noteSeen(asked.current, lately);
      keepSizes(now.current.of, { keys: now.current.keys(), sizes: list.current.cache });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [rows.of]);
  useLayoutEffect(
    () => () => {
      if (!list.current) return;
      const { of, keys } = now.current;
      leave(of, { keys: keys(), sizes: list.current.cache });
    },
    [],
  );
  return { list, itemSize: seen?.size ?? guess, cache, room: seen?.room };
}

/** The share of the page's height; the rest is above the list. */
const LISTS_SHARE = 0.85;

/** Rows that a virtual list draws together with itself, and none beyond the screen as long as these are its first. */
export interface FirstRows {
  keepMounted: number[];
  bufferSize: 0;
}

/**
 * The rows of a list's first screen, to be drawn together with the list itself: a virtual list draws none before it has
 * been measured, and several side by side then draw theirs one after the other, each measuring the page again.
 *
 * @param rows what is known of them
 * @param endsAt how many there are, where the list begins at its end
 * @returns nothing once the list knows what is in view
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

/** A list that guesses too high shows a gap above its few rows: one long row says nothing about the others. */
const LEAST_IN_VIEW = 4;

/** The average of those that are drawn: of the others the list knows nothing but the guess. */
function inView(list: VListHandle): Seen | undefined {
  const from = list.findItemIndex(list.scrollOffset);
  const to = list.findItemIndex(list.scrollOffset + list.viewportSize);
  let sum = 0;
  for (let index = from; index <= to; index++) sum += list.getItemSize(index);
  const size = Math.min(sum / (to - from + 1), list.viewportSize / LEAST_IN_VIEW);
  return size > 0 ? { size, room: list.viewportSize } : undefined;
}
