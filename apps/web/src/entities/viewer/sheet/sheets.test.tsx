import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storedZip } from '../zip/storedZip.ts';
import { readCsv } from './csv.ts';
import { Grid } from './Grid.tsx';
import { formatNumber } from './numberFormat.ts';
import { COLUMN_PX, cellKey, columnName, MAX_ROWS, placeOf, type Sheet } from './workbook.ts';
import { openWorkbook } from './xlsx.ts';

const textAt = (sheet: Sheet, reference: string) => {
  const { row, column } = placeOf(reference)!;
  return sheet.cells.get(cellKey(row, column))?.text;
};

test('columns are named as in every spreadsheet', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  expect(placeOf('AB12')).toEqual({ row: 11, column: 27 });
  expect(placeOf('12')).toBeNull();
});

test('separated values: quotes, line breaks in them, and other separators', () => {
  const sheet = readCsv('Port;"High; low"\r\n"Brest ""north""\n2";7,1\nLe Havre;\n', 'tides.csv');
  expect([sheet.rows, sheet.columns]).toEqual([3, 2]);
  expect(textAt(sheet, 'B1')).toBe('High; low');
  expect(textAt(sheet, 'A2')).toBe('Brest "north"\n2');
  expect(sheet.cells.get(cellKey(1, 1))).toEqual({ text: '7,1', isNumber: true });
  expect(textAt(readCsv('a\tb\nc\td', 'x.tsv'), 'B2')).toBe('d');
  expect(textAt(readCsv('a,"never closed', 'x.csv'), 'B1')).toBe('never closed');
  // The last line may end with an empty field, and without a line break.
  expect(readCsv('a,b\nc,', 'x.csv').rows).toBe(2);
  expect(readCsv('a,b\nc,\n', 'x.csv').rows).toBe(2);
});

test('a very long file is cut, and says so', () => {
  const sheet = readCsv('a,b\n'.repeat(MAX_ROWS + 10), 'long.csv');
  expect(sheet.isCut).toBe(true);
  expect(sheet.rows).toBe(MAX_ROWS);
});

test('numbers show as their format says', () => {
  expect(formatNumber(0.256, '0%')).toBe('26%');
  expect(formatNumber(1234.5, '#,##0.00 "€"')).toBe('1,234.50 €');
  expect(formatNumber(46_000, 'yyyy-mm-dd')).toBe('2025-12-09');
  expect(formatNumber(0.1 + 0.2, 'General')).toBe('0.3');
  expect(formatNumber(1, '[broken')).not.toBe('');
});

test('days of workbooks that count from 1904 are moved, durations and colored numbers are not', () => {
  expect(formatNumber(44_538, 'yyyy-mm-dd', true)).toBe('2025-12-09');
  expect(formatNumber(44_538.5, '[$-409]mmm d', true)).toBe('Dec 9');
  expect(formatNumber(1.5, '[h]:mm', true)).toBe('36:00');
  expect(formatNumber(-0.5, '[hh]:mm:ss', true)).toBe('-12:00:00');
  expect(formatNumber(0.5, 'h:mm', true)).toBe('12:00');
  expect(formatNumber(7, '[Magenta]0.0', true)).toBe('7.0');
});

test('separated values: the separator that a file names, or that most of its lines agree on', () => {
  const named = readCsv('sep=;\na,1,5;b\n', 'x.csv');
  expect([named.rows, textAt(named, 'A1'), textAt(named, 'B1')]).toEqual([1, 'a,1,5', 'b']);
  const titled = readCsv('Report of November\n\nPort;Height\nBrest;7,1\nCork;4,2\n', 'x.csv');
  expect([textAt(titled, 'A1'), textAt(titled, 'B4')]).toEqual(['Report of November', '7,1']);
  expect(textAt(readCsv('Name, first\tAge\nAda\t36\n', 'x.tsv'), 'B1')).toBe('Age');
  expect(textAt(readCsv('"a;b;c",d\n1,2\n', 'x.csv'), 'A1')).toBe('a;b;c');
});

