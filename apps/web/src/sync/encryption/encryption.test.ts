import { keyFromHeader } from '@atrium/transport/armor.ts';
import { makeKeyPair, openText, readOwnKey, readPublicKey, sealText } from '@atrium/transport/pgp.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { encryptedFetch, encryptedSocket } from './encryption.ts';
import { storeEncryptionState } from './state.ts';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
});
afterEach(() => storeEncryptionState('close'));
afterAll(() => vi.unstubAllGlobals());

/** A server that answers with the parameters it could read; its first key has been replaced. */
async function serverOf() {
  const [old, current] = [await makeKeyPair('old'), await makeKeyPair('new')];
  const keys = [old.publicKey, current.publicKey];
  const requests: { path: string; body: string }[] = [];
  const answer = async (path: string, body: string, encrypt: string): Promise<string> => {
    if (path === '/api/users/key/client') {
      return JSON.stringify({ ret: 1, data: { type: 'pgp', id: 'x1', key: keys.shift() ?? current.publicKey } });
    }
    if (!encrypt) return JSON.stringify({ ret: 1, data: { plain: body } });
    const { encrypted } = JSON.parse(body) as { encrypted: string };
    const own = [await readOwnKey(current.privateKey)];
    const text = await openText(encrypted, own, 1e6).then(
      (read) => JSON.stringify({ ret: 1, data: { read } }),
      () => JSON.stringify({ ret: 0, data: { code: 'transport.unreadable' } }),
    );
    const key = keyFromHeader(/client_key=(.*)$/.exec(encrypt)?.[1] ?? '');
    return JSON.stringify({ encrypted: await sealText(text, await readPublicKey(key)) });
  };
  const fetch = async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    requests.push({ path, body });
    const text = await answer(path, body, headers['encrypt'] ?? '');
    return { status: 200, text: async () => text };
  };
  return { fetch, requests };
}

test('secret calls are encrypted, others are not, and a replaced key is asked for again', async () => {
  const { fetch, requests } = await serverOf();
  const send = encryptedFetch({ fetch });
  const post = async (path: string, words: string) =>
    JSON.parse(await (await send(`/api/${path}`, { method: 'POST', headers: {}, body: words })).text()) as unknown;
  expect(await post('users/login', '{"password":"first"}')).toMatchObject({ data: { plain: '{"password":"first"}' } });
  storeEncryptionState('open');
  expect(await post('users/login', '{"password":"secret"}')).toEqual({
    ret: 1,
    data: { read: '{"password":"secret"}' },
  });
  expect(await post('dialog/msg/sendtext', '{"text":"secret"}')).toMatchObject({ data: { read: '{"text":"secret"}' } });
  expect(await post('project/lists', '{"page":1}')).toMatchObject({ data: { plain: '{"page":1}' } });
  for (const path of ['users/password/reset', 'users/invitation/accept', 'users/email/edit', 'dialog/draft/save'])
    expect(await post(path, '{"text":"secret"}'), path).toMatchObject({ data: { read: '{"text":"secret"}' } });
  expect(requests.filter(({ path }) => path.endsWith('key/client'))).toHaveLength(2);
  expect(JSON.stringify(requests)).not.toContain('secret');
});

test('the key is given in the middle of a connection, and frames stay in order', async () => {
  const sent: string[] = [];
  const inner = {
    send: (text: string) => sent.push(text),
    close: () => {},
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  const socket = encryptedSocket(inner as never);
  const heard: string[] = [];
  socket.onmessage = ({ data }) => heard.push(String(data));
  const receive = (data: string) => (inner.onmessage as unknown as (event: { data: string }) => void)({ data });
  receive('{"type":"open","data":{}}');
  expect([heard.length, sent]).toEqual([1, []]);
  storeEncryptionState('open');
  await expect.poll(() => sent.length).toBe(1);
  const { key } = (JSON.parse(sent[0] ?? '') as { data: { key: string } }).data;
  const sealed = await sealText('{"type":"dialog","data":{"n":1}}', await readPublicKey(key));
  receive(JSON.stringify({ type: 'encrypt', encrypted: sealed }));
  receive('{"type":"cursor","data":{}}');
  await expect.poll(() => heard.slice(1)).toEqual(['{"type":"dialog","data":{"n":1}}', '{"type":"cursor","data":{}}']);
});
