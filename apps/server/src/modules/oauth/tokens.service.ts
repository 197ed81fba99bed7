import { createHash } from 'node:crypto';
import { MOST_APPLICATIONS } from '@atrium/contract/people/applications.ts';
import { ACCESS_TOKEN } from '#modules/sessions/accessTokens.service';
import type { App } from '#platform/app';
import { newToken, sameText, tokenHash } from '#platform/crypto';
import { performWork, viewFor, type Work } from '#platform/work';
import { resourceOf } from './addresses.service.ts';
import * as queries from './oauth.queries.ts';
import { OauthError } from './oauthError.ts';
import { shownHost } from './redirects.ts';

const CODE_MS = 60_000;
const ACCESS_MS = 60 * 60_000;
/** An application that does not refresh its token for so long must ask the person again. */
export const REFRESH_DAYS = 30;
const DAY_MS = 86_400_000;

/** The prefix of refresh tokens, by which scanners for leaked secrets recognize them. */
const REFRESH_TOKEN = 'atriumr_';

export interface From {
  ip: string;
  userAgent: string;
}
type Params = ReadonlyMap<string, string>;
interface Issued {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_token: string;
  scope: string;
}
/** A refusal is an answer here, because what it changes must be committed. */
type Outcome = Issued | OauthError;

/** Answers a request for tokens. @throws OauthError */
export async function issueTokens(app: App, client: queries.ClientRow, params: Params, from: From): Promise<Issued> {
  const kind = params.get('grant_type');
  if (kind !== 'authorization_code' && kind !== 'refresh_token') {
    throw new OauthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
  const outcome = await performWork(app, { ...viewFor(app, from).caller }, async (work) => {
    await queries.noteClientUse(work.tx, client.id, work.now);
    return kind === 'refresh_token' ? refresh(work, client, params) : exchange(work, client, params);
  });
  if (outcome instanceof OauthError) throw outcome;
  return outcome;
}

async function exchange(work: Work, client: queries.ClientRow, params: Params): Promise<Outcome> {
  const { tx, now } = work;
  const hash = tokenHash(params.get('code') ?? '');
  const code = await queries.useCode(tx, hash, client.id, now);
  if (!code) {
    const used = await queries.findCode(tx, hash, client.id);
    // A code was used twice: one of the two uses was not the application's, so the grant ends.
    if (used?.grant_id) await endGrant(work, used.grant_id, 'code');
    return new OauthError('invalid_grant', 'The code is unknown or was used before.');
  }
  if (now.getTime() - code.created_at.getTime() > CODE_MS) {
    return new OauthError('invalid_grant', 'The code has expired.');
  }
  if (params.has('redirect_uri') && params.get('redirect_uri') !== code.redirect_uri) {
    return new OauthError('invalid_grant', 'redirect_uri is another than the one that the code was sent to.');
  }
  const verifier = params.get('code_verifier') ?? '';
  const isVerified =
    /^[\w.~-]{43,128}$/.test(verifier) &&
    sameText(createHash('sha256').update(verifier).digest('base64url'), code.challenge);
  if (!isVerified) return new OauthError('invalid_grant', 'code_verifier does not belong to code_challenge.');
  const resource = narrowed(work.app, params, code.resource);
  if (resource === undefined) return wrongTarget();
  const grant = await queries.insertGrant(
    tx,
    {
      client_id: client.id,
      userid: code.userid,
      scopes: code.scopes,
      resource,
      redirect_host: shownHost(code.redirect_uri),
      refreshed_at: now,
    },
    MOST_APPLICATIONS,
  );
  await queries.setCodeGrant(tx, hash, grant.id);
  return issue(work, client, grant, grant.scopes);
}

async function refresh(work: Work, client: queries.ClientRow, params: Params): Promise<Outcome> {
  const { tx, now } = work;
  const hash = tokenHash(params.get('refresh_token') ?? '');
  const found = await queries.lockRefresh(tx, hash, client.id);
  if (!found) return new OauthError('invalid_grant', 'The refresh token is unknown or has ended.');
  if (found.used_at) {
    await endGrant(work, found.id, 'refresh');
    return new OauthError('invalid_grant', 'The refresh token was used before: the access has ended.');
  }
  if (!found.is_active || now.getTime() - found.token_created_at.getTime() > REFRESH_DAYS * DAY_MS) {
    return new OauthError('invalid_grant', 'The refresh token has expired.');
  }
  if (narrowed(work.app, params, found.resource) !== found.resource) return wrongTarget();
  const wanted = (params.get('scope') ?? '').split(' ').filter((each) => each && each !== 'offline_access');
  if (!wanted.every((each) => found.scopes.includes(each))) {
    return new OauthError('invalid_scope', 'The scopes are more than the person has allowed.');
  }
  await queries.useRefresh(tx, hash, found.id, now);
  return issue(work, client, found, wanted.length > 0 ? wanted : found.scopes);
}

/** Returns the part of the server that tokens are for; undefined if the grant does not include it. */
function narrowed(app: App, params: Params, allowed: string): string | undefined {
  if (!params.has('resource')) return allowed;
  const asked = resourceOf(app, params.get('resource'));
  return allowed === '' || asked === allowed ? asked : undefined;
}
const wrongTarget = () => new OauthError('invalid_target', 'The resource is another than the person has allowed.');

async function issue(
  { tx, now }: Work,
  client: queries.ClientRow,
  grant: Pick<queries.GrantRow, 'id' | 'userid'>,
  scopes: readonly string[],
): Promise<Issued> {
  const access = `${ACCESS_TOKEN}${newToken()}`;
  const next = `${REFRESH_TOKEN}${newToken()}`;
  await queries.insertAccess(tx, {
    grant,
    name: client.name,
    scopes,
    hash: tokenHash(access),
    ending: access.slice(-4),
    expiredAt: new Date(now.getTime() + ACCESS_MS),
  });
  await queries.insertRefresh(tx, tokenHash(next), grant.id);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    refresh_token: next,
    scope: scopes.join(' '),
  };
}

/** Ends what an application may do for a person, on every node. */
export async function endGrant(work: Work, id: number, reason: 'person' | 'application' | 'code' | 'refresh') {
  const named = await queries.findGrantName(work.tx, id);
  const grant = await queries.deleteGrant(work.tx, id, reason === 'person' ? work.caller.userid : undefined);
  if (!grant || !named) return false;
  work.audit({
    action: 'application.revoked',
    by: grant.userid,
    target: { type: 'user', id: grant.userid, name: named.name },
    detail: { reason },
  });
  // Nodes remember sign-ins for half a minute.
  work.tellNodes('session', { userid: grant.userid, ended: false });
  return true;
}

/** Ends a token of an application (RFC 7009); one that is unknown has ended already. */
export async function revokeToken(app: App, client: queries.ClientRow, params: Params, from: From): Promise<void> {
  const hash = tokenHash(params.get('token') ?? '');
  await performWork(app, viewFor(app, from).caller, async (work) => {
    const found = await queries.lockRefresh(work.tx, hash, client.id);
    if (found) {
      await endGrant(work, found.id, 'application');
      return;
    }
    const access = await queries.deleteAccess(work.tx, hash, client.id);
    if (access) work.tellNodes('session', { userid: access.userid, ended: false });
  });
}
