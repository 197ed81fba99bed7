import { settingSection } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { randomCode, sameText, tokenHash } from '#platform/crypto';
import { type ClientRow, findClient, insertClient } from './oauth.queries.ts';
import { OauthError } from './oauthError.ts';
import { isRedirectAllowed } from './redirects.ts';

export const APPLICATION_SECTION = 'application';
export interface ApplicationSetting {
  registration: 'open' | 'close';
}
export const isRegistrationOpen = async (app: App): Promise<boolean> =>
  (await settingSection<Partial<ApplicationSetting>>(app, APPLICATION_SECTION, {})).registration !== 'close';

export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const MOST_REDIRECTS = 10;
const NAME_LENGTH = 100;

/** Registers an application of others (RFC 7591). @throws OauthError */
export async function registerClient(app: App, metadata: Record<string, unknown>, ip: string) {
  if (!(await isRegistrationOpen(app))) {
    throw new OauthError('access_denied', 'The administrators of this workspace have switched registration off.', 403);
  }
  const redirects = metadata['redirect_uris'];
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > MOST_REDIRECTS) {
    throw new OauthError('invalid_redirect_uri', `redirect_uris must have 1 to ${MOST_REDIRECTS} addresses.`);
  }
  for (const each of redirects) {
    if (typeof each === 'string' && isRedirectAllowed(each)) continue;
    throw new OauthError('invalid_redirect_uri', 'A redirect URI must use https, a loopback address or an own scheme.');
  }
  const method = textOf(metadata, 'token_endpoint_auth_method') || 'client_secret_basic';
  if (!AUTH_METHODS.some((each) => each === method)) {
    throw new OauthError('invalid_client_metadata', `token_endpoint_auth_method must be ${AUTH_METHODS.join(', ')}.`);
  }
  requireSubset(metadata, 'grant_types', GRANT_TYPES);
  requireSubset(metadata, 'response_types', ['code']);
  const uri = textOf(metadata, 'client_uri');
  const secret = method === 'none' ? null : randomCode(32);
  const row = await insertClient(app.db, {
    id: randomCode(16),
    name: shownName(textOf(metadata, 'client_name')) || new URL(redirects[0] as string).host || 'Application',
    uri: uri.length <= 500 && URL.canParse(uri) && new URL(uri).protocol === 'https:' ? new URL(uri).href : '',
    redirect_uris: redirects as string[],
    secret_hash: secret && tokenHash(secret),
    auth_method: method,
    created_ip: ip,
  });
  return {
    client_id: row.id,
    client_id_issued_at: Math.floor(row.created_at.getTime() / 1000),
    ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: row.name,
    ...(row.uri && { client_uri: row.uri }),
    redirect_uris: row.redirect_uris,
    token_endpoint_auth_method: row.auth_method,
    grant_types: GRANT_TYPES,
    response_types: ['code'],
  };
}

const textOf = (metadata: Record<string, unknown>, name: string) =>
  typeof metadata[name] === 'string' ? metadata[name] : '';

/** Removes characters that turn or hide text, because people judge an application by this name. */
const shownName = (text: string) =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH)
    .toWellFormed();

/** @throws OauthError */
function requireSubset(metadata: Record<string, unknown>, name: string, known: readonly string[]): void {
  const given = metadata[name];
  if (given === undefined) return;
  // Unsupported values are accepted as long as one of the given ones is supported.
  if (Array.isArray(given) && given.length <= 20 && given.some((each) => known.includes(each as string))) return;
  throw new OauthError('invalid_client_metadata', `${name} must have ${known.join(' or ')}.`);
}

/** Finds the application of a request, by its secret if it has one (RFC 6749, 2.3). @throws OauthError */
export async function clientOf(
  app: App,
  params: ReadonlyMap<string, string>,
  authorization: string | undefined,
): Promise<ClientRow> {
  const basic = authorization ? basicOf(authorization) : undefined;
  const id = basic?.id ?? params.get('client_id') ?? '';
  if (basic && params.has('client_id') && params.get('client_id') !== basic.id) throw refused();
  const client = /^[\w-]{1,200}$/.test(id) ? await findClient(app.db, id) : undefined;
  if (!client) throw refused();
  if (client.auth_method === 'none') {
    if (basic || params.has('client_secret')) throw refused();
    return client;
  }
  // The secret may be sent in either way, whichever was registered: libraries mix them up, and both prove the same.
  const secret = basic?.secret ?? params.get('client_secret');
  if (!secret || !client.secret_hash || !sameText(tokenHash(secret), client.secret_hash)) throw refused();
  return client;
}

const refused = () => new OauthError('invalid_client', 'The application is unknown, or its secret is wrong.', 401);

/** @throws OauthError */
function basicOf(header: string): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(header)?.[1];
  if (!encoded) throw refused();
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(/:(.*)/s);
  try {
    return { id: decodeURIComponent(id.replaceAll('+', ' ')), secret: decodeURIComponent(secret.replaceAll('+', ' ')) };
  } catch {
    throw refused();
  }
}
