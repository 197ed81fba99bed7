import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedParts, mergeParts, partsOf, textOfParts, wordsOfParts } from '../document/parts.ts';
import { Book, type Changes } from './book.ts';
import { cleanPart, type SheetParts } from './sheetParts.ts';
import { CellError } from './values.ts';

const NOW = new Date(2026, 10, 27, 14, 30);
let made = 0;
const bookOf = (parts: SheetParts) =>
  new Book(parts, { now: NOW, format: (value, pattern) => `${pattern}:${value}`, newId: () => `x${++made}` });
const applied = (parts: SheetParts, ...changes: Changes[]): Map<string, unknown> => {
  const next = new Map(parts);
  for (const each of changes)
    for (const [key, value] of each) {
      if (value === undefined) next.delete(key);
      else next.set(key, value);
    }
  return next;
};

/** A sheet with rows of inputs: what begins with `=` is a formula. */
function sheetOf(rows: readonly (readonly (string | number | boolean | null)[])[], name = 'One', id = 's1') {
  let parts = new Map<string, unknown>([[`s:${id}`, { name, order: 1 }]]);
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      if (cell === null) continue;
      const isFormula = typeof cell === 'string' && cell.startsWith('=');
      const input = isFormula ? { formula: cell } : { plain: cell };
      parts = applied(parts, bookOf(parts).write(id, row, column, input));
    }
  return parts;
}
const shown = (parts: SheetParts, row: number, column: number, sheet = 's1') => {
  const value = bookOf(parts).valueAt(sheet, row, column);
  return value instanceof CellError ? value.code : value;
};
const computed = (formula: string, rows: Parameters<typeof sheetOf>[0] = []) =>
  shown(sheetOf([[formula], ...rows]), 0, 0);

