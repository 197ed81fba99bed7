import { VENDOR_NAMES, VENDORS, type Vendor } from '@atrium/contract/chat/assistants.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';

const ASSISTANTS = Object.fromEntries(VENDORS.map((vendor) => [`ai-${vendor}`, VENDOR_NAMES[vendor]])) as Record<
  `ai-${Vendor}`,
  string
>;

/** The built-in bots, whose address is `{key}@bot.system`, with their default names. */
export const BOT_NAMES = {
  'anon-msg': 'Anonymous',
  'system-msg': 'System messages',
  'task-alert': 'Task alerts',
  'todo-alert': 'To-do reminders',
  'check-in': 'Check-in',
  'approval-alert': 'Approvals',
  'meeting-alert': 'Meetings',
  'bot-manager': 'Bot manager',
  ...ASSISTANTS,
} as const;
export type SystemBot = keyof typeof BOT_NAMES;

/** The names of bots that differ between languages. */
const WORDS: Partial<
  Record<SystemBot, `word.bot_${'manager' | 'anon' | 'system' | 'task' | 'todo' | 'checkin' | 'approval' | 'meeting'}`>
> = {
  'anon-msg': 'word.bot_anon',
  'system-msg': 'word.bot_system',
  'task-alert': 'word.bot_task',
  'todo-alert': 'word.bot_todo',
  'check-in': 'word.bot_checkin',
  'approval-alert': 'word.bot_approval',
  'meeting-alert': 'word.bot_meeting',
  'bot-manager': 'word.bot_manager',
};
const isBot = (key: string): key is SystemBot => Object.hasOwn(BOT_NAMES, key);

/** A reader's name for a built-in bot; null for other accounts, and for a bot that was renamed. */
export function botName({ nickname, email }: { nickname: string; email: string }, lang: Language): string | null {
  const [key = '', host] = email.split('@');
  if (host !== 'bot.system' || !isBot(key) || nickname !== BOT_NAMES[key]) return null;
  const word = WORDS[key];
  return word ? translate(lang, word) : nickname;
}
