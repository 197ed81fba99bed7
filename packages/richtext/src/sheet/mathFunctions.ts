import { gridAt, numbersAt, placesWhere } from './conditions.ts';
import { eachValue, end, numberAt, numbersFrom, numbersOf, type SheetFunction, type Tools } from './tools.ts';
import { BAD_NUMBER, BAD_VALUE, BY_ZERO, CellError, isGrid, NOT_FOUND, numberOf, type Value } from './values.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const mean = (numbers: readonly number[]) => (numbers.length === 0 ? end(BY_ZERO) : sum(numbers) / numbers.length);
const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const lowest = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.min(a, b), numbers[0] ?? 0);
const highest = (numbers: readonly number[]) => numbers.reduce((a, b) => Math.max(a, b), numbers[0] ?? 0);
const finite = (number: number) => (Number.isFinite(number) ? number : end(BAD_NUMBER));

/** Halves away from zero, and without the last digits that floats cannot hold. */
function rounded(value: number, digits: number, how: (of: number) => number): number {
  const places = Math.max(-15, Math.min(15, Math.trunc(digits)));
  const scale = 10 ** Math.abs(places);
  const scaled = places >= 0 ? Math.abs(value) * scale : Math.abs(value) / scale;
  const whole = how(Number(scaled.toPrecision(15)));
  return Math.sign(value) * (places >= 0 ? whole / scale : whole * scale);
}

function variance(numbers: readonly number[], less: 0 | 1): number {
  if (numbers.length - less < 1) end(BY_ZERO);
  const middle = mean(numbers);
  return sum(numbers.map((each) => (each - middle) ** 2)) / (numbers.length - less);
}

