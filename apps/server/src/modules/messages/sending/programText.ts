import type { ComposedMessage } from './compose.service.ts';

/**
 * Markdown whose pictures elsewhere are links, because loading them would tell their server who reads. Code stays as it
 * is.
 */
export const withoutPictures = (markdown: string): string =>
  markdown
    .split(/(```[^]*?```|`[^`\n]*`)/)
    .map((part, index) => (index % 2 ? part : withoutPicturesInText(part)))
    .join('');

const withoutPicturesInText = (text: string): string =>
  text
    .replaceAll(/!(?=\[[^[\]]{0,500}\][([])/g, '')
    // Any other exclamation mark stays, with a character without width between it and the bracket.
    .replaceAll(/!(?=\[)/g, '!\u2060')
    .replaceAll(/\\?<(?=img\b)/gi, '‹');

/** Does the same for sanitized HTML, in which picture tags have one form. Files of this server stay. */
const linked = (html: string): string =>
  html.replaceAll(/<img class="[a-z]{1,10}"[^<>]{0,3000}>/g, (tag) => {
    const [, src = ''] = / src="([^"]*)"/.exec(tag) ?? [];
    if (!/^https?:/i.test(src)) return tag;
    const [, alt = ''] = / alt="([^"]*)"/.exec(tag) ?? [];
    return `<a href="${src}" target="_blank">${alt || src}</a>`;
  });

/** A bot's own message, as it may be posted. */
export function withLinkedPictures(composed: ComposedMessage): ComposedMessage {
  const { msg, full } = composed;
  const isHtml = msg['type'] !== 'md';
  const safe = (text: string) => (isHtml ? linked(text) : withoutPictures(text));
  return {
    ...composed,
    msg: { ...msg, ...(typeof msg['text'] === 'string' && { text: safe(msg['text']) }) },
    full: full && { ...full, content: safe(full.content) },
  };
}