test.for([
  ['=1+2*3^2', 19],
  ['=-2^2', 4],
  ['=(1+2)*3', 9],
  ['=50%', 0.5],
  ['="a"&1&TRUE', 'a1TRUE'],
  ['=2>1', true],
  ['="a"<"B"', true],
  ['=1/0', '#DIV/0!'],
  ['=SUM(A2:C3)', 21],
  ['=SUM(A2:A3, 10; C3)', 21],
  ['=AVERAGE(A2:C2)', 2],
  ['=MAX(A2:C3)-MIN(A2:C3)', 5],
  ['=COUNTIF(A2:C3,">=4")', 3],
  ['=SUMIF(A2:A3,">1",B2:B3)', 5],
  ['=SUMIFS(A2:A3,B2:B3,">2",C2:C3,"<=6")', 4],
  ['=IF(A2=1,"one",1/0)', 'one'],
  ['=IFERROR(1/0,"none")', 'none'],
  ['=IF(A9="",1,2)', 1],
  ['=VLOOKUP(4,A2:C3,3,FALSE)', 6],
  ['=INDEX(A2:C3,2,MATCH(5,A3:C3,0))', 5],
  ['=XLOOKUP("zz",A2:A3,B2:B3,"nothing")', 'nothing'],
  ['=ROUND(2.345,2)', 2.35],
  ['=ROUND(-2.5,0)', -3],
  ['=ROUNDDOWN(1234.5,-2)', 1200],
  ['=MOD(-3,5)', 2],
  ['=MEDIAN(1,9,3)', 3],
  ['=LEFT("Atrium",3)&"|"&UPPER(MID("garden",2,3))', 'Atr|ARD'],
  ['=SUBSTITUTE("a-b-c","-","+",2)', 'a-b+c'],
  ['=TEXTJOIN(", ",TRUE,A2:C2)', '1, 2, 3'],
  ['=DATE(2026,2,29)', 46_082],
  ['=YEAR(DATE(2026,11,27))&"-"&MONTH("2026-11-27")', '2026-11'],
  ['=WEEKDAY(DATE(2026,11,27),2)', 5],
  ['=ISOWEEKNUM(DATE(2026,1,1))', 1],
  ['=EOMONTH(DATE(2026,1,31),1)-EDATE(DATE(2026,1,31),1)', 0],
  ['=DATEDIF("2024-03-05","2026-03-04","Y")', 1],
  ['=NETWORKDAYS("2026-11-23","2026-11-29")', 5],
  ['=TODAY()', 46_353],
  ['=TEXT(0.5,"0%")', '0%:0.5'],
  ['=ROUND(PMT(0.05/12,360,200000),2)', -1073.64],
  ['=UNKNOWN(1)', '#NAME?'],
  ['=constructor(1)', '#NAME?'],
  ['=SUM(', '#NAME?'],
  ['=A1', '#CIRCULAR!'],
  ['=Nowhere!A1', '#REF!'],
  ['=SUM(A2:B2)*COUNTA(A:A)', 9],
  ['=0.1+0.2=0.3', true],
  ['=1.1-1>0.1', false],
  ['=CEILING(-2.5,-2)', -4],
  ['=CEILING(-2.5,2)', -2],
  ['=FLOOR(-2.5,-2)', -2],
  ['=FLOOR(2.5,-2)', '#NUM!'],
  ['=MAX(F1:F9)', 0],
  ['=SUM(D2,A2)', 1],
  ['=MAX(D2,3)', 3],
  ['=COUNT(1,"2","x",TRUE)', 3],
  ['=COUNT(D2,A2)', 1],
  ['=COUNTIF(E2:E3,">2026-01-31")', 1],
  ['=SEARCH("T?R","Atrium tar")', 8],
  ['=SEARCH("r*m","Atrium")', 3],
  ['=SEARCH("~?","a?b")', 2],
  ['=SEARCH("z*","abc")', '#VALUE!'],
  ['="2026-11-30"+1', 46_357],
  ['=VALUE("1,234.5")', 1234.5],
  ['=MINUTE("14:35")', 35],
  ['=DATEDIF("2025-11-15","2026-03-10","MD")', 23],
  ['=DATEDIF("2025-11-15","2026-03-10","YD")', 115],
  ['=WEEKDAY("2026-11-29",11)', 7],
  ['=WEEKNUM("2026-01-04",11)', 1],
  ['=WORKDAY("2026-11-23",5,"2026-11-25")', 46_357],
  ['=XLOOKUP(3,A2:A3,B2:B3,"none",-1)', 2],
  ['=XLOOKUP(3,A2:A3,B2:B3,"none",1)', 5],
  ['=XLOOKUP("n*",D2:D3,A2:A3,"none")', 'none'],
  ['=XLOOKUP("n*",D2:D3,A2:A3,"none",2)', 1],
  ['=SUM(XLOOKUP(4,A2:A3,A2:C3))', 15],
  ['=0.0000001&"|"&1E-10', '0.0000001|1E-10'],
  ['=SUMPRODUCT((A2:A3>2)*B2:B3)', 5],
  ['=SUMPRODUCT(--(A2:C3>2))', 4],
  ['=SUMPRODUCT((MONTH(E2:E3)=3)*A2:A3)', 4],
  ['=SUM(IF(A2:C3>2,A2:C3,0))', 18],
  ['=SUMPRODUCT(1/COUNTIF(A2:C3,A2:C3))', 6],
  ['=SUMPRODUCT(ISNUMBER(SEARCH("o",D2:D3))*A2:A3)', 5],
  ['=SUMPRODUCT(A2:A3*A2:C2)', 30],
  ['=SUM(A2:B3*A2:A4)', '#N/A'],
  ['=REPLACE("abc",0,1,"x")', '#VALUE!'],
  ['=SUBSTITUTE("abc","b","x",0)', '#VALUE!'],
] as const)('%s is %s', ([formula, expected]) => {
  const rows = [
    [1, 2, 3, 'note', 46_023],
    [4, 5, 6, 'other', 46_082],
  ];
  // A column counts itself: a circle, which counts as a value.
  expect(computed(formula, rows)).toBe(expected);
});

