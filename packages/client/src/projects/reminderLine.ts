import type { QuickWords } from './quickAdd.ts';
import { readQuickLine } from './quickAdd.ts';

/** The text of a reminder, and the day and the clock time that it ends with, in either order. */
export interface ReminderLine {
  text: string;
  /** Midnight of the named day. */
  day: Date | null;
  /** Minutes after midnight. */
  minutes: number | null;
}

/** "15:30", "15h30", "15 h", "15 Uhr", "3 pm", "3:30pm", "15时30分", "15時", "15시 30분", also "下午3点半" and "오후 3시". */
const CLOCK =
  /(?:^| )(?:(午前|午後|上午|下午|早上|晚上|오전|오후) ?)?(\d{1,2})(?:[:.](\d{2})| ?(?:h|uhr|[点點时時시]) ?(?:(\d{2}|半) ?[分분]?)?)? ?(am|pm|uhr)?$/iu;
/** The words before a clock time, in the nine languages. */
const JOINING = / (?:at|um|à|a|в|pukul|jam)$/iu;

/**
 * Reads "call Bo tomorrow at 15:30" as what, which day and what time. A line that is only a time counts as the text.
 */
export function readReminderLine(line: string, days: QuickWords['days'], now: Date): ReminderLine {
  const words = { people: [], tags: [], priorities: [], days };
  const early = withoutClock(timeLast(line.trim().replaceAll(/\s+/g, ' '), days));
  const { name, due } = readQuickLine(early.text, words, now);
  const late = early.minutes === null ? withoutClock(name) : { text: name, minutes: early.minutes };
  return { text: late.text, day: due, minutes: late.minutes };
}

/** A clock time that is not the beginning of a length such as 2時間 (two hours). */
const FIRST_CLOCK =
  /^ ?((?:(?:午前|午後|上午|下午|早上|晚上|오전|오후) ?)?\d{1,2}(?:[点點時时시](?![間间간])(?: ?\d{2} ?[分분]|半)?))/u;
/** A single sign may also be the beginning of another word: 月 (Monday) of 月次 (monthly). */
const FIRST_DAY = /^[\p{scx=Han}\p{scx=Hangul}]{2,}$/u;
const HANGUL = /\p{scx=Hangul}/u;
/** "明天的会议" is a meeting of tomorrow. */
const OF = /^[的の]/u;

/**
 * Moves the time to the end. In Chinese, Japanese and Korean a sentence begins with its time, and the first two write
 * it without spaces: "明天下午3点给波打电话" becomes "给波打电话 明天 下午3点".
 */
function timeLast(line: string, days: QuickWords['days']): string {
  const day = [...days.keys()]
    .filter((word) => FIRST_DAY.test(word) && line.startsWith(HANGUL.test(word) ? `${word} ` : word))
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');
  const [whole, clock = ''] = FIRST_CLOCK.exec(line.slice(day.length)) ?? [''];
  const rest = line.slice(day.length + whole.length);
  const text = rest.replace(/^(?:に|에(?= ))?[ 、,，]*/u, '');
  if ((!day && !clock) || !text || OF.test(rest)) return line;
  return [text, day, clock].filter(Boolean).join(' ');
}

function withoutClock(line: string): { text: string; minutes: number | null } {
  const none = { text: line, minutes: null };
  const found = CLOCK.exec(line);
  if (!found) return none;
  const [whole, half = '', hours = '', colon, counted, after = ''] = found;
  // A bare number is an amount, as in "buy 12".
  const isTime = half || after || /[:.]\d{2}$|\d ?(?:h|uhr|[点點时時시])/iu.test(whole.trim());
  const isLate = /pm/i.test(after) || /午後|下午|晚上|오후/u.test(half);
  const isEarly = /am/i.test(after) || /午前|上午|早上|오전/u.test(half);
  const hour = (Number(hours) % (isLate || isEarly ? 12 : 24)) + (isLate ? 12 : 0);
  const minute = counted === '半' ? 30 : Number(colon ?? counted ?? 0);
  const isPossible = Number(hours) <= (isLate || isEarly ? 12 : 23) && minute < 60;
  const text = line.slice(0, found.index).replace(JOINING, '').trim();
  return isTime && isPossible && text ? { text, minutes: hour * 60 + minute } : none;
}