const utf8 = (text: string) => new TextEncoder().encode(text);
const X = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://r"';
function workbook(sheet: string, more: Record<string, string> = {}) {
  const parts: Record<string, string> = {
    '_rels/.rels': '<R xmlns="x"><Relationship Id="1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></R>',
    'xl/workbook.xml': `<workbook ${X}><sheets><sheet name="Budget" sheetId="1" r:id="rId1"/><sheet name="Secret" state="hidden" sheetId="2" r:id="rId9"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<R xmlns="x"><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="http://x/styles" Target="styles.xml"/></R>',
    'xl/sharedStrings.xml': `<sst ${X}><si><t>Rope</t></si><si><r><t>Two </t></r><r><t>runs</t></r></si></sst>`,
    'xl/styles.xml': `<styleSheet ${X}><fonts><font/><font><b/><color rgb="FFCC0000"/></font></fonts><fills><fill/><fill><patternFill patternType="solid"><fgColor rgb="FFFFEE00"/></patternFill></fill></fills><cellXfs><xf/><xf numFmtId="10" fontId="1" fillId="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${X}>${sheet}</worksheet>`,
    ...more,
  };
  return storedZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: utf8(text) })));
}

test('a column is as wide as its numbers, unless it is hidden', async () => {
  const book = await openWorkbook(
    workbook(`<cols><col min="1" max="1" width="4"/><col min="2" max="2" width="4" hidden="1"/><col min="3" max="3" width="4"/></cols>
      <sheetData><row r="1"><c r="A1"><v>123456789</v></c><c r="B1"><v>123456789</v></c><c r="C1" t="s"><v>0</v></c><c r="D1"><v>7</v></c></row></sheetData>`),
  );
  const { widths } = await book.sheet(0);
  expect([0, 1, 2, 3].map((column) => widths.get(column))).toEqual([expect.closeTo(93.4), 0, 33, undefined]);
});

test('a workbook shows its visible sheets with texts, formats, looks and merged cells', async () => {
  const book = await openWorkbook(
    workbook(`<cols><col min="1" max="1" width="20"/></cols><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="2"><c r="A2" s="1"><f>A1*2</f><v>0.125</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="inlineStr"><is><t>&lt;img src=x onerror=alert(1)&gt;</t></is></c></row>
      </sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A1:XFD1048576"/></mergeCells>`),
  );
  expect(book.names).toEqual(['Budget']);
  const sheet = await book.sheet(0);
  expect(textAt(sheet, 'A1')).toBe('Rope');
  expect(textAt(sheet, 'B1')).toBe('Two runs');
  // The saved value of the formula.
  expect(sheet.cells.get(cellKey(1, 0))).toEqual({
    text: '12.50%',
    isNumber: true,
    look: { isBold: true, color: '#cc0000', fill: '#ffee00' },
  });
  expect(textAt(sheet, 'B2')).toBe('TRUE');
  expect(textAt(sheet, 'C2')).toBe('<img src=x onerror=alert(1)>');
  // No area is larger than the shown part.
  expect(sheet.merges).toEqual([
    { row: 0, column: 0, rows: 1, columns: 2 },
    { row: 0, column: 0, rows: 2, columns: 3 },
  ]);
});

test('characters that markup cannot contain are read from their numbers', async () => {
  const cells =
    '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>one_x000D_\ntwo _x005F_x0041_ _x00e9_</t></is></c><c r="B1" t="str"><f>A1</f><v>a_x0009_b</v></c></row></sheetData>';
  const sheet = await (await openWorkbook(workbook(cells))).sheet(0);
  expect([textAt(sheet, 'A1'), textAt(sheet, 'B1')]).toEqual(['one\ntwo _x0041_ é', 'a\tb']);
});

test('days written as texts, as strict workbooks have them, are days', async () => {
  const cells =
    '<sheetData><row r="1"><c r="A1" t="d" s="1"><v>2026-03-01T12:00:00.000</v></c><c r="B1" t="d" s="1"><v>2026-03-01</v></c><c r="C1" t="d"><v>soon</v></c></row></sheetData>';
  const styles = `<styleSheet ${X}><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yy hh:mm"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></styleSheet>`;
  const bytes = workbook(cells, { 'xl/styles.xml': styles });
  const sheet = await (await openWorkbook(bytes)).sheet(0);
  expect(['A1', 'B1', 'C1'].map((each) => textAt(sheet, each))).toEqual(['01/03/26 12:00', '01/03/26 00:00', 'soon']);
  const raw = await (await openWorkbook(bytes, { withRaw: true })).sheet(0);
  expect(raw.cells.get(cellKey(0, 0))?.raw?.value).toBe(46_082.5);
});

