/**
 * Splits text into terms, the same way for indexing and searching, or nothing would be found. Scripts without spaces
 * between words become overlapping pairs of characters (東京都 is 東京, 京都 and, so that a single character is found at the
 * end too, 都); everything else becomes normalized words in lower case.
 */
interface Piece {
  text: string;
  isDense: boolean;
}

const DENSE_SIGN =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;
const RUN = new RegExp(`[${DENSE_SIGN}]+|[^${DENSE_SIGN}]+`, 'gu');
const DENSE = new RegExp(`^[${DENSE_SIGN}]`, 'u');
/** A length beyond any word that people search for; an index entry has a limit. */
const WORD_CHARS = 40;

const fold = (text: string): string => text.toWellFormed().normalize('NFKC').toLowerCase();

const MARKED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*/gu;
const bare = (sign: string) => sign.normalize('NFD').replace(/\p{M}+/gu, '');
/** Letters with alternative spellings, or another form in another position. */
const SAME: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ё: 'е', ة: 'ه', ى: 'ي', ـ: '' };
const SAME_SIGN = new RegExp(Object.keys(SAME).join('|'), 'gu');
/** “The”, “and”, “in”: where they are joined to their word, it is also found without them. */
const ARTICLE = /^(?:[وفبك]?ال(?=\p{L}{3})|[והבלכמש](?=\p{Script=Hebrew}{3}))/u;

/**
 * Accents are part of a character in some scripts (й, が) and often omitted by people who type in others, where they are
 * ignored.
 */
const plain = (word: string): string => word.replace(MARKED, bare).replace(SAME_SIGN, (sign) => SAME[sign] ?? sign);

/** Most texts are ASCII, which needs none of the care below. */
const ASCII = /^[\x20-\x7e\n\t]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

function piecesOf(text: string): Piece[] {
  if (ASCII.test(text)) {
    const words = text.toLowerCase().match(ASCII_WORD) ?? [];
    return words.map((word) => ({ text: word.slice(0, WORD_CHARS), isDense: false }));
  }
  const pieces: Piece[] = [];
  for (const [token] of fold(text).matchAll(TOKEN)) {
    for (const [run] of token.matchAll(RUN)) {
      const isDense = DENSE.test(run);
      const words = isDense ? run : [...plain(run)].slice(0, WORD_CHARS).join('');
      if (words) pieces.push({ text: words, isDense });
    }
  }
  return pieces;
}

/** The terms of a text that people may search for. */
const findable = (text: string): Piece[] =>
  piecesOf(text).flatMap((piece) =>
    ARTICLE.test(piece.text) ? [piece, { ...piece, text: piece.text.replace(ARTICLE, '') }] : [piece],
  );

function pairsOf(run: string): string[] {
  const signs = [...run];
  const pairs = signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
  return [...pairs, signs.at(-1) ?? ''];
}

/** The terms that find a text, each once. */
export function searchTerms(text: string): string[] {
  const terms = findable(text).flatMap((piece) => (piece.isDense ? pairsOf(piece.text) : [piece.text]));
  return [...new Set(terms)];
}

/** One condition of a search: a term, or its prefix. */
export interface TermCondition {
  term: string;
  isPrefix: boolean;
}

const MAX_WANTED = 32;

/** The conditions that a text must meet for these words, all of them. Words match by prefix. */
export function termConditions(words: string): TermCondition[] {
  const wanted = piecesOf(words).flatMap(({ text, isDense }): TermCondition[] => {
    const signs = [...text].length;
    if (!isDense) return [{ term: text, isPrefix: signs > 1 }];
    if (signs === 1) return [{ term: text, isPrefix: true }];
    return pairsOf(text)
      .slice(0, -1)
      .map((term) => ({ term, isPrefix: false }));
  });
  return [...new Map(wanted.map((each) => [`${each.term}${each.isPrefix}`, each])).values()].slice(0, MAX_WANTED);
}

