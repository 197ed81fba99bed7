import type { Parts } from '@atrium/richtext/document/parts.ts';
import { columnName } from '@atrium/richtext/sheet/axis.ts';
import type { Area, Book, Changes } from '@atrium/richtext/sheet/book.ts';
import type { Look, Side } from '@atrium/richtext/sheet/sheetParts.ts';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { isFocusFree } from '../focus.ts';
import type { Chosen, SharedParts } from '../parts.ts';
import { editedText, typedValue } from './cellText.ts';
import { copyArea, MAX_PASTED, pasteAt } from './clipboard.ts';
import { areaOf, type Selection, type Spot } from './geometry.ts';
import { CellItems } from './LineItems.tsx';
import { afterField, moved } from './moving.ts';
import { type OtherSelection, SheetGrid } from './SheetGrid.tsx';
import { SheetTabs } from './SheetTabs.tsx';
import { SheetTools } from './SheetTools.tsx';
import classes from './Spreadsheet.module.css';
import { useBook } from './useBook.ts';

interface Props {
  name: string;
  parts: Parts;
  /** Without it, the spreadsheet is only shown. */
  shared?: SharedParts | undefined;
  isReadOnly: boolean;
}

const START: Selection = { active: { row: 0, column: 0 }, other: { row: 0, column: 0 } };
const alone = (spot: Spot): Selection => ({ active: spot, other: spot });
/** More cells are not changed at once. */
const MAX_PAINTED = 5000;
const sizeOf = ({ top, left, bottom, right }: Area) => (bottom - top + 1) * (right - left + 1);

