import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import type { FileMsg } from '@atrium/contract/files/files.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskStorage } from '#platform/files/diskStorage';
import { movingStorage } from '#platform/files/movingStorage';
import { runCommandLine } from '#testing/commands';
import { cloneTemplate } from '#testing/database';
import { isLong } from '#testing/histories';
import { type S3Server, startS3 } from '#testing/s3/s3Server';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';

let s3: S3Server;
let top = '';
beforeAll(async () => {
  s3 = await startS3();
  top = await mkdtemp(path.join(tmpdir(), 'atrium-move-'));
});
afterAll(async () => {
  await s3.close();
  await rm(top, { recursive: true, force: true });
});

/** Runs the command as an operator does. */
async function command(databaseUrl: string, words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const { keys } = s3.address();
  const env = {
    DATABASE_URL: databaseUrl,
    AWS_ACCESS_KEY_ID: keys?.id,
    AWS_SECRET_ACCESS_KEY: keys?.secret,
    ...more,
  };
  return runCommandLine('storage', words, env);
}

const textOf = (n: number) => `file ${n} `.repeat(1000);
async function sent(by: TestClient, dialog_id: number, name: string, content: Buffer | string) {
  const body = new FormData();
  body.set('dialog_id', String(dialog_id));
  body.set('files', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const answer = await by.raw('dialog/msg/sendfile', { method: 'POST', body });
  expect(answer).toMatchObject({ ret: 1 });
  return (answer.data as unknown as Message & { msg: FileMsg }).msg;
}
const fetched = (by: TestClient, { url }: FileMsg) =>
  fetch(url.replace('{{RemoteURL}}', `${by.base}/`), { headers: { token: by.token } });
const placeIn = (folder: string, { path: address }: FileMsg) => {
  const token = address.split('/')[1] ?? '';
  return path.join(folder, 'chat', token.slice(0, 2), token);
};

async function speaker(server: TestServer) {
  const [ada, bo] = [await person('ada', { server }), await person('bo', { server })];
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  return { ada, dialog_id };
}

test.skipIf(!isLong)(
  'files move from a folder to a bucket and back while Atrium runs',
  { timeout: 120_000 },
  async () => {
    const databaseUrl = await cloneTemplate(unique('atrium_move_'));
    const folder = path.join(top, 'files');
    const before = await startServer({ databaseUrl, storage: diskStorage(folder) });
    const { ada, dialog_id } = await speaker(before);
    const old = await Promise.all([0, 1, 2].map((n) => sent(ada, dialog_id, `${n}.txt`, textOf(n))));
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#4f5bd5' } })
      .png()
      .toBuffer();
    old.push(await sent(ada, dialog_id, 'look.png', picture));
    const body = new FormData();
    body.set('kind', 'trello');
    body.set('file', new Blob([JSON.stringify({ id: 'b', name: 'B', lists: [], cards: [] })]), 'b.json');
    expect(await ada.raw('import/upload', { method: 'POST', body })).toMatchObject({ ret: 1 });
    // Damaged on the disk since it was stored.
    const damaged = old[1] as FileMsg;
    const intact = await readFile(placeIn(folder, damaged));
    await writeFile(placeIn(folder, damaged), textOf(9));
    await before.close();

    // Restarted with both storages.
    const address = s3.address();
    const bucket = s3.open(address);
    const moving = await startServer({ databaseUrl, storage: movingStorage(bucket, diskStorage(folder)) });
    ada.resumeOn(moving.base);
    expect(await (await fetched(ada, old[0] as FileMsg)).text()).toBe(textOf(0));
    const added = await sent(ada, dialog_id, 'added.txt', textOf(5));

    const to = s3.text(address);
    const first = await command(databaseUrl, ['copy', folder, to]);
    expect(first.said).toContain('5 files were copied');
    expect(first.said).toMatch(/1 file has a problem:\n {2}chat\/\S+: damaged/);
    expect(first.code).toBe(1);
    await writeFile(placeIn(folder, damaged), intact);
    const words = { ATRIUM_STORAGE: to, ATRIUM_STORAGE_OLD: folder };
    const second = await command(databaseUrl, ['copy'], words);
    expect([second.code, second.said]).toEqual([0, expect.stringContaining('1 file was copied')]);
    expect((await command(databaseUrl, ['copy'], words)).said).toContain('0 files were copied');
    expect(await command(databaseUrl, ['verify', to])).toMatchObject({ code: 0 });
    await moving.close();

    // The folder is gone, and everything is there.
    await rm(folder, { recursive: true });
    const after = await startServer({ databaseUrl, storage: s3.open(address) });
    ada.resumeOn(after.base);
    for (const n of [0, 1, 2]) expect(await (await fetched(ada, old[n] as FileMsg)).text()).toBe(textOf(n));
    expect(Buffer.from(await (await fetched(ada, old[3] as FileMsg)).arrayBuffer()).equals(picture)).toBe(true);
    expect(await (await fetched(ada, added)).text()).toBe(textOf(5));

    // And back, where a file of the bucket is damaged and another one missing.
    await bucket.put(`chat/${placeIn('', damaged).slice(5)}`, await other(textOf(8)));
    await bucket.delete(`chat/${placeIn('', added).slice(5)}`);
    const found = await command(databaseUrl, ['verify', to]);
    expect([found.code, found.said]).toEqual([1, expect.stringContaining('2 files have a problem')]);
    const back = path.join(top, 'back');
    const third = await command(databaseUrl, ['copy', to, back]);
    expect(third.code).toBe(1);
    expect(third.said).toMatch(/chat\/\S+: damaged/);
    expect(third.said).toMatch(/chat\/\S+: missing/);
    expect(await readFile(placeIn(back, old[0] as FileMsg), 'utf8')).toBe(textOf(0));
    expect((await readdir(path.join(back, 'new'))).length).toBe(0);
    await after.close();
  },
);

const other = async (text: string) => {
  const file = path.join(top, unique('other'));
  await writeFile(file, text);
  return file;
};

test('what cannot be copied is said before anything happens', async () => {
  const databaseUrl = await cloneTemplate(unique('atrium_move_'));
  const to = s3.text(s3.address());
  expect(await command(databaseUrl, ['copy', path.join(top, 'none'), to])).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^There is no folder \S+none\.\n$/),
  });
  expect(await command(databaseUrl, ['copy', 's3://F', to])).toMatchObject({
    said: expect.stringMatching(/^FROM must/),
  });
  expect(await command(databaseUrl, ['copy'])).toMatchObject({ said: expect.stringContaining('ATRIUM_STORAGE_OLD') });
  expect((await command(databaseUrl, ['move'])).said).toContain('npm run storage -- copy');
});
