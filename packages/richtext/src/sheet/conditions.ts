import { end, type Tools, valueAt } from './tools.ts';
import {
  BAD_REFERENCE,
  BAD_VALUE,
  CellError,
  compareValues,
  type Grid,
  isGrid,
  numberIn,
  type Value,
} from './values.ts';

/** A test such as `">5"`, `"<>done"`, `"a*"` or a value, of the functions whose names end in IF. */
function conditionOf(tools: Tools, wanted: Value): (value: Value) => boolean {
  if (wanted instanceof CellError) return (value) => value instanceof CellError && value.code === wanted.code;
  if (typeof wanted !== 'string')
    return (value) => !(value instanceof CellError) && value !== null && compareValues(value, wanted) === 0;
  const [, op = '=', rest = ''] = /^(<=|>=|<>|=|<|>)?(.*)$/s.exec(wanted) ?? [];
  const number = numberIn(rest);
  const truth = /^(true|false)$/i.test(rest) ? rest.toUpperCase() === 'TRUE' : null;
  if (op === '=' || op === '<>') {
    const isSame = (value: Value): boolean => {
      if (value instanceof CellError) return false;
      if (rest === '') return value === null || (op === '=' && wanted === '' && value === '');
      if (number !== null) return value === number || (typeof value === 'string' && value.trim() === rest.trim());
      if (truth !== null) return value === truth;
      return typeof value === 'string' && isLike(tools, value, rest);
    };
    return op === '=' ? isSame : (value) => !isSame(value);
  }
  const limit = number ?? truth ?? rest;
  return (value) => {
    if (value === null || value instanceof CellError || typeof value !== typeof limit) return false;
    const order = compareValues(value, limit);
    return op === '<' ? order < 0 : op === '>' ? order > 0 : op === '<=' ? order <= 0 : order >= 0;
  };
}

/**
 * True if a text matches a pattern with `*` and `?`, ignoring case. A regular expression could take exponential time.
 */
export function isLike(tools: Tools, text: string, pattern: string): boolean {
  if (pattern.includes('*')) tools.spend(text.length * pattern.length);
  const [word, wish] = [text.toLowerCase(), pattern.toLowerCase()];
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (at < word.length) {
    const wanted = wish[from];
    const isEscaped = wanted === '~' && from + 1 < wish.length;
    if (!isEscaped && wanted === '*') {
      [star, mark] = [from++, at];
    } else if (
      from < wish.length &&
      ((!isEscaped && wanted === '?') || word[at] === (isEscaped ? wish[from + 1] : wanted))
    ) {
      from += isEscaped ? 2 : 1;
      at++;
    } else if (star >= 0) {
      from = star + 1;
      at = ++mark;
    } else return false;
  }
  while (wish[from] === '*') from++;
  return from === wish.length;
}

/** The place from which on a text matches a pattern with `*` and `?`; -1 if there is none from `start` on. */
export function placeLike(tools: Tools, text: string, pattern: string, start: number): number {
  tools.spend(text.length * pattern.length);
  // The parts between the stars; undefined is any character.
  const parts: (string | undefined)[][] = [[]];
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '*') parts.push([]);
    else if (pattern[at] === '~' && at + 1 < pattern.length) parts.at(-1)?.push(pattern[++at]);
    else parts.at(-1)?.push(pattern[at] === '?' ? undefined : pattern[at]);
  }
  const next = (part: readonly (string | undefined)[], from: number): number => {
    for (let at = from; at + part.length <= text.length; at++)
      if (part.every((each, index) => each === undefined || each === text[at + index])) return at;
    return -1;
  };
  const [first = [], ...others] = parts;
  const place = next(first, start);
  let end = place + first.length;
  for (const part of others) {
    const at = place < 0 ? -1 : next(part, end);
    if (at < 0) return -1;
    end = at + part.length;
  }
  return place;
}

export function gridAt(tools: Tools, index: number): Grid {
  const result = tools.result(index);
  if (isGrid(result)) return result;
  if (result instanceof CellError) return end(result);
  return { rows: 1, columns: 1, at: () => result };
}

/** The places that fulfil the pairs of range and condition from an argument on. */
export function placesWhere(tools: Tools, from: number): { grid: Grid; places: [number, number][] } {
  const first = gridAt(tools, from);
  let places: [number, number][] = [];
  for (let row = 0; row < first.rows; row++)
    for (let column = 0; column < first.columns; column++) places.push([row, column]);
  for (let index = from; index + 1 < tools.count; index += 2) {
    const grid = index === from ? first : gridAt(tools, index);
    if (grid.rows !== first.rows || grid.columns !== first.columns) end(BAD_VALUE);
    const isWanted = conditionOf(tools, valueAt(tools, index + 1));
    places = places.filter(([row, column]) => isWanted(grid.at(row, column)));
  }
  return { grid: first, places };
}

/** The numbers of a grid at places. */
export function numbersAt(grid: Grid, places: readonly [number, number][]): number[] {
  return places.flatMap(([row, column]) => {
    if (row >= grid.rows || column >= grid.columns) return end(BAD_REFERENCE);
    const value = grid.at(row, column);
    return value instanceof CellError ? end(value) : typeof value === 'number' ? [value] : [];
  });
}
