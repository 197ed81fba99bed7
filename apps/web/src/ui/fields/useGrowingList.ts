import { useState } from 'react';

const STEP = 100;
/** The next rows render this far below the edge, so that nobody sees a premature end. */
const AHEAD = '800px';

/**
 * The number of items of a long list to render: a hundred, and more when its end comes near. `end` goes on an element
 * after the last one, with `shown` as its key. Without IntersectionObserver all of it is rendered.
 */
export function useGrowingList(total: number): { shown: number; end: ((element: Element | null) => void) | undefined } {
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
