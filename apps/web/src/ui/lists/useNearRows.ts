import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from '#ui/layout/afterPaint.ts';

/** Lists up to this length are drawn whole. */
const FEW = 200;
/** The number of items that are drawn before the first measurement. */
const FIRST = 16;
/** The distance beyond the visible part that is drawn on either side, in CSS pixels. */
const SPARE_PX = 440;

interface Near {
  /** The items to draw: `from` to `until`, without the latter. */
  from: number;
  until: number;
  /** The height of the lines left out above and below, in CSS pixels. */
  before: number;
  after: number;
}

const scrollerOf = (box: HTMLElement): HTMLElement => {
  let each = box.parentElement;
  while (each && !/auto|scroll/.test(getComputedStyle(each).overflowY)) each = each.parentElement;
  return each ?? document.documentElement;
};

/** Measures the lines, which have one height: rows of a table, or of a grid with several items in each. */
function linesOf(box: HTMLElement, scroller: HTMLElement) {
  const height = box.querySelector(':scope > :not([data-space])')?.getBoundingClientRect().height ?? 0;
  const style = getComputedStyle(box);
  const columns = style.display === 'grid' ? style.gridTemplateColumns.split(' ').length : 1;
  const above = scroller.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return { height: height + (Number.parseFloat(style.rowGap) || 0), columns, above };
}

function nearOf(box: HTMLElement, scroller: HTMLElement, count: number, sparePx: number): Near | null {
  const { height, columns, above } = linesOf(box, scroller);
  // The list has no height while it is not laid out, as in a hidden tab.
  if (height === 0) return null;
  const lines = Math.ceil(count / columns);
  const within = (line: number) => Math.min(lines, Math.max(0, line));
  const spare = Math.ceil(sparePx / height);
  const step = Math.max(1, spare);
  // The range changes in steps, so that not every line that is passed draws the list.
  const inSteps = (line: number) => within(Math.floor(line / step) * step);
  const first = inSteps(Math.floor(above / height) - spare);
  // One line is always drawn, to be measured.
  const last = Math.max(first + 1, inSteps(Math.ceil((above + scroller.clientHeight) / height) + 2 * spare));
  return {
    from: first * columns,
    until: Math.min(count, last * columns),
    before: first * height,
    after: Math.max(0, lines - last) * height,
  };
}

const isSame = (a: Near, b: Near) =>
  a.from === b.from && a.until === b.until && a.before === b.before && a.after === b.after;

/**
 * The range of items of a long list near the visible part: ten thousand rows would take seconds to draw. Spaces, marked
 * `data-space`, take the place of the others. `wanted` is the index of an item to scroll to, or -1.
 */
export function useNearRows(list: RefObject<HTMLElement | null>, count: number, wanted = -1): Near {
  const isLong = count > FEW;
  const [near, setNear] = useState<Near>({ from: 0, until: FIRST, before: 0, after: 0 });
  const hadFocus = useRef(false);

  useLayoutEffect(() => {
    const box = list.current;
    if (!isLong || !box) return;
    const scroller = scrollerOf(box);
    let sparePx = 0;
    const measure = () => {
      const next = nearOf(box, scroller, count, sparePx);
      if (!next) return;
      hadFocus.current = box.contains(document.activeElement);
      setNear((before) => (isSame(before, next) ? before : next));
    };
    measure();
    // The rest is drawn after the visible rows.
    const cancel = afterPaint(() => {
      sparePx = SPARE_PX;
      measure();
    });
    scroller.addEventListener('scroll', measure, { passive: true });
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    return () => {
      cancel();
      scroller.removeEventListener('scroll', measure);
      sizes.disconnect();
    };
  }, [list, count, isLong]);

  // An item with the focus that was scrolled away is drawn again, so that keys continue from it.
  useLayoutEffect(() => {
    const box = list.current;
    if (near && hadFocus.current && box && document.activeElement === document.body)
      scrollerOf(box).focus({ preventScroll: true });
  }, [list, near]);

  useEffect(() => {
    const box = list.current;
    if (!isLong || !box || wanted < 0) return;
    const scroller = scrollerOf(box);
    const { height, columns, above } = linesOf(box, scroller);
    const top = Math.floor(wanted / columns) * height - above;
    if (top < 0 || top + height > scroller.clientHeight) scroller.scrollTop += top - scroller.clientHeight / 2;
  }, [list, isLong, wanted]);

  return isLong ? near : { from: 0, until: count, before: 0, after: 0 };
}
