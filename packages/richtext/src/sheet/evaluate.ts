import { FUNCTIONS, SINGLE_VALUES } from './functions.ts';
import { type Node, parseFormula } from './parse.ts';
import { areaOf, type Names, type Reference } from './references.ts';
import { type CellContent, cellKey, cleanPart, type SheetParts } from './sheetParts.ts';
import { end, type Tools } from './tools.ts';
import {
  BAD_NAME,
  BAD_NUMBER,
  BAD_REFERENCE,
  BAD_VALUE,
  BY_ZERO,
  CellError,
  CIRCLE,
  compareValues,
  type Grid,
  isGrid,
  NOT_FOUND,
  numberOf,
  type Result,
  TEXT_CHARS,
  TOO_MUCH,
  textOf,
  type Value,
} from './values.ts';

/** Cells read in one calculation: a hostile formula reads no more. */
const MAX_READS = 3_000_000;
/** Letters to compare, or days to count, that take as long as reading a cell. */
const STEPS_PER_READ = 32;
/** Cells that depend on one another in a row, before the last one of them is computed first: each takes stack. */
const MAX_CHAIN = 60;
/** The most detours for one cell. */
const MAX_DETOURS = 2000;

/** Thrown where a chain of cells is too long for the stack. */
class TooDeep extends Error {
  readonly place: Place;
  constructor(place: Place) {
    super('too deep');
    this.place = place;
  }
}

interface Options {
  names: Names;
  now: Date;
  /** A number or date by a pattern, for `TEXT`. */
  format: (value: number, pattern: string) => string;
}

/** The values of a spreadsheet. A change makes new ones; each formula is computed once, when its value is needed. */
export class Calculation {
  readonly #parts: SheetParts;
  readonly #options: Options;
  readonly #known = new Map<string, Value>();
  readonly #running = new Set<string>();
  #reads = 0;

  constructor(parts: SheetParts, options: Options) {
    this.#parts = parts;
    this.#options = options;
  }

  valueOf(sheet: string, row: string, column: string): Value {
    const open: Place[] = [{ sheet, row, column }];
    for (;;) {
      const place = open.at(-1) as Place;
      this.#running.clear();
      try {
        const value = this.#cell(place.sheet, place.row, place.column);
        open.pop();
        if (open.length === 0) return value;
      } catch (error) {
        if (!(error instanceof TooDeep)) throw error;
        const { place: next } = error;
        const isCircle = open.some((each) => keyOf(each) === keyOf(next));
        if (isCircle || open.length > MAX_DETOURS) this.#known.set(keyOf(next), isCircle ? CIRCLE : TOO_MUCH);
        else open.push(next);
      }
    }
  }

  #cell(sheet: string, row: string, column: string): Value {
    const key = cellKey(sheet, row, column);
    const part = this.#parts.get(key);
    if (part === undefined) return null;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const content = cleanPart(key, part) as CellContent | undefined;
    if (!content) return null;
    if ('v' in content) return content.v;
    if (this.#running.has(key)) return CIRCLE;
    if (this.#running.size >= MAX_CHAIN) throw new TooDeep({ sheet, row, column });
    this.#running.add(key);
    const value = this.#formula(content.f, { sheet, row, column });
    this.#running.delete(key);
    this.#known.set(key, value);
    return value;
  }

  #formula(formula: string, here: Place): Value {
    const node = parsed(formula);
    if (!node) return BAD_NAME;
    const result = this.#node(node, here);
    // A formula that gives several cells shows the first one.
    const value = isGrid(result) ? (result.rows > 0 && result.columns > 0 ? result.at(0, 0) : null) : result;
    if (value === null) return 0;
    if (typeof value === 'number' && !Number.isFinite(value)) return BAD_NUMBER;
    return typeof value === 'string' && value.length > TEXT_CHARS ? BAD_VALUE : value;
  }

