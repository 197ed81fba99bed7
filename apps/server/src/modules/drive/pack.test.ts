import * as d from '@atrium/contract/drive.ts';
import { userOperation } from '@atrium/contract/users.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { administrator, type TestClient, testServer, world } from '#testing/world';
import { documentOf, folderOf, upload } from './drive.testing.ts';
import { collectPacks, runPack } from './pack.service.ts';

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
test('an archive holds folders as they are, is told of while it is made, and comes to its asker only', async () => {
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
  const last = await ada.hears('file', 'compress', ({ data }) => data['progress'] === 100);
  expect(last.data).toMatchObject({ name: 'All.zip', progress: 100 });
  const steps = ada.frames.filter(({ action }) => action === 'compress').map(({ data }) => Number(data['progress']));
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.length).toBeGreaterThan(1);
  const entries = await entriesOf(await (await fetch(address)).arrayBuffer());
  expect(Object.keys(entries).sort()).toEqual(
    ['Pläne/', `Pläne/${inner.name}/`, 'Pläne/a.txt', 'Pläne/large.bin', 'a.txt'].sort(),
  );
  expect([entries['Pläne/a.txt'], entries['a.txt']]).toEqual(['first', 'second']);
  const brought = await ada.hears('dialog', 'add', ({ data }) => data['type'] === 'template');
  expect(brought.data['msg']).toMatchObject({ type: 'file_download', name: 'All.zip' });
  const { app } = await testServer();
  const [row] = await app.db
    .selectFrom('file_packs')
    .select(['token', 'size'])
    .where('userid', '=', ada.userid)
    .execute();
  const own = (by: TestClient) => fetch(`${by.base}/file/pack/${row?.token}/All.zip`, { headers: { token: by.token } });
  expect([(await own(ada)).status, (await own(bo)).status]).toEqual([200, 404]);
  expect(bo.heard().filter((each) => each.includes('compress'))).toEqual([]);
  await collectPacks(app, new Date(Date.now() + 25 * 3600_000));
  expect((await own(ada)).status).toBe(404);
  expect((await fetch(address)).status).toBe(403);
});

test('nothing is packed that one may only read, nothing too large, and nothing by temporary accounts', async () => {
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
