import { columnName } from '@atrium/richtext/sheet/axis.ts';
import type { Area, Book } from '@atrium/richtext/sheet/book.ts';
import type { Side } from '@atrium/richtext/sheet/sheetParts.ts';
import { CellError } from '@atrium/richtext/sheet/values.ts';
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '#sync/language.ts';
import { shownText } from './cellText.ts';
import { areaOf, COLUMN_PX, HEAD_PX, indexAt, offsets, ROW_PX, range, type Selection, type Spot } from './geometry.ts';
import classes from './Spreadsheet.module.css';

/** Cells around the visible ones, so that scrolling shows no gaps. */
const AROUND_PX = 240;
/** Where a touch does not scroll but chooses: longer than a tap takes to move. */
const SLACK_PX = 6;

export interface OtherSelection {
  key: string;
  name: string;
  color: string;
  area: Area;
}

interface Props {
  name: string;
  book: Book;
  sheet: string;
  selection: Selection;
  others: readonly OtherSelection[];
  isReadOnly: boolean;
  /** The container of the cells, which has the focus. */
  box: RefObject<HTMLDivElement | null>;
  /** The field in the active cell, while it is edited. */
  editor: ReactNode;
  onSelect: (selection: Selection) => void;
  /** Whether a click names the cell in the formula that is being written. */
  onPick: (spot: Spot) => boolean;
  onEdit: () => void;
  onResize: (side: Side, index: number, size: number) => void;
  onMenu: (at: { x: number; y: number }) => void;
}

/** The cells of a sheet. Only those in view are in the document. */
export function SheetGrid(props: Props) {
  const { name, book, sheet, selection, others, isReadOnly, box, editor, onSelect, onPick, onEdit, onMenu } = props;
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
  // The active cell stays in view.
  const { active, other } = selection;
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
  const placeOf = ({ top, left, bottom, right }: Area): CSSProperties => ({
    top: HEAD_PX + (tops[top] ?? 0),
    left: headWidth + (lefts[left] ?? 0),
    height: (tops[bottom + 1] ?? tops.at(-1) ?? 0) - (tops[top] ?? 0),
    width: (lefts[right + 1] ?? lefts.at(-1) ?? 0) - (lefts[left] ?? 0),
  });
  const spotAt = (event: { clientX: number; clientY: number }): Spot | null => {
    const frame = box.current?.getBoundingClientRect();
    if (!frame || !box.current) return null;
    const x = event.clientX - frame.left - headWidth + box.current.scrollLeft;
    const y = event.clientY - frame.top - HEAD_PX + box.current.scrollTop;
    return { row: indexAt(tops, Math.max(0, y)), column: indexAt(lefts, Math.max(0, x)) };
  };
  const area = areaOf(selection);
  const drag = useRef<{ x: number; y: number; isTouch: boolean } | null>(null);
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.target instanceof HTMLTextAreaElement || event.button !== 0) return;
    const spot = spotAt(event);
    if (!spot) return;
    if (onPick(spot)) return event.preventDefault();
    drag.current = { x: event.clientX, y: event.clientY, isTouch: event.pointerType === 'touch' };
    // A finger scrolls; it chooses when it is lifted where it was put.
    if (event.pointerType === 'touch') return;
    onSelect(event.shiftKey ? { active, other: spot } : { active: spot, other: spot });
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (!drag.current || drag.current.isTouch || (event.buttons & 1) === 0) return;
    const spot = spotAt(event);
    if (spot && (spot.row !== other.row || spot.column !== other.column)) onSelect({ active, other: spot });
  };
  const release = (event: PointerEvent<HTMLDivElement>) => {
    const begun = drag.current;
    drag.current = null;
    if (!begun?.isTouch || Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLACK_PX) return;
    const spot = spotAt(event);
    if (!spot) return;
    if (spot.row === active.row && spot.column === active.column) onEdit();
    else onSelect({ active: spot, other: spot });
  };
  const resize = (side: Side, index: number) => (event: PointerEvent<HTMLSpanElement>) => {
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
      if (at.type === 'pointerup') props.onResize(side, index, sizeAt(at));
    };
    handle.addEventListener('pointermove', drawn);
    handle.addEventListener('pointerup', ended, { once: true });
    handle.addEventListener('pointercancel', ended, { once: true });
  };
  const lines = (from: number, to: number, length: number) => range(from, Math.min(to, length - 1));
  const shownRows = lines(first.row, last.row, rows.ids.length);
  const shownColumns = lines(first.column, last.column, columns.ids.length);
  return (
    <div
      ref={box}
      className={classes.box}
      data-own-keys
      tabIndex={0}
      role="grid"
      aria-label={name}
      aria-readonly={isReadOnly}
      aria-rowcount={rows.ids.length}
      aria-colcount={columns.ids.length}
      aria-multiselectable="true"
      aria-activedescendant={`cell-${active.row}-${active.column}`}
      onScroll={look}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onDoubleClick={onEdit}
      onContextMenu={(event) => {
        event.preventDefault();
        const spot = spotAt(event);
        const isInside =
          spot &&
          spot.row >= area.top &&
          spot.row <= area.bottom &&
          spot.column >= area.left &&
          spot.column <= area.right;
        if (spot && !isInside) onSelect({ active: spot, other: spot });
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <div
        className={classes.grid}
        role="presentation"
        style={{ width: headWidth + (lefts.at(-1) ?? 0), height: HEAD_PX + (tops.at(-1) ?? 0) }}
      >
        <div className={classes.top} style={{ height: HEAD_PX }} aria-hidden="true">
          <span
            className={classes.corner}
            style={{ width: headWidth, height: HEAD_PX }}
            onPointerDown={(event) => {
              event.stopPropagation();
              const used = book.usedArea(sheet);
              const end = { row: Math.max(0, used.rows - 1), column: Math.max(0, used.columns - 1) };
              onSelect({ active: { row: 0, column: 0 }, other: end });
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
                const end = Math.max(0, book.usedArea(sheet).rows - 1);
                onSelect({ active: { row: 0, column: from }, other: { row: end, column } });
              }}
            >
              {columnName(column)}
              {!isReadOnly && <span className={classes.handle} data-side="k" onPointerDown={resize('k', column)} />}
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
                const end = Math.max(0, book.usedArea(sheet).columns - 1);
                onSelect({ active: { row: from, column: 0 }, other: { row, column: end } });
              }}
            >
              {row + 1}
              {!isReadOnly && <span className={classes.handle} data-side="r" onPointerDown={resize('r', row)} />}
            </span>
          ))}
        </div>
        {shownRows.map((row) => (
          <div key={rows.ids[row]} role="row" aria-rowindex={row + 1}>
            {shownColumns.map((column) => (
              <GridCell
                key={columns.ids[column]}
                book={book}
                sheet={sheet}
                row={row}
                column={column}
                isChosen={row >= area.top && row <= area.bottom && column >= area.left && column <= area.right}
                style={placeOf({ top: row, left: column, bottom: row, right: column })}
              />
            ))}
          </div>
        ))}
        {(area.top !== area.bottom || area.left !== area.right) && (
          <span className={classes.chosen} style={placeOf(area)} aria-hidden="true" />
        )}
        {others.map(({ key, name: person, color, area: theirs }) => (
          <span
            key={key}
            className={classes.other}
            data-top={theirs.top === 0 || undefined}
            style={{ ...placeOf(theirs), '--person': color } as CSSProperties}
            aria-hidden="true"
          >
            <span>{person}</span>
          </span>
        ))}
        <span
          className={classes.active}
          style={placeOf({ top: active.row, left: active.column, bottom: active.row, right: active.column })}
          aria-hidden="true"
        />
        {editor && (
          <div
            className={classes.editing}
            style={placeOf({ top: active.row, left: active.column, bottom: active.row, right: active.column })}
          >
            {editor}
          </div>
        )}
      </div>
    </div>
  );
}

