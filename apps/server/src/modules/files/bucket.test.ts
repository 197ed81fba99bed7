import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import * as f from '@atrium/contract/files/files.ts';
import { storageCheck } from '@atrium/contract/workspace/storage.ts';
import { parse } from 'content-disposition';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '#platform/files/diskStorage';
import type { Storage } from '#platform/files/storage';
import { type S3Server, startS3 } from '#testing/s3/s3Server';
import { administrator, person, startServer, TestClient, type TestServer, unique } from '#testing/world';
import { placeOf } from './files.service.ts';

let s3: S3Server;
const servers: TestServer[] = [];
const folders: string[] = [];
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  await s3.close();
});

const folder = async (name: string) => {
  const made = await mkdtemp(path.join(tmpdir(), `atrium-${name}-`));
  folders.push(made);
  return made;
};
async function serverWith(storage: Storage): Promise<TestServer> {
  await administrator();
  const server = await startServer({ storage, uploadDir: await folder('uploads') });
  servers.push(server);
  return server;
}
/** A person with a conversation, on this server. */
async function speaker(server: TestServer) {
  const [ada, bo] = [await person('ada', { server }), await person('bo', { server })];
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  return { ada, dialog_id };
}
async function sent(by: TestClient, dialog_id: number, name: string, content: Buffer) {
  const body = new FormData();
  body.set('dialog_id', String(dialog_id));
  body.set('files', new Blob([new Uint8Array(content)]), name);
  const answer = await by.raw('dialog/msg/sendfile', { method: 'POST', body });
  expect(answer).toMatchObject({ ret: 1 });
  return answer.data as unknown as Message & { msg: f.FileMsg };
}
const fetched = (by: TestClient, address: string, headers: Record<string, string> = {}) =>
  fetch(address.replace('{{RemoteURL}}', `${by.base}/`), { headers: { token: by.token, ...headers } });
/** Opens an address the way a browser does: `fetch` itself sends headers of a script. */
async function opened(by: TestClient, address: string, headers: http.OutgoingHttpHeaders = {}) {
  const url = address.replace('{{RemoteURL}}', `${by.base}/`);
  const [answer] = (await once(http.get(url, { headers: { token: by.token, ...headers } }), 'response')) as [
    IncomingMessage,
  ];
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('files and pictures are stored in a bucket, read in ranges, and deleted with their message', async () => {
  const storage = s3.open(s3.address());
  const server = await serverWith(storage);
  const { ada, dialog_id } = await speaker(server);
  const head = Buffer.from('\u0000\u0000\u0000\u0018ftypmp42\u0000\u0000\u0000\u0000mp42isom', 'latin1');
  const film = Buffer.concat([head, randomBytes(100_000)]);
  const message = await sent(ada, dialog_id, 'film.mp4', film);
  expect((await bodyOf(await fetched(ada, message.msg.url))).equals(film)).toBe(true);
  const part = await fetched(ada, message.msg.url, { range: 'bytes=50000-50009' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 50000-50009/${film.length}`]);
  expect((await bodyOf(part)).equals(film.subarray(50_000, 50_010))).toBe(true);

  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#4f5bd5' } })
    .png()
    .toBuffer();
  const picture = await sent(ada, dialog_id, 'look.png', png);
  const thumb = await sharp(await bodyOf(await fetched(ada, picture.msg.thumb))).metadata();
  expect(thumb).toMatchObject({ format: 'webp', width: 320 });

  const place = { token: picture.msg.path.split('/')[1] ?? '' };
  expect(await storage.find(placeOf(place, true))).toBeDefined();
  await ada.call(msgWithdraw, { msg_id: picture.id });
  for (const isThumb of [false, true]) {
    await expect.poll(() => storage.find(placeOf(place, isThumb))).toBeUndefined();
  }
  const admin = await administrator();
  const there = new TestClient(server.base, admin.email);
  there.token = admin.token;
  expect(await there.call(storageCheck, {})).toMatchObject({ folder: storage.name, is_bucket: true, free: 0 });
  expect(await readdir(server.app.uploadDir)).toEqual([]);
});

test('downloads come from the bucket where that is allowed, and as attachments only', async () => {
  const server = await serverWith(s3.open(s3.address({ isDirect: true })));
  const { ada, dialog_id } = await speaker(server);
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const { msg } = await sent(ada, dialog_id, 'Unsafe page.html', page);
  const answer = await opened(ada, msg.url);
  expect([answer.status, answer.headers['cache-control']]).toEqual([302, 'private, no-store']);
  const direct = await fetch(answer.headers.location ?? '');
  expect(direct.headers.get('content-type')).toBe('application/octet-stream');
  const shown = parse(direct.headers.get('content-disposition') ?? '');
  expect(shown).toMatchObject({ type: 'attachment', parameters: { filename: 'Unsafe page.html' } });
  expect((await bodyOf(direct)).equals(page)).toBe(true);

  // The address ends soon, is for this file only, and nobody gets one without access.
  const address = new URL(answer.headers.location ?? '');
  expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(300);
  address.searchParams.set('response-content-disposition', 'inline');
  expect((await fetch(address)).status).toBe(403);
  const eve = await person('eve', { server });
  expect((await opened(eve, msg.url)).status).toBe(404);

  // The server itself sends files to scripts and frames of a page, and files for display.
  for (const headers of [{ 'sec-fetch-mode': 'cors' }, { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }]) {
    expect((await opened(ada, msg.url, headers)).status).toBe(200);
  }
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#4f5bd5' } })
    .png()
    .toBuffer();
  const picture = await sent(ada, dialog_id, 'look.png', png);
  expect((await opened(ada, picture.msg.url)).headers['content-security-policy']).toContain('sandbox');
  expect((await opened(ada, `${picture.msg.url}?down=yes`)).status).toBe(302);
});

test.for(['a shared folder', 'a bucket'])('an upload begun on one server is finished on another: %s', async (kind) => {
  const [shared, address] = [await folder('shared'), s3.address()];
  const open = () => (kind === 'a bucket' ? s3.open(address) : diskStorage(shared));
  const [one, two] = [await serverWith(open()), await serverWith(open())];
  const { ada, dialog_id } = await speaker(one);
  const content = randomBytes(3 * f.CHUNK_BYTES + 12_345);
  const { upload_id } = await ada.call(f.uploadInit, { dialog_id, name: 'big.bin', size: content.length });
  const chunk = async (index: number) => {
    const body = new FormData();
    body.set('upload_id', upload_id);
    body.set('index', String(index));
    body.set('blob', new Blob([content.subarray(index * f.CHUNK_BYTES, (index + 1) * f.CHUNK_BYTES)]), 'blob');
    expect(await ada.raw('upload/chunk', { method: 'POST', body })).toMatchObject({ ret: 1 });
  };
  await chunk(0);
  ada.resumeOn(two.base);
  expect(await ada.call(f.uploadInit, { upload_id })).toMatchObject({ received: [0] });
  await chunk(1);
  ada.resumeOn(one.base);
  for (const index of [1, 2]) await chunk(index);
  ada.resumeOn(two.base);
  await chunk(3);
  // At once on both: one message.
  const merged = (base: string) => {
    ada.resumeOn(base);
    return ada.call(f.uploadMerge, { upload_id });
  };
  const [message, same] = await Promise.all([merged(two.base), merged(one.base)]);
  expect(same.id).toBe(message.id);
  const stored = await bodyOf(await fetched(ada, (message.msg as unknown as f.FileMsg).url));
  expect(hashOf(stored)).toBe(hashOf(content));
  for (const { app } of [one, two]) expect(await readdir(app.uploadDir)).toEqual([]);
});
