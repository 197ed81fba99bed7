import { escapeText } from '@atrium/richtext/html/escape.ts';
import { shapeOf } from '@atrium/richtext/sheet/arrays.ts';
import { columnName } from '@atrium/richtext/sheet/axis.ts';
import type { Book } from '@atrium/richtext/sheet/book.ts';
import { showFormula } from '@atrium/richtext/sheet/references.ts';
import type { Look } from '@atrium/richtext/sheet/sheetParts.ts';
import { CellError } from '@atrium/richtext/sheet/values.ts';
import { storedZip } from '../zip/storedZip.ts';
import { shownText } from './cellText.ts';
import { COLUMN_PX } from './geometry.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The pixels of the units in which spreadsheet programs count widths and heights. */
const [CHAR_PX, POINT_PX] = [7, 96 / 72];

/** Removes characters that markup cannot contain. */
const escaped = (text: string) =>
  escapeText(text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));

/** Collects the different looks of cells, as a workbook numbers them. */
class Styles {
  readonly #known = new Map<string, number>([['{}', 0]]);
  readonly #looks: Look[] = [{}];

  numberOf(look: Look | undefined): number {
    if (!look) return 0;
    const key = JSON.stringify(look);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#looks.push(look);
    this.#known.set(key, this.#looks.length - 1);
    return this.#looks.length - 1;
  }

  text(): string {
    const rgb = (color: string) => `rgb="FF${color.slice(1).toUpperCase()}"`;
    const formats = this.#looks.map(
      ({ format }, index) =>
        format && `<numFmt numFmtId="${200 + index}" formatCode="${escaped(format).replaceAll('"', '&quot;')}"/>`,
    );
    const listed = formats.filter(Boolean);
    const fonts = this.#looks.map(
      ({ bold, italic, underline, strike, color }) =>
        `<font>${bold ? '<b/>' : ''}${italic ? '<i/>' : ''}${strike ? '<strike/>' : ''}${underline ? '<u/>' : ''}<sz val="11"/>${color ? `<color ${rgb(color)}/>` : ''}<name val="Calibri"/></font>`,
    );
    const fills = this.#looks.map(({ fill }) =>
      fill
        ? `<fill><patternFill patternType="solid"><fgColor ${rgb(fill)}/></patternFill></fill>`
        : '<fill><patternFill patternType="none"/></fill>',
    );
    const xfs = this.#looks.map(({ format, align, wrap }, index) => {
      const alignment =
        align || wrap ? `<alignment${align ? ` horizontal="${align}"` : ''}${wrap ? ' wrapText="1"' : ''}/>` : '';
      return `<xf numFmtId="${format ? 200 + index : 0}" fontId="${index}" fillId="${index + 2}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${alignment}</xf>`;
    });
    // The first two fills are fixed, because programs use them for their own purposes.
    const own = '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>';
    return `${HEAD}<styleSheet xmlns="${MAIN}">${listed.length > 0 ? `<numFmts count="${listed.length}">${listed.join('')}</numFmts>` : ''}<fonts count="${fonts.length}">${fonts.join('')}</fonts><fills count="${fills.length + 2}">${own}${fills.join('')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs></styleSheet>`;
  }
}