  #node(node: Node, here: Place): Result {
    switch (node.kind) {
      case 'value':
        return node.value;
      case 'error':
        return node.code === '#NAME?' ? BAD_NAME : new CellError(node.code);
      case 'cell':
        return node.at.row === null ? this.#range(node.at, node.at, here) : this.#single(node.at, here);
      case 'range':
        return this.#range(node.from, node.to, here);
      case 'unary':
        return this.#forEach([this.#node(node.of, here)], ([value = null]) => this.#unary(node.op, value));
      case 'binary':
        return this.#forEach(
          [this.#node(node.left, here), this.#node(node.right, here)],
          ([left = null, right = null]) => binary(node.op, left, right),
        );
      case 'call':
        return this.#call(node.name, node.args, here);
    }
  }

  #single({ sheet, column, row }: Reference, here: Place): Value {
    const of = sheet ?? here.sheet;
    const axes = this.#options.names.axesOf(of);
    if (!axes || row === null || axes.columns.indexOf(column) === undefined || axes.rows.indexOf(row) === undefined)
      return BAD_REFERENCE;
    return ++this.#reads > MAX_READS ? TOO_MUCH : this.#cell(of, row, column);
  }

  #range(from: Reference, to: Reference, here: Place): Result {
    const sheet = from.sheet ?? here.sheet;
    const axes = this.#options.names.axesOf(sheet);
    const area = axes && areaOf(from, to, axes);
    if (!axes || !area) return BAD_REFERENCE;
    const grid: Grid = {
      rows: area.bottom - area.top + 1,
      columns: area.right - area.left + 1,
      at: (row, column) =>
        ++this.#reads > MAX_READS
          ? TOO_MUCH
          : this.#cell(sheet, axes.rows.idAt(area.top + row), axes.columns.idAt(area.left + column)),
    };
    return grid;
  }

  #unary(op: '-' | '+' | '%', value: Value): Value {
    if (op === '+') return value;
    const number = numberOf(value);
    if (number instanceof CellError) return number;
    return op === '-' ? -number : number / 100;
  }

  #call(name: string, args: readonly (Node | null)[], here: Place): Result {
    // Only these: a name such as `constructor` is none.
    const run = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!run) return BAD_NAME;
    const tools: Tools = {
      count: args.length,
      isGiven: (index) => Boolean(args[index]),
      result: remembered((index) => {
        const node = args[index];
        return node ? this.#node(node, here) : null;
      }),
      isCell: (index) => args[index]?.kind === 'cell',
      place: (index) => this.#placeOf(index === undefined ? null : (args[index] ?? null), here),
      spend: (steps) => {
        this.#reads += steps / STEPS_PER_READ;
        if (this.#reads > MAX_READS) end(TOO_MUCH);
      },
      now: this.#options.now,
      format: this.#options.format,
    };
    const isSingle = SINGLE_VALUES.get(name);
    if (!isSingle) return run(tools);
    const single = (CHOOSING.has(name) ? [0] : [...args.keys()]).filter(isSingle);
    const grids = single.map((index) => tools.result(index)).filter(isLarge);
    if (grids.length === 0) return run(tools);
    return this.#over(grids, (row, column) => {
      const result = run({
        ...tools,
        result: remembered((index) =>
          isSingle(index) ? valueIn(tools.result(index), row, column) : tools.result(index),
        ),
      });
      return isGrid(result) ? result.at(0, 0) : result;
    });
  }

  /** Computes with single values, or for each cell of several ones. */
  #forEach(results: readonly Result[], run: (values: Value[]) => Value): Result {
    const grids = results.filter(isLarge);
    if (grids.length === 0) return run(results.map((result) => valueIn(result, 0, 0)));
    return this.#over(grids, (row, column) => run(results.map((result) => valueIn(result, row, column))));
  }

  /** As large as the largest of the grids; each cell counts as one that was read, because it is computed when asked for. */
  #over(grids: readonly Grid[], at: Grid['at']): Grid {
    return {
      rows: Math.max(...grids.map(({ rows }) => rows)),
      columns: Math.max(...grids.map(({ columns }) => columns)),
      at: (row, column) => (++this.#reads > MAX_READS ? TOO_MUCH : at(row, column)),
    };
  }

  #placeOf(node: Node | null, here: Place): { row: number; column: number } | undefined {
    const at = node?.kind === 'range' ? node.from : node?.kind === 'cell' ? node.at : null;
    if (node && !at) return;
    const axes = this.#options.names.axesOf(at?.sheet ?? here.sheet);
    const row = at?.row === null ? 0 : axes?.rows.indexOf(at?.row ?? here.row);
    const column = axes?.columns.indexOf(at?.column ?? here.column);
    return row === undefined || column === undefined ? undefined : { row, column };
  }
}

interface Place {
  sheet: string;
  row: string;
  column: string;
}
const keyOf = ({ sheet, row, column }: Place) => cellKey(sheet, row, column);

/** Formulas that were read, because each change computes everything again. */
const read = new Map<string, Node | null>();
const MAX_READ = 10_000;

function parsed(formula: string): Node | null {
  const known = read.get(formula);
  if (known !== undefined) return known;
  if (read.size >= MAX_READ) read.clear();
  const node = parseFormula(formula);
  read.set(formula, node);
  return node;
}

/** Their other arguments are computed only where the first one asks for them. */
const CHOOSING: ReadonlySet<string> = new Set(['IF', 'IFERROR', 'IFNA']);

const isLarge = (result: Result): result is Grid => isGrid(result) && (result.rows > 1 || result.columns > 1);

/** Arguments are computed once: nested calls would otherwise multiply the work. */
function remembered(compute: (index: number) => Result): (index: number) => Result {
  const known: Result[] = [];
  return (index) => (known[index] ??= compute(index));
}

/** A single row, column or value counts for all the others. */
function valueIn(result: Result, row: number, column: number): Value {
  if (!isGrid(result)) return result;
  const [r, c] = [result.rows === 1 ? 0 : row, result.columns === 1 ? 0 : column];
  return r < result.rows && c < result.columns ? result.at(r, c) : NOT_FOUND;
}

function binary(op: string, left: Value, right: Value): Value {
  if (left instanceof CellError) return left;
  if (right instanceof CellError) return right;
  if (op === '&') {
    const text = `${String(textOf(left))}${String(textOf(right))}`;
    return text.length > TEXT_CHARS ? BAD_VALUE : text;
  }
  const order = COMPARISONS[op];
  if (order) return order(compareValues(left, right));
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a instanceof CellError) return a;
  if (b instanceof CellError) return b;
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? BY_ZERO : a / b;
    default: {
      const power = a ** b;
      return Number.isFinite(power) ? power : BAD_NUMBER;
    }
  }
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
};
