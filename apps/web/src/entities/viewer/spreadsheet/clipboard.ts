import { escapeText } from '@atrium/richtext/html/escape.ts';
import type { Area, Book, Changes, CopiedCell } from '@atrium/richtext/sheet/book.ts';
import { shownText, typedValue } from './cellText.ts';

/** The cells that were copied last in this window, with formulas and looks, which a text does not have. */
let copied: { text: string; cells: CopiedCell[]; sheet: string; area: Area; isCut: boolean } | null = null;

/** The most cells that are pasted at once. */
export const MAX_PASTED = 5000;

const quoted = (text: string) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A line break in a cell, for which other programs would otherwise begin a new row. */
const LINE_BREAK = '<br style="mso-data-placement:same-cell">';

/** Puts an area into the clipboard: as cells for this window, as a table and as text for other programs. */
export function copyArea(book: Book, sheet: string, area: Area, data: DataTransfer, isCut = false): void {
  const rows: string[][] = [];
  for (let row = area.top; row <= area.bottom; row++) {
    const texts: string[] = [];
    for (let column = area.left; column <= area.right; column++)
      texts.push(shownText(book.valueAt(sheet, row, column), book.lookAt(sheet, row, column)));
    rows.push(texts);
  }
  const text = rows.map((texts) => texts.map(quoted).join('\t')).join('\n');
  const cells = rows.map(
    (texts) => `<tr>${texts.map((each) => `<td>${escapeText(each).replaceAll('\n', LINE_BREAK)}</td>`).join('')}</tr>`,
  );
  data.setData('text/plain', text);
  data.setData('text/html', `<table>${cells.join('')}</table>`);
  copied = { text, cells: book.copied(sheet, area), sheet, area, isCut };
}

/** The position of the closing quote; -1 if there is none. */
function closingQuote(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && (text[end] !== '"' || text[end + 1] === '"')) end += text[end] === '"' ? 2 : 1;
  return end < text.length ? end : -1;
}

/** Splits a text into rows, as spreadsheet programs copy it. It stops one cell after the limit for pasting. */
export function rowsOfText(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const source = text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  let count = 0;
  while (at <= source.length && count <= MAX_PASTED) {
    const end = source[at] === '"' ? closingQuote(source, at) : -1;
    // A quote is a letter if no other one closes it at the end of a cell.
    const isQuoted = end >= 0 && /^[\t\n]?$/.test(source[end + 1] ?? '');
    const next = isQuoted ? end + 1 : (/[\t\n]|$/.exec(source.slice(at))?.index ?? 0) + at;
    const value = isQuoted ? source.slice(at + 1, end).replaceAll('""', '"') : source.slice(at, next);
    at = next;
    rows.at(-1)?.push(value);
    count++;
    if (at >= source.length) break;
    if (source[at] === '\n') rows.push([]);
    at++;
  }
  return rows;
}

export interface PasteResult {
  changes: Changes;
  rows: number;
  columns: number;
}

/** Pastes the clipboard at a cell: with formulas and looks if it was copied here. Null without a text. */
export function pasteAt(
  book: Book,
  sheet: string,
  at: { row: number; column: number },
  data: Pick<DataTransfer, 'getData'>,
): PasteResult | 'large' | null {
  const text = data.getData('text/plain');
  if (text === '') return null;
  if (copied && copied.text === text.replaceAll('\r\n', '\n') && book.axesOf(copied.sheet)) {
    const { area, cells, isCut, sheet: source } = copied;
    const [height, width] = [area.bottom - area.top + 1, area.right - area.left + 1];
    const changes = new Map(blank(book, sheet, at, height, width));
    const from = { row: area.top, column: area.left, sheet: source };
    for (const [key, value] of book.paste(sheet, at, cells, from, isCut ? { sheet: source, area } : undefined))
      changes.set(key, value);
    return { changes, rows: height, columns: width };
  }
  const rows = rowsOfText(text);
  if (rows.reduce((sum, row) => sum + row.length, 0) > MAX_PASTED) return 'large';
  const columns = Math.max(...rows.map((row) => row.length));
  const changes: Changes = new Map();
  for (const [row, texts] of rows.entries()) {
    for (const [column, each] of texts.entries()) {
      const [r, c] = [at.row + row, at.column + column];
      const { input, format } = typedValue(each, book.lookAt(sheet, r, c)?.format);
      for (const [key, value] of book.write(sheet, r, c, input)) changes.set(key, value);
      if (!format) continue;
      for (const [key, value] of book.paint(sheet, { top: r, left: c, bottom: r, right: c }, { format }))
        changes.set(key, value);
    }
  }
  return { changes, rows: rows.length, columns };
}

/** The cells that are empty in the source become empty in the target. */
const blank = (book: Book, sheet: string, at: { row: number; column: number }, rows: number, columns: number) =>
  book.clear(sheet, {
    ...{ top: at.row, left: at.column },
    ...{ bottom: at.row + rows - 1, right: at.column + columns - 1 },
  });
