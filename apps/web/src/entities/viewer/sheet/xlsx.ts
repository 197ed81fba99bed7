import { serialOf } from '@atrium/richtext/sheet/values.ts';
import type { CellsOf } from '../drawingml/readChart.ts';
import { themeColors } from '../drawingml/themeColors.ts';
import { ViewerError } from '../fileBytes.ts';
import { allIn, childOf, childrenOf, numberIn, type OfficeFile, openOffice } from '../zip/officeFile.ts';
import { formatNumber, isDayFormat } from './numberFormat.ts';
import { readDrawings } from './sheetDrawings.ts';
import { type CellLooks, looksIn } from './sheetLooks.ts';
import {
  type Area,
  type Cell,
  COLUMN_PX,
  cellKey,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  offsets,
  placeOf,
  type RawCell,
  ROW_PX,
  type Sheet,
} from './workbook.ts';

export interface OpenWorkbook {
  names: readonly string[];
  /** Reads a sheet, when it is looked at. */
  sheet(index: number): Promise<Sheet>;
  /** Releases the pictures of the workbook. */
  close(): void;
}

/**
 * Opens an Excel workbook. Formulas show the values that the program saved; nothing is computed.
 *
 * @param withRaw  cells have their values and formulas too
 * @throws ViewerError
 */
export async function openWorkbook(bytes: Uint8Array<ArrayBuffer>, { withRaw = false } = {}): Promise<OpenWorkbook> {
  const file = await openOffice(bytes);
  const root = [...(await file.relations('')).values()].find(({ type }) => type === 'officeDocument');
  const path = root?.target ?? 'xl/workbook.xml';
  const book = await file.xml(path);
  if (!book) throw new ViewerError('broken');
  const relations = await file.relations(path);
  const listed = allIn(book, 'sheet').filter((each) => (each.getAttribute('state') ?? 'visible') === 'visible');
  const of = (type: string) => [...relations.values()].find((each) => each.type === type)?.target ?? '';
  const strings = textsIn(await file.xml(of('sharedStrings')));
  const theme = await file.xml(of('theme'));
  const looks = looksIn(await file.xml(of('styles')), theme);
  const is1904 = ['1', 'true'].includes(allIn(book, 'workbookPr')[0]?.getAttribute('date1904') ?? '');
  const known = new Map<number, Sheet>();
  const urls = new Map<string, string>();
  const pathOf = (element: Element | undefined) => {
    const id = element && [...element.attributes].find(({ name }) => /(^|:)id$/.test(name))?.value;
    return relations.get(id ?? '')?.target ?? '';
  };
  const pathNamed = (name: string) =>
    pathOf(allIn(book, 'sheet').find((each) => each.getAttribute('name')?.toLowerCase() === name.toLowerCase()));
  const content: Book = { strings, looks, is1904, withRaw, colors: themeColors(theme), urls, pathNamed };
  return {
    names: listed.map((each, index) => each.getAttribute('name') ?? String(index + 1)),
    async sheet(index) {
      const shown = known.get(index);
      if (shown) return shown;
      const element = listed[index];
      const name = element?.getAttribute('name') ?? '';
      const sheet = { name, ...(await readSheet(file, pathOf(element), content)) };
      known.set(index, sheet);
      return sheet;
    },
    close() {
      for (const url of urls.values()) if (url) URL.revokeObjectURL(url);
    },
  };
}

/** The text of a string, without the looks of its parts, which a grid does not show. */
const stringIn = (element: Element): string =>
  allIn(element, 't')
    .filter((each) => each.parentElement?.localName !== 'rPh')
    .map((each) => unescaped(each.textContent ?? ''))
    .join('');
/** Replaces the numbers of characters that markup cannot contain, such as `_x000D_` for a carriage return. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/\r\n?/g, '\n')
    : text;
const textsIn = (document: Document | undefined) => allIn(document, 'si').map(stringIn);

interface Book {
  strings: readonly string[];
  looks: CellLooks;
  is1904: boolean;
  withRaw: boolean;
  colors: ReadonlyMap<string, string>;
  /** Addresses of its pictures. */
  urls: Map<string, string>;
  /** The path of a sheet, hidden ones too; '' if there is none. */
  pathNamed: (name: string) => string;
}

const CHAR_PX = 7;
const POINT_PX = 96 / 72;

