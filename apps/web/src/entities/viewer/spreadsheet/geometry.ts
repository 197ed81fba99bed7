import type { Area } from '@atrium/richtext/sheet/book.ts';

export const ROW_PX = 24;
export const COLUMN_PX = 96;
export const HEAD_PX = 24;

/** The beginning of each line; the last entry is the end. */
export function offsets(count: number, sizes: ReadonlyMap<number, number>, usual: number): Float64Array {
  const starts = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) starts[index + 1] = (starts[index] ?? 0) + (sizes.get(index) ?? usual);
  return starts;
}

/** The last line that begins at or before a position. */
export function indexAt(starts: Float64Array, at: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

export interface CellPosition {
  row: number;
  column: number;
  /** The column where Tab was pressed first, to which Enter returns. */
  begunIn?: number;
}

/** The cells that are chosen: `active` is written to, `other` is the opposite corner. */
export interface Selection {
  active: CellPosition;
  other: CellPosition;
}

export const areaOf = ({ active, other }: Selection): Area => ({
  top: Math.min(active.row, other.row),
  left: Math.min(active.column, other.column),
  bottom: Math.max(active.row, other.row),
  right: Math.max(active.column, other.column),
});

/** The selection of one cell. */
export const selectionOf = (spot: CellPosition): Selection => ({ active: spot, other: spot });

/** The number of cells in an area. */
export const sizeOf = ({ top, left, bottom, right }: Area): number => (bottom - top + 1) * (right - left + 1);

export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
