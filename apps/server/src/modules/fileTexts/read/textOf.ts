import { fileModeOf } from '@atrium/contract/files/fileModes.ts';

/** The order to a thread to read one file. */
export interface TextOrder {
  path: string;
  ext: string;
  /** The path for a picture, if the file has one: the first page, a sketch, or the original cover of music. */
  picture?: string;
}
export interface TextAnswer {
  text: string;
  terms: string[];
  /** The size of the picture; 0 = there is none. */
  pictureBytes: number;
}

/** The number of characters of a text that are stored and searched: a book of 200 pages. */
export const MAX_CHARS = 400_000;
/** A larger office file or PDF is not read. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** The number of bytes that are read from the beginning of a text file. */
export const MAX_PLAIN_BYTES = 2 * 1024 * 1024;

const SOUNDS = new Set('mp3 m4a m4b aac flac ogg oga opus wav'.split(' '));
const ZIPPED = new Set('docx dotx docm xlsx xlsm xltx pptx ppsx potx odt ott ods ots odp otp'.split(' '));

/** The kind of reader for a file's text, by its extension; undefined if its text is not read. */
export function readerFor(ext: string): 'pdf' | 'office' | 'plain' | 'parts' | 'sound' | undefined {
  const kind = ext.toLowerCase();
  if (kind === 'pdf') return 'pdf';
  if (ZIPPED.has(kind)) return 'office';
  if (SOUNDS.has(kind)) return 'sound';
  const mode = fileModeOf({ ext: kind, size: 0 });
  if (mode === 'drawing' || mode === 'mind' || mode === 'sheet') return 'parts';
  return mode === 'md' || mode === 'text' || mode === 'code' ? 'plain' : undefined;
}

/** Gathers text up to the limit, with runs of blanks as one. */
export class TextCollector {
  #parts: string[] = [];
  #chars = 0;

  get isFull(): boolean {
    return this.#chars >= MAX_CHARS;
  }

  add(part: string): void {
    if (this.isFull || part === '') return;
    this.#parts.push(part);
    this.#chars += part.length;
  }

  get text(): string {
    const text = this.#parts
      .join('')
      .replaceAll('\0', '')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n[ \n]*/g, '\n')
      .trim();
    return text.slice(0, MAX_CHARS).toWellFormed().normalize('NFC');
  }
}
