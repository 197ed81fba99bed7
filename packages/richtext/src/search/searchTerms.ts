/**
 * Words as they are indexed and as they are looked for: one cutting for both, or nothing would be found. Scripts that
 * put no spaces between words become overlapping pairs of signs (東京都 is 東京, 京都 and, so that a single sign is
 * found at an end too, 都); everything else becomes words in lower case, without what is left out in a hurry.
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
/** Longer than any word that somebody types; an index entry has a limit. */
const WORD_CHARS = 40;

const fold = (text: string): string => text.toWellFormed().normalize('NFKC').toLowerCase();

const MARKED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*/gu;
const bare = (sign: string) => sign.normalize('NFD').replace(/\p{M}+/gu, '');
/** What one letter is written as by some and as another by others, or in another place of the word. */
const SAME: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ё: 'е', ة: 'ه', ى: 'ي', ـ: '' };
const SAME_SIGN = new RegExp(Object.keys(SAME).join('|'), 'gu');
/** “The”, “and”, “in”: where they are written into their word, it is found without them as well. */
const ARTICLE = /^(?:[وفبك]?ال(?=\p{L}{3})|[והבלכמש](?=\p{Script=Hebrew}{3}))/u;

/**
 * Accents and points are part of a sign in some scripts (й, が) and left out by most who type in others: there they
 * count for nothing.
 */
const plain = (word: string): string => word.replace(MARKED, bare).replace(SAME_SIGN, (sign) => SAME[sign] ?? sign);

/** Most texts are plain letters, which need none of the care below. */
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

/** What a text is found by, each once. */
export function searchTerms(text: string): string[] {
  const terms = findable(text).flatMap((piece) => (piece.isDense ? pairsOf(piece.text) : [piece.text]));
  return [...new Set(terms)];
}

/** One condition of a search: a term, or the beginning of one. */
export interface Wanted {
  term: string;
  isPrefix: boolean;
}

const MAX_WANTED = 32;

/** What has to be in a text that these words find: all of it. Words are found by their beginnings. */
export function wantedTerms(words: string): Wanted[] {
  const wanted = piecesOf(words).flatMap(({ text, isDense }): Wanted[] => {
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
 * How well a text answers these words: 0 not at all; more for whole words than for beginnings, most for the words as
 * they stand. Pairs of signs that stand apart (北京 and 京都 for 北京都) do not count.
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

const EXCERPT_BEFORE = 24;
const EXCERPT_CHARS = 140;

/** The part of a text where these words are, in one line. */
export function excerptOf(words: string, text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const lower = line.toLowerCase();
  const found = piecesOf(words).map((piece) => lower.indexOf(piece.text));
  const at = Math.min(...found.filter((index) => index >= 0), Infinity);
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
