import { cutText } from './cutText.ts';
import { cleanHtml } from './html/clean.ts';
import { fenceAfter } from './markdown/fence.ts';
import { plainText } from './plainText.ts';

/** The characters of a long text that are shown at first. */
export const LONG_TEXT_OPENING = 500;
/** The characters of its plain description. */
export const LONG_TEXT_DESCRIPTION = 200;

/** The beginning of sanitized HTML, with balanced tags. Markup does not count. */
export function cutHtml(html: string, maxChars: number = LONG_TEXT_OPENING): string {
  return cleanHtml(html, { maxTextChars: maxChars });
}

/** The beginning of a Markdown text. A code block that is cut is closed, or it would swallow what follows. */
export function cutMarkdown(md: string, maxChars: number = LONG_TEXT_OPENING): string {
  const cut = cutText(md, maxChars);
  let fence = '';
  for (const line of cut.split('\n')) fence = fenceAfter(line, fence);
  return fence ? `${cut}\n${fence}` : cut;
}

/** The plain description of a long text. */
export function describe(text: string, type: 'html' | 'md'): string {
  return cutText(plainText(text, type).replace(/\s+/g, ' '), LONG_TEXT_DESCRIPTION);
}
