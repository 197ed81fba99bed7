import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { writeWorkbook } from './workbook.ts';

test('a number is shown with its own digits: half a day of leave is not rounded', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-workbook-'));
  const file = path.join(folder, 'x.xlsx');
  const column = { header: 'Days', width: 9, kind: 'number' } as const;
  const book = writeWorkbook({ path: file, sheets: ['One'], columns: [column], zone: 'UTC' });
  book.add(0, [[0.5]]);
  await book.end();
  const zip = await yauzl.fromBufferPromise(await readFile(file));
  const parts = new Map<string, string>();
  for await (const each of zip.eachEntry()) parts.set(each.fileName, await text(await zip.openReadStreamPromise(each)));
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain('<v>0.5</v>');
  expect(parts.get('xl/styles.xml')).not.toContain('formatCode="0"');
  await rm(folder, { recursive: true });
});
