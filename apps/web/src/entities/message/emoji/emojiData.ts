import type { Language } from '@atrium/i18n/languages.ts';

/** An emoji with its names, in the format of emojibase-data (`compact.json`). */
interface Raw {
  unicode: string;
  label: string;
  tags?: string[];
  group?: number;
  order?: number;
  skins?: { unicode: string }[];
}

export interface Emoji {
  symbol: string;
  /** The label in the reader's language, or in English if the data lacks it. */
  label: string;
  tags: readonly string[];
  /** Five tones from light to dark; empty without skin. */
  tones: readonly string[];
}

export const EMOJI_SETS = ['people', 'nature', 'food', 'activity', 'travel', 'objects', 'symbols', 'flags'] as const;
export type EmojiSet = (typeof EMOJI_SETS)[number];
export type EmojiTable = Record<EmojiSet, readonly Emoji[]>;

/** The groups of the Unicode data; components (2) are no emoji. */
const SET_OF: Record<number, EmojiSet> = {
  0: 'people',
  1: 'people',
  3: 'nature',
  4: 'food',
  5: 'travel',
  6: 'activity',
  7: 'objects',
  8: 'symbols',
  9: 'flags',
};

/**
 * The names by language. Each file has half a megabyte, so only the reader's language is loaded, on first use.
 * Indonesian has none.
 */
const SOURCES: Record<Language, () => Promise<{ default: unknown }>> = {
  de: () => import('emojibase-data/de/compact.json'),
  en: () => import('emojibase-data/en/compact.json'),
  fr: () => import('emojibase-data/fr/compact.json'),
  id: () => import('emojibase-data/en/compact.json'),
  ja: () => import('emojibase-data/ja/compact.json'),
  ko: () => import('emojibase-data/ko/compact.json'),
  ru: () => import('emojibase-data/ru/compact.json'),
  zh: () => import('emojibase-data/zh/compact.json'),
  'zh-CHT': () => import('emojibase-data/zh-hant/compact.json'),
};

let table: Promise<EmojiTable> | undefined;
export function loadEmoji(language: Language): Promise<EmojiTable> {
  table ??= SOURCES[language]().then((module) => tableOf(module.default as Raw[]));
  table.catch(() => {
    table = undefined;
  });
  return table;
}

export function tableOf(raw: readonly Raw[]): EmojiTable {
  const sets = Object.fromEntries(EMOJI_SETS.map((set) => [set, [] as Emoji[]])) as Record<EmojiSet, Emoji[]>;
  const inOrder = [...raw].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  for (const { unicode, label, tags = [], group, skins = [] } of inOrder) {
    const set = group === undefined ? undefined : SET_OF[group];
    // Emoji with more than five skins are couples, with a tone for each person.
    const tones = skins.length === TONES ? skins.map((skin) => skin.unicode) : [];
    if (set) sets[set].push({ symbol: unicode, label, tags, tones });
  }
  return sets;
}
const TONES = 5;

/** Applies a skin tone; `tone` 0 = yellow, then from light to dark. */
export const toned = ({ symbol, tones }: Emoji, tone: number): string => tones[tone - 1] ?? symbol;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim();
/** Ranks a match: 4 = is its name, 3 = is one of its words, 2 = a word starts with it, 1 = contains it. */
function closeness({ label, tags }: Emoji, wanted: string): number {
  const names = [label, ...tags].map(plain);
  if (names[0] === wanted) return 4;
  if (names.includes(wanted)) return 3;
  if (names.some((name) => name.split(/[\s\-_:,]+/).some((word) => word.startsWith(wanted)))) return 2;
  return names.some((name) => name.includes(wanted)) ? 1 : 0;
}

const MAX_FOUND = 120;
/** Finds emoji, the best matches first, otherwise in the usual order. */
export function findEmoji(emoji: EmojiTable, words: string): Emoji[] {
  const wanted = plain(words);
  if (!wanted) return [];
  return EMOJI_SETS.flatMap((set) => emoji[set])
    .map((each) => ({ each, score: closeness(each, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ each }) => each);
}

const QUICK_CHARS = 8;
const QUICK_PER_SET = 2;
const QUICK_MAX = 20;
/** The word that gets suggestions: a text of one word with one to eight characters; '' otherwise. */
export function quickWord(text: string): string {
  const word = text.trim();
  const length = [...word].length;
  return length >= 1 && length <= QUICK_CHARS && /^[\p{L}\p{N}]+$/u.test(word) && !/^\p{N}+$/u.test(word) ? word : '';
}
/** Finds at most two of each category, twenty in all: only exact names, or prefixes from two letters. */
export function quickEmojiFor(emoji: EmojiTable, word: string): Emoji[] {
  const wanted = plain(word);
  const least = [...wanted].length > 1 ? 2 : 3;
  return EMOJI_SETS.flatMap((set) =>
    emoji[set]
      .map((each) => ({ each, score: closeness(each, wanted) }))
      .filter(({ score }) => score >= least)
      .sort((a, b) => b.score - a.score)
      .slice(0, QUICK_PER_SET)
      .map(({ each }) => each),
  ).slice(0, QUICK_MAX);
}