/** A spreadsheet: a grid of cells with formulas, which several people change at once. */
export function Spreadsheet({ name, parts, shared, isReadOnly }: Props) {
  // What one has chosen stays with its cells when others insert or remove lines.
  const { book, change } = useBook(parts, shared, (before, after) => {
    setSelection(({ active: from, other: to }) => ({
      active: followed(from, sheet, before, after),
      other: followed(to, sheet, before, after),
    }));
  });
  const [open, setOpen] = useState('');
  const sheet = book.tabs.some(({ id }) => id === open) ? open : (book.tabs[0]?.id ?? '');
  const [selection, setSelection] = useState<Selection>(START);
  /** What is typed into the active cell; null while it is not edited. */
  const [draft, showDraft] = useState<string | null>(null);
  /** The same at once: leaving the field ends it, and moving the focus leaves the field. */
  const typed = useRef<string | null>(null);
  const setDraft = (text: string | null) => {
    typed.current = text;
    showDraft(text);
  };
  /** Whether it is typed above the cells. */
  const [isAbove, setAbove] = useState(false);
  const [menu, setMenu] = useState<Point | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { active } = selection;
  const area = areaOf(selection);
  const mayChange = !isReadOnly && shared !== undefined;

  const others = useOthers(shared, sheet, book);
  const [rowId, columnId] = [book.axis(sheet, 'r').idAt(active.row), book.axis(sheet, 'k').idAt(active.column)];
  const otherIds = [
    book.axis(sheet, 'r').idAt(selection.other.row),
    book.axis(sheet, 'k').idAt(selection.other.column),
  ];
  const place = JSON.stringify([sheet, rowId, columnId, ...otherIds]);
  useEffect(() => {
    shared?.select(place);
  }, [shared, place]);

  const look = book.lookAt(sheet, active.row, active.column);
  const whole =
    book.formulaAt(sheet, active.row, active.column) ??
    editedText(book.valueAt(sheet, active.row, active.column), look);
  const focus = () => box.current?.focus({ preventScroll: true });
  useEffect(() => {
    if (mayChange && isFocusFree()) box.current?.focus({ preventScroll: true });
  }, [mayChange]);
  const openSheet = (id: string) => {
    commit();
    setOpen(id);
    setSelection(START);
  };

  const edit = (text?: string) => {
    if (!mayChange) return;
    setSelection(alone(active));
    setAbove(false);
    setDraft(text ?? whole);
  };
  /** Stores what was typed, if anything was. */
  function commit(): void {
    const text = typed.current;
    if (text === null) return;
    setDraft(null);
    if (text === whole) return;
    const { input, format } = typedValue(text, look?.format);
    const changes: Changes = new Map(book.write(sheet, active.row, active.column, input));
    if (format)
      for (const [key, value] of book.paint(sheet, areaOf(alone(active)), { format })) changes.set(key, value);
    change(changes);
  }
  const finish = (to: Spot | null) => {
    commit();
    if (to) setSelection(alone(to));
    focus();
  };
  const cancel = () => {
    setDraft(null);
    focus();
  };
  const paint = (fields: { [F in keyof Look]?: Look[F] | undefined }) => {
    if (sizeOf(area) > MAX_PAINTED) return notify(t('sheet.too_large', { count: MAX_PAINTED }), { kind: 'error' });
    change(book.paint(sheet, area, fields));
    focus();
  };
  const clear = () => change(book.clear(sheet, clipped(area, book.usedArea(sheet))));
  const insert = (side: Side, isAfter: boolean) => {
    const [from, to] = side === 'r' ? [area.top, area.bottom] : [area.left, area.right];
    change(book.insertLines(sheet, side, isAfter ? to + 1 : from, Math.min(100, to - from + 1)));
    focus();
  };
  const remove = (side: Side) => {
    const [from, to] = side === 'r' ? [area.top, area.bottom] : [area.left, area.right];
    change(book.removeLines(sheet, side, from, Math.min(1000, to - from + 1)));
    setSelection(alone(active));
    focus();
  };
  const toggle = (of: 'bold' | 'italic' | 'underline' | 'strike' | 'wrap') =>
    paint({ [of]: look?.[of] ? undefined : true });

  /** A click names a cell in a formula that waits for one. */
  const pick = (spot: Spot): boolean => {
    if (draft === null) return false;
    if (!/^=(.*[=(,;+\-*/&<>^:]\s*)?$/s.test(draft)) {
      finish(spot);
      return false;
    }
    setDraft(`${draft}${columnName(spot.column)}${spot.row + 1}`);
    return true;
  };
  const onKeys = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && (key === 'z' || key === 'y') && draft === null) {
      event.preventDefault();
      event.stopPropagation();
      if (!mayChange) return;
      if (key === 'y' || event.shiftKey) shared.redo();
      else shared.undo();
      return;
    }
    if (event.target !== box.current) return;
    const marks = { b: 'bold', i: 'italic', u: 'underline' } as const;
    const mark = isCommand && Object.hasOwn(marks, key) ? marks[key as 'b'] : undefined;
    const next = moved(event, selection, book, sheet, box.current?.clientHeight ?? 480);
    if (next) setSelection(next);
    else if (mark && mayChange) toggle(mark);
    else if (isCommand && key === 'a') {
      const { rows, columns } = book.usedArea(sheet);
      setSelection({
        active: { row: 0, column: 0 },
        other: { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) },
      });
    } else if (isCommand && key === 'd' && mayChange) {
      const cells = book.copied(sheet, { ...area, bottom: area.top });
      const changes: Changes = new Map();
      for (let row = area.top + 1; row <= Math.min(area.bottom, area.top + MAX_PAINTED); row++)
        for (const [part, value] of book.paste(sheet, { row, column: area.left }, cells, {
          row: area.top,
          column: area.left,
        }))
          changes.set(part, value);
      change(changes);
    } else if (isCommand || event.altKey) return;
    else if ((key === 'delete' || key === 'backspace') && mayChange) clear();
    else if (event.key === 'F2' && mayChange) edit();
    else if (event.key.length === 1 && mayChange && !event.nativeEvent.isComposing) edit(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onCopy = (event: ClipboardEvent, isCut = false) => {
    if (event.target !== box.current) return;
    event.preventDefault();
    if (sizeOf(area) > MAX_PASTED * 4)
      return notify(t('sheet.too_large', { count: MAX_PASTED * 4 }), { kind: 'error' });
    copyArea(book, sheet, area, event.clipboardData);
    if (isCut && mayChange) clear();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== box.current || !mayChange) return;
    event.preventDefault();
    const at = { row: area.top, column: area.left };
    const pasted = pasteAt(book, sheet, at, event.clipboardData);
    if (!pasted) return;
    change(pasted.changes);
    setSelection({ active: at, other: { row: at.row + pasted.rows - 1, column: at.column + pasted.columns - 1 } });
  };
  const onFieldKeys = (event: KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
    } else if (event.key === 'Enter' && !event.altKey) {
      event.preventDefault();
      finish(afterField(active, 'Enter', event.shiftKey));
    } else if (event.key === 'Tab') {
      event.preventDefault();
      finish(afterField(active, 'Tab', event.shiftKey));
    }
  };
  useEffect(() => {
    if (draft === null || isAbove) return;
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the field opens
  }, [draft === null, isAbove]);
  const lines = useMemo(() => (draft ?? '').split('\n'), [draft]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys work wherever the focus is inside
    <section
      className={classes.sheet}
      aria-label={name}
      data-own-keys
      onKeyDown={onKeys}
      onCopy={(event) => onCopy(event)}
      onCut={(event) => onCopy(event, true)}
      onPaste={onPaste}
    >
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
          value={draft ?? whole}
          onFocus={() => {
            if (!mayChange) return;
            setAbove(true);
            setDraft(draft ?? whole);
          }}
          onBlur={() => isAbove && commit()}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onFieldKeys}
        />
      </div>
      <SheetGrid
        {...{ name, book, sheet, selection, others, isReadOnly, box }}
        editor={
          draft === null || isAbove ? null : (
            <textarea
              ref={field}
              className={classes.editor}
              aria-label={t('sheet.cell', { place: placeWords(areaOf(alone(active))) })}
              value={draft}
              rows={lines.length}
              style={{
                width: `${Math.min(60, Math.max(...lines.map(({ length }) => length)) + 2)}ch`,
                height: lines.length * 19 + 6,
              }}
              onChange={(event) => setDraft(event.currentTarget.value)}
              onKeyDown={onFieldKeys}
              onBlur={() => commit()}
            />
          )
        }
        onSelect={(next) => {
          commit();
          setSelection(next);
        }}
        onPick={pick}
        onEdit={() => edit()}
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