test('references follow their cells when lines are inserted and removed, also by others at the same time', () => {
  const base = sheetOf([[1], [2], [3], ['=SUM(A1:A3)', '=A2', '=$A$1']]);
  const inserted = bookOf(base).insertLines('s1', 'r', 1, 2);
  const removed = bookOf(base).removeLines('s1', 'r', 1, 1);
  const wrote = bookOf(base).write('s1', 2, 0, { plain: 30 });
  const one = applied(base, inserted);
  expect(bookOf(one).formulaAt('s1', 5, 0)).toBe('=SUM(A1:A5)');
  expect(shown(one, 5, 0)).toBe(6);
  const other = applied(base, removed);
  expect(bookOf(other).formulaAt('s1', 2, 0)).toBe('=SUM(A1:A2)');
  expect([shown(other, 2, 0), shown(other, 2, 1), bookOf(other).formulaAt('s1', 2, 1)]).toEqual([4, '#REF!', '=#REF!']);
  // All three at once, arriving in any order.
  for (const order of [
    [inserted, removed, wrote],
    [wrote, removed, inserted],
  ]) {
    const all = applied(base, ...order);
    expect([shown(all, 4, 0), bookOf(all).formulaAt('s1', 4, 0)]).toEqual([31, '=SUM(A1:A4)']);
    expect(bookOf(all).formulaAt('s1', 4, 2)).toBe('=$A$1');
  }
});

test('a copied formula moves its references, except fixed ones and texts', () => {
  const parts = sheetOf([
    [1, 2],
    [3, 4],
    ['=A1+$A$1+A$2+$B1&"A1"', null],
  ]);
  const book = bookOf(parts);
  const cells = book.copied('s1', { top: 2, left: 0, bottom: 2, right: 0 });
  const next = applied(parts, book.paste('s1', { row: 3, column: 1 }, cells, { row: 2, column: 0 }));
  expect(bookOf(next).formulaAt('s1', 3, 1)).toBe('=B2+$A$1+B$2+$B2&"A1"');
});

test('a formula that is cut refers to the same cells, and to those that were cut with it in their new place', () => {
  let parts: SheetParts = sheetOf([[1, 2, '=A1+$B$1+SUM(A1:A9)+SUM(B1:C1)', '=C1']]);
  const added = bookOf(parts).addTab('Two');
  parts = applied(parts, added.changes);
  const area = { top: 0, left: 1, bottom: 0, right: 3 };
  const cut = { sheet: 's1', area };
  const cells = bookOf(parts).copied('s1', area);
  const from = { row: 0, column: 1 };
  const here = applied(parts, bookOf(parts).paste('s1', { row: 4, column: 2 }, cells, from, cut));
  expect([3, 4].map((column) => bookOf(here).formulaAt('s1', 4, column))).toEqual([
    '=A1+$C$5+SUM(A1:A9)+SUM(C5:D5)',
    '=D5',
  ]);
  const there = applied(parts, bookOf(parts).paste(added.id, { row: 1, column: 1 }, cells, from, cut));
  expect(bookOf(there).formulaAt(added.id, 1, 2)).toBe('=One!A1+$B$2+SUM(One!A1:A9)+SUM(B2:C2)');
});

test('formulas follow cells that are cut, also to another sheet, unless they refer to more', () => {
  let parts: SheetParts = sheetOf([
    [1, 2],
    ['=$A$1+B1', '=SUM(A1:B1)', '=SUM(A1:B9)', '="A1"&A1'],
  ]);
  const added = bookOf(parts).addTab('Two');
  parts = applied(parts, added.changes);
  parts = applied(parts, bookOf(parts).write(added.id, 0, 0, { formula: '=One!A1*2' }));
  const area = { top: 0, left: 0, bottom: 0, right: 1 };
  const cells = bookOf(parts).copied('s1', area);
  const [cut, from] = [
    { sheet: 's1', area },
    { row: 0, column: 0, sheet: 's1' },
  ];
  const emptied = applied(parts, bookOf(parts).write('s1', 0, 0, null), bookOf(parts).write('s1', 0, 1, null));
  const formulas = (of: SheetParts) => [
    ...[0, 1, 2, 3].map((column) => bookOf(of).formulaAt('s1', 1, column)),
    bookOf(of).formulaAt(added.id, 0, 0),
  ];
  const here = applied(emptied, bookOf(emptied).paste('s1', { row: 4, column: 3 }, cells, from, cut));
  expect(formulas(here)).toEqual(['=$D$5+E5', '=SUM(D5:E5)', '=SUM(A1:B9)', '="A1"&D5', '=One!D5*2']);
  expect([shown(here, 1, 0), shown(here, 1, 1), shown(here, 0, 0, added.id)]).toEqual([3, 3, 2]);
  const there = applied(emptied, bookOf(emptied).paste(added.id, { row: 2, column: 0 }, cells, from, cut));
  expect(formulas(there)).toEqual(['=Two!$A$3+Two!B3', '=SUM(Two!A3:B3)', '=SUM(A1:B9)', '="A1"&Two!A3', '=A3*2']);
});

