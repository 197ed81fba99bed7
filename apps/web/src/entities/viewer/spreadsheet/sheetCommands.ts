import type { Area, Changes } from '@atrium/richtext/sheet/book.ts';
import type { Look, Side } from '@atrium/richtext/sheet/sheetParts.ts';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { copyArea, MAX_PASTED, pasteAt } from './clipboard.ts';
import { selectionOf, sizeOf } from './geometry.ts';
import type { OpenSheet } from './useOpenSheet.ts';

export type SheetCommands = ReturnType<typeof sheetCommands>;

/** The most cells that are changed at once. */
const MAX_PAINTED = 5000;

const clipped = (area: Area, used: { rows: number; columns: number }): Area => ({
  ...area,
  bottom: Math.min(area.bottom, used.rows - 1),
  right: Math.min(area.right, used.columns - 1),
});

/** The commands for the chosen cells. `focus` gives the focus back to the cells. */
export function sheetCommands(open: OpenSheet, focus: () => void) {
  const { book, sheet, change, area, active, look, setSelection } = open;
  const linesOf = (side: Side) =>
    (side === 'r' ? [area.top, area.bottom] : [area.left, area.right]) as [number, number];
  const paint = (fields: { [F in keyof Look]?: Look[F] | undefined }) => {
    if (sizeOf(area) > MAX_PAINTED) return notify(t('sheet.too_large', { count: MAX_PAINTED }), { kind: 'error' });
    change(book.paint(sheet, area, fields));
    focus();
  };
  return {
    paint,
    toggle: (of: 'bold' | 'italic' | 'underline' | 'strike' | 'wrap') => paint({ [of]: look?.[of] ? undefined : true }),
    clear: () => change(book.clear(sheet, clipped(area, book.usedArea(sheet)))),
    insert(side: Side, isAfter: boolean) {
      const [from, to] = linesOf(side);
      change(book.insertLines(sheet, side, isAfter ? to + 1 : from, Math.min(100, to - from + 1)));
      focus();
    },
    remove(side: Side) {
      const [from, to] = linesOf(side);
      change(book.removeLines(sheet, side, from, Math.min(1000, to - from + 1)));
      setSelection(selectionOf(active));
      focus();
    },
    selectAll() {
      const { rows, columns } = book.usedArea(sheet);
      setSelection({
        active: { row: 0, column: 0 },
        other: { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) },
      });
    },
    /** Copies the first row of the chosen cells into those below. */
    fillDown() {
      const from = { row: area.top, column: area.left };
      const cells = book.copied(sheet, { ...area, bottom: area.top });
      const changes: Changes = new Map();
      for (let row = area.top + 1; row <= Math.min(area.bottom, area.top + MAX_PAINTED); row++)
        for (const [part, value] of book.paste(sheet, { row, column: area.left }, cells, from))
          changes.set(part, value);
      change(changes);
    },
    /** Copies the chosen cells; false if there are too many. */
    copy(to: DataTransfer, isCut = false): boolean {
      if (sizeOf(area) > MAX_PASTED * 4) {
        notify(t('sheet.too_large', { count: MAX_PASTED * 4 }), { kind: 'error' });
        return false;
      }
      copyArea(book, sheet, area, to, isCut);
      return true;
    },
    paste(from: DataTransfer) {
      const at = { row: area.top, column: area.left };
      const pasted = pasteAt(book, sheet, at, from);
      if (!pasted) return;
      if (pasted === 'large') return notify(t('sheet.too_large', { count: MAX_PASTED }), { kind: 'error' });
      change(pasted.changes);
      setSelection({ active: at, other: { row: at.row + pasted.rows - 1, column: at.column + pasted.columns - 1 } });
    },
  };
}
