import { markdownShape } from '../markdown/markdown.ts';
import { rewriteHtml } from '../markdown/writer.ts';

/** A task's description as it is stored: what a message may hold, and headings, tables, code and rules besides. */
export function cleanContent(html: string): string {
  return rewriteHtml(html, { shape: markdownShape, allowsBreaks: true }).trim();
}
