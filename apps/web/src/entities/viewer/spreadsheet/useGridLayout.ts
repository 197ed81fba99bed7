import type { Area, Book } from '@atrium/richtext/sheet/book.ts';
import type { Side } from '@atrium/richtext/sheet/sheetParts.ts';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type CellPosition, COLUMN_PX, HEAD_PX, indexAt, offsets, ROW_PX, range, type Selection } from './geometry.ts';

export type GridLayout = ReturnType<typeof useGridLayout>;

/** Cells around the visible ones, so that scrolling shows no gaps. */
const AROUND_PX = 240;

interface Options {
  book: Book;
  sheet: string;
  selection: Selection;
  /** The container that scrolls. */
  box: RefObject<HTMLDivElement | null>;
}

/** The positions of rows and columns, the visible ones, and the cell at a point. */
export function useGridLayout({ book, sheet, selection, box }: Options) {
  const [view, setView] = useState({ x: 0, y: 0, width: 1200, height: 800 });
  const [sizing, setSizing] = useState<{ side: Side; index: number; size: number } | null>(null);
  const [rows, columns] = [book.axis(sheet, 'r'), book.axis(sheet, 'k')];
  const sizesOf = (side: Side, sizes: ReadonlyMap<number, number>) =>
    sizing?.side === side ? new Map(sizes).set(sizing.index, sizing.size) : sizes;
  const tops = useMemo(
    () => offsets(rows.ids.length, sizesOf('r', rows.sizes), ROW_PX),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `sizesOf` is made of `sizing`
    [rows, sizing],
  );
  const lefts = useMemo(
    () => offsets(columns.ids.length, sizesOf('k', columns.sizes), COLUMN_PX),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `sizesOf` is made of `sizing`
    [columns, sizing],
  );
  const headWidth = 20 + String(rows.ids.length).length * 9;
  const look = () => {
    const element = box.current;
    if (!element) return;
    const { scrollLeft: x, scrollTop: y, clientWidth: width, clientHeight: height } = element;
    setView({ x, y, width, height });
  };
  const seen = useRef(look);
  useEffect(() => {
    seen.current = look;
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => seen.current());
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  // The end of the selection is scrolled into view.
  const { other } = selection;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const [top, bottom] = [tops[other.row] ?? 0, tops[other.row + 1] ?? 0];
    const [left, right] = [lefts[other.column] ?? 0, lefts[other.column + 1] ?? 0];
    const [width, height] = [element.clientWidth - headWidth, element.clientHeight - HEAD_PX];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + height) element.scrollTop = bottom - height;
    if (left < element.scrollLeft) element.scrollLeft = left;
    else if (right > element.scrollLeft + width) element.scrollLeft = right - width;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the selection moves
  }, [other.row, other.column, sheet]);

  const first = { row: indexAt(tops, view.y - AROUND_PX), column: indexAt(lefts, view.x - AROUND_PX) };
  const last = {
    row: indexAt(tops, view.y + view.height + AROUND_PX),
    column: indexAt(lefts, view.x + view.width + AROUND_PX),
  };
  const lines = (from: number, to: number, length: number) => range(from, Math.min(to, length - 1));
  return {
    ...{ rows, columns, tops, lefts, headWidth },
    /** Called when the container was scrolled. */
    look,
    /** Draws a line with another size while its edge is dragged. */
    setSizing,
    shownRows: lines(first.row, last.row, rows.ids.length),
    shownColumns: lines(first.column, last.column, columns.ids.length),
    placeOf: ({ top, left, bottom, right }: Area): CSSProperties => ({
      top: HEAD_PX + (tops[top] ?? 0),
      left: headWidth + (lefts[left] ?? 0),
      height: (tops[bottom + 1] ?? tops.at(-1) ?? 0) - (tops[top] ?? 0),
      width: (lefts[right + 1] ?? lefts.at(-1) ?? 0) - (lefts[left] ?? 0),
    }),
    spotAt(event: { clientX: number; clientY: number }): CellPosition | null {
      const frame = box.current?.getBoundingClientRect();
      if (!frame || !box.current) return null;
      const x = event.clientX - frame.left - headWidth + box.current.scrollLeft;
      const y = event.clientY - frame.top - HEAD_PX + box.current.scrollTop;
      return { row: indexAt(tops, Math.max(0, y)), column: indexAt(lefts, Math.max(0, x)) };
    },
  };
}
