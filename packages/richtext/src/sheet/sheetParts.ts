/**
 * A spreadsheet as parts of a document, by their keys:
 *
 * - `s:<sheet>` a `Tab`.
 * - `r:<sheet>:<row>` and `k:<sheet>:<column>` a `Line`, for rows and columns that differ from usual ones.
 * - `c:<sheet>:<row>:<column>` a `CellContent`, `l:<sheet>:<row>:<column>` a `Look`.
 *
 * Rows and columns are named by ids, not by numbers: `0`, `1`, … are those that every sheet begins with, others were
 * inserted. So a row that one person inserts does not shift the cells that another is writing.
 */
export type SheetParts = ReadonlyMap<string, unknown>;

export interface Tab {
  name: string;
  order: number;
}

/** A row or column. */
export interface Line {
  /** The place of an inserted one; others have their number. */
  order?: number;
  /** Pixels. */
  size?: number;
  isGone?: true;
}

export type Plain = string | number | boolean;
/** `f` is a formula with references as `references.ts` stores them, without the sign before it. */
export type CellContent = { v: Plain } | { f: string };

export interface Look {
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  /** `#rrggbb` */
  color?: string;
  fill?: string;
  align?: 'left' | 'center' | 'right';
  wrap?: true;
  /** A number format in the notation of spreadsheet programs. */
  format?: string;
}

/** Cells, looks and lines of one file: its text stays below what is edited as a document. */
export const MAX_SHEET_PARTS = 20_000;
export const CELL_CHARS = 5000;
export const FORMULA_CHARS = 2000;
export const TAB_CHARS = 31;
/** Lines beyond are not shown. */
export const MAX_LINES = 20_000;

const ID = /^[\w-]{1,24}$/;
const COLOR = /^#[\da-f]{6}$/i;
const FORMAT = /^[^\p{Cc}]{1,80}$/u;
const ALIGNS = ['left', 'center', 'right'] as const;
const [MIN_SIZE, MAX_SIZE] = [0, 1000];

type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const cellKey = (sheet: string, row: string, column: string) => `c:${sheet}:${row}:${column}`;
export const lookKey = (sheet: string, row: string, column: string) => `l:${sheet}:${row}:${column}`;
export const tabKey = (sheet: string) => `s:${sheet}`;
/** `r` for rows, `k` for columns. */
export type Side = 'r' | 'k';
export const lineKey = (side: Side, sheet: string, id: string) => `${side}:${sheet}:${id}`;

/** A part without anything that does not belong there; undefined if it is none. Clients write parts: one may be hostile. */
export function cleanPart(key: string, value: unknown): Tab | Line | CellContent | Look | undefined {
  const [kind, ...ids] = key.split(':');
  if (!isObject(value) || !ids.every((id) => ID.test(id))) return;
  if (kind === 's' && ids.length === 1) return tabOf(value);
  if ((kind === 'r' || kind === 'k') && ids.length === 2) return lineOf(value);
  if (kind === 'c' && ids.length === 3) return contentOf(value);
  if (kind === 'l' && ids.length === 3) return lookOf(value);
  return;
}

function tabOf({ name, order }: Loose): Tab | undefined {
  if (typeof name !== 'string' || !name.trim()) return;
  return { name: name.slice(0, TAB_CHARS), order: isNumber(order) ? order : 0 };
}

function lineOf({ order, size, isGone }: Loose): Line | undefined {
  const line: Line = {
    ...(isNumber(order) && { order }),
    ...(isNumber(size) && { size: Math.min(MAX_SIZE, Math.max(MIN_SIZE, Math.round(size))) }),
    ...(isGone === true && { isGone }),
  };
  return Object.keys(line).length > 0 ? line : undefined;
}

function contentOf({ v, f }: Loose): CellContent | undefined {
  if (typeof f === 'string') return f.trim() && f.length <= FORMULA_CHARS ? { f } : undefined;
  if (typeof v === 'string') return v === '' ? undefined : { v: v.slice(0, CELL_CHARS) };
  return typeof v === 'boolean' || isNumber(v) ? { v } : undefined;
}

function lookOf(value: Loose): Look | undefined {
  const { color, fill, align, format } = value;
  const look: Look = {
    ...(value['bold'] === true && { bold: true }),
    ...(value['italic'] === true && { italic: true }),
    ...(value['underline'] === true && { underline: true }),
    ...(value['strike'] === true && { strike: true }),
    ...(value['wrap'] === true && { wrap: true }),
    ...(typeof color === 'string' && COLOR.test(color) && { color }),
    ...(typeof fill === 'string' && COLOR.test(fill) && { fill }),
    ...(ALIGNS.some((each) => each === align) && { align: align as 'left' }),
    ...(typeof format === 'string' && FORMAT.test(format) && { format }),
  };
  return Object.keys(look).length > 0 ? look : undefined;
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The parts of a file; undefined if it is none. */
export function partsOfSheet(file: Loose): Map<string, unknown> | undefined {
  const { parts } = file;
  if (file['type'] !== 'sheet' || !isObject(parts)) return;
  const found = new Map<string, unknown>();
  for (const [key, value] of Object.entries(parts)) {
    const clean = cleanPart(key, value);
    if (clean && found.size < MAX_SHEET_PARTS) found.set(key, clean);
  }
  return found;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** With a line for each part, so that versions can be compared. */
export function sheetText(parts: SheetParts): string {
  const lines: string[] = [];
  for (const key of [...parts.keys()].sort(compare)) {
    const clean = cleanPart(key, parts.get(key));
    if (clean) lines.push(`    ${JSON.stringify(key)}: ${JSON.stringify(clean)}`);
  }
  return `{
  "type": "sheet",
  "version": 1,
  "parts": {${lines.length > 0 ? `\n${lines.slice(0, MAX_SHEET_PARTS).join(',\n')}\n  ` : ''}}
}
`;
}

/** The sheets in order. One that was removed while somebody wrote in it has no tab, and is not shown. */
export function tabsOf(parts: SheetParts): { id: string; name: string; order: number }[] {
  const tabs = [...parts].flatMap(([key, value]) => {
    const tab = key.startsWith('s:') ? (cleanPart(key, value) as Tab | undefined) : undefined;
    return tab ? [{ id: key.slice(2), ...tab }] : [];
  });
  return tabs.sort((a, b) => a.order - b.order || compare(a.id, b.id));
}

/** The words of a sheet, for search: what people wrote, without formulas. */
export function wordsOfSheet(parts: SheetParts): string {
  const words = tabsOf(parts).map(({ name }) => name);
  for (const [key, value] of parts) {
    const content = key.startsWith('c:') ? (cleanPart(key, value) as CellContent | undefined) : undefined;
    if (content && 'v' in content && typeof content.v !== 'boolean') words.push(String(content.v));
  }
  return words.join('\n');
}
