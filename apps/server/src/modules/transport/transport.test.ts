import { randomUUID } from 'node:crypto';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { keyClient } from '@atrium/contract/people/transport.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
// Not our own package: an independent client.
import {
  createMessage,
  decrypt,
  encrypt,
  enums,
  generateKey,
  type PrivateKey,
  readKey,
  readMessage,
  readPrivateKey,
} from 'openpgp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { administrator, person, type TestClient, type TestServer, testServer } from '#testing/world';

let server: TestServer;
let ada: TestClient;
const setting = async (e2e_message: 'open' | 'close') =>
  await (await administrator()).call(systemSetting, { type: 'save', e2e_message });
beforeAll(async () => {
  server = await testServer();
  ada = await person('ada');
  await setting('open');
});
afterAll(async () => {
  await setting('close');
});

interface Client {
  publicKey: string;
  privateKey: PrivateKey;
}
/** A key pair as the original clients make it: with their id as the passphrase. */
async function makeClient(curve: 'ecc' | 'curve25519' = 'ecc'): Promise<Client> {
  const made = await generateKey({
    ...(curve === 'ecc' ? { type: 'ecc', curve: 'curve25519Legacy' } : { type: 'curve25519' }),
    userIDs: [{ name: 'Test' }],
    format: 'armored',
  } as Parameters<typeof generateKey>[0] & { format: 'armored' });
  return { publicKey: made.publicKey, privateKey: await readPrivateKey({ armoredKey: made.privateKey }) };
}

const lines = (armored: string) => armored.replace(/-----(BEGIN|END)[^-]*-----/g, '').trim();
const headerOf = (id: string, { publicKey }: Client) =>
  `${id && `encrypt_type=pgp;encrypt_id=${id};`}client_type=pgp;client_key=${lines(publicKey)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll(/\n+/g, '$')}`;
const readBack = async (body: string, { privateKey }: Client) => {
  const armoredMessage = `-----BEGIN PGP MESSAGE-----\n\n${body}\n-----END PGP MESSAGE-----`;
  const { data } = await decrypt({ message: await readMessage({ armoredMessage }), decryptionKeys: privateKey });
  return JSON.parse(String(data)) as Record<string, unknown>;
};

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  return (await (await fetch(`${server.base}/api/${path}`, init)).json()) as Record<string, unknown>;
};

/** A call as an encrypting client makes it: nothing of it can be read on the way. */
async function sealed(client: Client, path: string, input: object, token = '', config = {}) {
  const { id, key } = await ada.call(keyClient, { client_id: 'abc123' });
  const message = await encrypt({
    message: await createMessage({ text: JSON.stringify(input) }),
    encryptionKeys: await readKey({ armoredKey: key }),
    config,
  });
  const body = { encrypted: lines(String(message)) };
  const answer = await post(path, body, { encrypt: headerOf(id, client), ...(token && { token }) });
  expect(Object.keys(answer)).toEqual(['encrypted']);
  return await readBack(String(answer['encrypted']), client);
}

// covers C7-03, C7-54
test.each(['ecc', 'curve25519'] as const)('a call and its answer travel encrypted (%s)', async (curve) => {
  const client = await makeClient(curve);
  const { id, type, key } = await ada.call(keyClient, { client_id: 'abc123' });
  expect([type, id, key.startsWith('-----BEGIN PGP PUBLIC KEY BLOCK-----')]).toEqual([
    'pgp',
    `abc123${ada.userid}`,
    true,
  ]);
  const bo = await person('bo');
  const dialog = await ada.call(groupAdd, { chat_name: 'Secrets', userids: [bo.userid] });
  const text = `Only here ${randomUUID()}`;
  const sent = await sealed(client, msgSendtext.path, { dialog_id: dialog.id, text, text_type: 'md' }, ada.token);
  expect(sent).toMatchObject({ ret: 1, data: { msg: { text } } });
  const listed = await sealed(client, msgList.path, { dialog_id: dialog.id }, ada.token);
  expect(JSON.stringify(listed)).toContain(text);
  // Refusals too, and before a sign-in.
  const refused = await sealed(client, 'users/login', { type: 'login', email: ada.email, password: 'wrong one' });
  expect(refused).toMatchObject({ ret: 0, data: { code: expect.any(String) as unknown } });
  const { id: anonymous } = (await post(keyClient.path, { client_id: 'abc123' }))['data'] as { id: string };
  expect(anonymous).toBe('abc1230');
});

test('a request without parameters may ask for an encrypted answer only, and one without the header gets plain words', async () => {
  const client = await makeClient();
  const answer = await post('users/info', {}, { encrypt: headerOf('', client), token: ada.token });
  expect(await readBack(String(answer['encrypted']), client)).toMatchObject({ ret: 1, data: { userid: ada.userid } });
  expect(await post('users/info', {}, { token: ada.token })).toMatchObject({ ret: 1, data: { userid: ada.userid } });
});