async function readSheet(file: OfficeFile, target: string, book: Book): Promise<Omit<Sheet, 'name'>> {
  const document = await file.xml(target);
  if (!document) return EMPTY;
  const cells = new Map<number, Cell>();
  const heights = new Map<number, number>();
  /** The longest number of each column, in characters. */
  const numbers = new Map<number, number>();
  let [rows, columns, isCut, nextRow] = [0, 0, false, 0];
  for (const element of allIn(document, 'row')) {
    const row = numberIn(element, 'r', nextRow + 1) - 1;
    nextRow = row + 1;
    if (row < 0 || row >= MAX_ROWS || cells.size >= MAX_CELLS) {
      isCut = true;
      continue;
    }
    const height = numberIn(element, 'ht');
    if (height > 0) heights.set(row, Math.min(400, height * POINT_PX));
    if (isOn(element, 'hidden')) heights.set(row, 0);
    let nextColumn = 0;
    for (const each of childrenOf(element, 'c')) {
      const column = placeOf(each.getAttribute('r') ?? '')?.column ?? nextColumn;
      nextColumn = column + 1;
      if (column >= MAX_COLUMNS) {
        isCut = true;
        continue;
      }
      const raw = book.withRaw ? rawIn(each, book) : undefined;
      const shown = cellIn(each, book);
      const cell = raw ? { text: '', ...shown, raw } : shown;
      if (!cell) continue;
      cells.set(cellKey(row, column), cell);
      if (cell.isNumber) numbers.set(column, Math.max(numbers.get(column) ?? 0, cell.text.length));
      rows = Math.max(rows, row + 1);
      columns = Math.max(columns, column + 1);
    }
  }
  const merges = allIn(document, 'mergeCell').flatMap((each) => areaOf(each.getAttribute('ref') ?? '', rows, columns));
  const widths = withNumbers(widthsIn(document, columns), book.withRaw ? new Map() : numbers);
  const rowPx = rowPxIn(document);
  const sheet = { cells, rows, columns, heights, rowPx, widths, merges, isCut };
  // Drawings are left out for an import, which takes only cells.
  if (book.withRaw) return { ...sheet, drawings: [] };
  const [lefts, tops] = [offsets(MAX_COLUMNS, widths, COLUMN_PX), offsets(MAX_ROWS, heights, rowPx)];
  const drawings = await readDrawings(file, target, {
    ...{ colors: book.colors, urls: book.urls, cells: cellsIn(file, { path: target, document }, book) },
    ...{ left: (column) => lefts[column] ?? 0, top: (row) => tops[row] ?? 0 },
  }).catch((error: unknown) => {
    if (error instanceof ViewerError) return undefined;
    throw error;
  });
  if (!drawings) return { ...sheet, drawings: [], lacksDrawings: true };
  const reach = (starts: Float64Array, ends: readonly number[], least: number) => {
    const end = ends.reduce((found, each) => Math.max(found, each), 0);
    const found = starts.findIndex((start) => start >= end);
    return Math.max(least, found < 0 ? starts.length - 1 : found);
  };
  return {
    ...{ ...sheet, drawings },
    rows: reach(
      tops,
      drawings.map(({ y, height }) => y + height),
      rows,
    ),
    columns: reach(
      lefts,
      drawings.map(({ x, width }) => x + width),
      columns,
    ),
  };
}

function rowPxIn(document: Document): number {
  const height = numberIn(allIn(document, 'sheetFormatPr')[0], 'defaultRowHeight') * POINT_PX;
  return height > 0 ? Math.min(400, Math.max(LEAST_ROW_PX, height)) : ROW_PX;
}
const LEAST_ROW_PX = 18;

/** The most cells that a chart series may refer to. */
const MAX_NAMED = 10_000;

/** Reads the cells of an area for charts, in reading order. The area is in this sheet unless it names another. */
function cellsIn(file: OfficeFile, own: { path: string; document: Document }, book: Book): CellsOf {
  const values = new Map<string, Promise<ReadonlyMap<number, RawCell>>>();
  const read = async (path: string) => {
    const source = path === own.path ? own.document : await file.xml(path);
    const found = new Map<number, RawCell>();
    for (const row of allIn(source, 'row')) {
      for (const each of childrenOf(row, 'c')) {
        const place = placeOf(each.getAttribute('r') ?? '');
        const raw = place && rawIn(each, book);
        if (place && raw) found.set(cellKey(place.row, place.column), raw);
        if (found.size >= MAX_CELLS) return found;
      }
    }
    return found;
  };
  return async (reference) => {
    const parts = /^(?:'((?:[^']|'')*)'|([^'!]*))!([^!]*)$/.exec(reference);
    const name = (parts?.[1] ?? parts?.[2] ?? '').replaceAll("''", "'");
    const [from, to = from] = (parts?.[3] ?? reference).split(':').map(placeOf);
    if (!from || !to) return { values: [], format: 'General' };
    const path = name ? book.pathNamed(name) : own.path;
    if (!path) return { values: [], format: 'General' };
    const known = values.get(path) ?? read(path);
    values.set(path, known);
    const cells = await known;
    const area: (string | number | null)[] = [];
    let format = 'General';
    for (let row = from.row; row <= Math.min(to.row, from.row + MAX_ROWS) && area.length < MAX_NAMED; row++) {
      for (let column = from.column; column <= to.column && area.length < MAX_NAMED; column++) {
        const cell = cells.get(cellKey(row, column));
        const value = cell?.value ?? null;
        if (typeof value === 'number' && format === 'General') format = cell?.format ?? 'General';
        area.push(typeof value === 'boolean' ? String(value).toUpperCase() : value);
      }
    }
    return { values: area, format };
  };
}

