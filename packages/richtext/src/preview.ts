import { cutAtWord } from './cutText.ts';
import { htmlWords } from './html/htmlWords.ts';
import { withoutReasoning } from './markdown/reasoning.ts';
import type { ReadHtml } from './tokens.ts';

/** The translated words, brackets included: `[image]`, `[图片]`. */
export interface PreviewWords {
  image: string;
  sticker: string;
  voice: string;
  video: string;
  file: string;
  location: string;
  meeting: string;
  vote: string;
  word_chain: string;
  long_text: string;
  chat_record: string;
  tag: string;
  tag_cancel: string;
  top: string;
  top_cancel: string;
  todo: string;
  todo_cancel: string;
  todo_done: string;
  unknown: string;
  /** Without brackets: shown while a model is thinking. */
  thinking: string;
}

/** The fields of a message that a preview needs; `msg` as stored, with every field checked. */
export interface PreviewMessage {
  type: string;
  msg: unknown;
  /** A kind more specific than `type` for files: `image`. */
  mtype?: string;
}

export const PREVIEW_CHARS = 50;

/** Readers of formatted text. Passed in, because a browser has or loads others than a server. */
export interface PreviewReaders {
  html: ReadHtml;
  /** The plain text of Markdown. */
  markdown: (md: string) => string;
}

interface Wording extends PreviewReaders {
  words: PreviewWords;
}

/** A message in one line, for lists, quotes and notifications: cut after a word, with an ellipsis. */
export function previewOf(
  message: PreviewMessage,
  words: PreviewWords,
  readers: PreviewReaders,
  maxChars: number = PREVIEW_CHARS,
): string {
  return cutAtWord(
    wording(message, { words, ...readers }, 0)
      .replace(/\s+/g, ' ')
      .trim(),
    maxChars,
  );
}

function wording(message: PreviewMessage, how: Wording, depth: number): string {
  const { words } = how;
  const msg = asFields(message.msg);
  switch (message.type) {
    case 'text':
      return textWording(msg, how);
    case 'longtext':
      return string(msg['desc']) || words.long_text;
    case 'vote':
      return labeled(words.vote, htmlLine(string(msg['text']), how));
    case 'word-chain':
      return labeled(words.word_chain, htmlLine(string(msg['text']), how));
    case 'record':
      return words.voice;
    case 'location':
      return labeled(words.location, string(msg['title']));
    case 'meeting':
      return labeled(words.meeting, string(msg['name']));
    case 'file':
      return fileWording(msg, message.mtype, words);
    case 'tag':
      return labeled(msg['action'] === 'remove' ? words.tag_cancel : words.tag, quoted(msg, how, depth));
    case 'top':
      return labeled(msg['action'] === 'remove' ? words.top_cancel : words.top, quoted(msg, how, depth));
    case 'todo':
      return labeled(todoWord(msg['action'], words), quoted(msg, how, depth));
    case 'notice':
      return string(msg['notice']);
    case 'template':
      return templateWording(msg, words);
    case 'merge-forward':
      return words.chat_record;
    default:
      return words.unknown;
  }
}

function textWording(msg: Fields, how: Wording): string {
  const { words, markdown } = how;
  const text = string(msg['text']);
  if (msg['type'] !== 'md') return htmlLine(text, how);
  const answer = withoutReasoning(text);
  if (answer.isThinking) return words.thinking;
  if (answer.text.includes(':::')) return markdown(withoutListMarks(answer.text));
  const heading = /^ {0,3}#{1,2}[ \t]+(\S.{0,500})$/m.exec(answer.text)?.[1];
  return markdown(heading ?? answer.text) || (/!\[/.test(answer.text) ? words.image : '');
}

/** The text of proposed tasks stays. */
const withoutListMarks = (md: string) =>
  md.replace(/^:::.{0,80}$/gm, '').replace(/^[ \t]{0,9}(?:title|desc)[ \t]{0,9}:/gim, '');

function htmlLine(text: string, { words, html }: Wording): string {
  return htmlWords(text, html, (attributes) => {
    if (!(attributes.get('class') ?? '').split(/\s+/).includes('emoticon')) return words.image;
    const alt = attributes.get('alt');
    return alt ? `[${alt}]` : words.sticker;
  });
}

function fileWording(msg: Fields, mtype: string | undefined, words: PreviewWords): string {
  if (mtype === 'image' || msg['type'] === 'img') return words.image;
  if (string(msg['ext']).toLowerCase() === 'mp4') return words.video;
  return labeled(words.file, string(msg['name']));
}

function todoWord(action: unknown, words: PreviewWords): string {
  if (action === 'remove') return words.todo_cancel;
  return action === 'done' ? words.todo_done : words.todo;
}

/** The quoted message of a card. A card that quotes a card is shown one level deep. */
function quoted(msg: Fields, how: Wording, depth: number): string {
  const data = asFields(msg['data']);
  if (depth > 0 || typeof data['type'] !== 'string') return '';
  return wording({ type: data['type'], msg: data['msg'] }, how, depth + 1);
}

function templateWording(msg: Fields, words: PreviewWords): string {
  const titleRaw = string(msg['title_raw']);
  if (titleRaw) return titleRaw;
  const title = string(msg['title']);
  const list = Array.isArray(msg['list']) ? msg['list'] : [];
  if (msg['type'] === 'file_download') return labeled(words.file, string(msg['name']));
  if (msg['type'] === 'task_list' && list.length === 1) return `${title}: ${string(asFields(list[0])['name'])}`;
  // The reply to a bot's command has no words of its own.
  const command = /^\/\w/.test(string(msg['type'])) ? string(msg['type']) : '';
  return title || string(msg['content']) || command || words.unknown;
}

type Fields = Record<string, unknown>;

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const string = (value: unknown): string => (typeof value === 'string' ? value : '');
const labeled = (label: string, text: string): string => (text ? `${label} ${text}` : label);
