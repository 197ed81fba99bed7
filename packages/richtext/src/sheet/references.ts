import { type Axis, columnName, columnNumber } from './axis.ts';

/** A sheet as formulas see it. */
export interface SheetAxes {
  rows: Axis;
  columns: Axis;
}
export interface Names {
  /** Undefined for a sheet that does not exist. */
  axesOf(sheet: string): SheetAxes | undefined;
  nameOf(sheet: string): string | undefined;
  sheetOf(name: string): string | undefined;
}

/**
 * A reference as it is stored: `{sheet!$column.$row}` with ids of lines, so that it stays with its cell when others
 * insert or remove lines. Without a row it is a whole column.
 */
export interface Reference {
  sheet: string | null;
  column: string;
  row: string | null;
  isColumnFixed: boolean;
  isRowFixed: boolean;
}

const STORED = String.raw`\{(?:([\w-]{1,24})!)?(\$?)([\w-]{1,24})(?:\.(\$?)([\w-]{1,24}))?\}`;
export const STORED_REFERENCE = new RegExp(STORED, 'y');

export const referenceIn = (found: RegExpExecArray | RegExpMatchArray, from = 1): Reference => ({
  sheet: found[from] ?? null,
  column: found[from + 2] ?? '',
  row: found[from + 4] ?? null,
  isColumnFixed: found[from + 1] === '$',
  isRowFixed: found[from + 3] === '$',
});

const stored = ({ sheet, column, row, isColumnFixed, isRowFixed }: Reference): string =>
  `{${sheet ? `${sheet}!` : ''}${isColumnFixed ? '$' : ''}${column}${row === null ? '' : `.${isRowFixed ? '$' : ''}${row}`}}`;

/** Texts in quotes, which are no references. */
const QUOTED = String.raw`"(?:[^"]|"")*"`;
const SHEET = String.raw`(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!`;
const CELL = String.raw`(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d{0,4})`;
const WRITTEN = new RegExp(
  String.raw`(${QUOTED})|(?:${SHEET})?(?:${CELL}(?![\p{L}\p{N}_(.!])|(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\p{L}\p{N}_(.!]))`,
  'gu',
);

/** A formula as people write it (`A1`, `$B$2`, `Sheet2!A:A`), with its references as they are stored. */
export function storeFormula(formula: string, here: string, names: Names): string {
  let end = 0;
  let last: string | undefined;
  return formula.replace(WRITTEN, (whole: string, ...found: unknown[]) => {
    const [text, quoted, bare, fixC, column, fixR, row, fixFrom, from, fixTo, to] = found as (string | undefined)[];
    const at = found.find((each) => typeof each === 'number') as number;
    if (text !== undefined) return whole;
    // The end of a longer word, such as a name of a function with digits.
    const before = formula[at - 1] ?? '';
    if (at > 0 && at !== end && /[\p{L}\p{N}_.]/u.test(before)) return whole;
    // The sheet of a range is written before its first cell only.
    const isSecond = before === ':' && at === end + 1;
    end = at + whole.length;
    const name = quoted?.replaceAll("''", "'") ?? bare;
    const sheet = name === undefined ? (isSecond && last) || here : names.sheetOf(name);
    last = sheet;
    const axes = sheet === undefined ? undefined : names.axesOf(sheet);
    if (sheet === undefined || !axes) return '#REF!';
    const named = name === undefined ? null : sheet;
    const columnAt = (letters: string) => axes.columns.idAt(columnNumber(letters));
    if (column !== undefined && row !== undefined)
      return stored({
        ...{ sheet: named, column: columnAt(column), row: axes.rows.idAt(Number(row) - 1) },
        ...{ isColumnFixed: fixC === '$', isRowFixed: fixR === '$' },
      });
    const whole1 = { row: null, isRowFixed: false };
    return [
      stored({ sheet: named, column: columnAt(from ?? 'A'), isColumnFixed: fixFrom === '$', ...whole1 }),
      stored({ sheet: null, column: columnAt(to ?? 'A'), isColumnFixed: fixTo === '$', ...whole1 }),
    ].join(':');
  });
}

const PAIR = new RegExp(`${QUOTED}|${STORED}(?::${STORED})?`, 'g');

