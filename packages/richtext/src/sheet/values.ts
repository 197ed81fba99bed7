/** An error in a cell, such as `#DIV/0!`. */
export class CellError {
  readonly code: string;
  constructor(code: string) {
    this.code = code;
  }
}
export const BAD_VALUE = new CellError('#VALUE!');
export const BAD_NUMBER = new CellError('#NUM!');
export const BY_ZERO = new CellError('#DIV/0!');
export const BAD_REFERENCE = new CellError('#REF!');
export const BAD_NAME = new CellError('#NAME?');
export const NOT_FOUND = new CellError('#N/A');
/** A cell that depends on itself. */
export const CIRCLE = new CellError('#CIRCULAR!');
/** The error of a cell whose computation exceeds the limit. */
export const TOO_MUCH = new CellError('#LIMIT!');

/** The value of a cell: null if it is empty. Dates are numbers: days since 1900, with the time as a fraction. */
export type Value = number | string | boolean | null | CellError;

/** A rectangle of cells. */
export interface Grid {
  rows: number;
  columns: number;
  at(row: number, column: number): Value;
}
export type Result = Value | Grid;

export const isGrid = (value: Result): value is Grid =>
  typeof value === 'object' && value !== null && !(value instanceof CellError);

/** Longest text in a cell. */
export const TEXT_CHARS = 32_767;

export function numberOf(value: Value): number | CellError {
  if (typeof value === 'number' || value instanceof CellError) return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return Number(value);
  const text = value.trim();
  if (/^[-+]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?%?$/i.test(text))
    return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return BAD_VALUE;
}

export function textOf(value: Value): string | CellError {
  if (value instanceof CellError) return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : value;
}

export function truthOf(value: Value): boolean | CellError {
  if (value instanceof CellError) return value;
  if (typeof value === 'string') {
    const word = value.trim().toUpperCase();
    return word === 'TRUE' ? true : word === 'FALSE' ? false : BAD_VALUE;
  }
  return Boolean(value);
}

const RANK = { number: 0, string: 1, boolean: 2 } as const;

/** Below 0 if `a` comes first: numbers before texts before truths; texts without case. An empty cell is 0, '' or false. */
export function compareValues(a: Exclude<Value, CellError>, b: Exclude<Value, CellError>): number {
  const left = a ?? emptyLike(b);
  const right = b ?? emptyLike(a);
  const [one, other] = [typeof left, typeof right] as [keyof typeof RANK, keyof typeof RANK];
  if (one !== other) return RANK[one] - RANK[other];
  if (typeof left === 'string') {
    const [x, y] = [left.toLowerCase(), String(right).toLowerCase()];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  return Number(left) - Number(right);
}
const emptyLike = (value: Value): number | string | boolean =>
  typeof value === 'string' ? '' : typeof value === 'boolean' ? false : 0;

const DAY_MS = 86_400_000;
/** 1899-12-30: later dates have the numbers that spreadsheet programs give them. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** The number of a date whose parts are in UTC. */
export const serialOf = (date: Date): number => (date.getTime() - EPOCH_MS) / DAY_MS;
export const dateOf = (serial: number): Date => new Date(EPOCH_MS + Math.round(serial * DAY_MS));
