import { Refusal } from './refusal.ts';

interface Condition {
  isNot: boolean;
  /** The address of a lock, or an entity tag with its quotes. */
  token?: string;
  etag?: string;
}

/** A list of conditions, all of which must hold, for one address. */
export interface IfList {
  /** The address to which the conditions apply; null means that of the request. */
  url: string | null;
  conditions: Condition[];
}

const MAX_LENGTH = 8000;
const TAG = /^<([^<>\s]*)>/;
const CONDITION = /^(Not\s+)?(?:<([^<>\s]+)>|\[((?:W\/)?"[^"\]]*")\])\s*/i;

/**
 * Parses the header `If` of RFC 4918, 10.4.
 *
 * @throws Refusal 400  if it is malformed
 */
export function parseIf(header: string): IfList[] {
  if (header.length > MAX_LENGTH) throw new Refusal(400);
  const lists: IfList[] = [];
  let rest = header.trim();
  let url: string | null = null;
  while (rest) {
    const tag = TAG.exec(rest);
    if (tag) {
      url = tag[1] ?? '';
      rest = rest.slice(tag[0].length).trimStart();
    }
    if (!rest.startsWith('(')) throw new Refusal(400);
    rest = rest.slice(1).trimStart();
    const conditions: Condition[] = [];
    for (let found = CONDITION.exec(rest); found; found = CONDITION.exec(rest)) {
      const [whole, not, token, etag] = found;
      conditions.push({ isNot: not !== undefined, ...(token !== undefined ? { token } : { etag: etag ?? '' }) });
      rest = rest.slice(whole.length);
    }
    if (!rest.startsWith(')') || conditions.length === 0) throw new Refusal(400);
    rest = rest.slice(1).trimStart();
    lists.push({ url, conditions });
  }
  return lists;
}

/** The locks that the client names, for which the request may change what they protect. */
export const tokensIn = (lists: readonly IfList[]): string[] =>
  lists.flatMap(({ conditions }) => conditions.flatMap(({ token }) => (token === undefined ? [] : [token])));

/** True if at least one list holds. `stateOf` returns the tag and the locks of an address. */
export async function anyHolds(
  lists: readonly IfList[],
  stateOf: (url: string | null) => Promise<{ etag: string | undefined; locks: ReadonlySet<string> }>,
): Promise<boolean> {
  for (const { url, conditions } of lists) {
    const { etag, locks } = await stateOf(url);
    const all = conditions.every(({ isNot, token, etag: wanted }) => {
      const is = token !== undefined ? locks.has(token) : wanted === etag;
      return is !== isNot;
    });
    if (all) return true;
  }
  return false;
}
