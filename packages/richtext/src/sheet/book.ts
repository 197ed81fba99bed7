import { type Axis, axisOf, ordersBefore } from './axis.ts';
import { Calculation } from './evaluate.ts';
import {
  type Cut,
  followCut,
  moveFormula,
  type Names,
  type SheetAxes,
  showFormula,
  storeFormula,
} from './references.ts';
import {
  type CellContent,
  cellKey,
  cleanPart,
  type Line,
  type Look,
  lineKey,
  lookKey,
  type Plain,
  type SheetParts,
  type Side,
  tabKey,
  tabsOf,
} from './sheetParts.ts';
import type { Value } from './values.ts';

/** Parts to write; undefined removes one. */
export type Changes = Map<string, unknown>;

export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

interface Options {
  now: Date;
  format: (value: number, pattern: string) => string;
  /** For the names of lines and sheets that are made. */
  newId: () => string;
}

/** The input of a cell: a plain value, or a formula as people write it, with its sign. */
export type Input = { plain: Plain } | { formula: string } | null;

/** A spreadsheet at one moment, with rows and columns by number. A change is a map of parts, which the document takes. */
export class Book implements Names {
  readonly parts: SheetParts;
  readonly tabs: readonly { id: string; name: string; order: number }[];
  readonly #options: Options;
  readonly #axes = new Map<string, SheetAxes>();
  readonly #values: Calculation;

  constructor(parts: SheetParts, options: Options) {
    this.parts = parts;
    this.#options = options;
    this.tabs = tabsOf(parts);
    this.#values = new Calculation(parts, { names: this, now: options.now, format: options.format });
  }

  axesOf(sheet: string): SheetAxes | undefined {
    const known = this.#axes.get(sheet);
    if (known) return known;
    if (!this.tabs.some(({ id }) => id === sheet)) return;
    const axes = { rows: axisOf(this.parts, 'r', sheet), columns: axisOf(this.parts, 'k', sheet) };
    this.#axes.set(sheet, axes);
    return axes;
  }
  nameOf = (sheet: string): string | undefined => this.tabs.find(({ id }) => id === sheet)?.name;
  sheetOf(name: string): string | undefined {
    const wanted = name.toLowerCase();
    return this.tabs.find((tab) => tab.name.toLowerCase() === wanted)?.id;
  }

  axis(sheet: string, side: Side): Axis {
    const axes = this.axesOf(sheet);
    return side === 'r' ? (axes?.rows ?? NO_AXIS) : (axes?.columns ?? NO_AXIS);
  }

