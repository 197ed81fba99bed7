import hljs from 'highlight.js/lib/common';

/**
 * Colors code. This module loads with the first code block that names its language, because the languages are larger
 * than a conversation.
 */
export function colorCode(text: string, language: string): string | undefined {
  if (!hljs.getLanguage(language)) return undefined;
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}
