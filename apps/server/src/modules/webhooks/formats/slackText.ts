import { escapeMarkdown, link } from './markdown.ts';

/** Replaced by a mention of everybody where that is allowed. No text contains it: NUL is removed from incoming text. */
export const EVERYONE_MARK = '\0everyone\0';

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;

/** Slack's `mrkdwn` as Markdown. Code stays as it is; Markdown that is none of Slack's syntax stays Markdown. */
export function slackText(text: string): string {
  let out = '';
  let end = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    out += prose(text.slice(end, index)) + fenced(code);
    end = index + code.length;
  }
  return out + prose(text.slice(end));
}

/** Slack's fences may begin and end within a line. */
function fenced(code: string): string {
  if (!code.startsWith('```')) return decoded(code);
  const inner = decoded(code.slice(3).replace(/```$/, ''));
  return `\n\`\`\`\n${inner.replace(/^\n|\n$/g, '')}\n\`\`\`\n`;
}

const decoded = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Slack's markup in angle brackets. */
const BRACKETS = /<([^<>\n]{1,3000})>/g;

function prose(text: string): string {
  let out = '';
  let end = 0;
  for (const { 0: all, 1: inner = '', index } of text.matchAll(BRACKETS)) {
    out += styled(text.slice(end, index)) + bracket(inner);
    end = index + all.length;
  }
  return out + styled(text.slice(end));
}

/** `*bold*` and `~struck~` where Markdown has two of them; `_italic_` is the same. */
const styled = (text: string) =>
  text
    .replaceAll(/(?<![*\w\\])\*(?![\s*])([^*\n]{0,2000}[^*\s])\*(?![*\w])/g, '**$1**')
    .replaceAll(/(?<![~\w\\])~(?![\s~])([^~\n]{0,2000}[^~\s])~(?![~\w])/g, '~~$1~~')
    .replaceAll(/^[•▪◦] ?/gm, '- ');

function bracket(inner: string): string {
  const [target = '', ...rest] = inner.split('|');
  const label = decoded(rest.join('|'));
  if (/^!(?:channel|here|everyone|group)$/.test(target)) return EVERYONE_MARK;
  if (target.startsWith('!')) return escapeMarkdown(label || target.replace(/^!(?:subteam\^)?/, '@'));
  if (target.startsWith('@')) return escapeMarkdown(label ? `@${label.replace(/^@/, '')}` : target);
  if (target.startsWith('#')) return escapeMarkdown(label ? `#${label.replace(/^#/, '')}` : target);
  if (/^(?:https?:|mailto:)/i.test(target)) return link(escapeMarkdown(label), decoded(target));
  return escapeMarkdown(`<${decoded(inner)}>`);
}
