import { type CSSProperties, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { letters } from '../drawingml/chartText.ts';
import { ShapeView } from '../drawingml/ShapeView.tsx';
import type { Shape } from '../drawingml/shape.ts';
import classes from './Grid.module.css';
import { type Area, type Cell, COLUMN_PX, cellKey, columnName, offsets, type Sheet } from './workbook.ts';

const HEAD_PX = 24;
/** Cells around the visible ones, so that scrolling shows no gaps. */
const AROUND_PX = 300;
/** The same sizes as in the stylesheet. */
const [LETTER_PX, PADDING_PX] = [13, 14];
/** Columns that a text covers at most. */
const MOST_COVERED = 20;

/** The last index that begins before a position. */
function indexAt(starts: Float64Array, at: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The number of empty cells around the content, as in other spreadsheets. */
const SPARE = { rows: 20, columns: 6 };

/** A grid of cells. Only those in view are in the document. */
export function Grid({ sheet, scale }: { sheet: Sheet; scale: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ x: 0, y: 0, width: 1200, height: 800 });
  const rows = sheet.rows + SPARE.rows;
  const hidden = useMemo(() => [...sheet.widths.values()].filter((width) => width === 0).length, [sheet]);
  const columns = Math.max(sheet.columns + SPARE.columns, Math.ceil(view.width / COLUMN_PX) + hidden);
  const tops = useMemo(() => offsets(rows, sheet.heights, sheet.rowPx), [rows, sheet]);
  const lefts = useMemo(() => offsets(columns, sheet.widths, COLUMN_PX), [columns, sheet]);
  const merged = useMemo(() => mergedIn(sheet.merges), [sheet]);
  const headWidth = 20 + String(rows).length * 9;

  const measure = () => {
    const element = box.current;
    if (!element) return;
    setView({
      ...{ x: element.scrollLeft / scale, y: element.scrollTop / scale },
      ...{ width: element.clientWidth / scale, height: element.clientHeight / scale },
    });
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.scrollTo?.(0, 0);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- measured again with another sheet or scale
  }, [sheet, scale]);

  const [top, bottom] = [view.y - AROUND_PX, view.y + view.height + AROUND_PX].map((at) => indexAt(tops, at)) as [
    number,
    number,
  ];
  const [left, right] = [view.x - AROUND_PX, view.x + view.width + AROUND_PX].map((at) => indexAt(lefts, at)) as [
    number,
    number,
  ];
  const place = (row: number, column: number, area?: Area): CSSProperties => ({
    top: HEAD_PX + (tops[row] ?? 0),
    left: headWidth + (lefts[column] ?? 0),
    height: (tops[row + (area?.rows ?? 1)] ?? 0) - (tops[row] ?? 0),
    width: (lefts[column + (area?.columns ?? 1)] ?? 0) - (lefts[column] ?? 0),
  });
  /** A text extends over empty cells beside it. */
  const reach = (row: number, column: number): Area | undefined => {
    const cell = sheet.cells.get(cellKey(row, column));
    const isText = cell?.text && !cell.isNumber && !cell.look?.wraps && !cell.look?.fill;
    if (!isText || (cell.look?.align ?? 'left') !== 'left') return undefined;
    const needed = letters(cell.text, LETTER_PX) + PADDING_PX;
    let covered = 1;
    const isEnough = () => (lefts[column + covered] ?? 0) - (lefts[column] ?? 0) >= needed || covered >= MOST_COVERED;
    const isFree = () =>
      column + covered < columns &&
      !sheet.cells.has(cellKey(row, column + covered)) &&
      !merged.has(cellKey(row, column + covered));
    while (!isEnough() && isFree()) covered++;
    return covered > 1 ? { row, column, rows: 1, columns: covered } : undefined;
  };
  const shown: [number, number, Area?][] = [];
  for (let row = top; row <= bottom; row++) {
    if (tops[row + 1] === tops[row]) continue;
    for (let column = left; column <= right; column++) {
      if (lefts[column + 1] === lefts[column]) continue;
      const area = merged.get(cellKey(row, column));
      if (!area) shown.push([row, column]);
    }
  }
  for (const area of sheet.merges) {
    const isNear =
      area.row <= bottom && area.row + area.rows > top && area.column <= right && area.column + area.columns > left;
    if (isNear) shown.push([area.row, area.column, area]);
  }
  return (
    <div
      ref={box}
      className={classes.box}
      data-own-keys
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area is reached by keys
      tabIndex={0}
      onScroll={measure}
      role="region"
      aria-label={sheet.name}
    >
      <div
        className={classes.grid}
        role="table"
        aria-rowcount={sheet.rows}
        aria-colcount={sheet.columns}
        style={{ width: headWidth + (lefts.at(-1) ?? 0), height: HEAD_PX + (tops.at(-1) ?? 0), zoom: scale }}
      >
        <div className={classes.top} style={{ height: HEAD_PX }} aria-hidden="true">
          <span className={classes.corner} style={{ width: headWidth, height: HEAD_PX }} />
          {range(left, right).map((column) => (
            <span key={column} className={classes.head} style={{ ...place(0, column), top: 0, height: HEAD_PX }}>
              {columnName(column)}
            </span>
          ))}
        </div>
        <div className={classes.side} style={{ width: headWidth }} aria-hidden="true">
          {range(top, bottom).map((row) => (
            <span
              key={row}
              className={classes.head}
              style={{ ...place(row, 0), top: tops[row] ?? 0, left: 0, width: headWidth }}
            >
              {row + 1}
            </span>
          ))}
        </div>
        {shown.map(([row, column, area]) => (
          <GridCell
            key={cellKey(row, column)}
            cell={sheet.cells.get(cellKey(row, column))}
            style={place(row, column, area ?? reach(row, column))}
            goesOn={!area && reach(row, column) !== undefined}
          />
        ))}
        <div className={classes.drawings} style={{ top: HEAD_PX, left: headWidth }}>
          {sheet.drawings.map(
            (shape, index) =>
              isNear(shape, view) && (
                // oxlint-disable-next-line react/no-array-index-key -- a sheet never changes
                <ShapeView key={index} shape={shape} />
              ),
          )}
        </div>
      </div>
    </div>
  );
}

