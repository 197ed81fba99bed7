import { markdownShape } from '../markdown/markdown.ts';
import { rewriteHtml } from '../markdown/writer.ts';

/** Sanitizes a task's description for storage: like a message, and headings, tables, code and rules. */
export function cleanContent(html: string): string {
  return rewriteHtml(html, { shape: markdownShape, allowsBreaks: true }).trim();
}
