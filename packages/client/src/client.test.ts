import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { FakeHost } from './testing.ts';

function signedIn() {
  const host = new FakeHost();
  const client = createClient(host, { base: '', language: 'en', version: '1', platform: 'web', preview: () => '' });
  client.api.token = 't';
  return { host, client };
}

// covers C7-10, C9-05
test('signing out calls the server and finishes within 6 s in any case', async () => {
  const { host, client } = signedIn();
  host.answer = () => new Promise(() => {});
  let isOut = false;
  void client.signOut().then(() => {
    isOut = true;
  });
  await host.pass(5_999);
  expect(host.requests.map((each) => [each.url, each.init.body])).toEqual([['/api/users/logout', '{}']]);
  expect([isOut, client.api.token]).toEqual([false, 't']);
  await host.pass(1);
  expect([isOut, client.api.token]).toEqual([true, '']);
});

// covers C9-05
test('a client id has six characters, always new, and prefixes its changes', () => {
  const [one, two] = [signedIn().client, signedIn().client];
  const { clientId } = one.api;
  expect(clientId).toMatch(/^[a-z0-9]{6}$/);
  expect(one.api.mutationId().startsWith(clientId)).toBe(true);
  expect(new Set([one.api.mutationId(), one.api.mutationId()]).size).toBe(2);
  expect(two.api.clientId).toMatch(/^[a-z0-9]{6}$/);
});

/** A client with a live connection; `known` is the server's answer about it. */
async function live(known: () => string | Promise<string>) {
  const { host, client } = signedIn();
  host.answer = (url) => (url.endsWith('/users/socket/status') ? known() : '{"ret":0,"msg":"no","data":{}}');
  await client.handshake();
  host.sockets[0]?.receive({ type: 'open', data: { fd: 'f1' } });
  host.sockets[0]?.receive({ type: 'resume', data: { cursor: 'c' } });
  const receipt = () => {
    const { msgId } = host.sockets.at(-1)?.sent.find((each) => each['type'] === 'handshake') ?? {};
    host.sockets.at(-1)?.receive({ type: 'receipt', msgId: String(msgId), data: [] });
  };
  return { host, client, receipt };
}
const KNOWN = '{"ret":1,"msg":"","data":{"id":"f1","fd":"f1","userid":1,"updated_at":""}}';
const GONE = '{"ret":0,"msg":"gone","data":{"code":"socket.gone"}}';

// covers A7-20
test('on wake-up the client asks for the connection’s state and keeps a known one', async () => {
  const { host, client, receipt } = await live(() => KNOWN);
  const awake = client.wake();
  receipt();
  expect(await awake).toBe(true);
  const asked = host.requests.filter((each) => each.url === '/api/users/socket/status');
  expect(asked.map((each) => each.init.body)).toEqual(['{"fd":"f1"}']);
  expect(host.sockets).toHaveLength(1);
});

// covers A4-32, A7-20
test('a connection unknown to the server is reopened, even if it looks alive', async () => {
  const { host, client, receipt } = await live(() => GONE);
  const awake = client.wake();
  receipt();
  expect(await awake).toBe(false);
  expect(host.sockets).toHaveLength(2);
});

// covers A4-31
test('without a sign of life for 6 s the connection is reopened; a lost question alone reopens nothing', async () => {
  const { host, client, receipt } = await live(() => Promise.reject(new Error('lost')));
  const first = client.wake();
  receipt();
  expect(await first).toBe(true);
  expect(host.sockets).toHaveLength(1);
  const second = client.wake();
  await host.pass(5_999);
  expect(host.sockets).toHaveLength(1);
  await host.pass(1);
  expect(await second).toBe(false);
  expect(host.sockets).toHaveLength(2);
});

test('a first load whose answer cannot be applied is reported, and tried again', async () => {
  const { host, client } = signedIn();
  const lists = { projects: [], columns: [], tasks: [], dialogs: [] };
  const start = { cursor: 'c', user: { userid: 1 }, setting: {}, ...lists };
  let users: unknown[] | null = null;
  host.answer = (url) =>
    url.endsWith('/sync/start')
      ? JSON.stringify({ ret: 1, msg: '', data: { ...start, users } })
      : '{"ret":0,"msg":"no","data":{}}';
  const starting = client.start('t').catch((error: unknown) => error);
  await host.pass(0);
  expect(await starting).toBeInstanceOf(TypeError);
  expect(client.state).toBe('offline');
  users = [];
  await host.pass(3000);
  host.sockets[0]?.receive({ type: 'open', data: { fd: 'f1' } });
  host.sockets[0]?.receive({ type: 'resume', data: { cursor: 'c' } });
  expect(client.state).toBe('ready');
  // What an open screen loads does not wait for another start.
  await expect(client.opened.loadTask(5)).rejects.toThrow('no');
  await client.stop();
});
