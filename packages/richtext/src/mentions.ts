import { parseMarkdown } from './markdown.ts';
import { readHtml } from './tokens.ts';

export interface Mentions {
  users: number[];
  everyone: boolean;
  tasks: number[];
}

/**
 * Whom and what a text mentions, each once, in order. The editor's form counts as the stored one does. In
 * Markdown a mention inside code is a quotation and calls nobody.
 */
export function mentionsOf(text: string, type: 'html' | 'md'): Mentions {
  const users = new Set<number>();
  const tasks = new Set<number>();
  const read = (html: string) =>
    readHtml(html, {
      open(name, attributes) {
        const classes = (attributes.get('class') ?? '').split(/\s+/);
        const id = attributes.get('data-id') ?? '';
        if (name !== 'span' || !classes.includes('mention') || !/^\d{1,15}$/.test(id)) return;
        const sign = attributes.get('data-denotation-char');
        if (sign === '@' || (sign === undefined && classes.includes('user'))) users.add(Number(id));
        if (sign === '#' || (sign === undefined && classes.includes('task'))) tasks.add(Number(id));
      },
      close() {},
      text() {},
    });

  // Parsing is dear and most texts mention nobody.
  if (text.includes('mention')) {
    if (type === 'html') read(text);
    else for (const mention of markdownMentions(text)) read(mention);
  }
  const everyone = users.delete(0);
  return { users: [...users], everyone, tasks: [...tasks] };
}

function markdownMentions(md: string): string[] {
  return parseMarkdown(md).flatMap((token) =>
    (token.children ?? []).filter((child) => child.type === 'mention').map((child) => child.content),
  );
}
