import { type RefObject, useEffect, useEffectEvent } from 'react';

const SWIPE_PX = 80;
/** The steepest slope that counts as sideways. */
const STEEP = 0.5;

interface Ways {
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

/** Shows the next or previous file when a finger swipes sideways, except where it scrolls. */
export function useSwipe(box: RefObject<HTMLElement | null>, { onPrevious, onNext }: Ways): void {
  const go = useEffectEvent((way: 'previous' | 'next') => (way === 'next' ? onNext : onPrevious)?.());
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let from: { x: number; y: number } | null = null;
    const begin = (event: TouchEvent) => {
      const [touch] = event.touches;
      from =
        touch && event.touches.length === 1 && !scrollsSideways(event.target, element)
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    };
    const end = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (!from || !touch) return;
      const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
      from = null;
      if (Math.abs(x) > SWIPE_PX && Math.abs(y) < Math.abs(x) * STEEP) go(x < 0 ? 'next' : 'previous');
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchend', end, { passive: true });
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchend', end);
    };
  }, [box]);
}

function scrollsSideways(target: EventTarget | null, end: HTMLElement): boolean {
  for (let each = target as HTMLElement | null; each && each !== end; each = each.parentElement) {
    if (each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
    if (/^(AUDIO|VIDEO|INPUT)$/.test(each.tagName)) return true;
  }
  return false;
}
