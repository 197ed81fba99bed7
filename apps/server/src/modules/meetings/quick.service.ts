import type { QuickMsg } from '@atrium/contract/chat/dialogs.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';

export const MEETING_BOT = 'meeting-alert@bot.system';

/** The buttons of the conversation with the bot for meetings; what they do is the client's. */
export const meetingButtons = (lang: Language): QuickMsg[] => [
  { key: 'meeting-create', label: translate(lang, 'word.meeting_create') },
  { key: 'meeting-join', label: translate(lang, 'word.meeting_join') },
];