test('a formula without a result shows itself', async () => {
  const cells =
    '<sheetData><row r="1"><c r="A1"><f>SUM(B1:B9)</f></c><c r="B1"><f>1+1</f><v>2</v></c></row></sheetData>';
  const sheet = await (await openWorkbook(workbook(cells))).sheet(0);
  expect(sheet.cells.get(cellKey(0, 0))).toEqual({ text: '=SUM(B1:B9)', isFormula: true });
  expect(textAt(sheet, 'B1')).toBe('2');
  expect(sheet.drawings).toEqual([]);
});

const at = (column: number, row: number) =>
  `<col>${column}</col><colOff>9525</colOff><row>${row}</row><rowOff>0</rowOff>`;
const drawn = (drawing: string, more: Record<string, string> = {}) =>
  workbook(
    '<cols><col min="1" max="1" width="10"/></cols><sheetFormatPr defaultRowHeight="15"/><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>9</v></c></row></sheetData>',
    {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<R xmlns="x"><Relationship Id="rId1" Type="http://x/drawing" Target="../drawings/drawing1.xml"/></R>',
      'xl/drawings/drawing1.xml': `<wsDr ${X} xmlns:a="http://a" xmlns:c="http://c">${drawing}</wsDr>`,
      ...more,
    },
  );
const RELS = {
  'xl/drawings/_rels/drawing1.xml.rels':
    '<R xmlns="x"><Relationship Id="c1" Type="http://x/chart" Target="../charts/chart1.xml"/></R>',
};

test('charts are in their places, with the values of cells that they name', async () => {
  const frame = `<twoCellAnchor><from>${at(1, 2)}</from><to>${at(4, 12)}</to><graphicFrame><xfrm/><a:graphic><a:graphicData uri="http://x/chart"><c:chart r:id="c1"/></a:graphicData></a:graphic></graphicFrame></twoCellAnchor>`;
  const chart = `<c:chartSpace xmlns:c="http://c"><c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:strRef><c:f>Budget!$A$1:$A$2</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>'Budget'!$B$1:$B$2</c:f></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const book = await openWorkbook(drawn(frame, { ...RELS, 'xl/charts/chart1.xml': chart }));
  const sheet = await book.sheet(0);
  expect(sheet.drawings).toHaveLength(1);
  const [shape] = sheet.drawings;
  // The first column is 75 pixels wide, the others 72; rows are 20 pixels high.
  expect([shape!.x, shape!.y, shape!.width, shape!.height]).toEqual([76, 40, 216, 200]);
  expect(shape!.chart!.groups[0]!.series[0]).toMatchObject({ categories: ['Rope', 'Two runs'], values: [7, 9] });
  // It is within the rows and columns that are shown.
  expect([sheet.rows, sheet.columns]).toEqual([12, 5]);
});

test('a text goes on over empty cells beside it, and a number does not', async () => {
  const book = await openWorkbook(
    workbook(
      '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Weather of the North Sea in November</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Weather of the North Sea in November</t></is></c><c r="B2"><v>1</v></c></row></sheetData>',
    ),
  );
  const { container } = render(<Grid sheet={await book.sheet(0)} scale={1} />);
  const cells = [...container.querySelectorAll<HTMLElement>('[role="cell"]')].filter((each) => each.textContent);
  expect(cells.map((each) => [each.textContent?.length, Number.parseInt(each.style.width, 10)])).toEqual([
    [36, 5 * COLUMN_PX],
    [36, COLUMN_PX],
    [1, COLUMN_PX],
  ]);
});

test('small files that name the same parts again and again are drawn up to a limit', async () => {
  const values = Array.from({ length: 9000 }, (_, point) => `<c:pt idx="${point}"><c:v>1</c:v></c:pt>`).join('');
  const chart = `<c:chartSpace xmlns:c="http://c"><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numLit><c:ptCount val="9000"/>${values}</c:numLit></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
  const anchor = (content: string, size = 952_500) =>
    `<oneCellAnchor><from>${at(1, 2)}</from><ext cx="${size}" cy="${size}"/><graphicFrame><a:graphic><a:graphicData uri="http://x/chart">${content}</a:graphicData></a:graphic></graphicFrame></oneCellAnchor>`;
  const one = anchor('<c:chart r:id="c1"/>');
  const book = await openWorkbook(drawn(one.repeat(8), { ...RELS, 'xl/charts/chart1.xml': chart }));
  const { drawings } = await book.sheet(0);
  expect(drawings.map((shape) => shape.missing ?? 'drawn')).toEqual([
    ...Array.from({ length: 3 }, () => 'drawn'),
    ...Array.from({ length: 5 }, () => 'chart'),
  ]);
  // A place without end is none.
  const huge = drawn(anchor('<c:chart r:id="c1"/>', 1e16), { ...RELS, 'xl/charts/chart1.xml': chart });
  expect((await (await openWorkbook(huge)).sheet(0)).drawings).toEqual([]);
});

