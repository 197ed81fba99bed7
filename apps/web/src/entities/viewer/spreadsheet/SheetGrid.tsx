import type { Area, Book } from '@atrium/richtext/sheet/book.ts';
import type { Side } from '@atrium/richtext/sheet/sheetParts.ts';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { GridCell } from './GridCell.tsx';
import { areaOf, type CellPosition, HEAD_PX, type Selection, selectionOf } from './geometry.ts';
import { LineHeads } from './LineHeads.tsx';
import classes from './Spreadsheet.module.css';
import { useCellPointer } from './useCellPointer.ts';
import { useGridLayout } from './useGridLayout.ts';

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
  /** Called on a click. True if it inserts the cell into the formula that is being written. */
  onPick: (spot: CellPosition) => boolean;
  onEdit: () => void;
  onResize: (side: Side, index: number, size: number) => void;
  onMenu: (at: { x: number; y: number }) => void;
}

const contains = ({ top, left, bottom, right }: Area, { row, column }: CellPosition): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** The cells of a sheet. Only those in view are in the document. */
export function SheetGrid(props: Props) {
  const { name, book, sheet, selection, others, isReadOnly, box, editor, onSelect, onPick, onEdit, onMenu } = props;
  const layout = useGridLayout({ book, sheet, selection, box });
  const { rows, columns, tops, lefts, headWidth, shownRows, shownColumns, placeOf, spotAt } = layout;
  const pointer = useCellPointer({ selection, spotAt, onSelect, onPick, onEdit });
  const { active } = selection;
  const area = areaOf(selection);
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
      onScroll={layout.look}
      {...pointer}
      onDoubleClick={onEdit}
      onContextMenu={(event) => {
        event.preventDefault();
        const spot = spotAt(event);
        if (spot && !contains(area, spot)) onSelect(selectionOf(spot));
        onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <div
        className={classes.grid}
        role="presentation"
        style={{ width: headWidth + (lefts.at(-1) ?? 0), height: HEAD_PX + (tops.at(-1) ?? 0) }}
      >
        <LineHeads {...{ book, sheet, layout, selection, isReadOnly, onSelect }} onResize={props.onResize} />
        {shownRows.map((row) => (
          <div key={rows.ids[row]} role="row" aria-rowindex={row + 1}>
            {shownColumns.map((column) => (
              <GridCell
                key={columns.ids[column]}
                book={book}
                sheet={sheet}
                row={row}
                column={column}
                isChosen={contains(area, { row, column })}
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
        <span className={classes.active} style={placeOf(areaOf(selectionOf(active)))} aria-hidden="true" />
        {editor && (
          <div className={classes.editing} style={placeOf(areaOf(selectionOf(active)))}>
            {editor}
          </div>
        )}
      </div>
    </div>
  );
}
