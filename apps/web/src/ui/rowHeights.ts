import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { CacheSnapshot, VListHandle } from 'virtua';

type Key = string | number;

/** The measured rows of a list that was left, by the list. */
const left = new Map<string, { keys: readonly Key[]; sizes: CacheSnapshot }>();
const MOST_LEFT = 50;

/** How high rows were lately, by what they are rows of. */
const lately = new Map<string, number>();
/** Of what all lists of a kind have rows of, the page that comes after this one knows it too. */
const keptAs = (kind: string) => `height of ${kind}`;
function latelyOf(kinds: readonly string[]): number | undefined {
  const known = lately.get(kinds.find((kind) => lately.has(kind)) ?? '');
  return known ?? (Number(localStorage.getItem(keptAs(kinds.at(-1) ?? ''))) || undefined);
}
function noteHeight(kinds: readonly string[], height: number): void {
  for (const kind of kinds) lately.set(kind, height);
  const key = keptAs(kinds.at(-1) ?? '');
  const shown = String(Math.round(height));
  if (localStorage.getItem(key) === shown) return;
  try {
    localStorage.setItem(key, shown);
  } catch {
    // Where there is no room for it, it is guessed again.
  }
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
): { list: RefObject<VListHandle | null>; itemSize: number; cache: CacheSnapshot | undefined } {
  const list = useRef<VListHandle>(null);
  const [itemSize] = useState(() => latelyOf(kinds) ?? guess);
  const [cache] = useState(() => knownSizes(rows.of, rows.keys()));
  const now = useRef(rows);
  now.current = rows;
  const asked = useRef(kinds);
  asked.current = kinds;
  useEffect(() => {
    const timer = setTimeout(() => {
      const height = list.current && heightInView(list.current);
      if (height) noteHeight(asked.current, height);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [rows.of]);
  useLayoutEffect(
    () => () => {
      if (!list.current) return;
      const { of, keys } = now.current;
      left.delete(of);
      left.set(of, { keys: keys(), sizes: list.current.cache });
      for (const oldest of left.keys()) if (left.size > MOST_LEFT) left.delete(oldest);
    },
    [],
  );
  return { list, itemSize, cache };
}

/** Sizes go by place: they are those of the rows now where these begin as the rows did then. */
function knownSizes(of: string, keys: readonly Key[]): CacheSnapshot | undefined {
  const known = left.get(of);
  if (!known || keys.length === 0) return undefined;
  const both = Math.min(keys.length, known.keys.length);
  for (let place = 0; place < both; place++) if (keys[place] !== known.keys[place]) return undefined;
  return known.sizes;
}
const SETTLED_MS = 200;
/** Of a page's height: the rest is what stands above it. */
const LISTS_SHARE = 0.85;

/**
 * The rows of a list's first screen, to be drawn together with the list itself: a virtual list draws none before it has
 * been measured, and several side by side then draw theirs one after the other, each measuring the page anew.
 *
 * @returns indexes for `keepMounted`; nothing once the list knows what is in view
 */
export function useFirstRows(itemSize: number): number[] | undefined {
  const [rows, setRows] = useState<number[] | undefined>(() =>
    Array.from({ length: Math.ceil((window.innerHeight * LISTS_SHARE) / itemSize) }, (_, row) => row),
  );
  useEffect(() => {
    const timer = setTimeout(() => setRows(undefined), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return rows;
}

/** The average of those that are drawn: of the others the list knows nothing but the guess. */
function heightInView(list: VListHandle): number {
  const from = list.findItemIndex(list.scrollOffset);
  const to = list.findItemIndex(list.scrollOffset + list.viewportSize);
  let sum = 0;
  for (let index = from; index <= to; index++) sum += list.getItemSize(index);
  return list.viewportSize > 0 ? sum / (to - from + 1) : 0;
}
