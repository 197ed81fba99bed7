import { driveBin, driveBinDelete, driveBinEmpty, driveBinRestore } from '@atrium/contract/files/bin.ts';
import {
  driveContent,
  driveHistory,
  driveLink,
  driveMove,
  driveOne,
  driveRemove,
  driveRestore,
  driveSearch,
  driveShare,
  driveShareUpdate,
  driveUsage,
} from '@atrium/contract/files/drive.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { fileSetting } from '@atrium/contract/workspace/storage.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { indexAll } from '#modules/searchIndex/index.service';
import { workerDatabase } from '#testing/database';
import { administrator, person, type TestClient, testServer, unique } from '#testing/world';
import { freeDeleted } from '../drive.service.ts';
import { documentOf, folderOf, inside, upload } from '../drive.testing.ts';
import { forgetDeleted, pruneVersions } from './bin.service.ts';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});
afterEach(async () => {
  await admin.call(fileSetting, { type: 'save', bin_days: 30, versions_most: 100, versions_days: 0 });
});
const code = (word: string) => ({ data: { code: word } });
const binOf = async (who: TestClient) => (await who.call(driveBin, {})).list;

test('a deleted folder is one entry, and comes back with everything, without its shares and links', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const word = unique('Secret');
  const outer = await folderOf(ada, 0, 'Outer');
  const folder = await folderOf(ada, outer.id, 'Team');
  const deep = await folderOf(ada, folder.id, 'Deep');
  const [file] = await upload(ada, `${word}.txt`, 'bytes', { pid: deep.id });
  const [early] = await upload(ada, 'early.txt', '123', { pid: folder.id });
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 1 });
  const { code: link } = await ada.call(driveLink, { id: file?.id ?? 0 });
  await ada.call(driveRemove, { ids: [early?.id ?? 0] });
  await ada.call(driveRemove, { ids: [folder.id] });
  expect(await binOf(ada)).toMatchObject([
    { id: folder.id, name: 'Team', type: 'folder', size: 5, files: 1, folder: 'Outer', deleted_by: ada.userid },
    { id: early?.id, name: 'early', size: 3, is_homeless: true },
  ]);
  expect(await binOf(bo)).toEqual([]);
  await expect(bo.call(driveBinRestore, { ids: [folder.id] })).rejects.toMatchObject(code('file.gone'));
  await ada.listen();
  await ada.call(driveBinRestore, { ids: [folder.id] }, { mutation: unique('restore') });
  expect((await ada.receives('file', 'add')).data).toMatchObject({ id: folder.id, pid: outer.id });
  expect(await inside(ada, deep.id)).toMatchObject([{ id: file?.id, pids: `,${outer.id},${folder.id},${deep.id},` }]);
  expect((await ada.call(driveShare, { id: folder.id })).list).toEqual([]);
  await expect(ada.call(driveOne, { id: link })).rejects.toMatchObject(code('file.gone'));
  await indexAll((await testServer()).app);
  expect(await ada.call(driveSearch, { key: word })).toMatchObject([{ id: file?.id }]);
  // The file that was deleted before finds its folder again.
  await ada.call(driveBinRestore, { ids: [early?.id ?? 0] });
  expect((await inside(ada, folder.id)).map(({ name }) => name)).toEqual(['Deep', 'early']);
  await expect(ada.call(driveBinRestore, { ids: [folder.id] })).rejects.toMatchObject(code('file.gone'));
});

test('without its folder it comes back at the top, and a taken name gets a number', async () => {
  const ada = await person('ada');
  const folder = await folderOf(ada, 0, 'Old');
  const [file] = await upload(ada, 'Plan.txt', 'one', { pid: folder.id });
  await ada.call(driveRemove, { ids: [file?.id ?? 0] });
  await ada.call(driveRemove, { ids: [folder.id] });
  await upload(ada, 'Plan.txt', 'two');
  expect(await ada.call(driveBinRestore, { ids: [file?.id ?? 0] })).toMatchObject([{ pid: 0, name: 'Plan (2)' }]);
});

