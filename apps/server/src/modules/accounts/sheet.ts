import { readFile } from 'node:fs/promises';
import type { Language } from '@atrium/i18n/languages.ts';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { fromBuffer } from 'yauzl';

export interface SheetOrder {
  path: string;
  lang: Language;
  /** Maximum number of rows. */
  most: number;
}
/** Rows of cells, or the reason for refusing. */
export type SheetAnswer = { lines: string[][] } | { refused: 'import.no_sheet' | 'import.too_large' };

/** The limit for unpacked data: many times what the workbook of a company of 500 expands to. */
const UNFOLDED_BYTES = 32 * 1024 * 1024;

/** The encodings that spreadsheet programs save text in without declaring it, by language of the user. */
const USUAL: Partial<Record<Language, string>> = {
  zh: 'gb18030',
  'zh-CHT': 'big5',
  ja: 'shift_jis',
  ko: 'euc-kr',
  ru: 'windows-1251',
};

/** Reads the first sheet of an xlsx workbook, or text with commas, semicolons or tabs. The first bytes decide which. */
export async function readLines({ path, lang, most }: SheetOrder): Promise<SheetAnswer> {
  const bytes = await readFile(path);
  const isZip = bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50;
  try {
    if (isZip && !(await isSmall(bytes))) return { refused: 'import.too_large' };
    const lines = isZip ? (await readSheet(bytes)).map((row) => row.map(wordOf)) : parseText(decode(bytes, lang), most);
    return { lines: lines.slice(0, most).map((line) => line.map((cell) => cell.trim())) };
  } catch {
    return { refused: 'import.no_sheet' };
  }
}

/** Unpacks the file piece by piece to count: the sizes that a zip declares may be false. */
function isSmall(bytes: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: false }, (failed, zip) => {
      if (!zip) return reject(failed);
      let size = 0;
      zip.on('error', reject);
      zip.on('end', () => resolve(true));
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (error, stream) => {
          if (!stream) return reject(error);
          stream.on('error', reject);
          stream.on('end', () => zip.readEntry());
          stream.on('data', (part: Buffer) => {
            size += part.length;
            if (size <= UNFOLDED_BYTES) return;
            stream.destroy();
            resolve(false);
          });
        });
      });
      zip.readEntry();
    });
  });
}

const wordOf = (cell: unknown) => (cell === null || cell === undefined ? '' : String(cell));

function decode(bytes: Buffer, lang: Language): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(USUAL[lang] ?? 'windows-1252').decode(bytes);
  }
}

function parseText(text: string, most: number): string[][] {
  // A picture or a letter is no table, even with the name of one.
  if (text.includes('\0')) throw new Error('bytes, not text');
  return Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: most }).data;
}
