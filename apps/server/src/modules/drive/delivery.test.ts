import * as d from '@atrium/contract/files/drive.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { logout } from '@atrium/contract/people/sessions.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administrator, anotherDevice, type TestClient, testServer, world } from '#testing/world';
import { documentOf, folderOf, upload } from './drive.testing.ts';
import { runPack } from './pack/pack.service.ts';

const share = (by: TestClient, id: number, userids: number[], permission: number) =>
  by.call(d.driveShareUpdate, { id, userids, permission });
const save = (by: TestClient, id: number, content: string) =>
  by.call(d.driveSave, { id, content: JSON.stringify({ content }) });
const code = (name: string) => ({ data: { code: name } });

/** A person who is not signed in. */
const nobodyAt = (someone: TestClient): TestClient =>
  Object.assign(Object.create(Object.getPrototypeOf(someone) as object), someone, { token: '', fd: '' }) as TestClient;

const byKey = async (by: TestClient, path: string, key: string) =>
  (await fetch(`${by.base}/${path}?key=${encodeURIComponent(key)}`)).status;

test('a file key ends when the file is no longer shared with its holder', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const folder = await folderOf(ada);
  const [file] = await upload(ada, 'plan.txt', 'plan', { pid: folder.id });
  await share(ada, folder.id, [bo.userid], 0);
  const { key, path } = await bo.call(d.driveOne, { id: String(file?.id) });
  expect(await byKey(bo, path, key)).toBe(200);
  await share(ada, folder.id, [bo.userid], -1);
  expect(await byKey(bo, path, key)).toBe(404);
  await share(ada, folder.id, [bo.userid], 0);
  expect(await byKey(bo, path, key)).toBe(200);
});

test('a file key ends when the file is deleted, also for its owner', async () => {
  const { ada } = await world({ members: ['ada'] });
  const [file] = await upload(ada, 'plan.txt', 'plan');
  const { key, path } = await ada.call(d.driveOne, { id: String(file?.id) });
  expect(await byKey(ada, path, key)).toBe(200);
  await ada.call(d.driveRemove, { ids: [file?.id ?? 0] });
  expect(await byKey(ada, path, key)).toBe(404);
});

test('a file key ends with its holder’s account', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const [file] = await upload(ada, 'plan.txt', 'plan');
  await share(ada, file?.id ?? 0, [bo.userid], 0);
  const { key, path } = await bo.call(d.driveOne, { id: String(file?.id) });
  await (await administrator()).call(userOperation, { userid: bo.userid, type: 'setdisable' });
  expect(await byKey(ada, path, key)).toBe(404);
});

test('a file key ends when its device signs out, and other devices keep theirs', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const [file] = await upload(ada, 'plan.txt', 'plan');
  const id = file?.id ?? 0;
  await share(ada, id, [bo.userid], 0);
  const phone = await anotherDevice(bo);
  const { code: link } = await ada.call(d.driveLink, { id });
  for (const handle of [String(id), link]) {
    const lost = await anotherDevice(bo);
    const [first, second] = await Promise.all([lost, phone].map((device) => device.call(d.driveOne, { id: handle })));
    const path = first?.path ?? '';
    expect(await byKey(ada, path, first?.key ?? '')).toBe(200);
    await lost.call(logout, {});
    expect(await byKey(ada, path, first?.key ?? '')).toBe(404);
    expect(await byKey(ada, path, second?.key ?? '')).toBe(200);
  }
});

test('a key from a public link ends with the link and with its creator’s right', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const [file] = await upload(ada, 'plan.txt', 'plan');
  const id = file?.id ?? 0;
  await share(ada, id, [bo.userid], 0);
  const open = async () => {
    const link = await bo.call(d.driveLink, { id });
    return nobodyAt(eve).call(d.driveOne, { id: link.code });
  };
  const first = await open();
  expect(await byKey(eve, first.path, first.key)).toBe(200);
  await bo.call(d.driveLink, { id, refresh: 'yes' });
  expect(await byKey(eve, first.path, first.key)).toBe(404);
  const second = await open();
  expect(await byKey(eve, second.path, second.key)).toBe(200);
  await share(ada, id, [bo.userid], -1);
  expect(await byKey(eve, second.path, second.key)).toBe(404);
});

test('a public link opens the current content and no earlier version', async () => {
  const { ada, eve } = await world({ members: ['ada'], outsiders: ['eve'] });
  const [file] = await upload(ada, 'offer.txt', 'the first price');
  const id = file?.id ?? 0;
  const before = await ada.call(d.driveOne, { id: String(id) });
  await save(ada, id, 'the second price');
  const { data } = await ada.call(d.driveHistory, { id });
  const earlier = data.at(-1)?.id ?? 0;
  const link = await ada.call(d.driveLink, { id });
  const wordsFor = async (by: TestClient, handle: string) =>
    (await by.call(d.driveContent, { id: handle, history_id: earlier })).content?.content;
  for (const by of [nobodyAt(eve), eve]) {
    expect((await by.call(d.driveContent, { id: link.code })).content?.content).toBe('the second price');
    await expect(by.call(d.driveContent, { id: link.code, history_id: earlier })).rejects.toMatchObject(
      code('file.gone'),
    );
  }
  // Readers get earlier versions, by any kind of address.
  expect([await wordsFor(ada, String(id)), await wordsFor(ada, link.code)]).toEqual([
    'the first price',
    'the first price',
  ]);

  const down = (more: string) => fetch(`${eve.base}/api/file/content?id=${link.code}&down=yes${more}`);
  expect(await (await down('')).text()).toBe('the second price');
  expect((await down(`&history_id=${earlier}`)).status).toBe(403);
  expect((await down(`&history_id=${earlier}&token=${eve.token}`)).status).toBe(403);
  expect(await (await down(`&history_id=${earlier}&token=${ada.token}`)).text()).toBe('the first price');

  // The key from the link opens the newest content only.
  const { key, path } = await nobodyAt(eve).call(d.driveOne, { id: link.code });
  expect(path).not.toBe(before.path);
  expect([await byKey(eve, path, key), await byKey(eve, before.path, key)]).toEqual([200, 404]);
  expect(await byKey(ada, before.path, before.key)).toBe(200);
});

test('an archive and its key end when the requester may no longer read its content', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { app } = await testServer();
  const folder = await folderOf(ada);
  await documentOf(ada, folder.id);
  await share(ada, folder.id, [bo.userid], 1);
  const pack = await bo.call(d.drivePack, { ids: [folder.id], name: 'All' });
  const row = await app.db
    .selectFrom('file_packs')
    .select(['id', 'token'])
    .where('userid', '=', bo.userid)
    .executeTakeFirstOrThrow();
  await runPack(app, row.id);
  const statuses = async () => [
    (await fetch(pack.url.replace('http://atrium.test', bo.base))).status,
    (await fetch(`${bo.base}/file/pack/${row.token}/All.zip`, { headers: { token: bo.token } })).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  await share(ada, folder.id, [bo.userid], -1);
  expect(await statuses()).toEqual([403, 404]);
  await share(ada, folder.id, [bo.userid], 1);
  expect(await statuses()).toEqual([200, 200]);
  await sql`update files set deleted_at = now() where id = ${folder.id} or pids @> array[${folder.id}]::int[]`.execute(
    app.db,
  );
  expect(await statuses()).toEqual([403, 404]);
});
