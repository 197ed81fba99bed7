import { type RefObject, useEffect, useRef, useState } from 'react';
import type { VListHandle } from 'virtua';

/** How high rows were lately, by what they are rows of. */
const lately = new Map<string, number>();

/**
 * What a virtual list is to take its rows for until they are measured, in px. A list that guesses too low draws twice as
 * many as anybody sees, and throws them away again.
 *
 * @param kinds what the rows are, the closest first: those of this conversation, those of any
 * @param guess before any was seen
 */
export function useRowHeight(
  kinds: readonly string[],
  guess: number,
): { list: RefObject<VListHandle | null>; itemSize: number } {
  const list = useRef<VListHandle>(null);
  const [itemSize] = useState(() => lately.get(kinds.find((kind) => lately.has(kind)) ?? '') ?? guess);
  const key = kinds.join(' ');
  useEffect(() => {
    const timer = setTimeout(() => {
      const height = list.current && heightInView(list.current);
      if (height) for (const kind of key.split(' ')) lately.set(kind, height);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return { list, itemSize };
}
const SETTLED_MS = 200;

/** The average of those that are drawn: of the others the list knows nothing but the guess. */
function heightInView(list: VListHandle): number {
  const from = list.findItemIndex(list.scrollOffset);
  const to = list.findItemIndex(list.scrollOffset + list.viewportSize);
  let sum = 0;
  for (let index = from; index <= to; index++) sum += list.getItemSize(index);
  return list.viewportSize > 0 ? sum / (to - from + 1) : 0;
}