test('a folder that has moved meanwhile takes back what was deleted in it', async () => {
  const ada = await person('ada');
  const [folder, other] = [await folderOf(ada, 0, 'Folder'), await folderOf(ada, 0, 'Other')];
  const [file] = await upload(ada, 'a.txt', 'one', { pid: folder.id });
  await ada.call(driveRemove, { ids: [file?.id ?? 0] });
  await ada.call(driveMove, { ids: [folder.id], pid: other.id });
  await ada.call(driveBinRestore, { ids: [file?.id ?? 0] });
  expect(await inside(ada, folder.id)).toMatchObject([{ pids: `,${other.id},${folder.id},` }]);
});

test('what was deleted from a folder stays with its owner when the folder becomes another person’s', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const shared = await folderOf(bo, 0, 'Shared');
  await bo.call(driveShareUpdate, { id: shared.id, userids: [ada.userid], permission: 1 });
  const folder = await folderOf(ada, 0, 'Mine');
  const [file, later] = [
    await upload(ada, 'private.txt', 'secret', { pid: folder.id }),
    await upload(ada, 'later.txt', 'too', { pid: folder.id }),
  ].map(([one]) => one?.id ?? 0);
  await ada.call(driveRemove, { ids: [file ?? 0] });
  await ada.call(driveRemove, { ids: [later ?? 0] });
  await ada.call(driveMove, { ids: [folder.id], pid: shared.id });
  expect(await binOf(bo)).toEqual([]);
  await expect(bo.call(driveBinRestore, { ids: [file ?? 0] })).rejects.toMatchObject(code('file.gone'));
  expect(await binOf(ada)).toMatchObject([
    { id: later, is_homeless: true },
    { id: file, is_homeless: true },
  ]);
  // Not into the folder, where it would become Bo's.
  expect(await ada.call(driveBinRestore, { ids: [file ?? 0] })).toMatchObject([{ pid: 0, userid: ada.userid }]);
  expect(await inside(bo, folder.id)).toEqual([]);
  expect(await inside(ada)).toContainEqual(expect.objectContaining({ id: file, pids: '' }));
  // With the folder back, the rest finds its place again.
  await ada.call(driveMove, { ids: [folder.id], pid: 0 });
  await ada.call(driveBinRestore, { ids: [later ?? 0] });
  expect(await inside(ada, folder.id)).toMatchObject([{ id: later, pids: `,${folder.id},` }]);
});

test('what somebody deletes in a shared folder is in its owner’s bin, and they can undo it', async () => {
  const [ada, bo, cy] = [await person('ada'), await person('bo'), await person('cy')];
  const folder = await folderOf(ada, 0, 'Team');
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid, cy.userid], permission: 1 });
  const made = await documentOf(bo, folder.id, 'Draft');
  await bo.call(driveRemove, { ids: [made.id] });
  expect(await binOf(bo)).toEqual([]);
  expect(await binOf(ada)).toMatchObject([{ id: made.id, deleted_by: bo.userid }]);
  await expect(bo.call(driveBinDelete, { ids: [made.id] })).rejects.toMatchObject(code('file.gone'));
  // Others who may write there have not deleted it.
  await expect(cy.call(driveBinRestore, { ids: [made.id] })).rejects.toMatchObject(code('file.gone'));
  expect(await bo.call(driveBinRestore, { ids: [made.id] })).toMatchObject([{ id: made.id }]);
  await bo.call(driveRemove, { ids: [made.id] });
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  await expect(bo.call(driveBinRestore, { ids: [made.id] })).rejects.toMatchObject(code('file.gone'));
});