function followed({ row, column }: Spot, sheet: string, before: Book, after: Book): Spot {
  const at = (side: Side, index: number) => {
    const id = before.axis(sheet, side).idAt(index);
    const axis = after.axis(sheet, side);
    return axis.indexOf(id) ?? Math.max(0, Math.min(axis.after(id), axis.ids.length - 1));
  };
  return { row: at('r', row), column: at('k', column) };
}

/** `B2`, or `B2:C4`. */
const placeWords = ({ top, left, bottom, right }: Area): string => {
  const first = `${columnName(left)}${top + 1}`;
  return top === bottom && left === right ? first : `${first}:${columnName(right)}${bottom + 1}`;
};

const clipped = (area: Area, used: { rows: number; columns: number }): Area => ({
  ...area,
  bottom: Math.min(area.bottom, used.rows - 1),
  right: Math.min(area.right, used.columns - 1),
});

/** What the others have chosen in this sheet. */
function useOthers(shared: SharedParts | undefined, sheet: string, book: Book): OtherSelection[] {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  useEffect(() => shared?.onSelections(setChosen), [shared]);
  return chosen.flatMap(({ key, name, color, place }) => {
    const ids = idsIn(place);
    if (ids?.[0] !== sheet) return [];
    const [, row = '', column = '', otherRow = '', otherColumn = ''] = ids;
    const spots = [book.axis(sheet, 'r').indexOf(row), book.axis(sheet, 'k').indexOf(column)];
    const ends = [book.axis(sheet, 'r').indexOf(otherRow), book.axis(sheet, 'k').indexOf(otherColumn)];
    const [r, c, r2, c2] = [...spots, ...ends];
    if (r === undefined || c === undefined || r2 === undefined || c2 === undefined) return [];
    const area = areaOf({ active: { row: r, column: c }, other: { row: r2, column: c2 } });
    return [{ key, name, color, area }];
  });
}

function idsIn(place: string): string[] | null {
  try {
    const ids: unknown = JSON.parse(place);
    return Array.isArray(ids) && ids.length === 5 && ids.every((id) => typeof id === 'string') ? ids : null;
  } catch {
    return null;
  }
}
