import { ACCESS_TOKEN } from '#modules/sessions/accessTokens.service';
import { newToken, randomHex, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import {
  type AccessTokenRow,
  deleteDavToken,
  deleteDavTokensOf,
  expireDavToken,
  insertAccessToken,
  listDavTokenRows,
  listDavUsers,
  lockDavTokens,
} from './accessTokens.queries.ts';

/** The scope of an app password: everything in the file area. */
const SCOPES = ['files:write'];

/** A token of a WebDAV client: the user name to enter, and its text, which nothing else accepts. */
export async function addDavToken(
  work: Work,
  { name, expiredAt, most }: { name: string; expiredAt: Date; most: number },
): Promise<{ row: AccessTokenRow; password: string }> {
  const { tx, caller } = work;
  if ((await lockDavTokens(tx, caller.userid)) >= most) throw fail('dav.many', { limit: most });
  const password = `${ACCESS_TOKEN}dav_${newToken()}`;
  const row = await insertAccessToken(tx, {
    userid: caller.userid,
    dav_id: `dav-${randomHex(6)}`,
    name,
    scopes: SCOPES,
    token_hash: tokenHash(password),
    ending: password.slice(-4),
    expired_at: expiredAt,
  });
  work.audit({
    action: 'token.created',
    target: { type: 'user', id: caller.userid, name },
    detail: { kind: 'webdav', scopes: SCOPES.join(', ') },
  });
  return { row, password };
}

export const listDavTokens = ({ tx, caller }: View): Promise<AccessTokenRow[]> => listDavTokenRows(tx, caller.userid);

/** Ends a token of the caller; `isGone` removes it from their list as well. @throws token.gone */
export async function endDavToken(work: Work, id: number, isGone: boolean): Promise<void> {
  const { tx, caller, now } = work;
  const row = isGone ? await deleteDavToken(tx, caller.userid, id) : await expireDavToken(tx, caller.userid, id, now);
  if (!row) throw fail('token.gone');
  work.audit({
    action: 'token.revoked',
    target: { type: 'user', id: caller.userid, name: row.name },
    detail: { kind: 'webdav' },
  });
  // Nodes remember sign-ins for half a minute.
  work.tellNodes('session', { userid: caller.userid, ended: false });
}

/** Ends all of a person's. Returns their number. */
export async function endDavTokensOf(work: Work, userid: number): Promise<number> {
  const count = await deleteDavTokensOf(work.tx, userid);
  if (count === 0) return 0;
  work.audit({ action: 'token.revoked', target: { type: 'user', id: userid }, detail: { kind: 'webdav', count } });
  work.tellNodes('session', { userid, ended: false });
  return count;
}

/** A page of the people who have tokens that work. */
export const listPeopleWithDav = ({ tx, now }: Pick<View, 'tx' | 'now'>, beforeId: number | undefined, limit: number) =>
  listDavUsers(tx, now, beforeId, limit);
