import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { VListHandle } from 'virtua';

/** The position that the list keeps while its content is measured and changes; null if the reader has scrolled away. */
type Place = 'end' | { key: string; align: 'start' | 'center' } | null;

const BOTTOM_PX = 40;
/** A row that has not moved for this long has reached its place. */
const SETTLED_MS = 1000;
/** After a change of width, rows are measured again for this long, which moves the list without the reader. */
const WRAPPING_MS = 1000;
const GESTURES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Keeps a virtual list at its end, or at the row it was opened at, until the reader scrolls away. The list itself fails
 * at this if rows render slowly: it then scrolls to where the row would be with estimated heights.
 *
 * @param indexOf the current index of a key's row, of the last one without a key; -1 = none
 * @param isDrawn whether the frame includes the list already
 */
export function useScrollAnchor(
  list: RefObject<VListHandle | null>,
  frame: RefObject<HTMLElement | null>,
  indexOf: (key?: string) => number,
  isDrawn: boolean,
) {
  const place = useRef<Place>(null);
  const last = useRef({ offset: 0, size: 0, height: 0 });
  const width = useRef({ px: 0, wrappedAt: -Infinity });
  const find = useRef(indexOf);
  find.current = indexOf;

  const apply = useCallback(() => {
    const at = place.current;
    if (!at) return;
    const index = at === 'end' ? find.current() : find.current(at.key);
    if (index >= 0) list.current?.scrollToIndex(index, { align: at === 'end' ? 'end' : at.align });
  }, [list]);

  const hold = useCallback(
    (wanted: Exclude<Place, null>) => {
      place.current = wanted;
      apply();
    },
    [apply],
  );

  useEffect(() => {
    const scroller = isDrawn ? frame.current?.querySelector('[role=log]') : undefined;
    const content = scroller?.firstElementChild;
    if (!scroller || !content) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    const observer = new ResizeObserver(() => {
      apply();
      clearTimeout(settling);
      settling = setTimeout(() => {
        if (place.current !== 'end') place.current = null;
      }, SETTLED_MS);
    });
    observer.observe(scroller);
    observer.observe(content);
    const ending = new AbortController();
    for (const gesture of GESTURES) {
      const leave = () => {
        width.current.wrappedAt = -Infinity;
        if (place.current !== 'end') place.current = null;
      };
      scroller.addEventListener(gesture, leave, { signal: ending.signal, passive: true });
    }
    return () => {
      observer.disconnect();
      clearTimeout(settling);
      ending.abort();
    };
  }, [apply, frame, isDrawn]);

  /** Called when the list has scrolled. @param isOpenEnded more messages exist below */
  const moved = useCallback(
    (handle: VListHandle, offset: number, isOpenEnded: boolean) => {
      const { scrollSize: size, viewportSize } = handle;
      const toEnd = size - offset - viewportSize;
      // The height of the frame, which differs from the list's by a constant. The list learns of another height only
      // after it scrolled.
      const height = frame.current?.clientHeight ?? 0;
      // The reader scrolled up if the list moved further than it became shorter, and than its space grew, for example
      // when a reply was canceled.
      const shortened = Math.max(0, last.current.size - size) + Math.max(0, height - last.current.height);
      const climbed = last.current.offset - offset - shortened;
      last.current = { offset, size, height };
      // The width is read here, because the list scrolls before an observer reports another width.
      const px = frame.current?.clientWidth ?? 0;
      if (px !== width.current.px) width.current = { px, wrappedAt: performance.now() };
      const isWrapping = performance.now() - width.current.wrappedAt < WRAPPING_MS;
      if (toEnd < BOTTOM_PX && !isOpenEnded) place.current ??= 'end';
      else if (place.current === 'end' && ((climbed > 1 && !isWrapping) || isOpenEnded)) place.current = null;
      return toEnd;
    },
    [frame],
  );

  const isAtEnd = useCallback(() => place.current === 'end', []);
  return { hold, moved, isAtEnd };
}
