import type { Parts } from '@atrium/richtext/document/parts.ts';
import type { Input } from '@atrium/richtext/sheet/book.ts';
import { act, fireEvent, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import type { Chosen, SharedParts } from '../parts.ts';
import { storedZip } from '../zip/storedZip.ts';
import { editedText, typedValue, withDigits } from './cellText.ts';
import { rowsOfText } from './clipboard.ts';
import { csvOf, workbookOf } from './exporting.ts';
import { importFile } from './importing.ts';
import { Spreadsheet } from './Spreadsheet.tsx';
import { bookOf } from './useBook.ts';

beforeEach(() => serve({}));

/** The shared state of one person, with the changes of others. */
function sharedFor(parts: Parts = new Map()) {
  let run: (changes: Parts) => void = () => undefined;
  let show: (chosen: readonly Chosen[]) => void = () => undefined;
  const selected: string[] = [];
  const apply = (changes: Parts) => {
    for (const [key, value] of changes) {
      if (value === undefined) parts.delete(key);
      else parts.set(key, value);
    }
  };
  const shared: SharedParts = {
    all: () => new Map(parts),
    change: apply,
    onChanged: (each) => {
      run = each;
      return () => undefined;
    },
    undo: () => undefined,
    redo: () => undefined,
    point: () => undefined,
    onPointers: () => () => undefined,
    select: (place) => selected.push(place),
    onSelections: (each) => {
      show = each;
      return () => undefined;
    },
  };
  const others = (changes: Parts) => act(() => (apply(changes), run(changes)));
  return { shared, parts, selected, others, choose: (chosen: readonly Chosen[]) => act(() => show(chosen)) };
}

test('cells are typed, computed, painted and changed by others, who are seen where they are', async () => {
  const state = sharedFor();
  const { screen, user } = await open(
    <Spreadsheet name="Budget" parts={new Map()} shared={state.shared} isReadOnly={false} />,
  );
  const grid = screen.getByRole('grid', { name: 'Budget' });
  const cell = (name: string) => within(grid).getByRole('gridcell', { name: new RegExp(`^${name}( |$)`) });
  await act(async () => grid.focus());
  await user.keyboard('4{Tab}2.5{Tab}=A1*B1{Enter}');
  expect(cell('C1').textContent).toBe('10');
  expect(state.parts.get('s:s1')).toEqual({ name: 'Sheet 1', order: 1 });
  expect(state.parts.get('c:s1:0:2')).toEqual({ f: '{0.0}*{1.0}' });
  // Enter begins the next row where this one was begun.
  expect(state.selected.at(-1)).toBe(JSON.stringify(['s1', '1', '0', '1', '0']));
  // Escape keeps what was there.
  await user.keyboard('{ArrowUp}{ArrowRight}{ArrowRight}9{Escape}');
  expect(cell('C1').textContent).toBe('10');
  await user.click(screen.getByRole('button', { name: 'Bold' }));
  expect(cell('C1').dataset['bold']).toBe('true');
  const line = screen.getByRole('textbox', { name: 'Content of the cell' });
  expect(line).toHaveProperty('value', '=A1*B1');
  await user.clear(line);
  await user.type(line, '=SUM(A1:B1){Enter}');
  expect(cell('C1').textContent).toBe('6.5');

  state.others(
    new Map<string, unknown>([
      ['c:s1:0:0', { v: 100 }],
      ['r:s1:xa', { order: -0.5 }],
    ]),
  );
  expect(cell('C2').textContent).toBe('102.5');
  expect(state.selected.at(-1)).toBe(JSON.stringify(['s1', '1', '2', '1', '2']));
  state.choose([
    { key: '1', name: 'Bo', color: '#123456', place: JSON.stringify(['s1', '0', '0', '0', '1']) },
    { key: '2', name: 'Eve', color: '#123456', place: '{"no":"place"}' },
  ]);
  expect(within(grid).getByText('Bo')).toBeTruthy();
  expect(within(grid).queryByText('Eve')).toBeNull();

  // Rows from Excel.
  await act(async () => grid.focus());
  await user.keyboard('{Control>}{Home}{/Control}');
  const clipboardData = { getData: () => 'Port\t50%\r\nBrest\t2026-03-01\r\n' };
  fireEvent.paste(grid, { clipboardData });
  expect([cell('A1').textContent, cell('B1').textContent, cell('B2').textContent]).toEqual([
    'Port',
    '50%',
    '2026-03-01',
  ]);
  await user.keyboard('{Delete}');
  expect(cell('A1').textContent).toBe('');
});

test('cells are copied to another sheet with their formulas, and cut ones refer to what they did', async () => {
  const two = bookOf(new Map([['s:s1', { name: 'One', order: 1 }]])).addTab('Two');
  const state = sharedFor(
    new Map<string, unknown>([
      ['s:s1', { name: 'One', order: 1 }],
      ...two.changes,
      ['c:s1:0:0', { v: 1 / 3 }],
      ['l:s1:0:0', { format: '0.00' }],
      ['c:s1:0:1', { v: '007' }],
      ['c:s1:0:2', { f: '{0.0}*3' }],
      ['c:s1:0:3', { f: 'SUM({0.0}:{2.0})' }],
    ]),
  );
  const { screen, user } = await open(
    <Spreadsheet name="Budget" parts={new Map()} shared={state.shared} isReadOnly={false} />,
  );
  const grid = () => screen.getByRole('grid');
  const clipboard = new Map<string, string>();
  const clipboardData = {
    setData: (type: string, text: string) => clipboard.set(type, text),
    getData: (type: string) => clipboard.get(type) ?? '',
  };
  await act(async () => grid().focus());
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  fireEvent.copy(grid(), { clipboardData });
  await user.click(screen.getByRole('tab', { name: 'Two' }));
  await act(async () => grid().focus());
  await user.keyboard('{ArrowDown}');
  fireEvent.paste(grid(), { clipboardData });
  const at = (row: number, column: number) => state.parts.get(`c:${two.id}:${row}:${column}`);
  expect([at(1, 0), at(1, 1), at(1, 2)]).toEqual([{ v: 1 / 3 }, { v: '007' }, { f: '{0.1}*3' }]);
  expect(state.parts.get(`l:${two.id}:1:0`)).toEqual({ format: '0.00' });

  await user.click(screen.getByRole('tab', { name: 'One' }));
  await act(async () => grid().focus());
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  fireEvent.cut(grid(), { clipboardData });
  await user.keyboard('{ArrowDown}{ArrowDown}');
  fireEvent.paste(grid(), { clipboardData });
  expect([state.parts.get('c:s1:0:3'), state.parts.get('c:s1:2:3')]).toEqual([undefined, { f: 'SUM({0.0}:{2.0})' }]);
});

test('too many cells from another program are refused, and an opening quote alone is a letter', async () => {
  const state = sharedFor();
  const { screen } = await open(
    <Spreadsheet name="Budget" parts={new Map()} shared={state.shared} isReadOnly={false} />,
  );
  const grid = screen.getByRole('grid');
  await act(async () => grid.focus());
  fireEvent.paste(grid, { clipboardData: { getData: () => '1\t2\n'.repeat(2600) } });
  expect(screen.getByText(/That’s too many cells at once/)).toBeTruthy();
  expect(state.parts.size).toBe(0);
  expect(rowsOfText('"12 inch\tA\nnext\t"B\n')).toEqual([
    ['"12 inch', 'A'],
    ['next', '"B'],
  ]);
});

test('a reader can look and copy, and change nothing', async () => {
  const parts: Parts = new Map<string, unknown>([
    ['s:s1', { name: 'One', order: 1 }],
    ['c:s1:0:0', { v: 'Ada\n& Bo' }],
  ]);
  const { screen, user } = await open(<Spreadsheet name="Budget" parts={parts} isReadOnly />);
  const grid = screen.getByRole('grid');
  await act(async () => grid.focus());
  await user.keyboard('x{Delete}');
  expect(screen.queryByRole('textbox', { name: /Cell/ })).toBeNull();
  expect(within(grid).getByText(/Ada/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Bold' })).toBeNull();
  const copied: Record<string, string> = {};
  fireEvent.copy(grid, { clipboardData: { setData: (type: string, text: string) => (copied[type] = text) } });
  expect(copied['text/plain']).toBe('"Ada\n& Bo"');
  // Other programs take the table, where a line break is an element.
  expect(copied['text/html']).toBe(
    '<table><tr><td>Ada<br style="mso-data-placement:same-cell">&amp; Bo</td></tr></table>',
  );
});

test('a workbook is saved and read back with formulas, formats and looks', async () => {
  const empty = bookOf(new Map());
  let parts: Parts = new Map(empty.parts);
  const put = (row: number, column: number, text: string) => {
    const { input, format } = typedValue(text, undefined);
    parts = new Map([...parts, ...bookOf(parts).write('s1', row, column, input)]);
    const area = { top: row, left: column, bottom: row, right: column };
    if (format) parts = new Map([...parts, ...bookOf(parts).paint('s1', area, { format })]);
  };
  for (const [row, texts] of [
    ['Item & <co>', '12%'],
    ["'=text", '2026-03-01'],
    ['TRUE', '=SUM(B1:B2)&" “x”"'],
  ].entries())
    for (const [column, text] of texts.entries()) put(row, column, text);
  parts = new Map([
    ...parts,
    ...bookOf(parts).paint(
      's1',
      { top: 0, left: 0, bottom: 0, right: 0 },
      { bold: true, fill: '#ffec99', align: 'center' },
    ),
  ]);
  parts = new Map([...parts, ...bookOf(parts).resize('s1', 'k', 0, 180)]);
  const file = new File([workbookOf(bookOf(parts))], 'Tides.xlsx');
  const { changes, sheet } = await importFile(empty, file);
  const read = bookOf(new Map([...changes].filter(([, value]) => value !== undefined)));
  expect(read.tabs.map(({ name }) => name)).toEqual(['Sheet 1']);
  const values = [0, 1, 2].map((row) => [0, 1].map((column) => read.valueAt(sheet, row, column)));
  expect(values).toEqual([
    ['Item & <co>', 0.12],
    ['=text', 46_082],
    [true, '46082.12 “x”'],
  ]);
  expect(read.formulaAt(sheet, 2, 1)).toBe('=SUM(B1:B2)&" “x”"');
  expect(read.lookAt(sheet, 0, 0)).toEqual({ bold: true, fill: '#ffec99', align: 'center' });
  expect([read.lookAt(sheet, 0, 1)?.format, read.lookAt(sheet, 1, 1)?.format]).toEqual(['0%', 'yyyy-mm-dd']);
  expect(read.axis(sheet, 'k').sizes.get(0)).toBe(180);
  // A text that looks like a formula is none for another program either.
  expect(csvOf(read, sheet)).toBe("\ufeffItem & <co>,12%\r\n'=text,2026-03-01\r\nTRUE,46082.12 “x”\r\n");
  const csv = await importFile(empty, new File(['a;b\n"1,5";=1+1\n'], 'x.csv'));
  const table = bookOf(new Map([...csv.changes].filter(([, value]) => value !== undefined)));
  expect([table.valueAt(csv.sheet, 1, 0), table.valueAt(csv.sheet, 1, 1)]).toEqual(['1,5', '=1+1']);
});

test('formulas are exported as other programs write them', async () => {
  const second = bookOf(new Map()).addTab('A:B');
  let parts: Parts = new Map<string, unknown>([
    ['s:s1', { name: 'A/B', order: 1 }],
    ...[...second.changes].map(([key]) => [key, { name: 'A:B', order: 2 }] as const),
  ]);
  const write = (row: number, input: Input) => {
    parts = new Map([...parts, ...bookOf(parts).write('s1', row, 0, input)]);
  };
  for (const row of [0, 1, 2]) write(row, { plain: row + 1 });
  write(3, { formula: '=SUM(A1;A2)&"; "&IFS(A1=1;"one")' });
  write(4, { formula: '=SUM(IF(A1:A3>1,A1:A3,0))' });
  write(5, { formula: '=SUM(' });
  write(6, { formula: "='A:B'!A1+1" });
  const bytes = workbookOf(bookOf(parts));
  const xml = new TextDecoder().decode(bytes);
  expect(xml).toContain('<f>SUM(A1,A2)&amp;"; "&amp;_xlfn.IFS(A1=1,"one")</f>');
  expect(xml).toContain('<f t="array" ref="A5">SUM(IF(A1:A3&gt;1,A1:A3,0))</f><v>5</v>');
  expect(xml).toContain('<c r="A6" t="inlineStr"><is><t xml:space="preserve">=SUM(</t></is></c>');
  expect(xml).toContain("<f>'A_B 2'!A1+1</f>");
  expect(xml.match(/<sheet name="[^"]*"/g)).toEqual(['<sheet name="A_B"', '<sheet name="A_B 2"']);
  const { changes, sheet } = await importFile(bookOf(new Map()), new File([bytes], 'x.xlsx'));
  const read = bookOf(new Map([...changes].filter(([, value]) => value !== undefined)));
  expect([3, 4, 6].map((row) => read.valueAt(sheet, row, 0))).toEqual(['3; one', 5, 1]);
});

test('formulas that cannot be computed here are imported as the results that the program saved', async () => {
  const sheet = (cells: string) =>
    `<worksheet xmlns="http://m"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
  const long = `1${'+1'.repeat(1200)}`;
  const shared = (place: string, text: string, value: number) =>
    `<c r="${place}"><f t="shared" si="0">${text}</f><v>${value}</v></c>`;
  const parts: Record<string, string> = {
    '_rels/.rels': '<R xmlns="x"><Relationship Id="1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></R>',
    'xl/workbook.xml':
      '<workbook xmlns="http://m" xmlns:r="http://r"><sheets><sheet name="Shown" sheetId="1" r:id="a"/><sheet name="Rates" state="hidden" sheetId="2" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<R xmlns="x"><Relationship Id="a" Type="http://x/worksheet" Target="a.xml"/><Relationship Id="b" Type="http://x/worksheet" Target="b.xml"/></R>',
    'xl/a.xml': sheet(
      `<c r="A1"><f>Rates!A1*2</f><v>42</v></c><c r="B1"><f>IRR(C1:D1)</f><v>0.5</v></c><c r="C1"><f>${long}</f><v>1201</v></c><c r="D1"><f>Table1[Sum]</f><v>7</v></c>${shared('E1', 'Rates!A1+A1', 63)}${shared('F1', '', 21.5)}<c r="G1"><f>A1+1</f><v>0</v></c><c r="H1"><f>IRR(C1:D1)</f></c><c r="I1" t="str"><f>TaxRate&amp;"%"</f><v>19%</v></c>`,
    ),
    'xl/b.xml': sheet('<c r="A1"><v>21</v></c>'),
  };
  const encoder = new TextEncoder();
  const bytes = storedZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: encoder.encode(text) })));
  const { changes, sheet: id } = await importFile(bookOf(new Map()), new File([bytes], 'x.xlsx'));
  const read = bookOf(new Map([...changes].filter(([, value]) => value !== undefined)));
  expect([0, 1, 2, 3, 4, 5, 6, 8].map((column) => read.valueAt(id, 0, column))).toEqual([
    ...[42, 0.5, 1201, 7, 63, 21.5, 43],
    '19%',
  ]);
  // Without a result, the formula is all there is.
  expect(read.formulaAt(id, 0, 7)).toBe('=IRR(C1:D1)');
});

test('typed texts become what they look like', () => {
  expect(typedValue('12.5%', undefined)).toMatchObject({ input: { plain: 0.125 } });
  expect(typedValue('  ', undefined)).toEqual({ input: null });
  expect(typedValue("'007", undefined)).toEqual({ input: { plain: '007' } });
  expect(typedValue('007', '@')).toEqual({ input: { plain: '007' } });
  // As in other programs, 12 in a cell of percentages is 12%, and so is 0.12.
  expect(['12', '0.12', '-250', '12%', '0', 'x'].map((text) => typedValue(text, '0.0%').input)).toEqual(
    [0.12, 0.12, -2.5, 0.12, 0, 'x'].map((plain) => ({ plain })),
  );
  expect(typedValue('2026-03-01', '0%').input).toEqual({ plain: 46_082 });
  expect(typedValue('=', undefined)).toEqual({ input: { plain: '=' } });
  expect(typedValue('=a1', undefined)).toEqual({ input: { formula: '=a1' } });
  // What is edited is typed again: a text that would be another value keeps its apostrophe.
  expect(
    ['007', '=1+1', "'quoted'", '2026-03-01', 'TRUE', '  ', 'plain'].map((text) => editedText(text, undefined)),
  ).toEqual(["'007", "'=1+1", "''quoted'", "'2026-03-01", "'TRUE", "'  ", 'plain']);
  expect(editedText('007', { format: '@' })).toBe('007');
  expect(editedText(46_082.5, { format: 'dd/mm/yyyy' })).toBe('2026-03-01 12:00');
  expect(editedText(0.125, { format: '0%' })).toBe('12.5%');
  expect([
    withDigits(undefined, 1),
    withDigits('#,##0.00 "€"', -1),
    withDigits('0%', 1),
    withDigits('0.0', -1),
  ]).toEqual(['0.0', '#,##0.0 "€"', '0.0%', '0']);
  expect(rowsOfText('"a ""b""\nc"\t2\r\n\t"x" y\r\n')).toEqual([
    ['a "b"\nc', '2'],
    ['', '"x" y'],
  ]);
});
