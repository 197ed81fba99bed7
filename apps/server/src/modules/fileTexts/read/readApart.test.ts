import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { zipOf } from '#testing/zip';
import { TextReader } from './readApart.ts';

test('a file that takes too long or too much memory ends only its own reading', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'texts-'));
  const reader = new TextReader();
  const hasty = new TextReader(1);
  try {
    const [slow, huge, good] = ['slow.docx', 'huge.docx', 'good.txt'].map((name) => path.join(folder, name));
    const cells = '<c><v>1</v></c>'.repeat(400_000);
    await writeFile(slow ?? '', zipOf({ 'xl/worksheets/sheet1.xml': `<worksheet>${cells}</worksheet>` }));
    // One attribute of 90 MB, which is held as a whole.
    await writeFile(huge ?? '', zipOf({ 'word/document.xml': `<w a="${'x'.repeat(90 * 1024 * 1024)}"/>` }));
    await writeFile(good ?? '', 'fair winds');
    await expect(hasty.read({ path: slow ?? '', ext: 'xlsx' })).rejects.toThrow('too long');
    await reader.read({ path: huge ?? '', ext: 'docx' }).catch(() => undefined);
    expect(await reader.read({ path: good ?? '', ext: 'txt' })).toEqual({
      text: 'fair winds',
      terms: ['fair', 'winds'],
      pictureBytes: 0,
    });
  } finally {
    await Promise.all([reader.close(), hasty.close(), rm(folder, { recursive: true })]);
  }
}, 60_000);
