import { type RefObject, useLayoutEffect, useState } from 'react';

/** An element's width in pixels, kept up to date. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth || 800);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
