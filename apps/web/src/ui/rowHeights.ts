import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CacheSnapshot, VListHandle } from 'virtua';

type Key = string | number;

/** The measured rows of a list that was left. */
interface Left {
  keys: readonly Key[];
  sizes: CacheSnapshot;
}
/** By the list; the oldest first. */
const left = new Map<string, Left>();
const MOST_LEFT = 50;

/** How high rows were lately, by what they are rows of. */
const lately = new Map<string, number>();

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
): { list: RefObject<VListHandle | null>; itemSize: number; cache: CacheSnapshot | undefined } {
  const list = useRef<VListHandle>(null);
  const [cache] = useState(() => knownSizes(rows.of, rows.keys()));
  const [itemSize] = useState(() => lately.get(kinds.find((kind) => lately.has(kind)) ?? '') ?? guess);
  const now = useRef(rows);
  now.current = rows;
  const asked = useRef(kinds);
  asked.current = kinds;
  useEffect(() => {
    const timer = setTimeout(() => {
      const height = list.current && heightInView(list.current);
      if (!list.current || !height) return;
      for (const kind of asked.current) lately.set(kind, height);
      keep(now.current.of, { keys: now.current.keys(), sizes: list.current.cache }, asked.current.at(-1) ?? '', height);
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
  return { list, itemSize, cache };
}

/** Sizes go by place: they are those of the rows now where these begin as the rows did then. */
function knownSizes(of: string, keys: readonly Key[]): CacheSnapshot | undefined {
  takeKept();
  const known = left.get(of);
  if (!known || keys.length === 0) return undefined;
  const both = Math.min(keys.length, known.keys.length);
  for (let place = 0; place < both; place++) if (keys[place] !== known.keys[place]) return undefined;
  return known.sizes;
}
function leave(of: string, rows: Left): void {
  left.delete(of);
  left.set(of, rows);
  for (const oldest of left.keys()) if (left.size > MOST_LEFT) left.delete(oldest);
}
const SETTLED_MS = 200;
/** Of a page's height: the rest is what stands above it. */
const LISTS_SHARE = 0.85;

/**
 * The rows of a list's first screen, to be drawn together with the list itself: a virtual list draws none before it has
 * been measured, and several side by side then draw theirs one after the other, each measuring the page anew.
 *
 * @param endsAt how many rows there are, where the list begins at its end
 * @returns indexes for `keepMounted`; nothing once the list knows what is in view
 */
export function useFirstRows(itemSize: number, endsAt?: number): number[] | undefined {
  const [rows, setRows] = useState<number[] | undefined>(() => {
    const count = Math.ceil((window.innerHeight * LISTS_SHARE) / itemSize);
    const from = endsAt === undefined ? 0 : Math.max(0, endsAt - count);
    return Array.from({ length: Math.min(count, endsAt ?? count) }, (_, row) => from + row);
  });
  useEffect(() => {
    const timer = setTimeout(() => setRows(undefined), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return rows;
}

/** A list that guesses too high stands empty above the few rows it draws: one long row is not how high the others are. */
const LEAST_IN_VIEW = 4;

/** The average of those that are drawn: of the others the list knows nothing but the guess. */
function heightInView(list: VListHandle): number {
  const from = list.findItemIndex(list.scrollOffset);
  const to = list.findItemIndex(list.scrollOffset + list.viewportSize);
  let sum = 0;
  for (let index = from; index <= to; index++) sum += list.getItemSize(index);
  return Math.min(sum / (to - from + 1), list.viewportSize / LEAST_IN_VIEW);
}

// Over a reload ---------------------------------------------------------------------------------------------------------

/** What the next page knows of this one's lists. */
interface Kept {
  /** Rows of another width are of another height. */
  width: number;
  lists: [of: string, rows: Left][];
  heights: [kind: string, height: number][];
}
/** Sizes are as this version of virtua writes them; another one may not read them (`rowHeights.test.tsx`). */
const KEPT = 'lists 0.54';
const MOST_KEPT = 12;
/** More rows than these are told apart by their first ones. */
const KEYS_KEPT = 40;
/** In letters: a list of thousands is measured again. */
const LONGEST_KEPT = 8000;

let isTaken = false;
function takeKept(): void {
  if (isTaken) return;
  isTaken = true;
  const { width, lists, heights } = readKept();
  if (width !== window.innerWidth) return;
  for (const [of, rows] of lists) left.set(of, rows);
  for (const [kind, height] of heights) lately.set(kind, height);
}

function keep(of: string, { keys, sizes }: Left, kind: string, height: number): void {
  const width = window.innerWidth;
  const before = readKept();
  const isSame = before.width === width;
  const lists = isSame ? before.lists.filter(([name]) => name !== of) : [];
  const heights = isSame ? before.heights.filter(([name]) => name !== kind) : [];
  if (JSON.stringify(sizes).length < LONGEST_KEPT) lists.push([of, { keys: keys.slice(0, KEYS_KEPT), sizes }]);
  const kept: Kept = { width, lists: lists.slice(-MOST_KEPT), heights: [...heights, [kind, height]] };
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Where there is no room for it, they are measured again.
  }
}

function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '') as Kept;
    if (Array.isArray(kept.lists) && Array.isArray(kept.heights)) return kept;
  } catch {
    // Nothing, or not by this version.
  }
  return { width: 0, lists: [], heights: [] };
}
