import { randomUUID } from 'node:crypto';
import type { DriveRow } from '#modules/drive/drive.access';
import type { View, Work } from '#platform/work';
import {
  countLocksOf,
  insertLock,
  type LockRow,
  listLocksBelow,
  listLocksOn,
  listLocksOver,
  renewLock,
} from './dav.queries.ts';
import { conditionsOf, type DavRequest, headerOf, hostOf } from './davRequest.ts';
import { partsOfHeader } from './protocol/address.ts';
import { anyHolds, type IfList, tokensIn } from './protocol/ifHeader.ts';
import { Refusal } from './protocol/refusal.ts';
import { elementText } from './protocol/xml.ts';
import { etagOf, type FoundResource, find, type Resource } from './resources.access.ts';

/**
 * Write locks of WebDAV (RFC 4918, 6 and 7). They bind WebDAV clients, at every node, not people at the screen, whose
 * changes become versions.
 *
 * 1. A request that changes a locked file, or what is in a locked folder, names the lock's token in its header `If`.
 * 2. A token counts only for the person whose lock it is.
 * 3. A lock ends with its time, with its file, and when its file moves.
 */

const PREFIX = 'opaquelocktoken:';
export const lockAddress = ({ token }: Pick<LockRow, 'token'>) => `${PREFIX}${token}`;
export const tokenOfAddress = (text: string): string => (text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '');

/** The longest time of a lock: half an hour by default; programs renew a lock while a file is open. */
const MOST_S = 3600;
const USUAL_S = 1800;
const MOST_LOCKS = 1000;
const OWNER_CHARS = 2000;

const rowOf = (at: Resource | undefined): DriveRow | undefined => (at?.kind === 'item' ? at.row : undefined);

/** Locks that protect what is, or would be, at an address. */
async function locksAt(view: View, { at, parent }: Pick<FoundResource, 'at' | 'parent'>): Promise<LockRow[]> {
  const row = rowOf(at);
  if (row) return listLocksOver(view.tx, row.id, row.pids, view.now);
  const folder = rowOf(parent);
  if (at || !folder) return [];
  return (await listLocksOver(view.tx, folder.id, folder.pids, view.now)).filter(({ is_deep }) => is_deep);
}

