import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/accessTokens.ts';
import { type AccessToken, MOST_ACCESS_TOKENS } from '@atrium/contract/people/accessTokens.ts';
import { ACCESS_TOKEN } from '#modules/sessions/accessTokens.service';
import { requireProof } from '#modules/sessions/proof.service';
import { newToken, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import {
  type AccessTokenRow,
  deleteAccessToken,
  insertAccessToken,
  listAccessTokens,
  lockAccessTokens,
} from './accessTokens.queries.ts';

const DAY_MS = 86_400_000;

const present = (row: AccessTokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  ending: row.ending,
  expired_at: row.expired_at && wireTime(row.expired_at),
  used_at: row.used_at && wireTime(row.used_at),
  used_ip: row.used_ip,
  created_at: wireTime(row.created_at),
});

export async function listOwnTokens({ tx, caller }: View) {
  return { list: (await listAccessTokens(tx, caller.userid, MOST_ACCESS_TOKENS)).map(present) };
}

/** @throws forbidden, proof.needed, token.many, parameter.missing */
export async function addToken(work: Work, { name, scopes, days }: InputOf<typeof contract.accessTokenAdd>) {
  const { tx, caller, now } = work;
  // A bot has a token of its own.
  if (caller.isBot) throw fail('forbidden');
  await requireProof(work);
  if (scopes.length === 0) throw fail('parameter.missing', { name: 'scopes' });
  if ((await lockAccessTokens(tx, caller.userid)) >= MOST_ACCESS_TOKENS) {
    throw fail('token.many', { limit: MOST_ACCESS_TOKENS });
  }
  const token = `${ACCESS_TOKEN}${newToken()}`;
  const row = await insertAccessToken(tx, {
    userid: caller.userid,
    name,
    scopes: [...new Set(scopes)],
    token_hash: tokenHash(token),
    ending: token.slice(-4),
    expired_at: days ? new Date(now.getTime() + days * DAY_MS) : null,
  });
  work.audit({
    action: 'token.created',
    target: { type: 'user', id: caller.userid, name },
    detail: { kind: 'access', scopes: row.scopes.join(', ') },
  });
  return { ...present(row), token };
}

/** @throws token.gone */
export async function revokeToken(work: Work, { id }: InputOf<typeof contract.accessTokenRevoke>) {
  const { tx, caller } = work;
  const row = await deleteAccessToken(tx, caller.userid, id);
  if (!row) throw fail('token.gone');
  work.audit({
    action: 'token.revoked',
    target: { type: 'user', id: caller.userid, name: row.name },
    detail: { kind: 'access' },
  });
  // Nodes remember sign-ins for half a minute.
  work.tellNodes('session', { userid: caller.userid, ended: false });
  return {};
}
