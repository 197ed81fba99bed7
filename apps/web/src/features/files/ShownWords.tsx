import { Text } from '@mantine/core';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { t } from '#sync/language.ts';
import classes from './document/Document.module.css';
import type { DocumentText } from './document/useDocument.ts';

/** The longest text that is formatted; more would block the page during layout. */
const DRESSED_CHARS = 200_000;

/** Markdown rendered, code in colors, other text as it is. */
export function ShownWords({ words, ext, mode }: { words: DocumentText; ext: string; mode: string | undefined }) {
  if (words.content.trim() === '') return <Text c="dimmed">{t('files.empty')}</Text>;
  if (mode === 'text' || words.content.length > DRESSED_CHARS) {
    return <pre className={classes.plain}>{words.content}</pre>;
  }
  const isMarkdown = words.type === 'md';
  return <MessageText text={isMarkdown ? words.content : fenced(words.content, ext)} isMarkdown />;
}

/** Puts code into a fence that is longer than any inside. */
function fenced(code: string, ext: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${ext.replace(/[^\w+#-]/g, '')}\n${code}\n${fence}`;
}
