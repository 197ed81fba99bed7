import * as d from '@atrium/contract/files/drive.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { administrator, person, type TestClient, testServer, world } from '#testing/world';
import { documentOf, folderOf, upload } from '../drive.testing.ts';
import { collectPacks, packPlace, runPack } from './pack.service.ts';

const code = (name: string) => ({ data: { code: name } });

async function made(by: TestClient): Promise<void> {
  const { app } = await testServer();
  const rows = await app.db.selectFrom('file_packs').select('id').where('userid', '=', by.userid).execute();
  for (const { id } of rows) await runPack(app, id);
}

async function entriesOf(bytes: ArrayBuffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes));
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) {
    const content = entry.fileName.endsWith('/') ? undefined : await zip.openReadStreamPromise(entry);
    found[entry.fileName] = content ? Buffer.concat(await content.toArray()).toString() : '';
  }
  return found;
}

// covers C3-15, C4-23
test('an archive preserves folders, reports progress, and is delivered only to its requester', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const folder = await folderOf(ada, 0, 'Pläne');
  const inner = await folderOf(ada, folder.id, 'Empty');
  await upload(ada, 'a.txt', 'first', { pid: folder.id });
  await upload(ada, 'large.bin', new Uint8Array(400_000), { pid: folder.id });
  const [top] = await upload(ada, 'a.txt', 'second');
  const pack = await ada.call(d.drivePack, { ids: [folder.id, top?.id ?? 0], name: 'All' });
  expect(pack.name).toBe('All.zip');
  await expect(ada.call(d.drivePack, { ids: [folder.id], name: 'More' })).rejects.toMatchObject(
    code('drive.pack_waiting'),
  );
  const address = pack.url.replace('http://atrium.test', ada.base);
  expect((await fetch(address)).status).toBe(403);
  await made(ada);
  const last = await ada.receives('file', 'compress', ({ data }) => data['progress'] === 100);
  expect(last.data).toMatchObject({ name: 'All.zip', progress: 100 });
  const steps = ada.frames.filter(({ action }) => action === 'compress').map(({ data }) => Number(data['progress']));
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.length).toBeGreaterThan(1);
  const entries = await entriesOf(await (await fetch(address)).arrayBuffer());
  expect(Object.keys(entries).sort()).toEqual(
    ['Pläne/', `Pläne/${inner.name}/`, 'Pläne/a.txt', 'Pläne/large.bin', 'a.txt'].sort(),
  );
  expect([entries['Pläne/a.txt'], entries['a.txt']]).toEqual(['first', 'second']);
  const brought = await ada.receives('dialog', 'add', ({ data }) => data['type'] === 'template');
  expect(brought.data['msg']).toMatchObject({ type: 'file_download', name: 'All.zip' });
  const { app } = await testServer();
  const [row] = await app.db
    .selectFrom('file_packs')
    .select(['token', 'size'])
    .where('userid', '=', ada.userid)
    .execute();
  const own = (by: TestClient) => fetch(`${by.base}/file/pack/${row?.token}/All.zip`, { headers: { token: by.token } });
  expect([(await own(ada)).status, (await own(bo)).status]).toEqual([200, 404]);
  expect(bo.frameNames().filter((each) => each.includes('compress'))).toEqual([]);
  await collectPacks(app, new Date(Date.now() + 25 * 3600_000));
  expect((await own(ada)).status).toBe(404);
  expect((await fetch(address)).status).toBe(403);
});

test('an archive that fails once it is stored does not stay in the storage', async () => {
  const ada = await person('ada', { live: true });
  const { app } = await testServer();
  const folder = await folderOf(ada);
  await ada.call(d.drivePack, { ids: [folder.id], name: 'All' });
  const rows = () => app.db.selectFrom('file_packs').selectAll().where('userid', '=', ada.userid).execute();
  const [row] = await rows();
  const place = packPlace({ token: row?.token ?? '' });
  // The database refuses this size, after the file has been stored.
  const put: typeof app.storage.put = async (...args) => ({ ...(await app.storage.put(...args)), size: NaN });
  await runPack({ ...app, storage: { ...app.storage, put } }, row?.id ?? 0);
  await ada.receives('file', 'compress', ({ data }) => data['progress'] === -1);
  expect(await app.storage.find(place)).toBeDefined();
  await collectPacks(app, new Date(Date.now() + 1000));
  expect(await app.storage.find(place)).toBeUndefined();
  expect(await rows()).toEqual([]);
  await ada.call(d.drivePack, { ids: [folder.id], name: 'Again' });
});

