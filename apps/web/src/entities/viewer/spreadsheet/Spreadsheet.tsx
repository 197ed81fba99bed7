import type { Parts } from '@atrium/richtext/document/parts.ts';
import { columnName } from '@atrium/richtext/sheet/axis.ts';
import type { Area } from '@atrium/richtext/sheet/book.ts';
import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { isFocusFree } from '../focus.ts';
import type { SharedParts } from '../parts.ts';
import { CellEditor } from './CellEditor.tsx';
import { areaOf, selectionOf } from './geometry.ts';
import { CellItems } from './LineItems.tsx';
import { SheetGrid } from './SheetGrid.tsx';
import { SheetTabs } from './SheetTabs.tsx';
import { SheetTools } from './SheetTools.tsx';
import classes from './Spreadsheet.module.css';
import { sheetCommands } from './sheetCommands.ts';
import { sheetKeys } from './sheetKeys.ts';
import { useCellEdit } from './useCellEdit.ts';
import { useOpenSheet } from './useOpenSheet.ts';

interface Props {
  name: string;
  parts: Parts;
  /** The shared state; without it, the spreadsheet is only shown. */
  shared?: SharedParts | undefined;
  isReadOnly: boolean;
}

/** Writes an area as `B2`, or as `B2:C4`. */
const placeWords = ({ top, left, bottom, right }: Area): string => {
  const first = `${columnName(left)}${top + 1}`;
  return top === bottom && left === right ? first : `${first}:${columnName(right)}${bottom + 1}`;
};

/** A spreadsheet: a grid of cells with formulas, which several people change at once. */
export function Spreadsheet({ name, parts, shared, isReadOnly }: Props) {
  const mayChange = !isReadOnly && shared !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<Point | null>(null);
  const focus = () => box.current?.focus({ preventScroll: true });
  const open = useOpenSheet(parts, shared);
  const { book, sheet, change, selection, setSelection, active, area, look } = open;
  useEffect(() => {
    if (mayChange && isFocusFree()) box.current?.focus({ preventScroll: true });
  }, [mayChange]);
  const cell = useCellEdit({ open, mayChange, focus });
  const { draft, isAbove, commit } = cell;
  const commands = sheetCommands(open, focus);
  const { paint, toggle, insert, remove, clear } = commands;
  const keys = sheetKeys({ open, commands, cell, shared: mayChange ? shared : null, box });
  const openSheet = (id: string) => {
    commit();
    open.open(id);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys work wherever the focus is inside
    <section className={classes.sheet} aria-label={name} data-own-keys {...keys}>
      <SheetTools
        {...{ name, book, sheet, look, mayChange, change, paint, toggle, insert, remove, openSheet }}
        onUndo={() => shared?.undo()}
        onRedo={() => shared?.redo()}
      />
      <div className={classes.line}>
        <span className={classes.place}>{placeWords(area)}</span>
        <input
          className={classes.formula}
          aria-label={t('sheet.content')}
          readOnly={!mayChange}
          value={draft ?? open.content}
          onFocus={cell.editAbove}
          onBlur={() => isAbove && commit()}
          onChange={(event) => cell.setDraft(event.currentTarget.value)}
          onKeyDown={cell.onFieldKeys}
        />
      </div>
      <SheetGrid
        {...{ name, book, sheet, selection, isReadOnly, box }}
        others={open.others}
        editor={
          draft === null || isAbove ? null : (
            <CellEditor
              ref={cell.field}
              label={t('sheet.cell', { place: placeWords(areaOf(selectionOf(active))) })}
              value={draft}
              onChange={cell.setDraft}
              onKeyDown={cell.onFieldKeys}
              onBlur={commit}
            />
          )
        }
        onSelect={(next) => {
          commit();
          setSelection(next);
        }}
        onPick={cell.pick}
        onEdit={() => cell.edit()}
        onResize={(side, index, size) => change(book.resize(sheet, side, index, size))}
        onMenu={(at) => mayChange && setMenu(at)}
      />
      <SheetTabs {...{ book, sheet, area, mayChange, change }} onOpen={openSheet} />
      <PointMenu at={menu} label={t('sheet.menu')} onClose={() => setMenu(null)}>
        <CellItems area={area} onInsert={insert} onRemove={remove} onClear={clear} />
      </PointMenu>
    </section>
  );
}
