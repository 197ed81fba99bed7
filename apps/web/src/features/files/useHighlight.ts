import { useEffect, useState } from 'react';

export const HIGHLIGHT_MS = 600;

/** Highlights an entry briefly and scrolls to it, once it is there. */
export function useHighlight(wanted: number, isThere: boolean): number {
  const [done, setDone] = useState(0);
  const isMarked = wanted > 0 && isThere && done !== wanted;
  useEffect(() => {
    if (!isMarked) return;
    document.querySelector(`[data-file="${wanted}"]`)?.scrollIntoView?.({ block: 'nearest' });
    const timer = setTimeout(() => setDone(wanted), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [wanted, isMarked]);
  return isMarked ? wanted : 0;
}