/** Evaluates the header `If`. Returns the tokens in it. @throws Refusal 412, 400 */
export async function requireConditions(ask: DavRequest, found: FoundResource): Promise<string[]> {
  const lists: IfList[] = conditionsOf(ask);
  if (lists.length === 0) return [];
  const { view } = ask;
  const holds = await anyHolds(lists, async (url) => {
    const there =
      url === null ? found : await find(view, partsOfHeader(url, hostOf(ask), ask.app)).catch(ignoreForeign);
    const row = rowOf(there?.at);
    const locks = there ? await locksAt(view, there) : [];
    return { etag: row && row.type !== 'folder' ? etagOf(row) : undefined, locks: new Set(locks.map(lockAddress)) };
  });
  if (!holds) throw new Refusal(412);
  return tokensIn(lists);
}
function ignoreForeign(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** The part that a request changes: a file, the list of a folder, or a folder with everything in it. */
export interface Change {
  row: DriveRow | undefined;
  what: 'self' | 'members' | 'tree';
}
export const changeOf = (at: Resource | undefined, what: Change['what']): Change => ({ row: rowOf(at), what });

/** @throws Refusal 423  if a lock protects any of it and the request does not name its token */
export async function requireUnlocked(
  view: View,
  tokens: readonly string[],
  changes: readonly Change[],
): Promise<void> {
  const named = new Set(tokens.map(tokenOfAddress));
  for (const { row, what } of changes) {
    if (!row) continue;
    const locks = await listLocksOver(view.tx, row.id, row.pids, view.now);
    if (what === 'tree') locks.push(...(await listLocksBelow(view.tx, row.id, view.now)));
    for (const same of Map.groupBy(locks, ({ file_id }) => file_id).values()) {
      const isNamed = same.some(({ token, userid }) => userid === view.caller.userid && named.has(token));
      if (!isNamed) throw new Refusal(423, 'lock-token-submitted');
    }
  }
}

/** Seconds, from the header `Timeout`: `Second-600`, `Infinite`, or several to choose from. */
export function timeoutOf(ask: DavRequest): number {
  const [, seconds] = /Second-(\d{1,10})/i.exec(headerOf(ask, 'timeout')) ?? [];
  if (seconds !== undefined) return Math.min(MOST_S, Math.max(1, Number(seconds)));
  return /infinite/i.test(headerOf(ask, 'timeout')) ? MOST_S : USUAL_S;
}

const endOf = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

interface LockRequest {
  isExclusive: boolean;
  isDeep: boolean;
  owner: string;
  timeoutS: number;
}

/** @throws Refusal 423  if another lock excludes it */
export async function addLock(work: Work, row: DriveRow, wanted: LockRequest): Promise<LockRow> {
  const { tx, caller, now } = work;
  const others = await listLocksOver(tx, row.id, row.pids, now);
  if (wanted.isDeep) others.push(...(await listLocksBelow(tx, row.id, now)));
  if (others.some(({ is_exclusive }) => wanted.isExclusive || is_exclusive))
    throw new Refusal(423, 'no-conflicting-lock');
  if ((await countLocksOf(tx, caller.userid, now)) >= MOST_LOCKS) throw new Refusal(507);
  const lock: LockRow = {
    token: randomUUID(),
    file_id: row.id,
    userid: caller.userid,
    is_exclusive: wanted.isExclusive,
    is_deep: wanted.isDeep,
    owner: wanted.owner.length > OWNER_CHARS ? '' : wanted.owner,
    timeout_s: wanted.timeoutS,
    expired_at: endOf(now, wanted.timeoutS),
  };
  await insertLock(tx, lock);
  return lock;
}

/** Extends the locks of the caller that the request names, and that protect its address. @throws Refusal 412 */
export async function refreshLocks(work: Work, found: FoundResource, tokens: readonly string[], timeoutS: number) {
  const named = new Set(tokens.map(tokenOfAddress));
  const own = (await locksAt(work, found)).filter(
    ({ token, userid }) => userid === work.caller.userid && named.has(token),
  );
  if (own.length === 0) throw new Refusal(412, 'lock-token-matches-request-uri');
  const expired_at = endOf(work.now, timeoutS);
  for (const { token } of own) await renewLock(work.tx, token, timeoutS, expired_at);
  return own.map((lock) => ({ ...lock, timeout_s: timeoutS, expired_at }));
}

/** Finds the lock of an address and token, of any owner. @throws Refusal 409 */
export async function lockAt(view: View, found: FoundResource, token: string): Promise<LockRow> {
  const lock = (await locksAt(view, found)).find((each) => each.token === token);
  if (!lock) throw new Refusal(409, 'lock-token-matches-request-uri');
  return lock;
}

/** Lists the locks on these, and on folders above them with everything in them. */
export async function locksFor(view: View, rows: readonly DriveRow[]): Promise<Map<number, LockRow[]>> {
  if (rows.length === 0) return new Map();
  const all = [...new Set(rows.flatMap(({ id, pids }) => [id, ...pids]))];
  const locks = await listLocksOn(view.tx, all, view.now);
  return new Map(
    rows.map(({ id, pids }) => [
      id,
      locks.filter((lock) => lock.file_id === id || (lock.is_deep && pids.includes(lock.file_id))),
    ]),
  );
}

/** The property `lockdiscovery` of RFC 4918. `root` is the address of the locked thing. */
export function printLocks(locks: readonly LockRow[], root: string): string {
  return locks
    .map((lock) => {
      const parts = [
        elementText('DAV:', 'locktype', elementText('DAV:', 'write', '')),
        elementText('DAV:', 'lockscope', elementText('DAV:', lock.is_exclusive ? 'exclusive' : 'shared', '')),
        elementText('DAV:', 'depth', lock.is_deep ? 'infinity' : '0'),
        lock.owner && elementText('DAV:', 'owner', lock.owner),
        elementText('DAV:', 'timeout', `Second-${lock.timeout_s}`),
        elementText('DAV:', 'locktoken', elementText('DAV:', 'href', lockAddress(lock))),
        elementText('DAV:', 'lockroot', elementText('DAV:', 'href', root)),
      ];
      return elementText('DAV:', 'activelock', parts.join(''));
    })
    .join('');
}
