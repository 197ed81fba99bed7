import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { readServers, startAddress } from './addresses.ts';
import { makeLeaving, mustLock } from './backKey.ts';
import { featuresOf } from './features.ts';
import { latestPhoto, uploadPhoto } from './photos.ts';
import { makeKeys, readPush, relayAddress, subscriptionOf } from './pushRelay.ts';

test('a build names its servers, all with encryption', () => {
  expect(readServers('https://a.example, https://b.example/login,')).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(readServers(undefined)).toEqual([]);
  for (const bad of ['http://a.example', 'http://localhost:8080', 'a.example'])
    expect(() => readServers(bad), bad).toThrow('no https address');
});

// covers C8-05
test('the app opens the server chosen last; without an address it says so', () => {
  const servers = ['https://a.example', 'https://b.example'];
  expect(startAddress([], null)).toEqual({ problem: 'shell.no_address' });
  expect(startAddress(['https://a.example'], null)).toEqual({ url: 'https://a.example' });
  expect(startAddress(servers, null)).toEqual({ problem: '' });
  expect(startAddress(servers, 'https://b.example')).toEqual({ url: 'https://b.example' });
  expect(startAddress(servers, 'https://gone.example')).toEqual({ problem: '' });
});

test('the back key leaves the app with a second press, within two seconds', () => {
  const [leave, ask] = [vi.fn(), vi.fn()];
  let now = 0;
  const back = makeLeaving(leave, ask, () => now);
  back();
  now = 2500;
  back();
  expect([leave.mock.calls.length, ask.mock.calls.length]).toEqual([0, 2]);
  now = 3500;
  back();
  expect(leave).toHaveBeenCalledOnce();
  expect([mustLock(true, 0, 29_999), mustLock(true, 0, 30_000), mustLock(false, 0, 90_000)]).toEqual([
    ...[false, true, false],
  ]);
});

test('what only our Android plugin can do is not offered on iOS, nor pushes without a relay', () => {
  const android = featuresOf('android', 'https://push.example');
  expect(android).toEqual(expect.arrayContaining(['open_outside', 'call', 'files', 'latest_photo', 'push']));
  expect(featuresOf('android', '')).not.toContain('push');
  const ios = featuresOf('ios', '');
  for (const each of ['open_outside', 'call', 'files', 'latest_photo', 'push']) expect(ios).not.toContain(each);
  expect(ios).toContain('notify');
});

const NOW = Date.parse('2026-03-01T09:00:00Z');
const taken = (secondsAgo: number) => ({
  identifier: 'p7',
  creationDate: new Date(NOW - secondsAgo * 1000).toISOString(),
  data: 'AAAA',
});

// covers A8-15
test('the latest photo is refused with a reason: none, too old, no permission, unreadable', async () => {
  const look = (read: () => Promise<Partial<ReturnType<typeof taken>>>) =>
    latestPhoto({ max_age_ms: 60_000 }, read, NOW);
  expect(await look(async () => taken(60))).toMatchObject({ id: 'p7', preview: 'AAAA', taken_at: NOW - 60_000 });
  await expect(look(async () => ({}))).rejects.toMatchObject({ why: 'none' });
  await expect(look(async () => taken(61))).rejects.toMatchObject({ why: 'expired' });
  await expect(look(async () => ({ ...taken(1), creationDate: 'x' }))).rejects.toMatchObject({ why: 'params' });
  await expect(look(() => Promise.reject(new Error('no access')))).rejects.toMatchObject({ why: 'denied' });
});

// covers A7-27, A8-15
test('an upload passes on what the server answered, and goes to that server only', async () => {
  const photo = { id: 'p7', url: 'https://a.example/api/dialog/msg/sendfile', token: 't', dialog_id: 3 };
  const send = vi.fn(async () => ({ body: JSON.stringify({ ret: 1, msg: 'Sent', data: { id: 9 } }) }));
  expect(await uploadPhoto(photo, 'https://a.example', send)).toEqual({ ret: 1, msg: 'Sent', data: '{"id":9}' });
  expect(send).toHaveBeenCalledWith({ id: 'p7', url: photo.url, token: 't', fields: { dialog_id: '3' } });
  const refused = async () => ({ body: JSON.stringify({ ret: -1, msg: 'Signed out' }) });
  expect(await uploadPhoto(photo, 'https://a.example', refused)).toMatchObject({ ret: 0, msg: 'Signed out' });
  for (const [wish, server] of [
    [photo, 'https://evil.example'],
    [{ ...photo, id: '' }, 'https://a.example'],
    [{ ...photo, dialog_id: 0 }, 'https://a.example'],
  ] as const) {
    await expect(uploadPhoto(wish, server, send)).rejects.toMatchObject({ why: 'params' });
  }
  for (const broken of ['<html>', '{}'])
    await expect(uploadPhoto(photo, 'https://a.example', async () => ({ body: broken }))).rejects.toMatchObject({
      why: 'upload',
    });
});

/** Encrypts a push the way a server does (RFC 8291). */
function encrypt(words: string, p256dh: string, auth: string): Uint8Array {
  const ecdh = createECDH('prime256v1');
  const own = ecdh.generateKeys();
  const theirs = Buffer.from(p256dh, 'base64url');
  const derive = (key: Buffer, by: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, size));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, own]);
  const secret = derive(ecdh.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const salt = randomBytes(16);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const iv = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(words), cipher.update(Buffer.from([2, 0, 0])), cipher.final()]);
  const head = Buffer.concat([salt, Buffer.from([0, 0, 16, 0, own.length]), own]);
  return new Uint8Array(Buffer.concat([head, sealed, cipher.getAuthTag()]));
}

test('a push that a relay passes on is read by this device only', async () => {
  const [keys, others] = [await makeKeys(), await makeKeys()];
  const address = relayAddress('https://relay.example/push/', 'android', 'a b&c');
  expect(address).toBe('https://relay.example/push/android?token=a+b%26c');
  expect(subscriptionOf(address, keys)).toEqual({ endpoint: address, p256dh: keys.p256dh, auth: keys.auth });
  const body = encrypt('{"title":"Team"}', keys.p256dh, keys.auth);
  expect(await readPush(body, keys)).toBe('{"title":"Team"}');
  await expect(readPush(body, others)).rejects.toMatchObject({ name: 'OperationError' });
});
