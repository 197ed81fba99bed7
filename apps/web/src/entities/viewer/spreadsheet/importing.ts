import type { Parts } from '@atrium/richtext/document/parts.ts';
import { isComputed } from '@atrium/richtext/sheet/arrays.ts';
import type { Book, Changes } from '@atrium/richtext/sheet/book.ts';
import { moveFormula, type Names, storeFormula } from '@atrium/richtext/sheet/references.ts';
import {
  cellKey,
  cleanPart,
  FORMULA_CHARS,
  type Look,
  lineKey,
  lookKey,
  TAB_CHARS,
  tabKey,
} from '@atrium/richtext/sheet/sheetParts.ts';
import { readCsv } from '../sheet/csv.ts';
import { type CellLook, COLUMNS, type RawCell, type Sheet } from '../sheet/workbook.ts';
import { openWorkbook } from '../sheet/xlsx.ts';
import { textOf } from '../text/textOf.ts';
import { typedValue } from './cellText.ts';
import { bookOf } from './useBook.ts';

/** The most cells, looks and widths of one file: more would not fit into a change that is sent to everybody. */
const MAX_IMPORTED = 10_000;

export interface Imported {
  changes: Changes;
  /** The first new sheet. */
  sheet: string;
  isCut: boolean;
}

/** The sheets of a file as new sheets of a spreadsheet. @throws ViewerError  if it cannot be read */
export async function importFile(book: Book, file: File): Promise<Imported> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = file.name.replace(/\.[^.]*$/, '');
  if (/\.(csv|tsv|txt)$/i.test(file.name)) return importSheets(book, [readCsv(textOf(bytes), name)]);
  const workbook = await openWorkbook(bytes, { withRaw: true });
  const sheets: Sheet[] = [];
  for (const index of workbook.names.keys()) sheets.push(await workbook.sheet(index));
  return importSheets(book, sheets);
}

function importSheets(book: Book, sheets: readonly Sheet[]): Imported {
  const changes: Changes = new Map();
  const isEmpty = book.tabs.every(({ id }) => book.usedArea(id).rows === 0);
  let shown: Parts = new Map(isEmpty ? [] : book.parts);
  const ids = new Map<string, string>();
  const tabs = sheets.map((sheet) => {
    const { id, changes: made } = (shown.size > 0 ? bookOf(shown) : new EmptyNames(book)).addTab(
      sheet.name.slice(0, TAB_CHARS - 3) || '1',
    );
    ids.set(sheet.name.toLowerCase(), id);
    for (const [key, value] of made) changes.set(key, value);
    shown = new Map([...shown, ...made]);
    return { id, sheet };
  });
  const whole = bookOf(shown);
  const names: Names = {
    axesOf: (sheet) => whole.axesOf(sheet),
    nameOf: (sheet) => whole.nameOf(sheet),
    sheetOf: (name) => ids.get(name.toLowerCase()),
  };
  let isCut = false;
  const put = (key: string, value: unknown) => {
    const clean = cleanPart(key, value);
    if (!clean) return;
    if (changes.size < MAX_IMPORTED) changes.set(key, clean);
    else isCut = true;
  };
  for (const { id, sheet } of tabs) {
    isCut ||= sheet.isCut;
    for (const [column, width] of sheet.widths) put(lineKey('k', id, String(column)), { size: width });
    const shared = new Map<string, { formula: string; row: number; column: number }>();
    for (const [at, { text, look, raw }] of sheet.cells) {
      const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
      const place = [id, String(row), String(column)] as const;
      const typed = raw ? contentOf(raw, id, { row, column }, names, shared) : typedContent(text);
      if (typed.content) put(cellKey(...place), typed.content);
      const format = typed.format === 'General' ? undefined : typed.format;
      const fields = { ...lookOf(look), ...(format && { format }) };
      if (Object.keys(fields).length > 0) put(lookKey(...place), fields);
    }
  }
  if (isEmpty) for (const { id } of book.tabs) for (const [key] of book.removeTab(id)) changes.set(key, undefined);
  return { changes, sheet: tabs[0]?.id ?? '', isCut };
}

/** The names for an empty spreadsheet, in which the imported sheets replace the first one. */
class EmptyNames {
  readonly #book: Book;
  constructor(book: Book) {
    this.#book = book;
  }
  addTab(name: string) {
    const { id } = this.#book.addTab(name);
    return { id, changes: new Map<string, unknown>([[tabKey(id), { name, order: 1 }]]) };
  }
}

function typedContent(text: string): { content?: unknown; format?: string } {
  // A value that looks like a formula is imported as text.
  const { input, format } = typedValue(text.startsWith('=') ? `'${text}` : text, undefined);
  return { ...(input && 'plain' in input && { content: { v: input.plain } }), ...(format && { format }) };
}

function contentOf(
  raw: RawCell,
  sheet: string,
  at: { row: number; column: number },
  names: Names,
  shared: Map<string, { formula: string; row: number; column: number }>,
): { content?: unknown; format: string } {
  const { format, value } = raw;
  const formula = raw.formula && storeFormula(raw.formula, sheet, names);
  // The result that the program saved is imported if the formula would become an error, because of a hidden sheet or a
  // function that is unknown here.
  if (formula && (value === null || (formula.length <= FORMULA_CHARS && isComputed(formula)))) {
    if (raw.shared !== undefined) shared.set(raw.shared, { formula, ...at });
    return { content: { f: formula }, format };
  }
  const first = raw.shared === undefined || formula ? undefined : shared.get(raw.shared);
  if (first) {
    const by = { rows: at.row - first.row, columns: at.column - first.column };
    return { content: { f: moveFormula(first.formula, sheet, names, by) }, format };
  }
  return { ...(value !== null && value !== '' && { content: { v: value } }), format };
}

const lookOf = (look: CellLook | undefined): Look => ({
  ...(look?.isBold && { bold: true }),
  ...(look?.isItalic && { italic: true }),
  ...(look?.isUnderlined && { underline: true }),
  // Black is left out, because it is the default color of letters, which the theme decides.
  ...(look?.color && look.color !== '#000000' && { color: look.color }),
  ...(look?.fill && look.fill !== '#ffffff' && { fill: look.fill }),
  ...(look?.align && { align: look.align }),
  ...(look?.wraps && { wrap: true }),
});
