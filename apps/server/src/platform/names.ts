import { createRequire } from 'node:module';
import type * as PinyinPro from 'pinyin-pro';

const HAN = /\p{Script=Han}/u;

/** The library is loaded with the first Chinese name, because its dictionary takes 8 MB. */
const chinese = () => (library ??= require('pinyin-pro') as typeof PinyinPro);
const require = createRequire(import.meta.url);
let library: typeof PinyinPro | undefined;

/**
 * The pinyin of a name as typed: lower case, without tones, punctuation or spaces, ü as v. The family name uses its
 * special reading (单 is shan, not dan). Text that is not Chinese stays.
 */
export function pinyinOf(name: string): string {
  const sounds = HAN.test(name)
    ? chinese().pinyin(name, { toneType: 'none', type: 'array', surname: 'head', v: true, nonZh: 'spaced' }).join('')
    : name;
  return sounds.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, '');
}

/** The number of characters that are compared by sound; longer names are found by their beginning. */
const SOUNDED_SIGNS = 24;

/**
 * The search terms of a Chinese name in pinyin: from each of its characters on, in full and by initials (产品发布:
 * chanpinfabu, pinfabu, fabu, bu; cpfb, pfb, fb). Empty for a name without Chinese.
 */
export function pinyinTerms(name: string): string[] {
  const runs = name.match(/\p{Script=Han}+/gu) ?? [];
  const terms = runs.flatMap((run) => {
    const head = [...run].slice(0, SOUNDED_SIGNS).join('');
    const sounds = chinese()
      .pinyin(head, { toneType: 'none', type: 'array', surname: 'head', v: true })
      .map((sound) => sound.toLowerCase());
    return sounds.flatMap((_, from) => {
      const rest = sounds.slice(from);
      return [rest.join('').slice(0, 40), rest.map((sound) => sound[0] ?? '').join('')];
    });
  });
  return [...new Set(terms.filter((term) => /^[a-z]{2,}$/.test(term)))];
}

/** The heading of a name in an address book: `A` to `Z`, else `#`. */
export function azOf(name: string): string {
  const first = pinyinOf(name.trim())[0] ?? '';
  return /[a-z]/.test(first) ? first.toUpperCase() : '#';
}

/** A generated avatar: initials on a color that depends on the name. */
export function avatarSvg(name: string): string {
  const label = initialsOf(name);
  const color = colors[hashOf(name) % colors.length];
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">' +
    `<rect width="200" height="200" fill="${color}"/>` +
    '<text x="100" y="100" dy="0.36em" text-anchor="middle" fill="#fff" font-size="80" ' +
    `font-family="system-ui, -apple-system, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif">${escapeXml(label)}</text></svg>`
  );
}

/** The last characters of a Chinese name, otherwise the initials of the first and last word. */
function initialsOf(name: string): string {
  const trimmed = storable(name).trim();
  const han = [...trimmed].filter((char) => HAN.test(char));
  if (han.length > 0) return han.slice(-2).join('');
  const words = trimmed.split(/[\s._-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends.map((word) => firstLetter(word ?? '')).join('');
  return initials.toLocaleUpperCase('en') || firstOf(trimmed) || '?';
}

const firstLetter = (word: string): string => firstOf(word.replace(/^[^\p{L}\p{N}]+/u, ''));

function firstOf(text: string): string {
  for (const { segment } of graphemes.segment(text.slice(0, 40))) return segment;
  return '';
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Removes characters that XML may not contain, even escaped. */
function storable(text: string): string {
  // The pattern matches control characters on purpose.
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Hashes a text by FNV-1a, so that short names that differ by one letter get different colors. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

// White text on each of these has a contrast of at least 4.5 to 1.
const colors = [
  '#b42318',
  '#b54708',
  '#8a6100',
  '#4f7a16',
  '#067647',
  '#0e7090',
  '#1570c2',
  '#3538cd',
  '#6938ef',
  '#9f1ab1',
  '#c11574',
  '#475467',
];