test('sheets refer to one another by name, and a renamed or removed one is followed', () => {
  let parts: SheetParts = sheetOf([[7]], 'Sum of it’s', 's1');
  const added = bookOf(parts).addTab('Two');
  parts = applied(parts, added.changes);
  parts = applied(parts, bookOf(parts).write(added.id, 0, 0, { formula: "='sum of it’s'!A1*2" }));
  expect(shown(parts, 0, 0, added.id)).toBe(14);
  parts = applied(parts, bookOf(parts).renameTab('s1', 'Plain'));
  expect(bookOf(parts).formulaAt(added.id, 0, 0)).toBe('=Plain!A1*2');
  parts = applied(parts, bookOf(parts).removeTab('s1'));
  expect([...parts.keys()].filter((key) => key.includes('s1'))).toEqual([]);
  expect([shown(parts, 0, 0, added.id), bookOf(parts).formulaAt(added.id, 0, 0)]).toEqual(['#REF!', '=#REF!*2']);
});

test('a range of another sheet has the rows of that sheet, however this one was changed', () => {
  let parts: SheetParts = sheetOf([[null]]);
  const added = bookOf(parts).addTab('Two');
  parts = applied(parts, added.changes, bookOf(parts).insertLines('s1', 'r', 0, 2));
  for (let row = 0; row < 5; row++) parts = applied(parts, bookOf(parts).write(added.id, row, 0, { plain: 1 }));
  parts = applied(parts, bookOf(parts).write('s1', 0, 0, { formula: '=SUM(Two!A1:A5)' }));
  expect([bookOf(parts).formulaAt('s1', 0, 0), shown(parts, 0, 0)]).toEqual(['=SUM(Two!A1:A5)', 5]);
  const copied = bookOf(parts).copied('s1', { top: 0, left: 0, bottom: 0, right: 0 });
  parts = applied(parts, bookOf(parts).paste('s1', { row: 1, column: 0 }, copied, { row: 0, column: 0 }));
  expect([bookOf(parts).formulaAt('s1', 1, 0), shown(parts, 1, 0)]).toEqual(['=SUM(Two!A2:A6)', 4]);
});

test('the text of a sheet is the same for the same parts, is read back, and merges cell by cell', () => {
  const base = sheetOf([
    ['Ada', 1],
    ['Bo', '=B1+1'],
  ]);
  const text = textOfParts(base, 'sheet');
  expect(partsOf(text, 'sheet')).toEqual(base);
  expect(textOfParts(new Map([...base].reverse()), 'sheet')).toBe(text);
  expect(wordsOfParts(base, 'sheet')).toBe('One\nAda\n1\nBo');
  const mine = applied(base, bookOf(base).write('s1', 0, 1, { plain: 5 }));
  const yours = applied(base, bookOf(base).paint('s1', { top: 0, left: 1, bottom: 0, right: 1 }, { bold: true }));
  const both = mergeParts(base, mine, yours);
  expect([shown(both, 1, 1), bookOf(both).lookAt('s1', 0, 1)]).toEqual([6, { bold: true }]);
  expect([...changedParts(base, both).keys()]).toEqual(['c:s1:0:1', 'l:s1:0:1']);
});

