import type { Shape } from '../drawingml/shape.ts';

/** The default width of a column, in pixels. */
export const COLUMN_PX = 72;
export const ROW_PX = 24;

/** A sheet as it is shown. Rows and columns are counted from 0. */
export interface Sheet {
  name: string;
  /** The cells that have content or a look of their own, by `row * COLUMNS + column`. */
  cells: ReadonlyMap<number, Cell>;
  rows: number;
  columns: number;
  /** The widths in pixels; columns that are missing have the default. */
  widths: ReadonlyMap<number, number>;
  heights: ReadonlyMap<number, number>;
  /** The height of rows without one of their own, in pixels. */
  rowPx: number;
  /** The cells that cover several. */
  merges: readonly Area[];
  /** True if not all of it is shown. */
  isCut: boolean;
  /** Charts, pictures and shapes above the cells, in pixels from the corner of the first one. */
  drawings: readonly Shape[];
  /** True if the drawings could not be read. */
  lacksDrawings?: boolean;
}
export interface Cell {
  text: string;
  isNumber?: boolean;
  /** True if the file has no result: the text is the formula. */
  isFormula?: boolean;
  look?: CellLook;
  /** The cell as the file has it, if requested. */
  raw?: RawCell;
}
/** A cell as a program saved it. */
export interface RawCell {
  value: string | number | boolean | null;
  /** The formula, without the leading `=`. */
  formula?: string;
  /**
   * The number of a shared formula. Cells with the same number have the same formula, moved from the first one, which
   * alone has the text.
   */
  shared?: string;
  format: string;
}
export interface CellLook {
  isBold?: boolean;
  isItalic?: boolean;
  isUnderlined?: boolean;
  /** `#rrggbb` */
  color?: string;
  fill?: string;
  align?: 'left' | 'center' | 'right';
  wraps?: boolean;
}
export interface Area {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export const COLUMNS = 16_384;
/** The most rows that are shown; a person does not read more, and the rest is in the file. */
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 500;
export const MAX_CELLS = 500_000;

export const cellKey = (row: number, column: number): number => row * COLUMNS + column;

/** The letters of a column: A, B, … Z, AA. */
export function columnName(column: number): string {
  let name = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

/** The beginning of each row or column, in pixels; the last entry is the end. */
export function offsets(count: number, sizes: ReadonlyMap<number, number>, usual: number): Float64Array {
  const starts = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) {
    starts[index + 1] = (starts[index] ?? 0) + (sizes.get(index) ?? usual);
  }
  return starts;
}

/** Reads a reference: `B3` is row 2, column 1; null if it is none. */
export function placeOf(reference: string): { row: number; column: number } | null {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!found) return null;
  let column = 0;
  for (const letter of found[1] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(found[2]) - 1, column: column - 1 };
}
