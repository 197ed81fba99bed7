import { mentions, renamed } from '../store/tempIds.ts';

/** Beginning of the keys under which each page keeps what it has not sent. */
export const QUEUE_KEY = 'queue:';
/** Where a page leaves what the service worker needs for sending. */
export const LATER_KEY = 'later';

/** Stored only while changes wait: otherwise the token is only where pages store it. */
export interface Later {
  token: string;
  language: string;
  version: string;
  platform: string;
}

/** The part of a kept change that is enough to send it. */
export interface Kept {
  id: string;
  /** Of its call; '' where it takes more than one. */
  path: string;
  input: unknown;
  tempId: number;
  state: string;
}

interface Post {
  /** @throws if the server is not reached, or answers without an envelope */
  (path: string, body: string, headers: Record<string, string>): Promise<{ ret: number; data: unknown }>;
}

/** -1: the token has expired. The next page that opens says so. */
const SESSION_OVER = new Set(['auth.required', 'auth.ended']);
const codeOf = (data: unknown) => String((data as { code?: unknown } | null)?.code ?? '');

/**
 * Sends what a page that is closed has left, in its order, each with its own id: the server gives one answer to it
 * however often it is asked, so that a page that opens meanwhile does no harm. What is refused, takes more than one call
 * or speaks of such a one stays for the page. `sent` is called at once, with the id of what was made.
 *
 * @throws what `post` throws: the rest may be tried again
 */
export async function sendLeft(
  kept: readonly Kept[],
  later: Later,
  post: Post,
  sent: (id: string, names: ReadonlyMap<number, number>) => Promise<void>,
): Promise<'done' | 'over'> {
  const names = new Map<number, number>();
  const staying = new Set<number>();
  for (const { id, path, input, tempId, state } of kept) {
    if (!path || state === 'refused' || mentions(input, staying)) {
      staying.add(tempId);
      continue;
    }
    const { token, language, version, platform } = later;
    const headers = { 'content-type': 'application/json', language, version, platform, token, mutation: id };
    const { ret, data } = await post(path, JSON.stringify(renamed(input, names)), headers);
    if (SESSION_OVER.has(codeOf(data))) return 'over';
    if (ret !== 1) {
      staying.add(tempId);
      continue;
    }
    const made = (data as { id?: unknown } | null)?.id;
    if (typeof made === 'number' && made > 0) names.set(tempId, made);
    await sent(id, names);
  }
  return 'done';
}

/** A queue without one that was sent, and with its name in the others. */
export const without = <K extends Kept>(kept: readonly K[], id: string, names: ReadonlyMap<number, number>): K[] =>
  kept.filter((each) => each.id !== id).map((each) => ({ ...each, input: renamed(each.input, names) }));