interface CellProps {
  book: Book;
  sheet: string;
  row: number;
  column: number;
  isChosen: boolean;
  style: CSSProperties;
}

function GridCell({ book, sheet, row, column, isChosen, style }: CellProps) {
  const look = book.lookAt(sheet, row, column);
  const value = book.valueAt(sheet, row, column);
  const text = shownText(value, look);
  const line = look?.underline && look.strike ? 'both' : look?.underline ? 'underline' : look?.strike && 'strike';
  const isError = value instanceof CellError;
  const align =
    look?.align ?? (typeof value === 'number' ? 'right' : typeof value === 'boolean' ? 'center' : undefined);
  return (
    <span
      role="gridcell"
      id={`cell-${row}-${column}`}
      className={classes.cell}
      aria-colindex={column + 1}
      aria-selected={isChosen}
      aria-label={`${columnName(column)}${row + 1} ${text}`}
      data-bold={look?.bold || undefined}
      data-italic={look?.italic || undefined}
      data-line={line || undefined}
      data-wrap={look?.wrap || undefined}
      data-align={align}
      data-error={isError || undefined}
      title={isError ? t('sheet.error', { code: text }) : text.length > 12 ? text : undefined}
      style={{
        ...style,
        ...(look?.fill && { backgroundColor: look.fill, color: inkOn(look.fill) }),
        ...(look?.color && { color: look.color }),
      }}
    >
      {text}
    </span>
  );
}

/** Letters that can be read on a fill, in both themes. */
function inkOn(fill: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(fill.slice(at, at + 2), 16));
  const light = 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0);
  return light > 140 ? '#1a1c20' : '#ffffff';
}
