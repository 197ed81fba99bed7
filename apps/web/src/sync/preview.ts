import { previewOf } from '@atrium/richtext/preview.ts';
import { t } from './language.ts';
import { markdownWords } from './markdown.ts';

const WORDS = {
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
};

interface Previewed {
  type: string;
  msg: Record<string, unknown>;
  mtype?: string;
}

/** One line that stands for a message; notices in the reader's language. */
export function previewLine(message: Previewed, maxChars?: number): string {
  return message.type === 'notice' ? noticeText(message) : previewOf(message, WORDS, markdownWords, maxChars);
}

export function noticeText({ msg }: Previewed): string {
  const key = msg.key;
  if (typeof key === 'string' && key.startsWith('notice.')) {
    return t(key as 'notice.join', msg.data as Record<string, string>);
  }
  return String(msg.notice ?? '');
}
