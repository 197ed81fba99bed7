import { setTimeout as sleep } from 'node:timers/promises';
import { termConditions } from '@atrium/richtext/search/searchTerms.ts';
import { hasHandled, runFollowerNow } from '#platform/events/eventLog';
import type { View } from '#platform/work';

/** Kinds of searchable things. A document's `access` names what grants access to it (`0011_searchIndex.sql`). */
export type Kind = 'user' | 'project' | 'dialog' | 'task' | 'message' | 'file';

/** A term for a fact about a thing, not for a word in it: words never begin with this character. */
export const mark = (name: string): string => `=${name}`;

// A term has only letters and digits, or is a mark, so it cannot end the quotes.
const quoted = (term: string) => `'${term}'`;

export const anyOf = (terms: readonly string[]): string => `(${terms.map(quoted).join(' | ')})`;

/** Words and further conditions as a PostgreSQL tsquery; null if there are none. */
export function tsqueryOf(words: string, more: readonly string[] = []): string | null {
  const wanted = termConditions(words).map(({ term, isPrefix }) => `${quoted(term)}${isPrefix ? ':*' : ''}`);
  const all = [...wanted, ...more];
  return all.length > 0 ? all.join(' & ') : null;
}

const LOOK_MS = 15;
const WAIT_MS = 1000;

/**
 * Waits until the index has the caller's own last change, for at most a second: people search for text that they just
 * wrote, and on a busy server older transactions delay the index.
 */
export async function awaitOwnChange({ app, tx, caller }: View): Promise<void> {
  const eventId = app.ownWrites.of(caller.userid);
  if (eventId === 0) return;
  const deadline = performance.now() + WAIT_MS;
  while (!(await hasHandled(tx, 'search', eventId))) {
    if (performance.now() > deadline || !runFollowerNow(app, 'search')) return;
    await sleep(LOOK_MS);
  }
}
