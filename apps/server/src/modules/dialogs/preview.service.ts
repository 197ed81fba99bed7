import type { Preview } from '@atrium/contract/chat/dialogs.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { type PreviewReaders, previewOf } from '@atrium/richtext/preview.ts';
import { readHtml } from '@atrium/richtext/tokens.ts';
import type { Static } from 'typebox';
import { wireTime } from '#platform/time/time';
import type { LastMessage } from './views.queries.ts';

type DialogPreview = Static<typeof Preview>;

export const percentageOf = (read: number, send: number) =>
  send === 0 || read >= send ? 100 : Math.floor((read / send) * 100);

/** The bracketed words of previews in one language. */
export const previewWords = (lang: Language) => ({
  image: translate(lang, 'word.image'),
  sticker: translate(lang, 'word.sticker'),
  voice: translate(lang, 'word.voice'),
  video: translate(lang, 'word.video'),
  file: translate(lang, 'word.file'),
  location: translate(lang, 'word.location'),
  meeting: translate(lang, 'word.meeting'),
  vote: translate(lang, 'word.vote'),
  word_chain: translate(lang, 'word.word_chain'),
  long_text: translate(lang, 'word.long_text'),
  chat_record: translate(lang, 'word.chat_record'),
  tag: translate(lang, 'word.tag'),
  tag_cancel: translate(lang, 'word.tag_cancel'),
  top: translate(lang, 'word.top'),
  top_cancel: translate(lang, 'word.top_cancel'),
  todo: translate(lang, 'word.todo'),
  todo_cancel: translate(lang, 'word.todo_cancel'),
  todo_done: translate(lang, 'word.todo_done'),
  unknown: translate(lang, 'word.unknown'),
  thinking: translate(lang, 'word.thinking'),
});

const READERS: PreviewReaders = { html: readHtml, markdown: (md) => plainText(md, 'md') };

/** Notices and texts of system bots are stored as keys, so that everyone reads them in their own language. */
export function previewText(
  message: { type: string; mtype?: string; msg: Record<string, unknown> },
  lang: Language,
  maxChars?: number,
): string {
  const { key, data } = message.msg;
  const inWords = () => translate(lang, String(key), data as Record<string, string>);
  if (message.type === 'notice' && typeof key === 'string') return inWords();
  const isBots = message.type === 'template' && typeof key === 'string' && key.startsWith('bot.');
  const shown = isBots ? { ...message, msg: { ...message.msg, title: inWords() } } : message;
  return previewOf(shown, previewWords(lang), READERS, maxChars);
}

export function presentPreview(message: LastMessage, dialogId: number, lang: Language): DialogPreview {
  return {
    id: message.id,
    dialog_id: dialogId,
    type: 'preview',
    msg: { preview: previewText(message, lang), type: message.type },
    userid: message.userid,
    percentage: percentageOf(message.read, message.send),
    emoji: message.emoji.map(({ symbol }) => ({ symbol })),
    created_at: wireTime(new Date(message.created_at)),
  };
}
