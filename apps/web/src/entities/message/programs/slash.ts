import { BUILT_IN, type BuiltIn, type CommandInfo } from '@atrium/contract/chat/commands.ts';
import { t } from '#sync/language.ts';

/** A command as the message field offers it. */
export interface SlashCommand {
  word: string;
  /** The parameters of the command. */
  hint: string;
  about: string;
  /** Who carries out the command: Atrium itself, a bot that reads it as a message, or a program that is called. */
  run: { kind: 'built-in'; word: BuiltIn } | { kind: 'bot' } | { kind: 'program'; id: number };
}

/** Commands for groups only. */
const GROUP_ONLY: ReadonlySet<BuiltIn> = new Set(['poll', 'vote', 'invite']);

const WITHOUT_WORDS: ReadonlySet<BuiltIn> = new Set(['away', 'meet', 'mute', 'help']);

export const builtIn = (isGroup: boolean): SlashCommand[] =>
  BUILT_IN.filter((word) => isGroup || !GROUP_ONLY.has(word)).map((word) => ({
    word,
    hint: WITHOUT_WORDS.has(word) ? '' : t(`slash.${word as 'task'}.hint`),
    about: t(`slash.${word}`),
    run: { kind: 'built-in', word },
  }));

export const ofPrograms = (list: readonly CommandInfo[]): SlashCommand[] =>
  list.map(({ id, word, hint, about, name }) => ({ word, hint, about: about || name, run: { kind: 'program', id } }));

/** The commands of the bot manager. The person's own bots understand all but the first two, without an id. */
const BOT_WORDS = [
  ['list', ''],
  ['newbot', '[name]'],
  ['hello', ''],
  ['info', ''],
  ['setname', '[name]'],
  ['deletebot', ''],
  ['token', ''],
  ['revoke', ''],
  ['clearday', '[days]'],
  ['webhook', '[url]'],
  ['dialog', '[key]'],
  ['api', ''],
  ['help', ''],
] as const;
const WITHOUT_ID: readonly string[] = ['list', 'newbot', 'api', 'help'];

export function ofBot(email: string): SlashCommand[] {
  const isManager = email === 'bot-manager@bot.system';
  if (!isManager && !/^user-(normal|session)-/.test(email)) return [];
  return BOT_WORDS.filter(([word]) => isManager || (word !== 'list' && word !== 'newbot')).map(([word, args]) => ({
    word,
    hint: isManager && !WITHOUT_ID.includes(word) ? `[id] ${args}`.trim() : args,
    about: t(`slash.bot_${word}`),
    run: { kind: 'bot' },
  }));
}

/** The command at the beginning of a text: its word, and what follows; null for other texts. */
export function commandIn(text: string): { word: string; rest: string } | null {
  const [, word, rest = ''] = /^\/([\p{L}\p{N}_-]{1,30})(?:\s+([\s\S]*))?$/u.exec(text.trimEnd()) ?? [];
  return word ? { word: word.toLowerCase(), rest } : null;
}

/** The beginning of a word that is being typed; null if the text is something else. */
export const typedWord = (text: string): string | null =>
  /^\/([\p{L}\p{N}_-]*)$/u.exec(text)?.[1]?.toLowerCase() ?? null;

export const matching = (commands: readonly SlashCommand[], typed: string): SlashCommand[] =>
  commands.filter(({ word }) => word.startsWith(typed));

const UNITS: Readonly<Record<string, number>> = { m: 1, min: 1, h: 60, d: 24 * 60, w: 7 * 24 * 60 };

/**
 * Reads a time at the beginning of a reminder, as `20m`, `2h`, `3d`, `1w` or `14:30`; without one, the whole text is
 * what to remind of.
 */
export function reminderIn(text: string, now: Date): { text: string; at: Date | null } {
  const [, count, unit = '', afterUnit = ''] = /^(\d{1,4})\s?(min|m|h|d|w)\s+(.+)$/isu.exec(text) ?? [];
  const minutes = Number(count) * (UNITS[unit.toLowerCase()] ?? 0);
  if (minutes > 0) return { text: afterUnit.trim(), at: new Date(now.getTime() + minutes * 60_000) };
  const [, hour, minute, afterTime = ''] = /^([01]?\d|2[0-3]):([0-5]\d)\s+(.+)$/su.exec(text) ?? [];
  if (!hour) return { text, at: null };
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate(), Number(hour), Number(minute));
  if (at <= now) at.setDate(at.getDate() + 1);
  return { text: afterTime.trim(), at };
}

/** True if an outgoing text may be a command: others need not be read. */
export const beginsWithSlash = (outgoing: string): boolean => /^(<p>)?\//.test(outgoing);

/** The plain text of an outgoing one, and the people whom it mentions. */
export function typedIn(outgoing: string): { text: string; mentioned: number[] } {
  if (!outgoing.startsWith('<')) return { text: outgoing, mentioned: [] };
  const body = parsed(outgoing);
  const ids = [...body.querySelectorAll('span.mention.user')].map((each) => Number(each.getAttribute('data-id')));
  return { text: body.textContent, mentioned: ids.filter((id) => id > 0) };
}

/** Parses HTML without running or loading anything. */
const parsed = (html: string): HTMLElement =>
  new DOMParser().parseFromString(html.replaceAll(/<\/p><p>|<br ?\/?>/g, '\n'), 'text/html').body;
