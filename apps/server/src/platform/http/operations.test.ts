import { request } from 'node:http';
import { hostname } from 'node:os';
import { Script } from 'node:vm';
import { calls } from '@atrium/contract/contract.ts';
import { fileKey } from '@atrium/contract/files/files.ts';
import { accessTokenAdd } from '@atrium/contract/people/accessTokens.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { person, startServer, type TestClient, type TestServer } from '#testing/world';
import { EXAMPLES } from './docs/page.ts';

/** Endpoints other than calls: who may read them, and the headers of all answers. */

const TOKEN = 'a-token-for-metrics';
let server: TestServer;
let open: TestServer;
let ada: TestClient;
beforeAll(async () => {
  server = await startServer({ metricsToken: TOKEN, publicUrl: 'https://atrium.test' });
  open = await startServer({ acceptsAnyOwnAddress: true, publicUrl: 'http://localhost:8080' });
  ada = await person('ada', { server });
});
afterAll(async () => {
  await Promise.all([server.close(), open.close()]);
});

const get = (path: string, headers: Record<string, string> = {}, of = server) =>
  fetch(`${of.base}${path}`, { headers, redirect: 'manual' });

/** `fetch` sets the host itself. */
const statusAt = (host: string, authorization?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { host, ...(authorization && { authorization }) };
    request(`${server.base}/metrics`, { headers, setHost: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('metrics are served to the local machine or with the token', async () => {
  expect((await get('/metrics')).status).toBe(200);
  const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
  const refused: Record<string, string>[] = [
    elsewhere,
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { ...elsewhere, authorization: 'Bearer another-token-here' },
    { ...elsewhere, authorization: TOKEN },
    { ...elsewhere, authorization: 'Bearer ' },
  ];
  for (const headers of refused) {
    const answer = await get('/metrics', headers);
    expect([answer.status, await answer.text()], JSON.stringify(headers)).toEqual([403, 'forbidden']);
  }
  expect((await get('/metrics', { ...elsewhere, authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  // A reverse proxy that adds no headers still passes on the name that the client requested.
  for (const host of ['atrium.test', 'localhost.evil.test', '127.0.0.1.evil.test', '198.51.100.7:8080', '']) {
    expect([host, await statusAt(host)]).toEqual([host, 403]);
    expect([host, await statusAt(host, `Bearer ${TOKEN}`)]).toEqual([host, 200]);
  }
  for (const host of ['localhost', 'LOCALHOST:2222', '127.0.0.1', '127.0.0.1:8080', '[::1]', '[::1]:8080']) {
    expect([host, await statusAt(host)]).toEqual([host, 200]);
  }
  // Without a configured token, no token is right.
  expect((await get('/metrics', { ...elsewhere, authorization: 'Bearer null' }, open)).status).toBe(403);
});

test('the calls need a sign-in, by token, access token or page key, and the page around them says so', async () => {
  const around = await get('/docs');
  expect([around.status, await around.text()]).toEqual([200, expect.stringContaining('Sign in to see the calls')]);
  for (const path of ['/docs/openapi.json', '/docs/calls', '/docs/calls?key=no.such.key']) {
    expect([path, (await get(path)).status]).toEqual([path, 403]);
  }
  const { token } = await ada.call(accessTokenAdd, { name: 'Docs', scopes: ['projects:read'] });
  const authorization = `Bearer ${token}`;
  expect((await get('/docs/calls', { authorization })).status).toBe(200);
  expect((await get('/docs/calls', { token: ada.token })).status).toBe(200);
  const { key } = await ada.call(fileKey, {});
  const page = await (await get(`/docs/calls?key=${key}`)).text();
  const document = /href="(\/docs\/openapi\.json[^"]*)"/.exec(page)?.[1] ?? '';
  expect(((await (await get(document)).json()) as { openapi: string }).openapi).toBe('3.1.0');
});

test('the documentation has a form for each call, whose script comes from this server', async () => {
  const around = await (await get('/docs')).text();
  expect([...around.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script src="/docs/try.js" defer>']);
  const page = await (await get('/docs/calls', { token: ada.token })).text();
  expect(page.match(/<form>/g)).toHaveLength(calls.length);
  expect(page).toMatch(/system\/version<\/code> <small class="read"/);
  expect(around + page).not.toMatch(/ on\w+=/);
  const script = await get('/docs/try.js');
  expect(script.headers.get('content-type')).toContain('text/javascript');
  // Throws unless it parses.
  expect(new Script(await script.text())).toBeDefined();
});

test('the examples of the documentation work with an access token', async () => {
  const scopes = ['messages:read', 'projects:write', 'people:read'] as const;
  const { token } = await ada.call(accessTokenAdd, { name: 'Examples', scopes: [...scopes] });
  for (const { path, input } of EXAMPLES) {
    const response = await fetch(`${server.base}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    expect({ path, ret: ((await response.json()) as { ret: number }).ret }).toEqual({ path, ret: 1 });
  }
});

test('answers are not cacheable unless they set a lifetime', async () => {
  for (const path of ['/api/users/info', '/api/system/version', '/api/no/such', '/health/ready', '/metrics']) {
    expect([path, (await get(path, { token: ada.token })).headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
  expect((await get('/api/users/info', { 'content-type': 'application/json' })).headers.get('cache-control')).toBe(
    'no-store',
  );
  expect((await get('/avatar/Ada.svg')).headers.get('cache-control')).toContain('max-age');
});

test('the page policy allows what meetings and locations need, and connections to this server only', async () => {
  const { headers } = await get('/avatar/Ada.svg');
  const features = (headers.get('permissions-policy') ?? '').split(', ');
  expect(features).toEqual(
    expect.arrayContaining(['camera=(self)', 'microphone=(self)', 'display-capture=(self)', 'geolocation=(self)']),
  );
  expect(features).toContain('usb=()');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  const policy = headers.get('content-security-policy')?.split('; ') ?? [];
  const { host } = new URL(server.base);
  expect(policy).toContain(`connect-src 'self' wss://${host}`);
  expect(policy).toContain("img-src 'self' data: blob: https:");
  const plain = (await get('/avatar/Ada.svg', {}, open)).headers;
  expect(plain.get('strict-transport-security')).toBeNull();
  expect(plain.get('content-security-policy')).toContain(
    `connect-src 'self' ws://${new URL(open.base).host} wss://${new URL(open.base).host};`,
  );
});

test('a connection needs one of our own pages: the requested host name proves nothing', async () => {
  const connect = async (of: TestServer, origin: string, host = new URL(origin).host) => {
    const { token } = of === server ? ada : await person('bo', { server: of });
    return new Promise<string>((resolve, reject) => {
      const socket = new WebSocket(`${of.base.replace('http', 'ws')}/ws?action=web&token=${token}`, {
        headers: { origin, host },
      });
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        resolve((JSON.parse(data.toString()) as { type: string }).type);
        socket.terminate();
      });
    });
  };
  // A foreign name that points to this address: page and host agree.
  for (const origin of ['http://evil.example', 'http://evil.example:8080', 'http://localhost.evil.example']) {
    expect([origin, await connect(server, origin), await connect(open, origin)]).toEqual([origin, 'error', 'error']);
  }
  for (const origin of [
    'http://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://app.localhost',
  ]) {
    expect([origin, await connect(server, origin)]).toEqual([origin, 'open']);
  }
  expect(await connect(server, 'https://atrium.test')).toBe('open');
  expect(await connect(server, 'http://atrium.test')).toBe('error');
  // A configured address is the only valid one.
  expect(await connect(server, 'http://192.0.2.7:8080')).toBe('error');
  expect(await connect(open, 'http://192.0.2.7:8080')).toBe('open');
  expect(await connect(open, 'http://192.0.2.7:8080', '192.0.2.8:8080')).toBe('error');
  expect(await connect(open, `http://${hostname().toLowerCase()}:8080`)).toBe('open');
});