  #ids(sheet: string, row: number, column: number): [string, string, string] {
    return [sheet, this.axis(sheet, 'r').idAt(row), this.axis(sheet, 'k').idAt(column)];
  }

  valueAt(sheet: string, row: number, column: number): Value {
    const [of, rowId, columnId] = this.#ids(sheet, row, column);
    return this.#values.valueOf(of, rowId, columnId);
  }

  contentAt(sheet: string, row: number, column: number): CellContent | undefined {
    const key = cellKey(...this.#ids(sheet, row, column));
    return cleanPart(key, this.parts.get(key)) as CellContent | undefined;
  }

  /** The formula with its sign, or undefined. */
  formulaAt(sheet: string, row: number, column: number): string | undefined {
    const content = this.contentAt(sheet, row, column);
    return content && 'f' in content ? `=${showFormula(content.f, sheet, this)}` : undefined;
  }

  lookAt(sheet: string, row: number, column: number): Look | undefined {
    const key = lookKey(...this.#ids(sheet, row, column));
    return cleanPart(key, this.parts.get(key)) as Look | undefined;
  }

  /** The part of a sheet that has content or looks. */
  usedArea(sheet: string): { rows: number; columns: number } {
    const { rows, columns } = this.axesOf(sheet) ?? { rows: NO_AXIS, columns: NO_AXIS };
    let [lastRow, lastColumn] = [-1, -1];
    for (const key of this.parts.keys()) {
      const [kind, of, row = '', column = ''] = key.split(':');
      if ((kind !== 'c' && kind !== 'l') || of !== sheet) continue;
      const [r, c] = [rows.indexOf(row), columns.indexOf(column)];
      if (r === undefined || c === undefined) continue;
      [lastRow, lastColumn] = [Math.max(lastRow, r), Math.max(lastColumn, c)];
    }
    return { rows: lastRow + 1, columns: lastColumn + 1 };
  }

  // Changes ----------------------------------------------------------------------------------------------------------

  write(sheet: string, row: number, column: number, input: Input): Changes {
    const key = cellKey(...this.#ids(sheet, row, column));
    const content = input && this.#stored(sheet, input);
    return new Map([[key, content ?? undefined]]);
  }

  #stored(sheet: string, input: NonNullable<Input>): CellContent | undefined {
    if ('plain' in input) return input.plain === '' ? undefined : { v: input.plain };
    return { f: storeFormula(input.formula.replace(/^=/, '').trim(), sheet, this) };
  }

  /** Sets some fields of the look of cells; undefined removes a field. */
  paint(sheet: string, area: Area, fields: { [F in keyof Look]?: Look[F] | undefined }): Changes {
    const changes: Changes = new Map();
    for (const [row, column] of cellsIn(area)) {
      const look: Record<string, unknown> = { ...this.lookAt(sheet, row, column), ...fields };
      for (const [name, value] of Object.entries(look)) if (value === undefined) delete look[name];
      changes.set(lookKey(...this.#ids(sheet, row, column)), Object.keys(look).length > 0 ? look : undefined);
    }
    return changes;
  }

  /** Removes what is in cells; looks stay. */
  clear(sheet: string, area: Area): Changes {
    const changes: Changes = new Map();
    for (const [row, column] of cellsIn(area)) {
      const key = cellKey(...this.#ids(sheet, row, column));
      if (this.parts.has(key)) changes.set(key, undefined);
    }
    return changes;
  }

  insertLines(sheet: string, side: Side, before: number, count: number): Changes {
    const orders = ordersBefore(this.axis(sheet, side), before, count);
    return new Map(orders.map((order) => [lineKey(side, sheet, this.#options.newId()), { order } satisfies Line]));
  }

  /** Rows or columns that were removed keep their cells: undo brings them back. */
  removeLines(sheet: string, side: Side, from: number, count: number): Changes {
    const changes: Changes = new Map();
    const axis = this.axis(sheet, side);
    for (let index = from; index < from + count; index++) {
      const key = lineKey(side, sheet, axis.idAt(index));
      changes.set(key, { ...(cleanPart(key, this.parts.get(key)) as Line | undefined), isGone: true });
    }
    return changes;
  }

  resize(sheet: string, side: Side, index: number, size: number): Changes {
    const key = lineKey(side, sheet, this.axis(sheet, side).idAt(index));
    return new Map([[key, { ...(cleanPart(key, this.parts.get(key)) as Line | undefined), size: Math.round(size) }]]);
  }

  /** A new sheet behind the others. */
  addTab(name: string): { id: string; changes: Changes } {
    const id = this.#options.newId();
    const order = (this.tabs.at(-1)?.order ?? 0) + 1;
    return { id, changes: new Map([[tabKey(id), { name: this.freeName(name), order }]]) };
  }

  /** A name that no other sheet has. */
  freeName(name: string, except = ''): string {
    const taken = new Set(this.tabs.filter(({ id }) => id !== except).map((tab) => tab.name.toLowerCase()));
    for (let number = 1; ; number++) {
      const wanted = number === 1 ? name : `${name} ${number}`;
      if (!taken.has(wanted.toLowerCase())) return wanted;
    }
  }

  renameTab(sheet: string, name: string): Changes {
    const tab = this.tabs.find(({ id }) => id === sheet);
    if (!tab || !name.trim()) return new Map();
    return new Map([[tabKey(sheet), { order: tab.order, name: this.freeName(name.trim().slice(0, 28), sheet) }]]);
  }

  /** With everything in it. */
  removeTab(sheet: string): Changes {
    const changes: Changes = new Map([[tabKey(sheet), undefined]]);
    for (const key of this.parts.keys())
      if (/^[rkcl]:/.test(key) && key.split(':')[1] === sheet) changes.set(key, undefined);
    return changes;
  }

  /** The cells of an area as they would be put elsewhere: formulas with references that move along. */
  copied(sheet: string, area: Area): CopiedCell[] {
    return [...cellsIn(area)].flatMap(([row, column]) => {
      const content = this.contentAt(sheet, row, column);
      const look = this.lookAt(sheet, row, column);
      if (!content && !look) return [];
      return [{ row: row - area.top, column: column - area.left, content, look }];
    });
  }

  /**
   * Puts copied cells with their first one at a place.
   *
   * @param from  where the first one was
   * @param cut   if they were cut there
   */
  paste(
    sheet: string,
    at: { row: number; column: number },
    cells: readonly CopiedCell[],
    from: { row: number; column: number; sheet?: string },
    cut?: Cut,
  ): Changes {
    const source = from.sheet ?? cut?.sheet ?? sheet;
    const by = { rows: at.row - from.row, columns: at.column - from.column };
    const moved = (formula: string) => {
      const isAway = source !== sheet;
      const there = moveFormula(formula, source, this, by, cut && { ...cut, isAway });
      // Lines of sheets differ: written, a reference is the same in both.
      return isAway ? storeFormula(showFormula(there, source, this), sheet, this) : there;
    };
    const changes: Changes = new Map();
    for (const { row, column, content, look } of cells) {
      const ids = this.#ids(sheet, at.row + row, at.column + column);
      changes.set(cellKey(...ids), content && 'f' in content ? { f: moved(content.f) } : content);
      changes.set(lookKey(...ids), look);
    }
    if (cut) for (const [key, value] of this.#followed(sheet, by, cut, changes)) changes.set(key, value);
    return changes;
  }

  /** Formulas elsewhere that refer to cells that were cut, with references to their new place. */
  *#followed(
    to: string,
    by: { rows: number; columns: number },
    cut: Cut,
    pasted: Changes,
  ): Generator<[string, CellContent]> {
    for (const [key, part] of this.parts) {
      const [kind, sheet = ''] = key.split(':');
      if (kind !== 'c' || pasted.has(key)) continue;
      const content = cleanPart(key, part) as CellContent | undefined;
      if (!content || !('f' in content)) continue;
      const f = followCut(content.f, sheet, this, by, { ...cut, to });
      if (f !== content.f) yield [key, { f }];
    }
  }
}

export interface CopiedCell {
  row: number;
  column: number;
  content: CellContent | undefined;
  look: Look | undefined;
}

const NO_AXIS: Axis = {
  ids: [],
  sizes: new Map(),
  idAt: String,
  indexOf: () => undefined,
  after: () => 0,
  orderAt: () => 0,
};

export function* cellsIn({ top, left, bottom, right }: Area): Generator<[number, number]> {
  for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) yield [row, column];
}
