import { htmlWords } from './html/htmlWords.ts';
import { renderMarkdown } from './markdown/markdown.ts';

/** The words of a text, a line a paragraph, without any markup. Pictures leave nothing. */
export function plainText(text: string, type: 'html' | 'md'): string {
  return htmlWords(type === 'md' ? renderMarkdown(text) : text, () => '');
}