/** A stored formula as people read it. References to removed cells are `#REF!`; ranges shrink. */
export function showFormula(formula: string, here: string, names: Names): string {
  return formula.replace(PAIR, (whole: string, ...groups: unknown[]) => {
    if (whole.startsWith('"')) return whole;
    const found = [whole, ...groups] as unknown as RegExpMatchArray;
    const first = referenceIn(found);
    const sheet = first.sheet ?? here;
    const axes = names.axesOf(sheet);
    const name = first.sheet && names.nameOf(first.sheet);
    if (!axes || (first.sheet && name === undefined)) return '#REF!';
    const prefix = name ? `${/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`}!` : '';
    if (found[8] === undefined) {
      const column = axes.columns.indexOf(first.column);
      const row = first.row === null ? null : axes.rows.indexOf(first.row);
      return column === undefined || row === undefined ? '#REF!' : prefix + written(first, column, row);
    }
    const second = referenceIn(found, 6);
    const area = areaOf(first, second, axes);
    if (!area) return '#REF!';
    const [from, to] = area.isWhole ? [null, null] : [area.top, area.bottom];
    return `${prefix}${written(first, area.left, from)}:${written(second, area.right, to)}`;
  });
}

const written = (reference: Reference, column: number, row: number | null): string =>
  `${reference.isColumnFixed ? '$' : ''}${columnName(column)}${row === null ? '' : `${reference.isRowFixed ? '$' : ''}${row + 1}`}`;

export interface RangeArea {
  top: number;
  left: number;
  bottom: number;
  right: number;
  isWhole: boolean;
}

/** The cells between two references; undefined if all of them were removed. */
export function areaOf(first: Reference, second: Reference, { rows, columns }: SheetAxes): RangeArea | undefined {
  const [left, right] = between(first.column, second.column, columns);
  const isWhole = first.row === null || second.row === null;
  const [top, bottom] = isWhole ? [0, rows.ids.length - 1] : between(first.row ?? '', second.row ?? '', rows);
  return left > right || top > bottom ? undefined : { top, left, bottom, right, isWhole };
}

function between(one: string, other: string, axis: Axis): [number, number] {
  const [a, b] = [axis.indexOf(one) ?? axis.after(one), axis.indexOf(other) ?? axis.after(other)];
  const isSwapped = a > b;
  const last = isSwapped ? one : other;
  const end = Math.max(a, b);
  return [Math.min(a, b), axis.indexOf(last) === undefined ? end - 1 : end];
}

/** Cells that are cut and go elsewhere. */
export interface Cut {
  sheet: string;
  area: Omit<RangeArea, 'isWhole'>;
  /** They go to another sheet, and name this one. */
  isAway?: boolean;
}

/**
 * The same formula in another cell: references that are not fixed move along. With `cut`, those to cells of it do, fixed
 * or not, and the others stay.
 */
export function moveFormula(
  formula: string,
  here: string,
  names: Names,
  by: { rows: number; columns: number },
  cut?: Cut,
): string {
  const moved = (reference: Reference, { rows, columns }: SheetAxes): string => {
    const [isColumnFixed, isRowFixed] = cut ? [false, false] : [reference.isColumnFixed, reference.isRowFixed];
    const column = isColumnFixed ? reference.column : shifted(columns, reference.column, by.columns);
    const row = reference.row === null || isRowFixed ? reference.row : shifted(rows, reference.row, by.rows);
    return column === undefined || row === undefined ? '#REF!' : stored({ ...reference, column, row });
  };
  return mapReferences(formula, here, names, (first, second, axes) => {
    if (cut && !isCut(first, second ?? first, here, axes, cut)) {
      const named = { ...first, sheet: cut.isAway ? (first.sheet ?? here) : first.sheet };
      return stored(named) + (second ? `:${stored(second)}` : '');
    }
    const begin = moved(first, axes);
    return second ? `${begin}:${moved(second, axes)}` : begin;
  });
}

/** A formula of a cell that stays: its references to cells that were cut lead to their new place. */
export function followCut(
  formula: string,
  here: string,
  names: Names,
  by: { rows: number; columns: number },
  cut: Cut & { to: string },
): string {
  const [from, to] = [names.axesOf(cut.sheet), names.axesOf(cut.to)];
  if (!from || !to) return formula;
  const placed = (axis: Axis, target: Axis, id: string, more: number): string =>
    target.idAt((axis.indexOf(id) ?? 0) + more);
  const moved = (reference: Reference, sheet: string | null): string =>
    stored({
      ...reference,
      sheet,
      column: placed(from.columns, to.columns, reference.column, by.columns),
      row: reference.row === null ? null : placed(from.rows, to.rows, reference.row, by.rows),
    });
  return mapReferences(formula, here, names, (first, second, axes) => {
    if (!isCut(first, second ?? first, here, axes, cut)) return undefined;
    const begin = moved(first, cut.to === here ? null : cut.to);
    return second ? `${begin}:${moved(second, null)}` : begin;
  });
}

/**
 * Replaces the references of a formula, each with the end of its range if it has one. Those that are left with
 * `undefined`, are part of a text or lead to a deleted sheet remain.
 */
function mapReferences(
  formula: string,
  here: string,
  names: Names,
  change: (first: Reference, second: Reference | undefined, axes: SheetAxes) => string | undefined,
): string {
  return formula.replace(PAIR, (whole: string, ...groups: unknown[]) => {
    if (whole.startsWith('"')) return whole;
    const found = [whole, ...groups] as unknown as RegExpMatchArray;
    const first = referenceIn(found);
    const axes = names.axesOf(first.sheet ?? here);
    const second = found[8] === undefined ? undefined : referenceIn(found, 6);
    return (axes && change(first, second, axes)) ?? whole;
  });
}

function isCut(first: Reference, second: Reference, here: string, axes: SheetAxes, cut: Cut): boolean {
  const found = areaOf(first, second, axes);
  const { top, left, bottom, right } = cut.area;
  return (
    (first.sheet ?? here) === cut.sheet &&
    found !== undefined &&
    found.top >= top &&
    found.left >= left &&
    found.bottom <= bottom &&
    found.right <= right
  );
}

function shifted(axis: Axis, id: string, by: number): string | undefined {
  const index = axis.indexOf(id);
  if (index === undefined) return id;
  return index + by < 0 ? undefined : axis.idAt(index + by);
}
