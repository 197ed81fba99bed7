import { cleanPart, type Line, MAX_LINES, type SheetParts, type Side } from './sheetParts.ts';

/** Empty lines after the last one that is used, and the least that is shown. */
const SPARE = { r: 30, k: 6 } as const;
const LEAST = { r: 100, k: 26 } as const;
const MOST = { r: MAX_LINES, k: 702 } as const;

const isUsual = (id: string) => /^(0|[1-9]\d{0,4})$/.test(id);

/** The rows or the columns of a sheet in their order. */
export interface Axis {
  ids: readonly string[];
  /** Custom sizes of rows or columns, by index. */
  sizes: ReadonlyMap<number, number>;
  /** The id at an index, also beyond the last line shown. */
  idAt(index: number): string;
  /** Undefined for a removed line. */
  indexOf(id: string): number | undefined;
  /** The index of the first line at or after a line, which may be removed. */
  after(id: string): number;
  orderAt(index: number): number;
}

export function axisOf(parts: SheetParts, side: Side, sheet: string): Axis {
  const lines = new Map<string, Line>();
  let last = 0;
  const place = side === 'r' ? 2 : 3;
  const [own, cells, looks] = [`${side}:${sheet}:`, `c:${sheet}:`, `l:${sheet}:`];
  const note = (id: string | undefined) => {
    if (id && isUsual(id)) last = Math.max(last, Number(id));
  };
  for (const [key, value] of parts) {
    if (key.startsWith(cells) || key.startsWith(looks)) note(key.split(':')[place]);
    if (!key.startsWith(own)) continue;
    const id = key.slice(own.length);
    const line = cleanPart(key, value) as Line | undefined;
    if (!line) continue;
    lines.set(id, line);
    note(id);
  }
  const usual = Math.min(MOST[side], Math.max(LEAST[side], last + 1 + SPARE[side]));
  const orderOf = (id: string): number => lines.get(id)?.order ?? (isUsual(id) ? Number(id) : 0);
  const shown: string[] = [];
  for (let number = 0; number < usual; number++) if (!lines.get(String(number))?.isGone) shown.push(String(number));
  for (const [id, line] of lines) if (!isUsual(id) && !line.isGone) shown.push(id);
  const inOrder = (a: string, b: string) => orderOf(a) - orderOf(b) || (a < b ? -1 : 1);
  const ids = shown.sort(inOrder).slice(0, MOST[side]);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  const sizes = new Map<number, number>();
  for (const [id, { size }] of lines) {
    const index = indexes.get(id);
    if (size !== undefined && index !== undefined) sizes.set(index, size);
  }
  return {
    ids,
    sizes,
    idAt: (index) => ids[index] ?? String(usual + index - ids.length),
    indexOf: (id) => {
      const known = indexes.get(id);
      if (known !== undefined || lines.get(id)?.isGone || !isUsual(id) || Number(id) < usual) return known;
      return ids.length + Number(id) - usual;
    },
    after(id) {
      const known = indexes.get(id);
      if (known !== undefined) return known;
      let [low, high] = [0, ids.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (inOrder(ids[middle] ?? '', id) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    orderAt: (index) => (index < 0 ? -1 : orderOf(ids[index] ?? String(usual + index - ids.length))),
  };
}

/** Orders for lines that are inserted before an index. */
export function ordersBefore(axis: Axis, index: number, count: number): number[] {
  const [from, to] = [axis.orderAt(index - 1), axis.orderAt(index)];
  const step = (to - from) / (count + 1);
  return Array.from({ length: count }, (_, at) => from + step * (at + 1));
}

/** A, B, … Z, AA. */
export function columnName(column: number): string {
  let name = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}

export function columnNumber(name: string): number {
  let column = 0;
  for (const letter of name.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
