import { mentionTag } from './html/mentionTags.ts';
import { REMOTE_URL } from './html/urls.ts';
import { fenceAfter } from './markdown/fence.ts';
import { parseMarkdown } from './markdown/markdown.ts';
import { readHtml } from './tokens.ts';

export interface Mentions {
  users: number[];
  everyone: boolean;
  tasks: number[];
}

/**
 * The people and things that a text mentions, each once, in order. The editor's form counts as well as the stored one.
 * In Markdown a mention inside code is quoted text and mentions nobody.
 */
export function mentionsOf(text: string, type: 'html' | 'md'): Mentions {
  const users = new Set<number>();
  const tasks = new Set<number>();
  const read = (html: string) =>
    readHtml(html, {
      open(name, attributes) {
        const classes = (attributes.get('class') ?? '').split(/\s+/);
        const id = attributes.get('data-id') ?? '';
        if (name !== 'span' || !classes.includes('mention') || !/^\d{1,10}$/.test(id) || Number(id) > MAX_ID) return;
        const sign = attributes.get('data-denotation-char');
        if (sign === '@' || (sign === undefined && classes.includes('user'))) users.add(Number(id));
        if (sign === '#' || (sign === undefined && classes.includes('task'))) tasks.add(Number(id));
      },
      close() {},
      text() {},
    });

  // Parsing is slow and most texts mention nobody.
  if (text.includes('mention')) {
    if (type === 'html') read(text);
    else for (const mention of markdownMentions(text)) read(mention);
  }
  const everyone = users.delete(0);
  return { users: [...users], everyone, tasks: [...tasks] };
}

const TASK_ADDRESS = /single\/task\/(\d{1,9})(?![\w/-])/g;

/** The tasks mentioned in a text: by name, or by their address in this workspace. */
export function tasksNamedIn(text: string, type: 'html' | 'md', siteUrl: string): number[] {
  const ids = new Set(mentionsOf(text, type).tasks);
  for (const found of text.matchAll(TASK_ADDRESS)) {
    const before = text.slice(0, found.index);
    if (before.endsWith(REMOTE_URL) || before.endsWith(`${siteUrl.replace(/\/$/, '')}/`)) ids.add(Number(found[1]));
  }
  return [...ids].filter((id) => id > 0 && id <= MAX_ID);
}
const MAX_ID = 2 ** 31 - 1;

function markdownMentions(md: string): string[] {
  return parseMarkdown(md).flatMap((token) =>
    (token.children ?? []).filter((child) => child.type === 'mention').map((child) => child.content),
  );
}

const CODE_OR_EMAIL = /`[^`]+`|@([^\s@<>&"'`]{1,64}@[\w-]+(?:\.[\w-]+){1,5})/g;

/**
 * `@someone@domain.tld` in Markdown becomes a mention if it is the address of an active account, so that a program can
 * address a bot. Code is unchanged. `cleanHtml` does the same for HTML.
 */
export function withEmailMentions(
  md: string,
  userByEmail: (email: string) => { userid: number; nickname: string } | null,
): string {
  if (!/@\S+@/.test(md)) return md;
  let fence = '';
  const lines = md.split('\n').map((line) => {
    const before = fence;
    fence = fenceAfter(line, fence);
    if (before !== '' || fence !== '') return line;
    return line.replace(CODE_OR_EMAIL, (all: string, email: string | undefined) => {
      const user = email && userByEmail(email.toLowerCase());
      return user ? mentionTag('user', user.userid, user.nickname) : all;
    });
  });
  return lines.join('\n');
}