test('entries are deleted for good one by one, all at once, or after the days that administrators set', async () => {
  const ada = await person('ada');
  const { app } = await testServer();
  const [a] = await upload(ada, 'a.txt', 'a');
  const [b] = await upload(ada, 'b.txt', 'b');
  const [c] = await upload(ada, 'c.txt', 'c');
  await ada.call(driveRemove, { ids: [a?.id ?? 0, b?.id ?? 0, c?.id ?? 0] });
  // The bin does not count.
  expect((await ada.call(driveUsage, {})).used).toBe(0);
  await ada.call(driveBinDelete, { ids: [a?.id ?? 0] });
  expect((await binOf(ada)).map(({ name }) => name).sort()).toEqual(['b', 'c']);
  const stored = async () =>
    (await app.db.selectFrom('stored_files').select('id').where('userid', '=', ada.userid).execute()).length;
  await expect.poll(stored).toBe(2);
  await admin.call(fileSetting, { type: 'save', bin_days: 7 });
  await sql`update files set deleted_at = now() - interval '8 days' where id = ${b?.id}`.execute(app.db);
  await forgetDeleted(app);
  expect(await binOf(ada)).toMatchObject([{ name: 'c' }]);
  expect(await ada.call(driveBinEmpty, {})).toEqual({ count: 1 });
  expect(await binOf(ada)).toEqual([]);
  const { data } = await admin.call(auditList, { userid: ada.userid, action: 'file.purged' });
  expect(data.map(({ target_name }) => target_name).sort()).toEqual(['a.txt', 'c.txt']);
});

test.for([
  ['the days of the bin are over', 0],
  ['storage is short', 1],
] as const)('what is being restored while %s stays, with its content', async ([, way]) => {
  const ada = await person('ada');
  const { app } = await testServer();
  const folder = await folderOf(ada, 0, 'Folder');
  const [file] = await upload(ada, 'a.txt', 'words', { pid: folder.id });
  await ada.call(driveRemove, { ids: [folder.id] });
  await sql`update files set deleted_at = now() - interval '31 days' where deleted_root = ${folder.id}`.execute(app.db);
  const other = new pg.Client({ connectionString: await workerDatabase() });
  await other.connect();
  await other.query('begin');
  await other.query(
    'update files set deleted_at = null, deleted_by = null, deleted_root = null where deleted_root = $1',
    [folder.id],
  );
  const purging = way === 0 ? forgetDeleted(app) : freeDeleted(app, ada.userid);
  const isWaiting = async () => {
    const { rows } = await other.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows.length > 0;
  };
  await expect.poll(isWaiting).toBe(true);
  await other.query('commit');
  await other.end();
  await purging;
  expect(await inside(ada, folder.id)).toMatchObject([{ id: file?.id }]);
  expect((await ada.call(driveHistory, { id: file?.id ?? 0 })).data).toHaveLength(1);
  const content = await ada.call(driveContent, { id: String(file?.id) });
  expect(content).toMatchObject({ content: { content: 'words' } });
});

test('versions are kept by number and age, never without the newest', async () => {
  const ada = await person('ada');
  const { app } = await testServer();
  const [file] = await upload(ada, 'a.txt', '1');
  for (const content of ['2', '3', '4', '5']) await upload(ada, 'a.txt', content, { cover: 1 });
  const versions = async () => (await ada.call(driveHistory, { id: file?.id ?? 0 })).data;
  await admin.call(fileSetting, { type: 'save', versions_most: 4 });
  await pruneVersions(app);
  const kept = await versions();
  expect(kept).toHaveLength(4);
  // A version is as old as the time since it was replaced.
  await sql`update file_contents set created_at = now() - interval '40 days' where id in (${kept[3]?.id}, ${kept[2]?.id},
    ${kept[1]?.id})`.execute(app.db);
  await admin.call(fileSetting, { type: 'save', versions_most: 0, versions_days: 30 });
  await pruneVersions(app);
  expect((await versions()).map(({ id }) => id)).toEqual([kept[0]?.id, kept[1]?.id]);
  await ada.call(driveRestore, { id: file?.id ?? 0, history_id: kept[1]?.id ?? 0 });
  expect(await ada.call(driveOne, { id: String(file?.id) })).toMatchObject({ size: 1 });
});
