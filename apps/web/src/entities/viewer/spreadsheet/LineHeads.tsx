import { columnName } from '@atrium/richtext/sheet/axis.ts';
import type { Book } from '@atrium/richtext/sheet/book.ts';
import type { Side } from '@atrium/richtext/sheet/sheetParts.ts';
import type { PointerEvent } from 'react';
import { areaOf, HEAD_PX, type Selection } from './geometry.ts';
import classes from './Spreadsheet.module.css';
import type { GridLayout } from './useGridLayout.ts';

interface Props {
  book: Book;
  sheet: string;
  layout: GridLayout;
  selection: Selection;
  isReadOnly: boolean;
  onSelect: (selection: Selection) => void;
  onResize: (side: Side, index: number, size: number) => void;
}

/** The letters of columns and the numbers of rows, which select whole lines; dragging their edges changes the size. */
export function LineHeads({ book, sheet, layout, selection, isReadOnly, onSelect, onResize }: Props) {
  const { rows, columns, tops, headWidth, shownRows, shownColumns, placeOf } = layout;
  const { active } = selection;
  const area = areaOf(selection);
  const used = () => {
    const { rows, columns } = book.usedArea(sheet);
    return { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) };
  };
  const handle = (side: Side, index: number) =>
    !isReadOnly && (
      <span
        className={classes.handle}
        data-side={side}
        onPointerDown={(event) => resizeLine(event, { layout, side, index, onResize })}
      />
    );
  return (
    <>
      <div className={classes.top} style={{ height: HEAD_PX }} aria-hidden="true">
        <span
          className={classes.corner}
          style={{ width: headWidth, height: HEAD_PX }}
          onPointerDown={(event) => {
            event.stopPropagation();
            onSelect({ active: { row: 0, column: 0 }, other: used() });
          }}
        />
        {shownColumns.map((column) => (
          <span
            key={columns.ids[column]}
            className={classes.head}
            data-chosen={(column >= area.left && column <= area.right) || undefined}
            style={{
              ...placeOf({ top: 0, left: column, bottom: 0, right: column }),
              ...{ top: 0, height: HEAD_PX },
            }}
            onPointerDown={(event) => {
              event.stopPropagation();
              const from = event.shiftKey ? active.column : column;
              onSelect({ active: { row: 0, column: from }, other: { row: used().row, column } });
            }}
          >
            {columnName(column)}
            {handle('k', column)}
          </span>
        ))}
      </div>
      <div className={classes.side} style={{ width: headWidth }} aria-hidden="true">
        {shownRows.map((row) => (
          <span
            key={rows.ids[row]}
            className={classes.head}
            data-chosen={(row >= area.top && row <= area.bottom) || undefined}
            style={{
              ...placeOf({ top: row, left: 0, bottom: row, right: 0 }),
              ...{ top: tops[row] ?? 0, left: 0, width: headWidth },
            }}
            onPointerDown={(event) => {
              event.stopPropagation();
              const from = event.shiftKey ? active.row : row;
              onSelect({ active: { row: from, column: 0 }, other: { row, column: used().column } });
            }}
          >
            {row + 1}
            {handle('r', row)}
          </span>
        ))}
      </div>
    </>
  );
}

interface Resizing extends Pick<Props, 'layout' | 'onResize'> {
  side: Side;
  index: number;
}

/** Follows the pointer until it is lifted. */
function resizeLine(event: PointerEvent<HTMLSpanElement>, { layout, side, index, onResize }: Resizing): void {
  const { lefts, tops, setSizing } = layout;
  event.stopPropagation();
  event.preventDefault();
  const starts = side === 'k' ? lefts : tops;
  const before = (starts[index + 1] ?? 0) - (starts[index] ?? 0);
  const from = side === 'k' ? event.clientX : event.clientY;
  const handle = event.currentTarget;
  handle.setPointerCapture(event.pointerId);
  const sizeAt = (at: { clientX: number; clientY: number }) =>
    Math.max(side === 'k' ? 24 : 18, Math.min(1000, before + (side === 'k' ? at.clientX : at.clientY) - from));
  const drawn = (at: globalThis.PointerEvent) => setSizing({ side, index, size: sizeAt(at) });
  const ended = (at: globalThis.PointerEvent) => {
    handle.removeEventListener('pointermove', drawn);
    setSizing(null);
    if (at.type === 'pointerup') onResize(side, index, sizeAt(at));
  };
  handle.addEventListener('pointermove', drawn);
  handle.addEventListener('pointerup', ended, { once: true });
  handle.addEventListener('pointercancel', ended, { once: true });
}