const EMPTY: Omit<Sheet, 'name'> = {
  ...{ cells: new Map(), rows: 0, columns: 0, widths: new Map(), heights: new Map(), merges: [], isCut: false },
  ...{ rowPx: ROW_PX, drawings: [] },
};
const isOn = (element: Element, name: string) => ['1', 'true'].includes(element.getAttribute(name) ?? '');

function cellIn(element: Element, { strings, looks, is1904 }: Book): Cell | null {
  const style = looks.of(numberIn(element, 's'));
  const look = style.look;
  const value = childOf(element, 'v')?.textContent ?? '';
  const kind = element.getAttribute('t') ?? 'n';
  const cell = (text: string, isNumber = false): Cell | null =>
    text === '' && !look?.fill ? null : { text, ...(isNumber && { isNumber }), ...(look && { look }) };
  // The formula is shown if there is no result: programs that compute nothing save it without one.
  const formula = value === '' ? childOf(element, 'f')?.textContent : '';
  if (formula) return { text: `=${formula}`, isFormula: true, ...(look && { look }) };
  if (kind === 's') return cell(strings[Number(value)] ?? '');
  if (kind === 'inlineStr') return cell(stringIn(element));
  if (kind === 'b') return cell(value === '1' ? 'TRUE' : 'FALSE');
  if (kind === 'str') return cell(unescaped(value));
  const day = kind === 'd' ? dayIn(value) : null;
  if (day !== null) return cell(formatNumber(day, style.format), true);
  if (kind !== 'n' || value === '' || !Number.isFinite(Number(value))) return cell(value);
  return cell(formatNumber(Number(value), style.format, is1904), true);
}

const DAYS_1904 = 1462;

/** Converts a day that is written as a text to its number; null if it is none. */
function dayIn(text: string): number | null {
  const at = Date.parse(text.includes('T') && !text.endsWith('Z') ? `${text}Z` : text);
  return Number.isFinite(at) ? serialOf(new Date(at)) : null;
}

function rawIn(element: Element, { strings, looks, is1904 }: Book): RawCell | undefined {
  const { format } = looks.of(numberIn(element, 's'));
  const formula = childOf(element, 'f');
  const value = childOf(element, 'v')?.textContent ?? '';
  const shared = formula?.getAttribute('t') === 'shared' ? formula.getAttribute('si') : null;
  const text = formula?.textContent?.replaceAll(/_xlfn\.|_xlws\./g, '') ?? '';
  const plain = (): RawCell['value'] => {
    switch (element.getAttribute('t') ?? 'n') {
      case 's':
        return strings[Number(value)] ?? '';
      case 'inlineStr':
        return stringIn(element);
      case 'str':
        return unescaped(value);
      case 'b':
        return value === '1';
      case 'd':
        return dayIn(value) ?? value;
      case 'n': {
        if (value === '' || !Number.isFinite(Number(value))) return null;
        return Number(value) + (is1904 && isDayFormat(format) ? DAYS_1904 : 0);
      }
      default:
        return value;
    }
  };
  const raw = { value: plain(), format, ...(text && { formula: text }), ...(shared !== null && { shared }) };
  return raw.value === null && !raw.formula && raw.shared === undefined ? undefined : raw;
}

function areaOf(reference: string, rows: number, columns: number): Area[] {
  const [from, to] = reference.split(':').map(placeOf);
  if (!from || !to || from.row >= rows || from.column >= columns) return [];
  const area = {
    ...from,
    rows: Math.min(to.row, rows - 1) - from.row + 1,
    columns: Math.min(to.column, columns - 1) - from.column + 1,
  };
  return area.rows > 0 && area.columns > 0 && area.rows * area.columns > 1 ? [area] : [];
}

function widthsIn(document: Document, columns: number): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  for (const each of allIn(document, 'col')) {
    const last = Math.min(numberIn(each, 'max'), columns);
    const width = isOn(each, 'hidden') ? 0 : Math.min(1000, numberIn(each, 'width', 9) * CHAR_PX + 5);
    for (let column = Math.max(1, numberIn(each, 'min', 1)); column <= last; column++) widths.set(column - 1, width);
  }
  return widths;
}

/** Widens columns to fit their numbers, unless they are hidden: a number that is cut reads as another one. */
function withNumbers(widths: ReadonlyMap<number, number>, numbers: ReadonlyMap<number, number>) {
  const wide = new Map(widths);
  for (const [column, length] of numbers) {
    const px = Math.min(MOST_NUMBER_PX, length * DIGIT_PX + NUMBER_SIDES_PX);
    const before = widths.get(column) ?? COLUMN_PX;
    if (before > 0 && px > before) wide.set(column, px);
  }
  return wide;
}
/** The width of a digit in letters of 13 pixels; all digits are equally wide. */
const DIGIT_PX = 8.6;
const NUMBER_SIDES_PX = 16;
const MOST_NUMBER_PX = 260;