test('hostile parts and files are cleaned, and hostile formulas end', () => {
  expect(cleanPart('l:s1:0:0', { color: 'url(x)', fill: '#ffffff', align: 'x', format: '0\n', bold: 1 })).toEqual({
    fill: '#ffffff',
  });
  expect(cleanPart('c:s1:0:0', { v: { toString: 'x' } })).toBeUndefined();
  expect(cleanPart('c:s1:0', { v: 1 })).toBeUndefined();
  expect(cleanPart('c:s1:<b>:0', { v: 1 })).toBeUndefined();
  expect(partsOf('{"type":"sheet","parts":{"__proto__":{"v":1},"e:1":{"type":"embeddable"}}}', 'sheet')).toEqual(
    new Map(),
  );
  expect(partsOf('{"type":"excalidraw"}', 'sheet')).toBeUndefined();
  expect(computed(`=${'('.repeat(900)}1${')'.repeat(900)}`)).toBe('#NAME?');
  expect(computed('=REPT("ab",20000)')).toBe('#VALUE!');
  expect(computed('=WORKDAY(1,1E+15)')).toBe('#NUM!');
  const counted = sheetOf(Array.from({ length: 1200 }, () => ['=WORKDAY(1,100000)']));
  const book = bookOf(counted);
  for (let row = 0; row < 1199; row++) book.valueAt('s1', row, 0);
  expect(book.valueAt('s1', 1199, 0)).toMatchObject({ code: '#LIMIT!' });
  const doubled = sheetOf([['xxxxxxxxxx'], ...Array.from({ length: 60 }, (_, row) => [`=A${row + 1}&A${row + 1}`])]);
  expect(shown(doubled, 60, 0)).toBe('#VALUE!');
  const chain = new Map(sheetOf([[1]]));
  for (let row = 1; row <= 8000; row++) chain.set(`c:s1:${row}:0`, { f: `{0.${row - 1}}+1` });
  expect(shown(chain, 8000, 0)).toBe(8001);
  chain.set('c:s1:9000:0', { f: 'SUMPRODUCT(COUNTIF({0.0}:{0.8000},{0.0}:{0.8000}))' });
  expect(shown(chain, 9000, 0)).toBe('#LIMIT!');
  const nested = `${'YEAR('.repeat(40)}A2:A3${')'.repeat(40)}`;
  expect(computed(`=SUM(${nested})`, [[1], [2]])).toBe(3810);
  // Patterns that nearly match everywhere.
  const words = new Map(sheetOf([[1]]));
  for (let row = 0; row < 200; row++) words.set(`c:s1:${row}:0`, { v: 'a'.repeat(5000) });
  for (const [row, f] of [
    'COUNTIF({0.0}:{0.199},"*"&REPT("a",2500)&"b")',
    'SUMPRODUCT(ISNUMBER(SEARCH(REPT("a",2500)&"b",{0.0}:{0.199}))*1)',
    'MATCH("*"&REPT("a",2500)&"b",{0.0}:{0.199},0)',
  ].entries()) {
    words.set('c:s1:300:0', { f });
    expect([row, shown(words, 300, 0)]).toEqual([row, '#LIMIT!']);
  }
  expect(computed('=COUNTIF(A2:A4,"*b")', [['ab'], ['b'], ['ba']])).toBe(2);
  chain.set('c:s1:0:0', { f: '{0.8000}' });
  // So long a circle is not followed to its end.
  expect(shown(chain, 8000, 0)).toBe('#LIMIT!');
});

test('any text as a formula is stored and shown without an exception', () => {
  const words = fc.string({ unit: fc.constantFrom(...'A1B2$:!\'"{}().,;+-*/&<>=% SUM#é'), maxLength: 40 });
  fc.assert(
    fc.property(words, (formula) => {
      const parts = applied(sheetOf([[1]]), bookOf(sheetOf([[1]])).write('s1', 3, 3, { formula: `=${formula}` }));
      const book = bookOf(parts);
      book.valueAt('s1', 3, 3);
      const first = book.formulaAt('s1', 3, 3);
      if (first === undefined || formula.includes('{')) return;
      const again = applied(parts, book.write('s1', 3, 3, { formula: first }));
      expect(bookOf(again).formulaAt('s1', 3, 3)).toBe(first);
    }),
    { numRuns: 500, seed: 7 },
  );
});