test('diagrams that contain each other end', async () => {
  const diagram = (id: string) =>
    `<graphicFrame><xfrm/><a:graphic><a:graphicData uri="http://x/diagram"><d:relIds xmlns:d="http://d" r:dm="${id}"/></a:graphicData></a:graphic></graphicFrame>`;
  const rels = (data: string, drawing: string) =>
    `<R xmlns="x"><Relationship Id="dia" Type="http://x/diagramData" Target="${data}"/><Relationship Id="drw" Type="http://x/diagramDrawing" Target="${drawing}"/></R>`;
  const data = '<d:dataModel xmlns:d="http://d"><s:dataModelExt xmlns:s="http://s" relId="drw"/></d:dataModel>';
  const tree = `<s:drawing xmlns:s="http://s" ${X} xmlns:a="http://a"><s:spTree>${diagram('dia').repeat(10)}</s:spTree></s:drawing>`;
  const anchor = `<twoCellAnchor><from>${at(1, 2)}</from><to>${at(4, 12)}</to>${diagram('dia')}</twoCellAnchor>`;
  const book = await openWorkbook(
    drawn(anchor, {
      'xl/drawings/_rels/drawing1.xml.rels': rels('../diagrams/data1.xml', '../diagrams/drawing1.xml'),
      'xl/diagrams/_rels/drawing1.xml.rels': rels('data2.xml', 'drawing2.xml'),
      'xl/diagrams/_rels/drawing2.xml.rels': rels('data1.xml', 'drawing1.xml'),
      ...{ 'xl/diagrams/data1.xml': data, 'xl/diagrams/data2.xml': data },
      ...{ 'xl/diagrams/drawing1.xml': tree, 'xl/diagrams/drawing2.xml': tree },
    }),
  );
  expect((await book.sheet(0)).drawings.length).toBeLessThan(20);
});

test('a broken chart says so in its place', async () => {
  const frame = `<twoCellAnchor><from>${at(1, 2)}</from><to>${at(4, 12)}</to><graphicFrame><a:graphic><a:graphicData uri="http://x/chart"><c:chart r:id="c1"/></a:graphicData></a:graphic></graphicFrame></twoCellAnchor>`;
  const book = await openWorkbook(drawn(frame, { ...RELS, 'xl/charts/chart1.xml': '<broken' }));
  expect((await book.sheet(0)).drawings.map(({ missing }) => missing)).toEqual(['chart']);
});

test('a broken drawing says so, and the cells are shown', async () => {
  const broken = drawn('', { 'xl/drawings/drawing1.xml': '<broken' });
  const sheet = await (await openWorkbook(broken)).sheet(0);
  expect(textAt(sheet, 'A1')).toBe('Rope');
  expect([sheet.lacksDrawings, sheet.drawings]).toEqual([true, []]);
});

test('a cell far away neither fills memory nor hides the others', async () => {
  const book = await openWorkbook(
    workbook(
      '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c><v>3</v></c></row></sheetData>',
    ),
  );
  const sheet = await book.sheet(0);
  expect([sheet.rows, sheet.columns, sheet.isCut]).toEqual([1, 1, true]);
});