/**
 * Scores the match of a text with these words: 0 not at all; more for whole words than for prefixes, most for the exact
 * words. Separate pairs of characters (北京 and 京都 for 北京都) do not count.
 */
export function matchScore(words: string, text: string): number {
  const pieces = piecesOf(words);
  if (pieces.length === 0) return 1;
  const folded = fold(text);
  const own = findable(text);
  const terms = own.filter((piece) => !piece.isDense).map((piece) => piece.text);
  const known = new Set(terms);
  let whole = 0;
  for (const piece of pieces) {
    if (piece.isDense ? folded.includes(piece.text) : known.has(piece.text)) whole += 1;
    else if (piece.isDense || [...piece.text].length < 2 || !terms.some((term) => term.startsWith(piece.text))) {
      return 0;
    }
  }
  const isPhrase = pieces.length > 1 && folded.includes(fold(words).trim());
  return 1 + whole / pieces.length + Number(isPhrase);
}

/** True if these words are found by pairs of characters, which may be apart in a text. */
export const hasPairs = (words: string): boolean => piecesOf(words).some((piece) => piece.isDense);

/** The words as they are searched for, in lower case: such results need no further comparison. */
export const exactWords = (words: string): string[] => [
  ...new Set([...words.toWellFormed().normalize('NFC').toLowerCase().matchAll(TOKEN)].map(([token]) => token)),
];

/** The places of these words, or of words that begin with them, in a text: at most `most`, in order. */
export function matchedRanges(words: string, text: string, most = 50): { start: number; end: number }[] {
  const pieces = piecesOf(words);
  const ranges: { start: number; end: number }[] = [];
  if (pieces.length === 0) return ranges;
  for (const token of text.matchAll(TOKEN)) {
    for (const run of token[0].matchAll(RUN)) {
      const start = token.index + run.index;
      const range = rangeIn(run[0], pieces);
      if (range) ranges.push({ start: start + range.start, end: start + range.end });
      if (ranges.length >= most) return ranges;
    }
  }
  return ranges;
}

/** The first match in one word, or in signs without spaces. */
function rangeIn(run: string, pieces: readonly Piece[]): { start: number; end: number } | undefined {
  const folded = fold(run);
  if (DENSE.test(run)) {
    for (const piece of pieces) {
      const at = piece.isDense ? folded.indexOf(piece.text) : -1;
      // Folding may change the length of rare signs; then the whole run is marked.
      if (at >= 0) return folded.length === run.length ? { start: at, end: at + piece.text.length } : whole(run);
    }
    return undefined;
  }
  const word = plain(folded);
  for (const { text, isDense } of pieces) {
    if (isDense) continue;
    if (word === text) return whole(run);
    const isPrefix = [...text].length > 1 && word.startsWith(text);
    if (isPrefix) return word.length === run.length ? { start: 0, end: text.length } : whole(run);
    if (ARTICLE.test(word) && word.replace(ARTICLE, '').startsWith(text)) return whole(run);
  }
  return undefined;
}

const whole = (run: string) => ({ start: 0, end: run.length });

const EXCERPT_BEFORE = 24;
const EXCERPT_CHARS = 140;

/** The part of a text around these words, in one line. */
export function excerptOf(words: string, text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const at = matchedRanges(words, line, 1)[0]?.start ?? Infinity;
  const signs = [...line];
  if (signs.length <= EXCERPT_CHARS) return line;
  const signAt = Number.isFinite(at) ? [...line.slice(0, at)].length : 0;
  const from = Math.max(0, Math.min(signAt - EXCERPT_BEFORE, signs.length - EXCERPT_CHARS));
  const part = signs
    .slice(from, from + EXCERPT_CHARS)
    .join('')
    .trim();
  return `${from > 0 ? '…' : ''}${part}${from + EXCERPT_CHARS < signs.length ? '…' : ''}`;
}
