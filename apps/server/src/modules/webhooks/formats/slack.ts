import { inline, lines, link, linkTo, paragraphs, picture, quote, sign } from './markdown.ts';
import { type Fields, fieldsIn, isFields, listIn, type Post, Refusal, textIn } from './post.ts';
import { slackText } from './slackText.ts';

const MOST_BLOCKS = 50;
const MOST_ATTACHMENTS = 100;

/** Converts the texts of a payload to Markdown. */
type Words = (text: string) => string;
const asMarkdown: Words = (text) => text;

/**
 * The payload of Slack's incoming webhooks, with what Mattermost adds: Markdown instead of `mrkdwn`, and `props`.
 * Channels are ignored, because an address belongs to one conversation.
 *
 * @throws Refusal  in Slack's words
 */
export function readSlack(payload: Fields, isMattermost: boolean): Post {
  const words = isMattermost || isFields(payload['props']) ? asMarkdown : slackText;
  const attachments = attachmentsOf(payload);
  const blocks = blocksIn(payload);
  const text = paragraphs(
    // If there are blocks, the text is left out, because it is for a notification.
    blocks.length > 0 ? blocks.map((block) => blockText(block, words)).join('\n\n') : words(textIn(payload, 'text')),
    ...attachments.map((each) => attachmentText(each, words)),
    words(textIn(fieldsIn(payload, 'props'), 'card')),
  );
  if (!text.trim()) throw new Refusal(400, 'no_text');
  return {
    text,
    username: textIn(payload, 'username'),
    icon: emoji(textIn(payload, 'icon_emoji')),
    replyId: messageOf(textIn(payload, 'thread_ts') || textIn(payload, 'root_id')),
  };
}

function attachmentsOf(payload: Fields): Fields[] {
  const own = payload['attachments'];
  if (own !== undefined && own !== null && !Array.isArray(own)) throw new Refusal(400, 'invalid_attachments');
  const all = [...listIn(payload, 'attachments'), ...listIn(fieldsIn(payload, 'props'), 'attachments')];
  if (all.length > MOST_ATTACHMENTS) throw new Refusal(400, 'too_many_attachments');
  return all;
}

function blocksIn(from: Fields): Fields[] {
  const blocks = from['blocks'];
  if (blocks === undefined || blocks === null) return [];
  if (!Array.isArray(blocks) || blocks.length > MOST_BLOCKS) throw new Refusal(400, 'invalid_blocks');
  const known = blocks.filter(isFields);
  if (known.length < blocks.length || known.some((block) => !textIn(block, 'type'))) {
    throw new Refusal(400, 'invalid_blocks');
  }
  return known;
}

function attachmentText(from: Fields, words: Words): string {
  const mark = sign(textIn(from, 'color'));
  const title = textIn(from, 'title');
  const author = textIn(from, 'author_name');
  const body = paragraphs(
    author && linkTo(author, textIn(from, 'author_link')),
    title && `**${[mark, linkTo(title, textIn(from, 'title_link'))].filter(Boolean).join(' ')}**`,
    !title && mark && textIn(from, 'text') ? `${mark} ${words(textIn(from, 'text'))}` : words(textIn(from, 'text')),
    blocksIn(from)
      .map((block) => blockText(block, words))
      .join('\n\n'),
    lines(...listIn(from, 'fields').map((field) => fieldText(field, words))),
    picture('', textIn(from, 'image_url') || textIn(from, 'thumb_url')),
    inline(...listIn(from, 'actions').map((action) => linkTo(textIn(action, 'text'), textIn(action, 'url')))),
    words(textIn(from, 'footer')),
  );
  const pretext = words(textIn(from, 'pretext'));
  return paragraphs(pretext, quote(body || (pretext ? '' : words(textIn(from, 'fallback')))));
}

const fieldText = (field: Fields, words: Words) =>
  [`**${words(textIn(field, 'title'))}**`, words(textIn(field, 'value'))].filter((each) => each !== '****').join(' ');

