import { BAD_VALUE, CellError, isGrid, numberOf, type Result, truthOf, type Value } from './values.ts';

/** The context of a function: its arguments are computed when it asks for them. */
export interface Tools {
  count: number;
  isGiven(index: number): boolean;
  result(index: number): Result;
  /** True if the argument is a reference to one cell, whose text or truth does not count as a number. */
  isCell(index: number): boolean;
  /** The cell of an argument, or that of the formula. */
  place(index?: number): { row: number; column: number } | undefined;
  /** Counts letters that are compared, or days that are counted, beside cells that are read. Ends a calculation at its limit. */
  spend(steps: number): void;
  now: Date;
  format: (value: number, pattern: string) => string;
}
export type SheetFunction = (tools: Tools) => Result;

/** One value of an argument: the first cell of several. */
export function valueAt(tools: Tools, index: number): Value {
  const result = tools.result(index);
  return isGrid(result) ? (result.rows > 0 && result.columns > 0 ? result.at(0, 0) : null) : result;
}

/** Thrown inside of a function for an error in an argument, which is the result then. */
class Ended extends Error {
  readonly value: CellError;
  constructor(value: CellError) {
    super(value.code);
    this.value = value;
  }
}
export function end(value: CellError): never {
  throw new Ended(value);
}

/** A function whose errors in arguments are its result. */
export const withErrorResult =
  (run: SheetFunction): SheetFunction =>
  (tools) => {
    try {
      return run(tools);
    } catch (error) {
      if (error instanceof Ended) return error.value;
      throw error;
    }
  };

export function numberAt(tools: Tools, index: number, usual?: number): number {
  if (usual !== undefined && !tools.isGiven(index)) return usual;
  if (index >= tools.count) end(BAD_VALUE);
  const number = numberOf(valueAt(tools, index));
  return number instanceof CellError ? end(number) : number;
}

export function truthAt(tools: Tools, index: number, usual = false): boolean {
  if (!tools.isGiven(index)) return usual;
  const truth = truthOf(valueAt(tools, index));
  return truth instanceof CellError ? end(truth) : truth;
}

/** All values of the arguments from `from` on; `run` also learns if it is from a cell. */
export function eachValue(tools: Tools, from: number, run: (value: Value, isCell: boolean) => void): void {
  for (let index = from; index < tools.count; index++) {
    const result = tools.result(index);
    if (!isGrid(result)) run(result, tools.isCell(index));
    else
      for (let row = 0; row < result.rows; row++)
        for (let column = 0; column < result.columns; column++) run(result.at(row, column), true);
  }
}

/** The numbers of the arguments. Texts and truths in cells do not count; written ones do. */
export function numbersFrom(tools: Tools, from = 0): number[] {
  const numbers: number[] = [];
  eachValue(tools, from, (value, isCell) => {
    if (value instanceof CellError) end(value);
    if (typeof value === 'number') numbers.push(value);
    else if (!isCell && value !== null) {
      const number = numberOf(value);
      if (number instanceof CellError) end(number);
      numbers.push(number);
    }
  });
  return numbers;
}

/** Numbers in a single argument. */
export const numbersOf = (tools: Tools, index: number): number[] => numbersFrom({ ...tools, count: index + 1 }, index);