const isNear = (shape: Shape, view: { x: number; y: number; width: number; height: number }) =>
  shape.x < view.x + view.width + AROUND_PX &&
  shape.x + shape.width > view.x - AROUND_PX &&
  shape.y < view.y + view.height + AROUND_PX &&
  shape.y + shape.height > view.y - AROUND_PX;

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** At most this many cells are hidden below a merge, which may cover a whole sheet; further ones are drawn under it. */
const MAX_HIDDEN = 200_000;

function mergedIn(merges: readonly Area[]): ReadonlyMap<number, Area> {
  const merged = new Map<number, Area>();
  for (const area of merges) {
    if (merged.size + area.rows * area.columns > MAX_HIDDEN) continue;
    for (let row = 0; row < area.rows; row++) {
      for (let column = 0; column < area.columns; column++) {
        merged.set(cellKey(area.row + row, area.column + column), area);
      }
    }
  }
  return merged;
}

function GridCell({ cell, style, goesOn }: { cell: Cell | undefined; style: CSSProperties; goesOn: boolean }) {
  const look = cell?.look;
  return (
    <span
      role="cell"
      className={classes.cell}
      data-formula={cell?.isFormula || undefined}
      data-goes-on={goesOn || undefined}
      data-filled={Boolean(look?.fill) || undefined}
      data-bold={look?.isBold || undefined}
      data-italic={look?.isItalic || undefined}
      data-underlined={look?.isUnderlined || undefined}
      data-wraps={look?.wraps || undefined}
      data-align={look?.align ?? (cell?.isNumber ? 'right' : undefined)}
      title={cell && cell.text.length > 12 ? cell.text : undefined}
      style={{
        ...style,
        // The color of letters is used only together with a fill, because documents choose it for white paper.
        ...(look?.fill && { backgroundColor: look.fill, color: look.color ?? '#1c1e21' }),
        ...(!look?.fill && look?.color && look.color !== '#000000' && { '--cell-ink': look.color }),
      }}
    >
      {cell?.text}
    </span>
  );
}
