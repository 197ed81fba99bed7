import { createHash, randomBytes } from 'node:crypto';
import { accessTokenList } from '@atrium/contract/people/accessTokens.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import {
  applicationAllow,
  applicationAsk,
  applicationList,
  applicationRegistered,
  applicationRemove,
  applicationRevoke,
  applicationSetting,
} from '@atrium/contract/people/applications.ts';
import { userEditpass } from '@atrium/contract/people/profile.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { sql } from 'kysely';
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#testing/freePort';
import {
  administrator,
  PASSWORD,
  person,
  refused,
  startServer,
  type TestClient,
  type TestServer,
  testServer,
} from '#testing/world';
import { oauthModule } from './oauth.module.ts';
import { isRedirectAllowed, isRegistered, shownHost } from './redirects.ts';

const CALLBACK = 'http://127.0.0.1:9/callback';
let server: TestServer;
let ada: TestClient;
beforeAll(async () => {
  await testServer();
  const port = await freePort();
  server = await startServer({ port, publicUrl: `http://127.0.0.1:${port}` });
  ada = await person('ada');
  ada.resumeOn(server.base);
});
afterAll(() => server.close());

const verifierAndChallenge = () => {
  const code_verifier = randomBytes(32).toString('base64url');
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') };
};

const form = async (path: string, params: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.base}/oauth/${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(params),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, string>,
  };
};