test('what cannot be read is refused without a reason, and nothing happens', async () => {
  const client = await makeClient();
  const { id } = await ada.call(keyClient, { client_id: 'abc123' });
  const other = await encrypt({
    message: await createMessage({ text: '{}' }),
    encryptionKeys: await readKey({ armoredKey: client.publicKey }),
  });
  const before = await sql<{ n: number }>`select count(*)::int as n from messages`.execute(server.app.db);
  for (const encrypted of ['', 'x', lines(String(other)), 'A'.repeat(100_000), lines(String(other)).slice(0, 200)]) {
    const answer = await post(msgSendtext.path, { encrypted }, { encrypt: headerOf(id, client), token: ada.token });
    const { ret, data } = await readBack(String(answer['encrypted']), client);
    expect([ret, data]).toEqual([0, expect.objectContaining({ code: 'transport.unreadable' })]);
  }
  // A key that is none gets a plain answer, like none at all.
  const odd = { encrypt: 'encrypt_type=pgp;encrypt_id=1;client_type=pgp;client_key=zzzz', token: ada.token };
  expect(await post(msgSendtext.path, { encrypted: 'x' }, odd)).toMatchObject({
    data: { code: 'transport.unreadable' },
  });
  const after = await sql<{ n: number }>`select count(*)::int as n from messages`.execute(server.app.db);
  expect(after.rows).toEqual(before.rows);
});

test('a small message that unpacks to a large one is refused', async () => {
  const client = await makeClient();
  const bomb = { key: 'a'.repeat(8 * 1024 * 1024) };
  const config = { preferredCompressionAlgorithm: enums.compression.zlib };
  const { id, key } = await ada.call(keyClient, { client_id: 'abc123' });
  const receiver = await readKey({ armoredKey: key });
  const message = await encrypt({
    message: await createMessage({ text: JSON.stringify(bomb) }),
    encryptionKeys: receiver,
    config,
  });
  expect(lines(String(message)).length).toBeLessThan(100_000);
  const body = { encrypted: lines(String(message)) };
  const answer = await post('users/search', body, { encrypt: headerOf(id, client), token: ada.token });
  expect(await readBack(String(answer['encrypted']), client)).toMatchObject({ data: { code: 'transport.unreadable' } });
});

// covers C4-28
test('events of conversations arrive encrypted on a connection that has sent its key, in order, and others as before', async () => {
  const client = await makeClient();
  const bo = await person('bo');
  const dialog = await ada.call(groupAdd, { chat_name: 'Live secrets', userids: [bo.userid] });
  const socket = new WebSocket(`${server.base.replace('http', 'ws')}/ws?action=web&token=${ada.token}&language=en`);
  const frames: Record<string, unknown>[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Record<string, unknown>));
  await expect.poll(() => frames.map(({ type }) => type)).toContain('open');
  socket.send(JSON.stringify({ type: 'encrypt', msgId: 'k', data: { type: 'pgp', key: client.publicKey } }));
  await expect.poll(() => frames.map(({ type }) => type)).toContain('receipt');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const texts = Array.from({ length: 20 }, (_, n) => `Secret ${n}`);
  for (const text of texts) await ada.call(msgSendtext, { dialog_id: dialog.id, text, text_type: 'md' });
  const secret = () => frames.filter(({ type }) => type === 'encrypt');
  const opened = async () =>
    await Promise.all(secret().map(async ({ encrypted }) => await readBack(String(encrypted), client)));
  await expect
    .poll(async () =>
      (await opened()).flatMap(({ mode, data }) =>
        mode === 'add' ? [(data as { msg: { text: string } }).msg.text] : [],
      ),
    )
    .toEqual(texts);
  expect(frames.filter(({ type }) => type === 'dialog')).toEqual([]);
  expect(JSON.stringify(frames)).not.toContain('Secret ');
  socket.close();
});

test('an off switch gives out no key, but still reads what a page with one sends', async () => {
  const client = await makeClient();
  const { id, key } = await ada.call(keyClient, { client_id: 'abc123' });
  await setting('close');
  try {
    expect(await ada.call(keyClient, { client_id: 'abc123' })).toEqual({ type: 'none', id: 'abc123', key: '' });
    const message = await encrypt({
      message: await createMessage({ text: JSON.stringify({ userid: [ada.userid] }) }),
      encryptionKeys: await readKey({ armoredKey: key }),
    });
    const answer = await post(
      'users/basic',
      { encrypted: lines(String(message)) },
      { encrypt: headerOf(id, client), token: ada.token },
    );
    expect(await readBack(String(answer['encrypted']), client)).toMatchObject({ ret: 1 });
  } finally {
    await setting('open');
  }
});

// covers C3-18
test('everybody’s settings say whether requests are encrypted, with the time zone, the workday and whether it debugs', async () => {
  expect(await ada.call(systemSetting, { type: 'get' })).toMatchObject({
    e2e_message: 'open',
    server_timezone: 'UTC',
    task_default_time: [expect.stringMatching(/^\d\d:\d\d$/), expect.stringMatching(/^\d\d:\d\d$/)],
    debug: 'close',
  });
});

test('the private key is sealed in the database, and there is one for three months', async () => {
  await ada.call(keyClient, { client_id: 'abc123' });
  const { rows } = await sql<{ private_key: string }>`select private_key from transport_keys`.execute(server.app.db);
  expect(rows.map(({ private_key }) => private_key.startsWith('sealed:1:'))).toEqual([true]);
});
