import hljs from 'highlight.js/lib/common';

/** Loaded on its own, with the first code that names its language: the languages weigh more than a conversation. */
export function colorCode(text: string, language: string): string | undefined {
  if (!hljs.getLanguage(language)) return undefined;
  return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}
