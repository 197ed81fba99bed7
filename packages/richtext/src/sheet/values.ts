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
  return numberIn(value) ?? BAD_VALUE;
}

const NUMBER = /^[-+]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?%?$/i;

/** The number that a text means: `1,234.5`, `50%`, the date `2026-03-01`, the time `14:30` or both; null if it is none. */
export function numberIn(text: string): number | null {
  const words = text.trim();
  if (!NUMBER.test(words)) return dateIn(words) ?? timeIn(words);
  const digits = words.replaceAll(',', '');
  return digits.endsWith('%') ? Number(digits.slice(0, -1)) / 100 : Number(digits);
}

/** The number of a date such as `2026-03-01`, with its time if it has one; null if there is no such date. */
export function dateIn(text: string): number | null {
  const [, year = '', month = '', day = '', time] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](.+))?$/.exec(text.trim()) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (year === '' || date.getUTCMonth() !== Number(month) - 1) return null;
  const part = time === undefined ? 0 : timeIn(time);
  return part === null ? null : serialOf(date) + part;
}

/** A time such as `14:30` or `14:30:05`, as a part of a day. */
export function timeIn(text: string): number | null {
  const [, hour, minute = '', second = '0'] = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?$/.exec(text.trim()) ?? [];
  return hour === undefined ? null : (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) / DAY_SECONDS;
}

export function textOf(value: Value): string | CellError {
  if (value instanceof CellError) return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? digitsOf(value) : value;
}

/** Small numbers have zeros down to here, and an exponent below. */
const PLAIN_FROM = 1e-9;

/** A number with the 15 digits that spreadsheet programs show. */
function digitsOf(value: number): string {
  const known = Number(value.toPrecision(15));
  const text = String(known);
  const [digits = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  if (Math.abs(known) < PLAIN_FROM || known > 1) return `${digits}E${exponent.replace(/^([+-])(\d)$/, '$10$2')}`;
  const [whole = '', rest = ''] = digits.replace('-', '').split('.');
  return `${known < 0 ? '-' : ''}0.${'0'.repeat(-Number(exponent) - 1)}${whole}${rest}`;
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
  return order(Number(left), Number(right));
}

/** Numbers are the same if their first 15 digits are: 0.1+0.2 is 0.3. */
function order(one: number, other: number): number {
  const more = one - other;
  const isClose = Math.abs(more) < Math.abs(one) * 1e-13;
  return isClose ? Number(one.toPrecision(15)) - Number(other.toPrecision(15)) : more;
}
const emptyLike = (value: Value): number | string | boolean =>
  typeof value === 'string' ? '' : typeof value === 'boolean' ? false : 0;

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** 1899-12-30: later dates have the numbers that spreadsheet programs give them. */
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** The number of a date whose parts are in UTC. */
export const serialOf = (date: Date): number => (date.getTime() - EPOCH_MS) / DAY_MS;
export const dateOf = (serial: number): Date => new Date(EPOCH_MS + Math.round(serial * DAY_MS));
