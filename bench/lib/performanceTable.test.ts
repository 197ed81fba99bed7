import { expect, test } from 'vitest';
import { type Entry, withTable } from './performanceTable.ts';
import { type Results, withRun } from './results.ts';

const page = [
  '# Page',
  '',
  '<!-- Table of budgets: made by `npm run performance`, not by hand. -->',
  'an old table',
  '<!-- End of the table of budgets. -->',
  '',
  'Below.',
].join('\n');
const entries: Entry[] = [
  { bench: 'made-up', row: 'fast', label: 'A fast thing' },
  { bench: 'made-up', row: 'slow', label: 'A slow thing', options: '--to 7' },
  { bench: 'made-up', row: 'absent', label: 'An absent thing' },
];
const machine = 'no machine';
const first: Results = withRun(
  { bench: 'made-up', runs: [] },
  {
    date: '2026-01-01',
    commit: 'aaaaaaaa',
    machine,
    rows: [
      { what: 'fast', figure: 9, unit: 'ms', atMost: 10 },
      { what: 'slow', figure: 123.456, unit: '/s', atLeast: 200 },
      { what: 'unread', figure: NaN, unit: 'MB' },
    ],
  },
);

test('the table says of each figure whether it meets its budget', () => {
  expect(withTable(page, [first], entries).split('\n')).toEqual([
    '# Page',
    '',
    '<!-- Table of budgets: made by `npm run performance`, not by hand. -->',
    '',
    '| what            | budget          | last figure  | result     | date       | command                           |',
    '| --------------- | --------------- | ------------ | ---------- | ---------- | --------------------------------- |',
    '| A fast thing    | at most 10 ms   | 9 ms         | kept       | 2026-01-01 | `npm run bench -- made-up`        |',
    '| A slow thing    | at least 200 /s | 123 /s       | **missed** | 2026-01-01 | `npm run bench -- made-up --to 7` |',
    '| An absent thing |                 | not measured |            |            | `npm run bench -- made-up`        |',
    '',
    '<!-- End of the table of budgets. -->',
    '',
    'Below.',
  ]);
});

test('generating a table twice gives the same result', () => {
  const once = withTable(page, [first], entries);
  expect(withTable(once, [first], entries)).toBe(once);
});

test('a newer run replaces the rows it measured and leaves the others with their date', () => {
  const rows = [{ what: 'fast', figure: 11, unit: 'ms', atMost: 10 }];
  const second = withRun(first, { date: '2026-02-02', commit: 'bbbbbbbb', machine, rows });
  expect(second.runs.map(({ date, rows: some }) => [date, some.map(({ what }) => what)])).toEqual([
    ['2026-02-02', ['fast']],
    ['2026-01-01', ['slow']],
  ]);
  const lines = withTable(page, [second], entries).split('\n');
  expect(lines.find((line) => line.includes('A fast thing'))).toContain('**missed** | 2026-02-02');
});

test('a run whose rows were all measured again is removed', () => {
  const again = withRun(first, { ...first.runs[0]!, date: '2026-03-03', commit: null });
  expect(again.runs.map(({ date }) => date)).toEqual(['2026-03-03']);
});

test('a row of the table without a budget is refused', () => {
  const rows = [{ what: 'fast', figure: 11, unit: 'ms' }];
  const bare = withRun({ bench: 'made-up', runs: [] }, { date: '2026-02-02', commit: null, machine, rows });
  expect(() => withTable(page, [bare], entries)).toThrow('"fast" of made-up has no budget.');
});
