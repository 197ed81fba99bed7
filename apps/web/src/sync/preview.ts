import { previewOf } from '@atrium/richtext/preview.ts';
import { t } from './language.ts';
import { markdownWords } from './markdown.ts';
import { readPage } from './readPage.ts';

/** The words are created on first use, because this module may load before its texts. */
const makeWords = () => ({
  image: t('word.image'),
  sticker: t('word.sticker'),
  voice: t('word.voice'),
  video: t('word.video'),
  file: t('word.file'),
  location: t('word.location'),
  meeting: t('word.meeting'),
  vote: t('word.vote'),
  word_chain: t('word.word_chain'),
  long_text: t('word.long_text'),
  chat_record: t('word.chat_record'),
  tag: t('word.tag'),
  tag_cancel: t('word.tag_cancel'),
  top: t('word.top'),
  top_cancel: t('word.top_cancel'),
  todo: t('word.todo'),
  todo_cancel: t('word.todo_cancel'),
  todo_done: t('word.todo_done'),
  unknown: t('word.unknown'),
  thinking: t('word.thinking'),
});
let words: ReturnType<typeof makeWords> | undefined;

interface Previewed {
  type: string;
  msg: Record<string, unknown>;
  mtype?: string;
}

/** The most characters for one line of a wide conversation, which cuts them with an ellipsis if it is narrower. */
export const ONE_LINE = 160;

/** A message in one line; notices in the reader's language. */
export function previewLine(message: Previewed, maxChars?: number): string {
  if (message.type === 'notice') return noticeText(message);
  const shown = message.type === 'template' ? { ...message, msg: translateTitle(message.msg) } : message;
  words ??= makeWords();
  return previewOf(shown, words, { html: readPage, markdown: markdownWords }, maxChars);
}

/** Texts of built-in bots are stored as a key, so that everyone reads them in their own language. */
export function translateTitle(msg: Record<string, unknown>): Record<string, unknown> {
  const key = msg['key'];
  if (typeof key !== 'string' || !key.startsWith('bot.')) return msg;
  return { ...msg, title: t(key as 'bot.task_unclaimed', msg['data'] as Record<string, string>) };
}

export function noticeText({ msg }: Previewed): string {
  const key = msg.key;
  if (typeof key === 'string' && key.startsWith('notice.')) {
    return t(key as 'notice.join', msg.data as Record<string, string>);
  }
  return String(msg.notice ?? '');
}
