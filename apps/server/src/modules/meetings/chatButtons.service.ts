import type { QuickMsg } from '@atrium/contract/chat/dialogs.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';

export const MEETING_BOT = 'meeting-alert@bot.system';

/** The buttons of the chat with the meeting bot; the client carries them out. */
export const meetingButtons = (lang: Language): QuickMsg[] => [
  { key: 'meeting-create', label: translate(lang, 'word.meeting_create') },
  { key: 'meeting-join', label: translate(lang, 'word.meeting_join') },
];
