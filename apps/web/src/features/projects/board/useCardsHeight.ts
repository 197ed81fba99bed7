import { useEffect, useRef, useState } from 'react';

const PADDING = 8;

/**
 * The height of a column's cards, so that the element after it is directly below the last one. The list of cards draws
 * only what is visible, but its content has its full height.
 */
export function useCardsHeight() {
  const cards = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const content = cards.current?.firstElementChild?.firstElementChild;
    if (!content) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height + PADDING));
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return { cards, height };
}
