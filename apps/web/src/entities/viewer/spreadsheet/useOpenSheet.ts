import type { Parts } from '@atrium/richtext/document/parts.ts';
import type { Book } from '@atrium/richtext/sheet/book.ts';
import type { Side } from '@atrium/richtext/sheet/sheetParts.ts';
import { useEffect, useState } from 'react';
import type { Chosen, SharedParts } from '../parts.ts';
import { editedText } from './cellText.ts';
import { areaOf, type CellPosition, type Selection, selectionOf } from './geometry.ts';
import type { OtherSelection } from './SheetGrid.tsx';
import { useBook } from './useBook.ts';

export type OpenSheet = ReturnType<typeof useOpenSheet>;

const START = selectionOf({ row: 0, column: 0 });

/** The wanted sheet, or the first one if the wanted one was removed. */
const sheetIn = ({ tabs }: Book, wanted: string): string =>
  tabs.some(({ id }) => id === wanted) ? wanted : (tabs[0]?.id ?? '');

/** The open sheet, its selection, and the selections of others, who see this one as well. */
export function useOpenSheet(parts: Parts, shared: SharedParts | undefined) {
  const [wanted, setWanted] = useState('');
  const [selection, setSelection] = useState<Selection>(START);
  // The selection moves with its cells when others insert or remove lines.
  const { book, change } = useBook(parts, shared, (before, after) => {
    const sheet = sheetIn(before, wanted);
    setSelection(({ active: from, other: to }) => ({
      active: followed(from, sheet, before, after),
      other: followed(to, sheet, before, after),
    }));
  });
  const sheet = sheetIn(book, wanted);
  const { active, other } = selection;
  const others = useOthers(shared, sheet, book);

  const [rows, columns] = [book.axis(sheet, 'r'), book.axis(sheet, 'k')];
  const idsOf = ({ row, column }: CellPosition) => [rows.idAt(row), columns.idAt(column)];
  const place = JSON.stringify([sheet, ...idsOf(active), ...idsOf(other)]);
  useEffect(() => {
    shared?.select(place);
  }, [shared, place]);

  const look = book.lookAt(sheet, active.row, active.column);
  return {
    ...{ book, change, sheet, selection, setSelection, active, others },
    area: areaOf(selection),
    /** The format of the active cell. */
    look,
    /** The content of the active cell, as a person would type it. */
    content:
      book.formulaAt(sheet, active.row, active.column) ??
      editedText(book.valueAt(sheet, active.row, active.column), look),
    open(id: string) {
      setWanted(id);
      setSelection(START);
    },
  };
}

function followed({ row, column }: CellPosition, sheet: string, before: Book, after: Book): CellPosition {
  const at = (side: Side, index: number) => {
    const id = before.axis(sheet, side).idAt(index);
    const axis = after.axis(sheet, side);
    return axis.indexOf(id) ?? Math.max(0, Math.min(axis.after(id), axis.ids.length - 1));
  };
  return { row: at('r', row), column: at('k', column) };
}

/** The selections of others in this sheet. */
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
