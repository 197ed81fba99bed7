/**
 * A parsed search text: words, and operators that filter.
 *
 * - `from:ada`, `from:me`: the author (of a task: its creator)
 * - `in:design`: the conversation or project, by a part of its name
 * - `after:2026-11-01`, `before:2026`: a day, a month, a year, `today` or `yesterday`; `after` includes its day
 * - `has:link`, `has:image`, `has:file`
 * - `is:edited`, `is:reply`, `is:mention` (messages); `is:done`, `is:open`, `is:overdue`, `is:archived`, `is:mine`
 *   (tasks)
 *
 * An unknown operator stays among the words.
 */
export interface SearchQuery {
  words: string;
  from: string[];
  in: string[];
  has: Has[];
  is: Is[];
  /** ISO dates; `after` is included, `before` is excluded. */
  after: string | null;
  before: string | null;
}

const HAS = ['link', 'image', 'file'] as const;
const IS = ['edited', 'reply', 'mention', 'done', 'open', 'overdue', 'archived', 'mine'] as const;
export type Has = (typeof HAS)[number];
export type Is = (typeof IS)[number];

const OPERATOR = /(?<=^|\s)(from|in|after|before|has|is):(?:"([^"]*)"|(\S+))/gi;
const DAY_MS = 86_400_000;

export function parseSearch(text: string, now = new Date()): SearchQuery {
  const query: SearchQuery = { words: '', from: [], in: [], has: [], is: [], after: null, before: null };
  const words = text.replace(OPERATOR, (whole: string, name: string, quoted: string | undefined, bare: string) =>
    take(query, name.toLowerCase(), (quoted ?? bare).trim(), now) ? ' ' : whole,
  );
  query.words = words.replace(/\s+/g, ' ').trim();
  return query;
}

export const hasOperators = (query: SearchQuery): boolean =>
  query.from.length + query.in.length + query.has.length + query.is.length > 0 ||
  query.after !== null ||
  query.before !== null;

const isOneOf = <T extends string>(words: readonly T[], word: string): word is T => words.includes(word as T);

function take(query: SearchQuery, name: string, value: string, now: Date): boolean {
  const word = value.toLowerCase();
  if (value === '') return false;
  switch (name) {
    case 'from':
      return query.from.push(value) > 0;
    case 'in':
      return query.in.push(value) > 0;
    case 'has':
      return isOneOf(HAS, word) && query.has.push(word) > 0;
    case 'is':
      return isOneOf(IS, word) && query.is.push(word) > 0;
    default: {
      const day = dayOf(word, now);
      if (day === null) return false;
      query[name as 'after' | 'before'] = day;
      return true;
    }
  }
}

function dayOf(word: string, now: Date): string | null {
  const iso = (at: Date) => at.toISOString().slice(0, 10);
  if (word === 'today') return iso(now);
  if (word === 'yesterday') return iso(new Date(now.getTime() - DAY_MS));
  const match = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(word);
  if (!match) return null;
  const [, year, month = '1', day = '1'] = match;
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
  return isReal ? iso(at) : null;
}
