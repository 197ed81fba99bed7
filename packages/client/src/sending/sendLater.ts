import { mentions, renamed } from '../store/tempIds.ts';

/** Prefix of the keys under which each page stores its unsent changes. */
export const QUEUE_KEY = 'queue:';
/** The storage key of the data that the service worker needs for sending. */
export const LATER_KEY = 'later';

/** The storage key of the same data for replies from push notifications, while this device gets them. */
export const NOTE_KEY = 'note_session';

/**
 * The session for sending later. It is stored only while changes wait: otherwise the token is only where pages store
 * it.
 */
export interface SendCredentials {
  token: string;
  language: string;
  version: string;
  platform: string;
}

/** The fields of a stored change that are needed to send it. */
export interface StoredChange {
  id: string;
  /** The path of its call; '' if it takes more than one call. */
  path: string;
  input: unknown;
  tempId: number;
  state: string;
}

interface Post {
  /** @throws if the server is not reached, or answers without an envelope */
  (path: string, body: string, headers: Record<string, string>): Promise<{ ret: number; data: unknown }>;
}

/** Errors of an expired token, which the next page that opens reports. */
const SESSION_OVER = new Set(['auth.required', 'auth.ended']);
/** Errors that say nothing about the change itself, which is sent again later. */
const RETRIED = new Set(['rate.limited', 'database.away']);
const codeOf = (data: unknown) => String((data as { code?: unknown } | null)?.code ?? '');

/**
 * Sends the changes of a closed page, in order, each with its own id: the server gives one answer to it however often
 * it is asked, so that a page that opens meanwhile does no harm. Changes that are refused, take more than one call or
 * depend on such a change stay for the page. `sent` is called at once, with the id of the created record.
 *
 * @throws what `post` throws, or if the server cannot take more for now: the rest can be retried
 */
export async function sendRemaining(
  kept: readonly StoredChange[],
  later: SendCredentials,
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
    // Later changes wait as well, because the next message of a chat must not overtake this one.
    if (RETRIED.has(codeOf(data))) throw new Error(`${path}: ${codeOf(data)}`);
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

/** Returns a queue without a change that was sent, whose temporary id is replaced in the others. */
export const withoutSent = <K extends StoredChange>(
  kept: readonly K[],
  id: string,
  names: ReadonlyMap<number, number>,
): K[] => kept.filter((each) => each.id !== id).map((each) => ({ ...each, input: renamed(each.input, names) }));
