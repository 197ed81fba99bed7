import { useState } from 'react';

const STEP = 100;
/** So far below the edge the next ones are drawn: nobody sees the end of what is not the end. */
const AHEAD = '800px';

/**
 * How much of a long list is drawn: a hundred, and more when its end comes near. `end` goes on an element behind the last
 * one, with `shown` as its key. Where the browser does not tell what is near, all of it is drawn.
 */
export function useGrowing(total: number): { shown: number; end: ((element: Element | null) => void) | undefined } {
  const [atMost, setAtMost] = useState(STEP);
  if (total <= atMost || !('IntersectionObserver' in globalThis)) return { shown: total, end: undefined };
  const end = (element: Element | null) => {
    if (!element) return;
    const grow = ([entry]: IntersectionObserverEntry[]) => entry?.isIntersecting && setAtMost(atMost + STEP);
    const observer = new IntersectionObserver(grow, { rootMargin: AHEAD, scrollMargin: AHEAD });
    observer.observe(element);
    return () => observer.disconnect();
  };
  return { shown: atMost, end };
}