function blockText(block: Fields, words: Words): string {
  switch (textIn(block, 'type')) {
    case 'header':
      return `### ${textOf(block['text'], words).replaceAll('\n', ' ')}`;
    case 'section':
      return paragraphs(
        textOf(block['text'], words),
        lines(...listIn(block, 'fields').map((field) => textOf(field, words).replace(/\n/, ' '))),
        elementText(fieldsIn(block, 'accessory'), words),
      );
    case 'context':
      return listIn(block, 'elements')
        .map((each) => elementText(each, words))
        .filter(Boolean)
        .join(' ');
    case 'actions':
      return inline(...listIn(block, 'elements').map((each) => elementText(each, words)));
    case 'image':
      return elementText(block, words);
    case 'divider':
      return '---';
    case 'markdown':
      return textIn(block, 'text');
    case 'rich_text':
      return listIn(block, 'elements').map(richText).join('\n');
    default:
      return '';
  }
}

/** Reads a text object. */
function textOf(value: unknown, words: Words): string {
  if (!isFields(value)) return '';
  return textIn(value, 'type') === 'plain_text' ? linkTo(textIn(value, 'text'), '') : words(textIn(value, 'text'));
}

function elementText(element: Fields, words: Words): string {
  switch (textIn(element, 'type')) {
    case 'image': {
      const title = textIn(fieldsIn(element, 'title'), 'text') || textIn(element, 'alt_text');
      return picture(linkTo(title, ''), textIn(element, 'image_url'));
    }
    case 'button':
      return textIn(element, 'url') && link(textOf(element['text'], words), textIn(element, 'url'));
    case 'plain_text':
    case 'mrkdwn':
      return textOf(element, words);
    default:
      return '';
  }
}

/** Reads sections, quotes, lists and code of a formatted text, one level deep. */
function richText(part: Fields): string {
  const children = listIn(part, 'elements');
  switch (textIn(part, 'type')) {
    case 'rich_text_preformatted':
      return `\`\`\`\n${children.map((each) => textIn(each, 'text')).join('')}\n\`\`\``;
    case 'rich_text_quote':
      return quote(children.map(richSpan).join(''));
    case 'rich_text_list':
      return children.map((each) => `- ${listIn(each, 'elements').map(richSpan).join('')}`).join('\n');
    default:
      return children.map(richSpan).join('');
  }
}

function richSpan(span: Fields): string {
  const style = fieldsIn(span, 'style');
  const kind = textIn(span, 'type');
  if (kind === 'emoji') return `:${textIn(span, 'name')}:`;
  if (kind === 'link') return linkTo(textIn(span, 'text'), textIn(span, 'url'));
  if (kind !== 'text') return '';
  const text = textIn(span, 'text');
  if (style['code']) return `\`${text.replaceAll('`', "'")}\``;
  const escaped = text.split('\n').map(keepingSpaces).join('\n');
  if (!text.trim() || text !== text.trim()) return escaped;
  return style['bold']
    ? `**${escaped}**`
    : style['italic']
      ? `*${escaped}*`
      : style['strike']
        ? `~~${escaped}~~`
        : escaped;
}

const keepingSpaces = (line: string) => {
  const inner = line.trim();
  if (!inner) return line;
  const at = line.indexOf(inner);
  return line.slice(0, at) + linkTo(inner, '') + line.slice(at + inner.length);
};

const EMOJI: Record<string, string> = {
  warning: '⚠️',
  fire: '🔥',
  rotating_light: '🚨',
  white_check_mark: '✅',
  heavy_check_mark: '✔️',
  x: '❌',
  rocket: '🚀',
  bell: '🔔',
  robot_face: '🤖',
  ghost: '👻',
  tada: '🎉',
  bug: '🐛',
  zap: '⚡',
  eyes: '👀',
  information_source: 'ℹ️',
  chart_with_upwards_trend: '📈',
};

/** The emoji with this name of Slack's, or the text itself if it is an emoji; '' for anything else. */
function emoji(name: string): string {
  const [, word] = /^:?([\w+-]{1,50}):?$/.exec(name.trim()) ?? [];
  if (word) return EMOJI[word] ?? '';
  return /^\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\u200d|\ufe0f){0,10}$/u.test(name) ? name : '';
}

/** A thread is named by the id of its first message, with or without Slack's fraction. */
function messageOf(ts: string): number | undefined {
  const [, id] = /^(\d{1,10})(?:\.\d+)?$/.exec(ts) ?? [];
  return id && Number(id) < 2 ** 31 ? Number(id) : undefined;
}
