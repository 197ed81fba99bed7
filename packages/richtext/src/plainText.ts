import { htmlWords } from './html/htmlWords.ts';
import { renderMarkdown } from './markdown/markdown.ts';
import { readHtml } from './tokens.ts';

/** The plain text of a message, one line per paragraph. Pictures are dropped. */
export function plainText(text: string, type: 'html' | 'md'): string {
  return htmlWords(type === 'md' ? renderMarkdown(text) : text, readHtml, () => '');
}