const register = async (metadata: Record<string, unknown> = {}) => {
  const response = await fetch(`${server.base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Planner',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};
let registered: Promise<string> | undefined;
/** One application for all tests that need any. */
const clientId = () => {
  registered ??= register().then(({ body }) => body.client_id ?? '');
  return registered;
};

const call = async (token: string, path = 'project/lists') => {
  const response = await fetch(`${server.base}/api/${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as { ret: number; data: { code?: string } };
};

/** Goes through the authorization screen, as the web client does. */
async function codeFor(who: TestClient, request: Record<string, unknown> = {}) {
  const { code_verifier, code_challenge } = verifierAndChallenge();
  const { redirect } = await who.call(applicationAllow, {
    client_id: await clientId(),
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'projects:read',
    code_challenge,
    code_challenge_method: 'S256',
    ...request,
  });
  return { code: new URL(redirect).searchParams.get('code') ?? '', code_verifier, redirect: new URL(redirect) };
}

async function tokensFor(who: TestClient, request: Record<string, unknown> = {}) {
  const { code, code_verifier } = await codeFor(who, request);
  const client_id = String(request['client_id'] ?? (await clientId()));
  const { body } = await form('token', { grant_type: 'authorization_code', client_id, code, code_verifier });
  return { client_id, access: body.access_token ?? '', refresh: body.refresh_token ?? '', body };
}
const refreshed = (client_id: string, refresh_token: string, more: Record<string, string> = {}) =>
  form('token', { grant_type: 'refresh_token', client_id, refresh_token, ...more });

test('a certified client registers, sends the person to the screen, and uses, refreshes and revokes its token', async () => {
  const options = { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' as const };
  const config = await openid.dynamicClientRegistration(
    new URL(server.base),
    { client_name: 'Certified', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_basic' },
    undefined,
    options,
  );
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'projects:write people:read offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  expect(address.origin + address.pathname).toBe(`${server.base}/oauth/authorize`);
  const request = Object.fromEntries(address.searchParams) as { client_id: string };
  expect(await ada.call(applicationAsk, request)).toMatchObject({
    name: 'Certified',
    host: 'localhost',
    scopes: ['projects:write', 'people:read'],
    faulty: '',
    denied: expect.stringContaining('error=access_denied') as string,
  });
  const { redirect } = await ada.call(applicationAllow, request);
  const tokens = await openid.authorizationCodeGrant(config, new URL(redirect), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'projects:write people:read' });
  expect(await call(tokens.access_token)).toMatchObject({ ret: 1 });
  expect(await call(tokens.access_token, 'dialog/lists')).toMatchObject({ data: { code: 'token.scope' } });
  expect(await call(tokens.access_token, 'users/application/list')).toMatchObject({ data: { code: 'token.never' } });
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  expect(await call(next.access_token)).toMatchObject({ ret: 1 });
  await openid.tokenRevocation(config, next.refresh_token ?? '');
  expect(await call(next.access_token)).toMatchObject(refused('auth.token'));
  expect(await call(tokens.access_token)).toMatchObject(refused('auth.token'));
});

test('a code works once, for its application, with its verifier, within a minute; a second use ends what it gave', async () => {
  const client_id = await clientId();
  const exchange = (params: Record<string, string>) =>
    form('token', { grant_type: 'authorization_code', client_id, ...params });
  const wrong = await codeFor(ada);
  const refusal = await exchange({ code: wrong.code, code_verifier: verifierAndChallenge().code_verifier });
  expect(refusal).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const stranger = (await register()).body.client_id ?? '';
  const theirs = await codeFor(ada);
  expect((await exchange({ ...pick(theirs), client_id: stranger })).body.error).toBe('invalid_grant');
  const elsewhere = await codeFor(ada);
  const moved = await exchange({ ...pick(elsewhere), redirect_uri: 'http://127.0.0.1:10/other' });
  expect(moved.body.error).toBe('invalid_grant');
  const late = await codeFor(ada);
  await sql`update oauth_codes set created_at = now() - interval '61 seconds' where used_at is null`.execute(
    server.app.db,
  );
  expect((await exchange(pick(late))).body.error).toBe('invalid_grant');
  const good = await codeFor(ada);
  const { body } = await exchange(pick(good));
  expect(await call(body.access_token ?? '')).toMatchObject({ ret: 1 });
  expect((await exchange(pick(good))).body.error).toBe('invalid_grant');
  expect(await call(body.access_token ?? '')).toMatchObject(refused('auth.token'));
  expect((await refreshed(client_id, body.refresh_token ?? '')).body.error).toBe('invalid_grant');
});
const pick = ({ code, code_verifier }: { code: string; code_verifier: string }) => ({ code, code_verifier });

test('a refresh token works once; a second use ends the access of both', async () => {
  const { client_id, refresh } = await tokensFor(ada);
  const { body: second } = await refreshed(client_id, refresh);
  expect(await call(second.access_token ?? '')).toMatchObject({ ret: 1 });
  expect((await refreshed(client_id, refresh)).body.error).toBe('invalid_grant');
  expect(await call(second.access_token ?? '')).toMatchObject(refused('auth.token'));
  expect((await refreshed(client_id, second.refresh_token ?? '')).body.error).toBe('invalid_grant');
});

test('one of two concurrent requests with the same refresh token is refused', async () => {
  const { client_id, refresh } = await tokensFor(ada);
  const both = await Promise.all([refreshed(client_id, refresh), refreshed(client_id, refresh)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test('scopes: reading by default, read-only by choice, narrower by refresh, an administrator’s for administrators', async () => {
  const plain = await tokensFor(ada, { scope: undefined });
  expect(plain.body.scope?.split(' ')).toEqual(expect.arrayContaining(['messages:read', 'projects:read']));
  expect(plain.body.scope).not.toMatch(/write|admin/);
  const narrow = await tokensFor(ada, { scope: 'projects:write people:read', is_read_only: true });
  expect(narrow.body.scope).toBe('projects:read people:read');
  const { body } = await refreshed(narrow.client_id, narrow.refresh, { scope: 'people:read' });
  expect(body.scope).toBe('people:read');
  const wide = await tokensFor(ada);
  expect((await refreshed(wide.client_id, wide.refresh, { scope: 'files:write' })).body.error).toBe('invalid_scope');
  const mixed = await tokensFor(ada, { scope: 'admin:read people:read' });
  expect(mixed.body.scope).toBe('people:read');
});

test('a faulty request goes back to the application; one of a stranger goes nowhere', async () => {
  const client_id = await clientId();
  const { code_challenge } = verifierAndChallenge();
  const good = {
    client_id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge,
    code_challenge_method: 'S256',
  };
  const faults: [object, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ];
  for (const [change, error] of faults) {
    const { faulty } = await ada.call(applicationAsk, { ...good, state: 'x', ...change });
    expect(Object.fromEntries(new URL(faulty).searchParams)).toMatchObject({ error, state: 'x', iss: server.base });
    const { redirect } = await ada.call(applicationAllow, { ...good, ...change });
    expect(new URL(redirect).searchParams.get('error')).toBe(error);
    expect(new URL(redirect).searchParams.has('code')).toBe(false);
  }
  for (const change of [
    { client_id: 'none' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: `${CALLBACK}/x` },
  ]) {
    await expect(ada.call(applicationAsk, { ...good, ...change })).rejects.toMatchObject({
      data: { code: 'application.request' },
    });
  }
});

test('redirects are https, this machine or an own scheme, and match letter for letter but for the port there', () => {
  const fine = [
    'https://a.example/cb',
    CALLBACK,
    'http://localhost/cb',
    'http://[::1]:1/',
    'com.example.app:/cb',
    'cursor://x/cb',
  ];
  expect(fine.filter((each) => !isRedirectAllowed(each))).toEqual([]);
  const bad = [
    'http://a.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://a.example/#x',
    'https://u:p@a.example/',
    'https://*.example/',
    'mailto:a@b',
    '/cb',
    'file:///etc',
    'http://127.0.0.1.evil.example/',
    'https://a.example\\@b/',
  ];
  expect(bad.filter(isRedirectAllowed)).toEqual([]);
  expect(isRegistered([CALLBACK], 'http://127.0.0.1:54321/callback')).toBe(true);
  expect(isRegistered([CALLBACK], 'http://127.0.0.1/callback')).toBe(true);
  for (const other of [
    'http://localhost:9/callback',
    'http://127.0.0.1:9/callback/',
    'http://127.0.0.1:9/callback?a=1',
  ]) {
    expect(isRegistered([CALLBACK], other)).toBe(false);
  }
  expect(isRegistered(['https://a.example/cb'], 'https://a.example:8443/cb')).toBe(false);
  expect(isRegistered(['http://127.0.0.1/cb'], 'http://127.0.0.1:1@evil.example/cb')).toBe(false);
  expect([CALLBACK, 'https://a.example:1/x', 'cursor://x'].map(shownHost)).toEqual([
    'localhost',
    'a.example:1',
    'cursor://',
  ]);
});

test('registration bounds what it stores, and an administrator switches it off', async () => {
  const secretive = await register({
    token_endpoint_auth_method: undefined,
    client_name: `Evil\u202E${'x'.repeat(500)}`,
  });
  expect(secretive.status).toBe(201);
  expect(secretive.body.client_name).toHaveLength(100);
  expect(secretive.body.client_name).not.toContain('\u202E');
  const noSecret = { grant_type: 'refresh_token', client_id: secretive.body.client_id ?? '', refresh_token: 'x' };
  expect(await form('token', noSecret)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  for (const metadata of [
    { redirect_uris: [] },
    { redirect_uris: ['http://evil.example/'] },
    { redirect_uris: ['https://a.example/\0'] },
    { redirect_uris: Array.from({ length: 11 }, () => CALLBACK) },
    { token_endpoint_auth_method: 'private_key_jwt' },
    { grant_types: ['implicit'] },
    { response_types: ['token'] },
  ]) {
    expect((await register(metadata)).status).toBe(400);
  }
  expect((await register({ client_name: 'x'.repeat(20_000) })).status).toBe(413);
  expect((await register({ client_name: 'a\0b', client_uri: 'https://a.example/\0' })).status).toBe(201);
  expect((await form('token', { ...noSecret, client_id: 'a\0b' })).status).toBe(401);
  const admin = await administrator();
  expect(await admin.call(applicationSetting, {})).toEqual({ registration: 'open' });
  await admin.call(applicationSetting, { type: 'save', registration: 'close' });
  server.app.bus.publish('setting', { name: 'application' });
  await expect.poll(async () => (await register()).status).toBe(403);
  const metadata = await fetch(`${server.base}/.well-known/oauth-authorization-server`).then((answer) => answer.json());
  expect(metadata).not.toHaveProperty('registration_endpoint');
  await admin.call(applicationSetting, { type: 'save', registration: 'open' });
  server.app.bus.publish('setting', { name: 'application' });
});

test('registrations and wrong secrets are limited per network', async () => {
  const limited = await startServer();
  try {
    const send = (path: string, body: string, type: string) =>
      fetch(`${limited.base}/oauth/${path}`, { method: 'POST', headers: { 'content-type': type }, body });
    const metadata = JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' });
    const statuses: number[] = [];
    for (let count = 0; count < 21; count++)
      statuses.push((await send('register', metadata, 'application/json')).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    const guess = 'grant_type=refresh_token&client_id=none&refresh_token=x';
    const guesses: number[] = [];
    for (let count = 0; count < 61; count++)
      guesses.push((await send('token', guess, 'application/x-www-form-urlencoded')).status);
    expect(guesses[0]).toBe(401);
    expect(guesses.at(-1)).toBe(429);
  } finally {
    await limited.close();
  }
});

test('an application is in the person’s list, not among their tokens, and ends there at once; both are audited', async () => {
  const bo = await person('bo');
  bo.resumeOn(server.base);
  const { access, refresh, client_id } = await tokensFor(bo, { scope: 'files:read', resource: `${server.base}/mcp` });
  expect((await bo.call(accessTokenList, {})).list).toEqual([]);
  const { list } = await bo.call(applicationList, {});
  expect(list).toMatchObject([{ name: 'Planner', host: 'localhost', scopes: ['files:read'], is_for_tools: true }]);
  const id = list[0]?.id ?? 0;
  await expect(ada.call(applicationRevoke, { id })).rejects.toMatchObject({ data: { code: 'application.gone' } });
  // A token for the tools is no key to the calls.
  expect(await call(access, 'file/lists')).toMatchObject({ data: { code: 'token.never' } });
  expect(await server.sessions.authenticate(access, ['files:read'])).toBeUndefined();
  await bo.call(applicationRevoke, { id });
  expect(await call(access, 'file/lists')).toMatchObject(refused('auth.token'));
  expect((await refreshed(client_id, refresh)).body.error).toBe('invalid_grant');
  const admin = await administrator();
  const { data } = await admin.call(auditList, { userid: bo.userid });
  expect(data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['application.allowed', 'application.revoked']),
  );
  expect(JSON.stringify(data)).not.toContain(access);
  const { rows } = await sql<{ found: number }>`select
    (select count(*) from access_tokens where token_hash = ${access})::int
    + (select count(*) from oauth_refresh_tokens where token_hash = ${refresh})::int as found`.execute(server.app.db);
  expect(rows).toEqual([{ found: 0 }]);
});

test('applications end with a changed password, a disabled account, and their removal by an administrator', async () => {
  const cy = await person('cy');
  cy.resumeOn(server.base);
  const first = await tokensFor(cy);
  const pending = await codeFor(cy);
  await cy.call(userEditpass, { oldpass: PASSWORD, newpass: 'another-Horse8' });
  expect(await call(first.access)).toMatchObject(refused('auth.token'));
  expect((await refreshed(first.client_id, first.refresh)).body.error).toBe('invalid_grant');
  const late = { grant_type: 'authorization_code', client_id: first.client_id, ...pick(pending) };
  expect((await form('token', late)).body.error).toBe('invalid_grant');

  const admin = await administrator();
  const di = await person('di');
  di.resumeOn(server.base);
  const second = await tokensFor(di);
  await admin.call(userOperation, { userid: di.userid, type: 'setdisable' });
  server.app.bus.publish('session', { userid: di.userid, ended: true });
  expect(await call(second.access)).toMatchObject(refused('auth.token'));
  expect((await refreshed(second.client_id, second.refresh)).body.error).toBe('invalid_grant');

  const client_id = (await register({ client_name: 'Unwanted' })).body.client_id ?? '';
  const third = await tokensFor(ada, { client_id });
  expect((await admin.call(applicationRegistered, { pagesize: 200 })).data).toEqual(
    expect.arrayContaining([expect.objectContaining({ client_id, name: 'Unwanted', people: 1 })]),
  );
  await admin.call(applicationRemove, { client_id });
  server.app.bus.publish('session', { userid: ada.userid, ended: false });
  expect(await call(third.access)).toMatchObject(refused('auth.token'));
  expect(await refreshed(client_id, third.refresh)).toMatchObject({ status: 401 });
});

test('allowing needs a fresh proof of who is there, and no program can do it', async () => {
  const ed = await person('ed');
  ed.resumeOn(server.base);
  const { access } = await tokensFor(ed);
  const asProgram = await fetch(`${server.base}/api/users/application/allow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify({ client_id: await clientId() }),
  });
  expect(await asProgram.json()).toMatchObject({ data: { code: 'token.never' } });
  await sql`update devices set proved_at = now() - interval '1 hour' where userid = ${ed.userid}`.execute(
    server.app.db,
  );
  await expect(codeFor(ed)).rejects.toMatchObject({ data: { code: 'proof.needed' } });
});

test('the documents say where everything is, and unknown ones are not the application’s page', async () => {
  const json = async (path: string) => {
    const response = await fetch(`${server.base}/.well-known/${path}`);
    return { status: response.status, body: (await response.json()) as object };
  };
  expect((await json('oauth-authorization-server')).body).toMatchObject({
    issuer: server.base,
    code_challenge_methods_supported: ['S256'],
    registration_endpoint: `${server.base}/oauth/register`,
  });
  expect((await json('oauth-protected-resource/mcp')).body).toMatchObject({
    resource: `${server.base}/mcp`,
    authorization_servers: [server.base],
  });
  expect((await json('openid-configuration')).status).toBe(404);
});

test('what is over is deleted: used codes, unused access, applications that nobody allows', async () => {
  const { db } = server.app;
  const fa = await person('fa');
  fa.resumeOn(server.base);
  const unwanted = (await register({ client_name: 'Forgotten' })).body.client_id ?? '';
  const kept = await tokensFor(fa);
  const old = await tokensFor(fa, { scope: 'files:read' });
  const { list } = await fa.call(applicationList, {});
  const oldId = list.find(({ scopes }) => scopes.includes('files:read'))?.id ?? 0;
  await sql`update oauth_grants set refreshed_at = now() - interval '31 days' where id = ${oldId}`.execute(db);
  await sql`update oauth_clients set created_at = now() - interval '31 days' where id = ${unwanted}`.execute(db);
  await sql`update oauth_codes set created_at = now() - interval '2 days' where userid = ${fa.userid}`.execute(db);
  await oauthModule.forgetOld?.(server.app);
  server.app.bus.publish('session', { userid: fa.userid, ended: false });
  expect(await call(old.access, 'file/lists')).toMatchObject(refused('auth.token'));
  expect(await call(kept.access)).toMatchObject({ ret: 1 });
  expect((await refreshed(kept.client_id, kept.refresh)).status).toBe(200);
  expect(await refreshed(unwanted, 'x')).toMatchObject({ status: 401 });
  const { rows } = await sql`select 1 from oauth_codes where userid = ${fa.userid}`.execute(db);
  expect(rows).toEqual([]);
});
