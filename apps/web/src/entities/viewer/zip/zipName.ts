import type { Language } from '@atrium/i18n/languages.ts';
import { language } from '#sync/language.ts';

/** Encodings of names in archives that Windows made, by the language of those who read them; Latin letters have their own. */
const OLDER: Partial<Record<Language, string>> = {
  'zh-CHT': 'big5',
  ja: 'shift_jis',
  ko: 'euc-kr',
  ru: 'ibm866',
};
/** The upper half of code page 850, which browsers do not know. */
const LATIN =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const NAME_MAX = 1000;
/** The type of the field that has an entry's name in Unicode. */
const UNICODE_PATH = 0x7075;

/** Decodes the name of an entry. Many programs do not say which encoding it has. */
export function zipName(bytes: Uint8Array, extra: Uint8Array, isUtf8: boolean, reader: Language = language): string {
  const name =
    decoded(bytes, 'utf-8') ??
    decoded(fieldOf(extra, UNICODE_PATH)?.subarray(5), 'utf-8') ??
    (isUtf8 ? new TextDecoder().decode(bytes) : olderName(bytes, reader));
  return name.slice(0, NAME_MAX);
}

function olderName(bytes: Uint8Array, reader: Language): string {
  const own = OLDER[reader];
  // Chinese names are recognized for every reader, because people of every language read such files: their characters
  // are pairs of high bytes.
  const isChinese = reader === 'zh' || CHINESE.test(latin1(bytes));
  return (
    decoded(own || isChinese ? bytes : undefined, own ?? 'gb18030') ??
    [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : LATIN[byte - 0x80])).join('')
  );
}
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const CHINESE = /^[\0-\x7f]*(?:[\xa1-\xf7][\xa1-\xfe][\0-\x7f]*)+$/;

function decoded(bytes: Uint8Array | undefined, encoding: string): string | undefined {
  try {
    return bytes && new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function fieldOf(extra: Uint8Array, wanted: number): Uint8Array | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === wanted) return extra.subarray(at + 4, at + 4 + view.getUint16(at + 2, true));
  return undefined;
}
