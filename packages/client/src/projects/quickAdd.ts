import { plusDays } from './timeline.ts';
import { type DayTimes, workingDays } from './timeRules.ts';

/** Names that a line for a new task may contain. */
export interface QuickWords {
  people: readonly { userid: number; name: string }[];
  tags: readonly { name: string; color: string }[];
  priorities: readonly { name: string; color: string; priority: number; days: number }[];
  /** Words for days in the reader's language, in lower case, and the number of days from today. */
  days: ReadonlyMap<string, number>;
}

export interface QuickTask {
  name: string;
  owner: number[];
  tags: { name: string; color: string }[];
  priority: QuickWords['priorities'][number] | null;
  /** The due date. */
  due: Date | null;
  /** Words after @ that name nobody in the project; they stay in the name. */
  strangers: string[];
}

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/**
 * Parses `Print the posters @bo #shop !2 tomorrow`. A word that matches nothing stays in the name, as does everything
 * if no name would remain. A day counts only as the last word: "call about tomorrow’s fair".
 */
export function readQuickLine(line: string, words: QuickWords, now: Date): QuickTask {
  const parts = line.trim().split(/\s+/).filter(Boolean);
  const task: QuickTask = { name: '', owner: [], tags: [], priority: null, due: null, strangers: [] };
  const last = parts.findLastIndex((part) => !/^[@#!]/.test(part));
  const rest = parts.filter((part, index) => {
    const word = part.slice(1);
    switch (part[0]) {
      case '@':
        return !takePerson(task, word, words);
      case '#':
        return !takeTag(task, word, words);
      case '!':
        return !takePriority(task, word, words);
      default:
        return !(index === last && takeDay(task, part, words, now));
    }
  });
  if (rest.length > 0) return { ...task, name: rest.join(' ') };
  return { name: parts.join(' '), owner: [], tags: [], priority: null, due: null, strangers: [] };
}

const squeezed = (text: string) => text.toLowerCase().replace(/\s+/g, '');
const TAG = /^[\p{L}\p{N}_-]{1,50}$/u;

/** Finds a person by a name or its beginning; of several, the one with the shortest name. */
function takePerson(task: QuickTask, word: string, { people }: QuickWords): boolean {
  if (!word) return false;
  const found = people
    .filter(({ name }) => squeezed(name).startsWith(squeezed(word)))
    .sort((a, b) => a.name.length - b.name.length)[0];
  if (found && !task.owner.includes(found.userid)) task.owner.push(found.userid);
  if (!found) task.strangers.push(word);
  return found !== undefined;
}

/** Finds one of the project's tags, or makes a new one without a color. A number is a task’s id, not a tag. */
function takeTag(task: QuickTask, word: string, { tags }: QuickWords): boolean {
  if (!TAG.test(word) || /^\d+$/.test(word)) return false;
  const tag = tags.find(({ name }) => name.toLowerCase() === word.toLowerCase()) ?? { name: word, color: '' };
  if (task.tags.length < 10 && !task.tags.some(({ name }) => name === tag.name)) {
    task.tags.push({ name: tag.name, color: tag.color });
  }
  return true;
}

function takePriority(task: QuickTask, word: string, { priorities }: QuickWords): boolean {
  const found = priorities.find(({ priority }) => String(priority) === word);
  if (found) task.priority = found;
  return found !== undefined;
}

function takeDay(task: QuickTask, word: string, { days }: QuickWords, now: Date): boolean {
  const ahead = days.get(word.toLowerCase());
  if (ahead !== undefined) task.due = plusDays(now, ahead);
  const [, year, month, day] = ISO.exec(word) ?? [];
  if (year) {
    const date = new Date(Number(year), Number(month) - 1, Number(day));
    if (date.getMonth() === Number(month) - 1 && date.getDate() === Number(day)) task.due = date;
  }
  return task.due !== null;
}

/** The planned time: on the named day, as in a task's shortcuts. A priority plans nothing. */
export const quickSpan = ({ due }: Pick<QuickTask, 'due'>, times: DayTimes): [Date, Date] | null =>
  due && workingDays(due, due, times);

/** A choice for the word that is being written: people after `@`, tags after `#`. */
export interface QuickChoice {
  key: string;
  name: string;
  /** The person's id; 0 for a tag. */
  userid: number;
  /** The line with the choice in it, and the caret after it. */
  line: string;
  caret: number;
}

const MOST_CHOICES = 6;

/** The choices for the word before the caret; empty if it begins with neither sign, or nothing matches. */
export function quickChoices(line: string, caret: number, { people, tags }: QuickWords): QuickChoice[] {
  const [, sign, word = ''] = /(?:^|\s)([@#])([^\s@#]*)$/.exec(line.slice(0, caret)) ?? [];
  if (!sign) return [];
  const wanted = squeezed(word);
  const all = sign === '@' ? people : tags.map(({ name }) => ({ userid: 0, name }));
  // A word that is written in full has no choices, so that Enter adds the task.
  if (all.some(({ name }) => squeezed(name) === wanted)) return [];
  const start = caret - word.length;
  return all
    .filter(({ name }) => squeezed(name).includes(wanted) && (sign === '@' || TAG.test(name)))
    .sort((a, b) => Number(squeezed(b.name).startsWith(wanted)) - Number(squeezed(a.name).startsWith(wanted)))
    .slice(0, MOST_CHOICES)
    .map(({ userid, name }) => {
      const written = `${sign === '@' ? name.replaceAll(/\s+/g, '') : name} `;
      return {
        key: `${sign}${userid || name}`,
        name,
        userid,
        line: line.slice(0, start) + written + line.slice(caret).trimStart(),
        caret: start + written.length,
      };
    });
}
