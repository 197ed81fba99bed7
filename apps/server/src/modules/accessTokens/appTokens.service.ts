import { ACCESS_TOKEN } from '#modules/sessions/accessTokens.service';
import { newToken, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import {
  deleteAppTokens,
  deleteExpiredAppTokens,
  insertAccessToken,
  listAppTokenOwners,
  trimAppTokens,
} from './accessTokens.queries.ts';

/** A person has at most this many tokens for one app, several of whose windows may be open; the oldest are dropped. */
const MOST_PER_APP = 20;

interface AppToken {
  appId: string;
  name: string;
  scopes: readonly string[];
  ms: number;
}

/**
 * A token with which an app acts for the caller. It is in no list, and ends with the app.
 *
 * @throws forbidden  for a caller without a device: a token makes no tokens
 */
export async function addAppToken(work: Work, { appId, name, scopes, ms }: AppToken) {
  const { tx, caller, now } = work;
  if (caller.accessToken || caller.isBot) throw fail('forbidden');
  const token = `${ACCESS_TOKEN}app_${newToken()}`;
  const expiredAt = new Date(now.getTime() + ms);
  await insertAccessToken(tx, {
    userid: caller.userid,
    app_id: appId,
    name,
    scopes: [...scopes],
    token_hash: tokenHash(token),
    ending: token.slice(-4),
    expired_at: expiredAt,
  });
  await trimAppTokens(tx, caller.userid, appId, MOST_PER_APP);
  return { token, expiredAt };
}

/** Ends all tokens of an app at once, at every node. */
export async function endAppTokens(work: Work, appId: string): Promise<void> {
  for (const userid of await deleteAppTokens(work.tx, appId)) {
    work.tellNodes('session', { userid, ended: false });
  }
}

/** The people for whom an app has a token, which are those who have the app open. */
export const listPeopleWithToken = ({ tx, now }: Pick<View, 'tx' | 'now'>, appId: string): Promise<number[]> =>
  listAppTokenOwners(tx, appId, now);

export const forgetAppTokens = ({ db }: Pick<View['app'], 'db'>): Promise<void> => deleteExpiredAppTokens(db);
