import { escapeMarkdown, link } from './markdown.ts';

/**
 * The mark for everybody, which becomes a mention if that is allowed. No other text has it, because NUL is removed from
 * incoming text.
 */
export const EVERYONE_MARK = '\0everyone\0';

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g;

/**
 * Converts Slack's `mrkdwn` to Markdown. Code stays as it is, and so does Markdown that Slack's syntax does not have.
 */
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

/** Converts `*bold*` and `~struck~`, which have two signs in Markdown; `_italic_` is the same. */
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