function percentile(numbers: readonly number[], part: number): number {
  if (numbers.length === 0 || part < 0 || part > 1) end(BAD_NUMBER);
  const order = sorted(numbers);
  const at = part * (order.length - 1);
  const [low, high] = [order[Math.floor(at)] ?? 0, order[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

const one =
  (run: (value: number) => number): SheetFunction =>
  (tools) =>
    finite(run(numberAt(tools, 0)));

/** The `k`th of the numbers, counted from 1. */
function ranked(tools: Tools, isFromTop: boolean): number {
  const order = sorted(numbersOf(tools, 0));
  const k = Math.ceil(numberAt(tools, 1));
  return (isFromTop ? order.at(-k) : order[k - 1]) ?? end(BAD_NUMBER);
}

function rank(tools: Tools): number {
  const wanted = numberAt(tools, 0);
  const numbers = numbersOf({ ...tools, count: 2 }, 1);
  if (!numbers.includes(wanted)) end(NOT_FOUND);
  const isUp = tools.isGiven(2) && numberAt(tools, 2) !== 0;
  return 1 + numbers.filter((each) => (isUp ? each < wanted : each > wanted)).length;
}

function overConditions(tools: Tools, run: (numbers: readonly number[]) => number): number {
  const { places } = placesWhere(tools, 1);
  return run(numbersAt(gridAt(tools, 0), places));
}

/** SUMIF and AVERAGEIF: the range to add may begin elsewhere. */
function ifOne(tools: Tools, run: (numbers: readonly number[]) => number): number {
  const { grid, places } = placesWhere({ ...tools, count: 2 }, 0);
  return run(numbersAt(tools.isGiven(2) ? gridAt(tools, 2) : grid, places));
}

function sumProduct(tools: Tools): number {
  const grids = Array.from({ length: tools.count }, (_, index) => gridAt(tools, index));
  const [first] = grids;
  if (!first) return end(BAD_VALUE);
  if (grids.some(({ rows, columns }) => rows !== first.rows || columns !== first.columns)) end(BAD_VALUE);
  let total = 0;
  for (let row = 0; row < first.rows; row++) {
    for (let column = 0; column < first.columns; column++) {
      let product = 1;
      for (const grid of grids) {
        const value = grid.at(row, column);
        if (value instanceof CellError) end(value);
        product *= typeof value === 'number' ? value : 0;
      }
      total += product;
    }
  }
  return total;
}

function count(tools: Tools, isCounted: (value: Value, isCell: boolean) => boolean): number {
  let counted = 0;
  eachValue(tools, 0, (value, isCell) => {
    if (isCounted(value, isCell)) counted++;
  });
  return counted;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** A number rounded to multiples of a step: with a negative step, `how` counts away from zero. */
function multiple(tools: Tools, how: (of: number) => number): number {
  const [value, step] = [numberAt(tools, 0), numberAt(tools, 1, 1)];
  if (value > 0 && step < 0) end(BAD_NUMBER);
  return step === 0 ? 0 : Number((how(Number((value / step).toPrecision(15))) * step).toPrecision(15));
}

function factorial(value: number): number {
  const whole = Math.trunc(value);
  if (whole < 0 || whole > 170) end(BAD_NUMBER);
  let product = 1;
  for (let each = 2; each <= whole; each++) product *= each;
  return product;
}

/** Payments at an even rate: what `PMT`, `FV` and `PV` solve for. */
function annuity(tools: Tools): { rate: number; periods: number; factor: number; due: number } {
  const [rate, periods] = [numberAt(tools, 0), numberAt(tools, 1)];
  const due = tools.isGiven(4) && numberAt(tools, 4) !== 0 ? 1 + rate : 1;
  return { rate, periods, factor: (1 + rate) ** periods, due };
}

export const mathFunctions: Record<string, SheetFunction> = {
  SUM: (tools) => sum(numbersFrom(tools)),
  PRODUCT: (tools) => numbersFrom(tools).reduce((product, each) => product * each, 1),
  AVERAGE: (tools) => mean(numbersFrom(tools)),
  MIN: (tools) => lowest(numbersFrom(tools)),
  MAX: (tools) => highest(numbersFrom(tools)),
  MEDIAN: (tools) => percentile(numbersFrom(tools), 0.5),
  MODE: (tools) => {
    const numbers = numbersFrom(tools);
    const counts = new Map<number, number>();
    for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
    const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
    return best && best[1] > 1 ? best[0] : NOT_FOUND;
  },
  COUNT: (tools) =>
    count(tools, (value, isCell) => typeof (isCell || value === null ? value : numberOf(value)) === 'number'),
  COUNTA: (tools) => count(tools, (value) => value !== null),
  COUNTBLANK: (tools) => count(tools, (value) => value === null || value === ''),
  COUNTIF: (tools) => placesWhere({ ...tools, count: 2 }, 0).places.length,
  COUNTIFS: (tools) => placesWhere(tools, 0).places.length,
  SUMIF: (tools) => ifOne(tools, sum),
  SUMIFS: (tools) => overConditions(tools, sum),
  AVERAGEIF: (tools) => ifOne(tools, mean),
  AVERAGEIFS: (tools) => overConditions(tools, mean),
  MAXIFS: (tools) => overConditions(tools, highest),
  MINIFS: (tools) => overConditions(tools, lowest),
  SUMPRODUCT: sumProduct,
  SUMSQ: (tools) => sum(numbersFrom(tools).map((each) => each ** 2)),
  STDEV: (tools) => Math.sqrt(variance(numbersFrom(tools), 1)),
  STDEVP: (tools) => Math.sqrt(variance(numbersFrom(tools), 0)),
  'STDEV.S': (tools) => Math.sqrt(variance(numbersFrom(tools), 1)),
  'STDEV.P': (tools) => Math.sqrt(variance(numbersFrom(tools), 0)),
  VAR: (tools) => variance(numbersFrom(tools), 1),
  VARP: (tools) => variance(numbersFrom(tools), 0),
  'VAR.S': (tools) => variance(numbersFrom(tools), 1),
  'VAR.P': (tools) => variance(numbersFrom(tools), 0),
  PERCENTILE: (tools) => percentile(numbersOf(tools, 0), numberAt(tools, 1)),
  QUARTILE: (tools) => percentile(numbersOf(tools, 0), Math.trunc(numberAt(tools, 1)) / 4),
  LARGE: (tools) => ranked(tools, true),
  SMALL: (tools) => ranked(tools, false),
  RANK: rank,
  'RANK.EQ': rank,
  ROUND: (tools) => rounded(numberAt(tools, 0), numberAt(tools, 1, 0), Math.round),
  ROUNDUP: (tools) => rounded(numberAt(tools, 0), numberAt(tools, 1, 0), Math.ceil),
  ROUNDDOWN: (tools) => rounded(numberAt(tools, 0), numberAt(tools, 1, 0), Math.floor),
  TRUNC: (tools) => rounded(numberAt(tools, 0), numberAt(tools, 1, 0), Math.floor),
  MROUND: (tools) => (numberAt(tools, 0) < 0 && numberAt(tools, 1) > 0 ? BAD_NUMBER : multiple(tools, Math.round)),
  CEILING: (tools) => multiple(tools, Math.ceil),
  FLOOR: (tools) => multiple(tools, Math.floor),
  INT: one(Math.floor),
  ABS: one(Math.abs),
  SIGN: one(Math.sign),
  SQRT: one(Math.sqrt),
  EXP: one(Math.exp),
  LN: one(Math.log),
  LOG10: one(Math.log10),
  LOG: (tools) => finite(Math.log(numberAt(tools, 0)) / Math.log(numberAt(tools, 1, 10))),
  POWER: (tools) => finite(numberAt(tools, 0) ** numberAt(tools, 1)),
  MOD: (tools) => {
    const [value, by] = [numberAt(tools, 0), numberAt(tools, 1)];
    return by === 0 ? BY_ZERO : value - by * Math.floor(value / by);
  },
  QUOTIENT: (tools) => {
    const by = numberAt(tools, 1);
    return by === 0 ? BY_ZERO : Math.trunc(numberAt(tools, 0) / by);
  },
  GCD: (tools) => numbersFrom(tools).reduce((a, b) => gcd(Math.trunc(Math.abs(a)), Math.trunc(Math.abs(b))), 0),
  LCM: (tools) =>
    numbersFrom(tools).reduce((a, b) => {
      const [one, other] = [Math.trunc(Math.abs(a)), Math.trunc(Math.abs(b))];
      return one === 0 || other === 0 ? 0 : (one * other) / gcd(one, other);
    }, 1),
  FACT: (tools) => factorial(numberAt(tools, 0)),
  COMBIN: (tools) => {
    const [of, by] = [Math.trunc(numberAt(tools, 0)), Math.trunc(numberAt(tools, 1))];
    return by < 0 || by > of ? BAD_NUMBER : Math.round(factorial(of) / factorial(by) / factorial(of - by));
  },
  PI: () => Math.PI,
  SIN: one(Math.sin),
  COS: one(Math.cos),
  TAN: one(Math.tan),
  ASIN: one(Math.asin),
  ACOS: one(Math.acos),
  ATAN: one(Math.atan),
  ATAN2: (tools) => Math.atan2(numberAt(tools, 1), numberAt(tools, 0)),
  DEGREES: one((value) => (value * 180) / Math.PI),
  RADIANS: one((value) => (value * Math.PI) / 180),
  ISEVEN: (tools) => Math.trunc(Math.abs(numberAt(tools, 0))) % 2 === 0,
  ISODD: (tools) => Math.trunc(Math.abs(numberAt(tools, 0))) % 2 === 1,
  PMT: (tools) => {
    const { rate, periods, factor, due } = annuity(tools);
    const [now, then] = [numberAt(tools, 2), numberAt(tools, 3, 0)];
    return finite(rate === 0 ? -(now + then) / periods : (-(now * factor + then) * rate) / ((factor - 1) * due));
  },
  FV: (tools) => {
    const { rate, periods, factor, due } = annuity(tools);
    const [paid, now] = [numberAt(tools, 2), numberAt(tools, 3, 0)];
    return finite(rate === 0 ? -(now + paid * periods) : -(now * factor + (paid * due * (factor - 1)) / rate));
  },
  PV: (tools) => {
    const { rate, periods, factor, due } = annuity(tools);
    const [paid, then] = [numberAt(tools, 2), numberAt(tools, 3, 0)];
    return finite(rate === 0 ? -(then + paid * periods) : -(then + (paid * due * (factor - 1)) / rate) / factor);
  },
  NPV: (tools) => {
    const rate = numberAt(tools, 0);
    return finite(sum(numbersFrom(tools, 1).map((each, index) => each / (1 + rate) ** (index + 1))));
  },
  COLUMNS: (tools) => {
    const result = tools.result(0);
    return isGrid(result) ? result.columns : result instanceof CellError ? result : 1;
  },
  ROWS: (tools) => {
    const result = tools.result(0);
    return isGrid(result) ? result.rows : result instanceof CellError ? result : 1;
  },
};
