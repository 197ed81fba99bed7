import { gridAt, isLike } from './conditions.ts';
import { end, numberAt, type SheetFunction, type Tools, truthAt, valueAt } from './tools.ts';
import {
  BAD_REFERENCE,
  BAD_VALUE,
  CellError,
  compareValues,
  type Grid,
  isGrid,
  NOT_FOUND,
  type Result,
  type Value,
} from './values.ts';

type Known = Exclude<Value, CellError>;

const wantedAt = (tools: Tools, index: number): Known => {
  const value = valueAt(tools, index);
  return value instanceof CellError ? end(value) : value;
};

function isSame(tools: Tools, value: Value, wanted: Known, isPattern = true): boolean {
  if (value === null || value instanceof CellError) return false;
  if (typeof wanted === 'string' && typeof value === 'string')
    return isPattern && /[*?~]/.test(wanted)
      ? isLike(tools, value, wanted)
      : value.toLowerCase() === wanted.toLowerCase();
  return value === wanted;
}

/** The index of a value in a line of cells; -1 if there is none. `near` takes the last one that is not greater, or not smaller. */
function indexIn(
  tools: Tools,
  line: (index: number) => Value,
  length: number,
  wanted: Known,
  near: -1 | 0 | 1,
): number {
  let best = -1;
  for (let index = 0; index < length; index++) {
    const value = line(index);
    if (near === 0) {
      if (isSame(tools, value, wanted)) return index;
      continue;
    }
    if (value === null || value instanceof CellError || typeof value !== typeof wanted) continue;
    const order = compareValues(value, wanted) * near;
    if (order <= 0) best = index;
    else if (near === 1 || best >= 0) break;
  }
  return best;
}

function looked(tools: Tools, isDown: boolean): Value {
  const wanted = wantedAt(tools, 0);
  const grid = gridAt(tools, 1);
  const nth = Math.trunc(numberAt(tools, 2)) - 1;
  if (nth < 0) end(BAD_VALUE);
  if (nth >= (isDown ? grid.columns : grid.rows)) end(BAD_REFERENCE);
  const line = (index: number) => (isDown ? grid.at(index, 0) : grid.at(0, index));
  const at = indexIn(tools, line, isDown ? grid.rows : grid.columns, wanted, truthAt(tools, 3, true) ? 1 : 0);
  return at < 0 ? NOT_FOUND : isDown ? grid.at(at, nth) : grid.at(nth, at);
}

const lineOf = (grid: Grid): { length: number; at: (index: number) => Value } =>
  grid.columns === 1
    ? { length: grid.rows, at: (index) => grid.at(index, 0) }
    : grid.rows === 1
      ? { length: grid.columns, at: (index) => grid.at(0, index) }
      : end(NOT_FOUND);

function match(tools: Tools): Value {
  const wanted = wantedAt(tools, 0);
  const line = lineOf(gridAt(tools, 1));
  const near = Math.sign(numberAt(tools, 2, 1)) as -1 | 0 | 1;
  const at = indexIn(tools, line.at, line.length, wanted, near);
  return at < 0 ? NOT_FOUND : at + 1;
}

/** How XLOOKUP compares: 0 the same, -1 or the next smaller one, 1 or the next greater one, 2 by a pattern. */
type Mode = 0 | -1 | 1 | 2;

/** The index of a value in a line in any order; -1 if there is none. */
function placeOf(tools: Tools, line: ReturnType<typeof lineOf>, wanted: Known, mode: Mode, isFromEnd: boolean): number {
  let best: { index: number; value: Known } | undefined;
  for (let step = 0; step < line.length; step++) {
    const index = isFromEnd ? line.length - 1 - step : step;
    const value = line.at(index);
    if (isSame(tools, value, wanted, mode === 2)) return index;
    if (mode === 0 || mode === 2 || value === null || value instanceof CellError) continue;
    if (typeof value !== typeof wanted || compareValues(value, wanted) * mode < 0) continue;
    if (!best || compareValues(value, best.value) * mode < 0) best = { index, value };
  }
  return best?.index ?? -1;
}

function xlookup(tools: Tools): Result {
  const wanted = wantedAt(tools, 0);
  const sought = gridAt(tools, 1);
  const answers = gridAt(tools, 2);
  const mode = numberAt(tools, 4, 0);
  if (![0, -1, 1, 2].includes(mode)) end(BAD_VALUE);
  // The ways for sorted lists, 2 and -2, find the same in any list.
  const at = placeOf(tools, lineOf(sought), wanted, mode as Mode, numberAt(tools, 5, 1) < 0);
  if (at < 0) return tools.isGiven(3) ? tools.result(3) : NOT_FOUND;
  const isDown = sought.columns === 1;
  if (at >= (isDown ? answers.rows : answers.columns)) end(BAD_VALUE);
  // All of the row or column that belongs to it.
  const grid: Grid = isDown
    ? { rows: 1, columns: answers.columns, at: (_, column) => answers.at(at, column) }
    : { rows: answers.rows, columns: 1, at: (row) => answers.at(row, at) };
  return grid;
}

function index(tools: Tools): Result {
  const grid = gridAt(tools, 0);
  const isLine = tools.count === 2 && grid.rows === 1;
  const row = isLine ? 1 : Math.trunc(numberAt(tools, 1, 0));
  const column = Math.trunc(isLine ? numberAt(tools, 1) : numberAt(tools, 2, grid.columns === 1 ? 1 : 0));
  if (row < 0 || column < 0 || row > grid.rows || column > grid.columns) end(BAD_REFERENCE);
  if (row > 0 && column > 0) return grid.at(row - 1, column - 1);
  // A whole row or column.
  return {
    rows: row > 0 ? 1 : grid.rows,
    columns: column > 0 ? 1 : grid.columns,
    at: (r, c) => grid.at(row > 0 ? row - 1 : r, column > 0 ? column - 1 : c),
  };
}

export const lookupFunctions: Record<string, SheetFunction> = {
  VLOOKUP: (tools) => looked(tools, true),
  HLOOKUP: (tools) => looked(tools, false),
  XLOOKUP: xlookup,
  MATCH: match,
  INDEX: index,
  CHOOSE: (tools) => {
    const which = Math.trunc(numberAt(tools, 0));
    return which < 1 || which >= tools.count ? BAD_VALUE : tools.result(which);
  },
  ROW: (tools) => (tools.place(tools.isGiven(0) ? 0 : undefined)?.row ?? end(BAD_REFERENCE)) + 1,
  COLUMN: (tools) => (tools.place(tools.isGiven(0) ? 0 : undefined)?.column ?? end(BAD_REFERENCE)) + 1,
  TRANSPOSE: (tools) => {
    const result = tools.result(0);
    return isGrid(result)
      ? { rows: result.columns, columns: result.rows, at: (row, column) => result.at(column, row) }
      : result;
  },
};
