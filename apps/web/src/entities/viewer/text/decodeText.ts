import type { Language } from '@atrium/i18n/languages.ts';
import { language } from '#sync/language.ts';

/** The encoding of older files, by the language of those who read them. */
const OLDER: Record<Language, string> = {
  zh: 'gb18030',
  'zh-CHT': 'big5',
  ja: 'shift_jis',
  ko: 'euc-kr',
  ru: 'windows-1251',
  en: 'windows-1252',
  de: 'windows-1252',
  fr: 'windows-1252',
  id: 'windows-1252',
};

/**
 * Decodes the text of a file: in Unicode, or in an older encoding that is common where the reader's language is spoken;
 * undefined if it is not text.
 */
export function decodeText(bytes: Uint8Array, reader: Language = language): string | undefined {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : '';
  for (const encoding of marked ? [marked] : ['utf-8', ...olderEncodings(bytes, OLDER[reader])]) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // Encodings with single bytes accept every file, so control characters decide.
      const isText = encoding.startsWith('windows') ? !CONTROLS.test(text) : !text.includes('\0');
      return isText ? text : undefined;
    } catch {
      // The next encoding is tried.
    }
  }
  return undefined;
}
const CONTROLS = /[\u0000-\u0006\u000e-\u001a]/;

/**
 * The older encodings to try. Chinese ones are among them for everybody, because people of every language read Chinese
 * files.
 */
function olderEncodings(bytes: Uint8Array, own: string): string[] {
  return own === 'windows-1252' && isPaired(bytes) ? ['gb18030', own] : [own, 'gb18030'];
}

/** True if bytes above ASCII always come in pairs: letters with accents mostly stand alone. */
function isPaired(bytes: Uint8Array): boolean {
  let run = 0;
  for (const byte of bytes) {
    if (byte >= 0x80) run++;
    else if (run % 2 === 1) return false;
    else run = 0;
  }
  return run % 2 === 0;
}
