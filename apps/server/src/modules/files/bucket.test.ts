import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import type * as f from '@atrium/contract/files/files.ts';
import { storageCheck } from '@atrium/contract/workspace/system.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '#platform/files/storage';
import { type S3Server, startS3 } from '#testing/s3Server';
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
/** Somebody with a conversation, on this server. */
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
