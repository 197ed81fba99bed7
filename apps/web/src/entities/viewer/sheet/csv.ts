import { type Cell, cellKey, MAX_CELLS, MAX_COLUMNS, MAX_ROWS, ROW_PX, type Sheet } from './workbook.ts';

const MARKS = [',', ';', '\t', '|'] as const;
const SAMPLE_CHARS = 10_000;

/** Finds the separator that splits most lines, and most of them into as many fields. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, SAMPLE_CHARS)
    .replace(QUOTED, '$1')
    .split(/\r\n?|\n/)
    .filter(Boolean);
  const scores = MARKS.map((mark) => {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const fields = line.split(mark).length;
      if (fields > 1) counts.set(fields, (counts.get(fields) ?? 0) + 1);
    }
    const [[fields, most] = [0, 0]] = [...counts].toSorted((a, b) => b[1] - a[1]);
    const split = counts.values().reduce((sum, each) => sum + each, 0);
    return { mark, score: split + most, fields };
  });
  return scores.toSorted((a, b) => b.score - a.score || b.fields - a.fields)[0]?.mark ?? ',';
}
const QUOTED = /(^|[,;\t|\n\r])"(?:[^"]|"")*"/g;

/** A first line such as `sep=;` is for Excel: it names the separator. */
const NAMED = /^"?sep=([^\n\r"])"?(?:\r\n?|\n)/i;

const NUMBER = /^-?(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]\d+)?\s?%?$/;
const MIN_PX = 64;
const MAX_PX = 360;
const CHAR_PX = 7.5;
const PADDING_PX = 20;

/** Reads separated values (RFC 4180); other separators than the comma are detected. */
export function readCsv(text: string, name: string): Sheet {
  const named = NAMED.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  const cells = new Map<number, Cell>();
  const widths = new Map<number, number>();
  let [row, column, columns, at, isCut] = [0, 0, 0, named?.[0].length ?? 0, false];
  while (at < text.length) {
    if (row >= MAX_ROWS || cells.size >= MAX_CELLS) {
      isCut = true;
      break;
    }
    const { value, end } = fieldAt(text, at, separator);
    if (column < MAX_COLUMNS) {
      if (value !== '') cells.set(cellKey(row, column), { text: value, ...(NUMBER.test(value) && { isNumber: true }) });
      const width = Math.min(MAX_PX, Math.max(MIN_PX, value.length * CHAR_PX + PADDING_PX));
      widths.set(column, Math.max(widths.get(column) ?? 0, width));
    } else isCut = true;
    columns = Math.min(MAX_COLUMNS, Math.max(columns, column + 1));
    const isLast = text[end] !== separator;
    at = end + (isLast && text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    [row, column] = isLast ? [row + 1, 0] : [row, column + 1];
  }
  return {
    name,
    cells,
    widths,
    // The last line has no line break, and may end with an empty field.
    rows: row + Number(column > 0),
    columns,
    heights: new Map(),
    rowPx: ROW_PX,
    merges: [],
    isCut,
    drawings: [],
  };
}

function fieldAt(text: string, start: number, separator: string): { value: string; end: number } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
    return { value: text.slice(start, end), end };
  }
  let [value, at] = ['', start + 1];
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // Text after a closing quote is invalid, but stays, because dropping it would hide data.
      let end = quote + 1;
      while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
      return { value: value + text.slice(quote + 1, end), end };
    }
    value += '"';
    at = quote + 2;
  }
}
