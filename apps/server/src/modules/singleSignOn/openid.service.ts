import type * as OpenId from 'openid-client';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { guardedFetch } from '#platform/outside/outbound';
import { refusalOf } from '#platform/outside/refusal';
import { issuerOf, redirectUrl, type StoredProvider } from './providers.service.ts';

/** Discovery documents change rarely; the library reads the keys again when a signature names a new one. */
const KEPT_MS = 10 * 60_000;
const TIMEOUT_S = 10;

interface CachedConfiguration {
  configuration: Promise<OpenId.Configuration>;
  until: number;
  /** The stored provider from which the client was made, to notice changes. */
  of: string;
}
/** The library is loaded on first use, because most workspaces have no provider. */
const loadLibrary = () => import('openid-client');

const caches = new WeakMap<App, Map<string, CachedConfiguration>>();

/** The claims of a provider about a person. */
export interface Claims {
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string;
  departments: string[];
  /** The time at which the provider authenticated the person, in Unix seconds; 0 if it does not say. */
  askedAt: number;
}

/** The values that must match when a browser returns from the provider. */
export interface Pending {
  provider: string;
  verifier: string;
  nonce: string;
  state: string;
  secret: string;
  /** True if the provider had to authenticate the person again. */
  again: boolean;
}

/** @throws sso.issuer, sso.unreachable */
export async function discover(app: App, issuer: string, client: { id: string; secret: string }) {
  const url = issuerOf(issuer);
  const openid = await loadLibrary();
  try {
    return await openid.discovery(
      url,
      client.id,
      undefined,
      client.secret ? openid.ClientSecretPost(client.secret) : openid.None(),
      {
        timeout: TIMEOUT_S,
        [openid.customFetch]: guardedFetch(app.openStream) as OpenId.CustomFetch,
        // Plain http is allowed, because the guard lets it through only to hosts that the operator has named.
        execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      },
    );
  } catch (error) {
    app.log.warn({ err: error, issuer }, 'could not read the discovery document of a sign-in provider');
    throw refusalOf(error) ?? fail('sso.unreachable', { reason: reasonOf(error) });
  }
}

async function configurationOf(app: App, provider: StoredProvider): Promise<OpenId.Configuration> {
  const all = caches.get(app) ?? new Map<string, CachedConfiguration>();
  caches.set(app, all);
  const of = JSON.stringify([provider.issuer, provider.client_id, provider.client_secret]);
  const known = all.get(provider.id);
  if (known && known.of === of && known.until > Date.now()) return known.configuration;
  const configuration = discover(app, provider.issuer, { id: provider.client_id, secret: provider.client_secret });
  all.set(provider.id, { configuration, until: Date.now() + KEPT_MS, of });
  configuration.catch(() => all.delete(provider.id));
  return configuration;
}

/** Returns the address to send a browser to, and the values that must match when it returns. @throws sso.unreachable */
export async function authorization(
  app: App,
  provider: StoredProvider,
  { secret, language, again }: { secret: string; language: string; again: boolean },
) {
  const openid = await loadLibrary();
  const configuration = await configurationOf(app, provider);
  const verifier = openid.randomPKCECodeVerifier();
  const pending: Pending = {
    provider: provider.id,
    verifier,
    nonce: openid.randomNonce(),
    state: openid.randomState(),
    secret,
    again,
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrl(app),
    scope: 'openid email profile',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
    ui_locales: language,
    ...(again && { prompt: 'login', max_age: '0' }),
  });
  return { url: url.href, pending };
}

/**
 * Exchanges the code in the redirect address for claims whose signature, issuer, audience and nonce are checked.
 *
 * @throws sso.denied, sso.unreachable, sso.failed
 */
export async function claimsFrom(app: App, provider: StoredProvider, query: string, pending: Pending): Promise<Claims> {
  const openid = await loadLibrary();
  const configuration = await configurationOf(app, provider);
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, new URL(`${redirectUrl(app)}?${query}`), {
      pkceCodeVerifier: pending.verifier,
      expectedNonce: pending.nonce,
      expectedState: pending.state,
      idTokenExpected: true,
      ...(pending.again && { maxAge: 60 }),
    });
    const own = tokens.claims();
    if (!own) throw new Error('the answer has no ID token');
    // Many providers put the address into the user info only.
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await openid.fetchUserInfo(configuration, tokens.access_token, own.sub)
      : {};
    return present(own.sub, { ...more, ...own }, provider);
  } catch (error) {
    if (error instanceof openid.AuthorizationResponseError && error.error === 'access_denied') throw fail('sso.denied');
    app.log.warn({ err: error, provider: provider.name }, 'a sign-in with a provider failed');
    throw refusalOf(error) ?? fail('sso.failed', { name: provider.name, reason: reasonOf(error) });
  }
}

function present(subject: string, claims: Record<string, unknown>, provider: StoredProvider): Claims {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '');
  const groups = provider.department_claim ? claims[provider.department_claim] : undefined;
  return {
    subject,
    email: text('email').toLowerCase(),
    isEmailVerified: provider.trust_email || claims['email_verified'] === true,
    name: text('name') || text('nickname') || text('preferred_username'),
    askedAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] : 0,
    departments: [groups].flat().filter((each): each is string => typeof each === 'string'),
  };
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: { message?: string } };
  return String(cause?.message || message).slice(0, 200);
};
