import type { App } from '#platform/app';
import { tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Caller, Work } from '#platform/work';
import { deleteAccessTokens, findAccessToken, noteAccessTokenUse } from './sessions.queries.ts';

/** The prefix of access tokens, by which scanners for leaked secrets recognize them. */
export const ACCESS_TOKEN = 'atrium_';
export const isAccessToken = (token: string): boolean => token.startsWith(ACCESS_TOKEN);

/** The person of an access token and its scopes; undefined once it has expired or the account has ended. */
export async function accessOf(app: App, token: string, now: Date) {
  const row = await findAccessToken(app.db, tokenHash(token), now);
  if (!row) return undefined;
  // A token without an administrator's scopes has no administrator's rights, even if its person is one.
  const isForAdmin = row.scopes.some((scope) => scope.startsWith('admin:'));
  const identity = isForAdmin ? row.identity : row.identity.filter((each) => each !== 'admin');
  return { ...row, identity };
}

/** @throws proof.needed  for an access token: no person is there to prove anything */
export function requirePerson({ accessToken }: Pick<Caller, 'accessToken'>): void {
  if (accessToken) throw fail('proof.needed');
}

/** Ends access tokens, because someone who had the password may have made them. */
export const endAccessTokens = ({ tx }: Work, userid: number) => deleteAccessTokens(tx, userid);

export const noteTokenUse = (app: App, id: number, ip: string, at: Date) => noteAccessTokenUse(app.db, id, ip, at);
