import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/applications.ts';
import { SCOPES } from '@atrium/contract/scopes.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { newToken, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import { isAdmin, type View, type Work } from '#platform/work';
import { COMMON_SCOPES, resourceOf } from './addresses.service.ts';
import { type ClientRow, findClient, insertCode } from './oauth.queries.ts';
import { OauthError, type OauthErrorCode } from './oauthError.ts';
import { isRegistered, shownHost } from './redirects.ts';

type AuthorizationInput = InputOf<typeof contract.applicationAsk>;
type Place = { client: ClientRow; redirect: string };

const CODES = 30;
const CODES_MS = 10 * 60_000;

/** @throws application.request, forbidden */
export async function askForApplication(
  view: View,
  asked: AuthorizationInput,
): Promise<OutputOf<typeof contract.applicationAsk>> {
  const place = await placeOf(view, asked);
  const { client, redirect } = place;
  const shown = { name: client.name, uri: client.uri, host: shownHost(redirect) };
  const denied = answerAt(view, place, asked, { error: 'access_denied', error_description: 'The person denied it.' });
  try {
    const { scopes, resource } = requestedAccess(view, asked);
    return { ...shown, scopes, is_for_tools: resource === 'mcp', denied, faulty: '' };
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    const faulty = answerAt(view, place, asked, { error: error.code, error_description: error.message });
    return { ...shown, scopes: [], is_for_tools: false, denied, faulty };
  }
}

/** @throws application.request, forbidden, proof.needed, rate.limited */
export async function allowApplication(
  work: Work,
  { is_read_only, ...asked }: InputOf<typeof contract.applicationAllow>,
): Promise<OutputOf<typeof contract.applicationAllow>> {
  const { tx, app, caller } = work;
  const place = await placeOf(work, asked);
  await requireProof(work);
  if (!app.limiter.take(`applicationCodes:${caller.userid}`, CODES, CODES_MS)) throw fail('rate.limited');
  const { client, redirect } = place;
  const wish = faultOf(() => requestedAccess(work, asked));
  if ('error' in wish) return { redirect: answerAt(work, place, asked, wish) };
  const scopes = is_read_only ? readOnly(wish.scopes) : wish.scopes;
  const code = newToken();
  await insertCode(tx, {
    code_hash: tokenHash(code),
    client_id: client.id,
    userid: caller.userid,
    scopes,
    resource: wish.resource,
    redirect_uri: redirect,
    challenge: asked.code_challenge ?? '',
  });
  work.audit({
    action: 'application.allowed',
    target: { type: 'user', id: caller.userid, name: client.name },
    detail: { scopes: scopes.join(', '), host: shownHost(redirect) },
  });
  return { redirect: answerAt(work, place, asked, { code }) };
}

const readOnly = (scopes: readonly string[]) => [...new Set(scopes.map((each) => each.replace(/:write$/, ':read')))];

function faultOf<T extends object>(run: () => T): T | { error: OauthErrorCode; error_description: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof OauthError) return { error: error.code, error_description: error.message };
    throw error;
  }
}

/**
 * Finds the application and the address for its answer. Until both are known to belong together, nothing is sent
 * anywhere.
 *
 * @throws application.request, forbidden
 */
async function placeOf({ tx, caller }: View, { client_id, redirect_uri }: AuthorizationInput): Promise<Place> {
  // Bots and access tokens cannot grant access to other programs.
  if (caller.isBot || caller.accessToken) throw fail('forbidden');
  const client = await findClient(tx, client_id);
  if (!client) throw fail('application.request');
  const only = client.redirect_uris.length === 1 ? client.redirect_uris[0] : undefined;
  const redirect = redirect_uri ?? only;
  if (!redirect || !isRegistered(client.redirect_uris, redirect)) throw fail('application.request');
  return { client, redirect };
}

/** Returns the scopes and the resource that the application requests. @throws OauthError */
function requestedAccess({ app, caller }: View, asked: AuthorizationInput): { scopes: string[]; resource: string } {
  if (asked.response_type !== 'code') {
    throw new OauthError('unsupported_response_type', 'response_type must be code.');
  }
  if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(asked.code_challenge ?? '')) {
    throw new OauthError('invalid_request', 'code_challenge is needed, with code_challenge_method S256.');
  }
  const resource = resourceOf(app, asked.resource);
  if (resource === undefined) throw new OauthError('invalid_target', 'resource must be an address of this server.');
  return { scopes: scopesOf(asked.scope, isAdmin(caller)), resource };
}

/** @throws OauthError */
function scopesOf(text: string | undefined, isForAdmin: boolean): string[] {
  // `offline_access` is accepted and dropped, because every grant can be refreshed.
  const asked = (text ?? '').split(/\s+/).filter((each) => each && each !== 'offline_access');
  if (asked.length === 0) return COMMON_SCOPES.filter((each) => each.endsWith(':read'));
  const known = SCOPES.filter((each) => asked.includes(each));
  if (known.length < new Set(asked).size) throw new OauthError('invalid_scope', `Scopes are ${SCOPES.join(', ')}.`);
  const allowed = known.filter((each) => isForAdmin || !each.startsWith('admin:'));
  if (allowed.length === 0) throw new OauthError('invalid_scope', 'The person is no administrator.');
  return allowed;
}

function answerAt(
  { app }: View,
  { redirect }: Place,
  { state }: AuthorizationInput,
  answer: { code: string } | { error: string; error_description: string },
): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  if (!app.acceptsAnyOwnAddress) url.searchParams.set('iss', app.publicUrl);
  return url.href;
}