test('empty files are files in an archive, also documents that were never written', async () => {
  const ada = await person('ada');
  const folder = await folderOf(ada, 0, 'Folder');
  await upload(ada, 'empty.txt', '', { pid: folder.id });
  await upload(ada, 'full.txt', 'words', { pid: folder.id });
  const plan = await documentOf(ada, folder.id, 'Plan');
  const pack = await ada.call(d.drivePack, { ids: [folder.id], name: 'All' });
  await made(ada);
  const entries = await entriesOf(await (await fetch(pack.url.replace('http://atrium.test', ada.base))).arrayBuffer());
  expect(entries).toEqual({
    'Folder/': '',
    'Folder/empty.txt': '',
    'Folder/full.txt': 'words',
    [`Folder/Plan.${plan.ext}`]: '',
  });
});

test('read-only folders, oversized content and temporary accounts are refused an archive', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const folder = await folderOf(ada);
  const file = await documentOf(ada, folder.id);
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  await expect(bo.call(d.drivePack, { ids: [file.id], name: 'x' })).rejects.toMatchObject(code('forbidden'));
  const { app } = await testServer();
  await sql`update files set size = ${d.PACK_BYTES + 1} where id = ${file.id}`.execute(app.db);
  await expect(ada.call(d.drivePack, { ids: [folder.id], name: 'x' })).rejects.toMatchObject(code('drive.pack_large'));
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 1 });
  await (await administrator()).call(userOperation, { userid: bo.userid, type: 'settemp' });
  await expect(bo.call(d.drivePack, { ids: [file.id], name: 'x' })).rejects.toMatchObject(code('forbidden'));
});

/** Raw entry names: readers such as yauzl clean or refuse them. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 1)) {
    names.push(zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString());
  }
  return names;
}

test('no name in an archive escapes the folder it is extracted into', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { app } = await testServer();
  const folder = await folderOf(ada, 0, 'Shared');
  await ada.call(d.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 1 });
  const paths = [
    '../../../x',
    '/etc/cron.d/x',
    '..\\..\\windows\\x',
    'C:\\boot\\x',
    'C:/boot/x',
    './. /.. /...//x',
    'a/\u001b[31m/x',
    '\u202e../x',
    '．．/x',
  ];
  for (const [index, webkitRelativePath] of paths.entries()) {
    const made = await upload(bo, `file${index}.txt`, 'words', { pid: folder.id, webkitRelativePath });
    for (const { name } of made) expect(name).not.toMatch(/^[.\s]*$|[\\/:\p{Cc}]/u);
  }
  for (const name of ['..', '../../up.txt', '..\\..\\up.txt', 'D:up.txt', '...']) {
    await upload(bo, name, 'words', { pid: folder.id });
  }
  await expect(folderOf(bo, folder.id, '..')).rejects.toMatchObject(code('drive.name'));
  await expect(folderOf(bo, folder.id, '....')).rejects.toMatchObject(code('drive.name'));
  // Stored as before such names were refused.
  const [old, older] = [await folderOf(bo, folder.id), await documentOf(bo, folder.id)];
  await documentOf(bo, old.id);
  await sql`update files set name = '..' where id = ${old.id}`.execute(app.db);
  await sql`update files set name = ${'/..\\..\\C:\\up\n'}, ext = '' where id = ${older.id}`.execute(app.db);

  const pack = await ada.call(d.drivePack, { ids: [folder.id], name: '../../All' });
  expect(pack.name).not.toMatch(/[\\/]/);
  await made(ada);
  const answer = await fetch(pack.url.replace('http://atrium.test', ada.base));
  const names = namesIn(Buffer.from(await answer.arrayBuffer()));
  expect(names.length).toBeGreaterThan(paths.length + 5);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) {
    expect(name).toMatch(/^Shared\//);
    expect(name).not.toMatch(/[\\:\p{Cc}]/u);
    for (const part of name.replace(/\/$/, '').split('/')) expect(part).not.toMatch(/^[.\s]*$/);
  }
});