/** Functions that are newer than the format of workbooks, which names them with a prefix. */
const YOUNG = new Set(
  'CONCAT DAYS IFNA IFS ISOWEEKNUM MAXIFS MINIFS RANK.EQ STDEV.P STDEV.S SWITCH TEXTJOIN UNICHAR VAR.P VAR.S XLOOKUP XOR'.split(
    ' ',
  ),
);
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|;|[\p{L}_][\p{L}\p{N}_.]*(\s*\()?/gu;

/** Writes a formula as workbooks contain it: with commas, and with the workbook's names of sheets and functions. */
const workbookFormula = (formula: string): string =>
  formula.replace(TOKEN, (token, call: string | undefined) => {
    if (token === ';') return ',';
    const name = call === undefined ? '' : token.slice(0, -call.length).toUpperCase();
    return YOUNG.has(name) ? `_xlfn.${name}${call}` : token;
  });

function formulaXml({ book, names }: Exported, sheet: string, row: number, column: number): string {
  const content = book.contentAt(sheet, row, column);
  if (!content || !('f' in content)) return '';
  const { isReadable, isArray } = shapeOf(content.f);
  if (!isReadable) return '';
  const inWorkbook = {
    axesOf: book.axesOf.bind(book),
    sheetOf: () => undefined,
    nameOf: (id: string) => names.get(id),
  };
  const text = escaped(workbookFormula(showFormula(content.f, sheet, inWorkbook)));
  return isArray ? `<f t="array" ref="${columnName(column)}${row + 1}">${text}</f>` : `<f>${text}</f>`;
}

interface Exported {
  book: Book;
  /** The names of sheets in the workbook, by id. */
  names: ReadonlyMap<string, string>;
  styles: Styles;
}

function cellXml(exported: Exported, sheet: string, row: number, column: number): string {
  const { book, styles } = exported;
  const look = book.lookAt(sheet, row, column);
  const f = formulaXml(exported, sheet, row, column);
  const value = book.valueAt(sheet, row, column);
  if (value === null && !look) return '';
  const style = styles.numberOf(look);
  const begin = `<c r="${columnName(column)}${row + 1}"${style > 0 ? ` s="${style}"` : ''}`;
  if (value === null) return `${begin}/>`;
  const formula = f ? undefined : book.formulaAt(sheet, row, column);
  // A formula that other programs cannot read is written as text, because they would call the workbook damaged.
  if (formula) return `${begin} t="inlineStr"><is><t xml:space="preserve">${escaped(formula)}</t></is></c>`;
  if (typeof value === 'number') return `${begin}>${f}<v>${value}</v></c>`;
  if (typeof value === 'boolean') return `${begin} t="b">${f}<v>${Number(value)}</v></c>`;
  if (value instanceof CellError) {
    // Errors that only Atrium has are replaced by a common one.
    const code = /^#(CIRCULAR|LIMIT)!$/.test(value.code) ? '#VALUE!' : value.code;
    return `${begin} t="e">${f}<v>${escaped(code)}</v></c>`;
  }
  if (f) return `${begin} t="str">${f}<v>${escaped(value)}</v></c>`;
  return `${begin} t="inlineStr"><is><t xml:space="preserve">${escaped(value.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_'))}</t></is></c>`;
}

function sheetXml(exported: Exported, sheet: string): string {
  const { book } = exported;
  const { rows, columns } = book.usedArea(sheet);
  const [rowAxis, columnAxis] = [book.axis(sheet, 'r'), book.axis(sheet, 'k')];
  const widths = [...columnAxis.sizes]
    .toSorted(([a], [b]) => a - b)
    .map(
      ([index, size]) => `<col min="${index + 1}" max="${index + 1}" width="${(size - 5) / CHAR_PX}" customWidth="1"/>`,
    );
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    const cells: string[] = [];
    for (let column = 0; column < columns; column++) cells.push(cellXml(exported, sheet, row, column));
    const height = rowAxis.sizes.get(row);
    const size = height === undefined ? '' : ` ht="${height / POINT_PX}" customHeight="1"`;
    const inside = cells.join('');
    if (inside || size) lines.push(`<row r="${row + 1}"${size}>${inside}</row>`);
  }
  const cols = widths.length > 0 ? `<cols>${widths.join('')}</cols>` : '';
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetFormatPr defaultRowHeight="15" defaultColWidth="${(COLUMN_PX - 5) / CHAR_PX}"/>${cols}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const NAME_CHARS = 31;

/** The names of sheets that other programs allow: without some characters, and unique ignoring case. */
function sheetNames(book: Book): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set<string>();
  for (const { id, name } of book.tabs) {
    const plain = name.replaceAll(/[[\]:*?/\\]|^'|'$/g, '_').slice(0, NAME_CHARS);
    let free = plain;
    for (let n = 2; used.has(free.toLowerCase()); n++)
      free = `${plain.slice(0, NAME_CHARS - 1 - String(n).length)} ${n}`;
    used.add(free.toLowerCase());
    names.set(id, free);
  }
  return names;
}

/** Writes the spreadsheet as an Excel workbook, with formulas, formats and looks. */
export function workbookOf(book: Book): Uint8Array<ArrayBuffer> {
  const exported = { book, names: sheetNames(book), styles: new Styles() };
  const { names, styles } = exported;
  const sheets = book.tabs.map(({ id }) => sheetXml(exported, id));
  const listed = book.tabs.map(
    ({ id }, index) =>
      `<sheet name="${escaped(names.get(id) ?? '').replaceAll('"', '&quot;')}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const overrides = sheets.map(
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const files: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles.text(),
  };
  for (const [index, text] of sheets.entries()) files[`xl/worksheets/sheet${index + 1}.xml`] = text;
  const encoder = new TextEncoder();
  return storedZip(Object.entries(files).map(([name, text]) => ({ name, bytes: encoder.encode(text) })));
}

/** Writes one sheet as separated values. A text that another program would take for a formula gets an apostrophe. */
export function csvOf(book: Book, sheet: string): string {
  const { rows, columns } = book.usedArea(sheet);
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    const cells: string[] = [];
    for (let column = 0; column < columns; column++) {
      const value = book.valueAt(sheet, row, column);
      const text = shownText(value, book.lookAt(sheet, row, column));
      const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
      cells.push(/[",\n\r;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe);
    }
    lines.push(cells.join(','));
  }
  // The first character tells programs that this is UTF-8.
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

export function saveFile(name: string, type: string, content: Uint8Array<ArrayBuffer> | string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
