import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import * as d from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { fileKey } from '@atrium/contract/files/files.ts';
import { shareTargets } from '@atrium/contract/files/shareTargets.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { recentBrowse } from '@atrium/contract/workspace/recents.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  administrator,
  allCommitted,
  person,
  refused,
  type TestClient,
  testServer,
  unique,
  world,
} from '#testing/world';
import { collectFiles } from '../files/files.service.ts';
import { indexAll } from '../searchIndex/index.service.ts';
import { forgetDeleted } from './bin/bin.service.ts';
import { documentOf, folderOf, inside, tryUpload, upload } from './drive.testing.ts';

const share = (by: TestClient, id: number, userids: number[], permission: number, force = false) =>
  by.call(d.driveShareUpdate, { id, userids, permission, force });
const save = (by: TestClient, id: number, content: string, type = 'md') =>
  by.call(d.driveSave, { id, content: JSON.stringify({ type, content }) });
const words = async (by: TestClient, id: number | string, history_id?: number) =>
  (await by.call(d.driveContent, { id: String(id), ...(history_id && { history_id }) })).content?.content;
const names = (list: readonly d.DriveFile[]) => list.map(fullName);
const code = (name: string) => ({ data: { code: name } });
async function fetched(by: TestClient, file: d.DriveFile, more = '') {
  const { key } = await by.call(fileKey, {});
  return fetch(`${by.base}/${file.path}?key=${encodeURIComponent(key)}${more}`);
}

// covers C7-19, A4-29
test('a folder lists its content and the path to it, as far up as the reader may go', async () => {
  const { ada, eve } = await world({ members: ['ada'], outsiders: ['eve'] });
  const plans = await folderOf(ada, 0, 'Plans');
  const year = await folderOf(ada, plans.id, 'Year');
  const notes = await documentOf(ada, year.id, 'Notes');
  expect(plans).toMatchObject({ pid: 0, pids: '', type: 'folder', permission: 1000, userid: ada.userid, share: 0 });
  expect(notes).toMatchObject({ pid: year.id, pids: `,${plans.id},${year.id},`, type: 'document', ext: 'md', size: 0 });
  const listed = await ada.call(d.driveLists, { pid: year.id });
  expect(listed.map(({ id }) => id)).toEqual([notes.id, plans.id, year.id]);
  expect(await ada.call(d.driveLists, {})).toMatchObject([{ id: plans.id }]);
  await expect(ada.call(d.driveLists, { pid: notes.id })).rejects.toMatchObject(code('drive.folder'));
  await expect(eve.call(d.driveLists, { pid: year.id })).rejects.toMatchObject(code('file.gone'));

  // Going back from a shared folder leads to the top: the folder above it is closed to this reader.
  const week = await folderOf(ada, year.id, 'Week');
  await share(ada, year.id, [eve.userid], 0);
  const inside = await eve.call(d.driveLists, { pid: week.id });
  expect(inside.map(({ id, pid, permission }) => ({ id, pid, permission }))).toEqual([
    { id: year.id, pid: 0, permission: 0 },
    { id: week.id, pid: year.id, permission: 0 },
  ]);
  await share(ada, year.id, [eve.userid], -1);
  await expect(eve.call(d.driveLists, { pid: week.id })).rejects.toMatchObject(code('file.gone'));
});

test('names are validated, made unique and renamed; a folder holds 10,000 entries', async () => {
  const { ada } = await world({ members: ['ada'] });
  const folder = await folderOf(ada);
  for (const name of ['x', 'a/b', 'what?', 'n'.repeat(101)]) {
    await expect(folderOf(ada, 0, name)).rejects.toMatchObject(code('drive.name'));
  }
  const first = await documentOf(ada, folder.id, 'Notes');
  const second = await documentOf(ada, folder.id, 'notes.md');
  expect(names([first, second])).toEqual(['Notes.md', 'notes (2).md']);
  // A folder may have a document's name: it has no extension.
  expect((await folderOf(ada, folder.id, 'Notes')).name).toBe('Notes');
  const renamed = await ada.call(d.driveAdd, { id: second.id, name: 'Notes.md' });
  expect(fullName(renamed)).toBe('Notes (2).md');
  expect(fullName(await ada.call(d.driveAdd, { id: second.id, name: 'Minutes' }))).toBe('Minutes.md');
  const { app } = await testServer();
  await sql`insert into files (pid, pids, name, type, userid, created_id)
    select ${folder.id}, array[${folder.id}::int], 'n' || i, 'folder', ${ada.userid}, ${ada.userid}
    from generate_series(1, ${d.MAX_IN_FOLDER} - 3) i`.execute(app.db);
  await expect(folderOf(ada, folder.id)).rejects.toMatchObject(code('drive.full'));
  expect(await tryUpload(ada, 'one.txt', 'x', { pid: folder.id })).toMatchObject(code('drive.full'));
  // The first ones are those that a screen shows first; the folder itself follows in any case.
  const first3 = await ada.call(d.driveLists, { pid: folder.id, take: 4 });
  expect(names(first3)).toEqual(['n1', 'n2', 'n3', 'n4', folder.name]);
  const all = await ada.call(d.driveLists, { pid: folder.id });
  expect(all).toHaveLength(d.MAX_IN_FOLDER + 1);
});

test('content is returned unchanged, under the current name, to everyone with access', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const folder = await folderOf(ada);
  const taken = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#4f5bd5' } })
    .withExif({ IFD0: { Copyright: 'Ada' } })
    .jpeg()
    .toBuffer();
  const bytes = new Uint8Array(taken);
  const [file] = await upload(ada, 'At the sea.JPG', bytes, { pid: folder.id });
  if (!file) throw new Error('nothing was uploaded');
  expect(file).toMatchObject({
    ...{ name: 'At the sea', ext: 'jpg', type: 'picture', size: bytes.length, full_name: 'At the sea.jpg' },
    ...{ image_width: 60, image_height: 40, overwrite: 0 },
  });
  expect(new Uint8Array(await (await fetched(ada, file)).arrayBuffer())).toEqual(bytes);
  expect((await fetched(bo, file)).status).toBe(404);
  await share(ada, folder.id, [bo.userid], 0);
  const renamed = await ada.call(d.driveAdd, { id: file.id, name: 'Holidays' });
  const saved = await fetched(bo, renamed, '&down=yes');
  expect(saved.headers.get('content-disposition')).toContain('Holidays.jpg');
  expect((await fetched(eve, file)).status).toBe(404);
  const thumb = { ...file, path: file.thumb.replace('{{RemoteURL}}', '') };
  expect([(await fetched(bo, thumb)).status, (await fetched(eve, thumb)).status]).toEqual([200, 404]);
});

test('a file is downloaded by id with `down`, also in an earlier version', async () => {
  const { ada, eve } = await world({ members: ['ada'], outsiders: ['eve'] });
  const [file] = await upload(ada, 'list.txt', 'first');
  const id = file?.id ?? 0;
  await ada.call(d.driveSave, { id, content: JSON.stringify({ content: 'second' }) });
  const { data } = await ada.call(d.driveHistory, { id });
  const down = (by: TestClient, more = '') =>
    fetch(`${by.base}/api/file/content?id=${id}&down=yes&token=${by.token}${more}`);
  const now = await down(ada);
  expect([now.status, await now.text()]).toEqual([200, 'second']);
  expect(now.headers.get('content-disposition')).toContain('list.txt');
  expect(await (await down(ada, `&history_id=${data[1]?.id}`)).text()).toBe('first');
  expect((await down(eve)).status).toBe(403);
  expect((await fetch(`${ada.base}/api/file/content?id=${id}&down=yes`)).status).toBe(403);
});

test('a folder uploads with its structure; a duplicate name is kept beside or overwritten', async () => {
  const { ada } = await world({ members: ['ada'] });
  const folder = await folderOf(ada);
  const at = (path: string) => ({ pid: folder.id, webkitRelativePath: path });
  const made = await upload(ada, 'a.txt', 'a', at('site/img/a.txt'));
  expect(made.map((each) => each.full_name)).toEqual(['site', 'img', 'a.txt']);
  const [second] = await upload(ada, 'b.txt', '', at('site/img/b.txt'));
  expect(second).toMatchObject({ full_name: 'b.txt', size: 0, pid: made[1]?.id });
  const [beside] = await upload(ada, 'a.txt', 'other', at('site/img/a.txt'));
  expect(beside).toMatchObject({ full_name: 'a (2).txt', overwrite: 0 });
  const [over] = await upload(ada, 'A.TXT', 'newer', { ...at('site/img/a.txt'), cover: 1 });
  expect(over).toMatchObject({ id: made[2]?.id, full_name: 'a.txt', overwrite: 1 });
  expect(await words(ada, over?.id ?? 0)).toBe('newer');
  const { data } = await ada.call(d.driveHistory, { id: over?.id ?? 0 });
  expect(await words(ada, over?.id ?? 0, data[1]?.id)).toBe('a');
  expect(await inside(ada, made[1]?.id)).toHaveLength(3);
  // Another person's file of that name at the top level is not theirs to overwrite.
  const bo = await person('bo');
  await upload(ada, 'same.txt', 'of Ada');
  expect(await upload(bo, 'same.txt', 'of Bo', { cover: 1 })).toMatchObject([{ overwrite: 0, userid: bo.userid }]);
});

test('the size limit of the workspace applies', async () => {
  const { ada } = await world({ members: ['ada'] });
  const admin = await administrator();
  await admin.call(systemSetting, { type: 'save', file_upload_limit: 1 });
  try {
    const large = new Uint8Array(1024 * 1024 + 1);
    expect(await tryUpload(ada, 'large.bin', large)).toMatchObject(code('upload.large'));
  } finally {
    await admin.call(systemSetting, { type: 'save', file_upload_limit: 1024 });
  }
});

// covers C4-23
test('changes in a folder reach everyone with access, as they see it, and nobody else', async () => {
  const { ada, bo, cy, eve } = await world({ members: ['ada', 'bo', 'cy'], outsiders: ['eve'] });
  const outer = await folderOf(ada);
  const folder = await folderOf(ada, outer.id);
  await share(ada, folder.id, [bo.userid], 1);
  const of = (id: number) => (frame: { data: Record<string, unknown> }) => frame.data['id'] === id;
  expect((await bo.receives('file', 'add', of(folder.id))).data).toMatchObject({ pid: 0, pids: '', permission: 1 });
  expect(await inside(bo)).toMatchObject([{ id: folder.id, pid: 0, pids: '', permission: 1, share: 1 }]);
  const note = await documentOf(bo, folder.id);
  // The folder's owner owns its content; the creator has full access to it.
  expect(note).toMatchObject({ userid: ada.userid, created_id: bo.userid, permission: 1000, pids: `,${folder.id},` });
  expect((await ada.receives('file', 'add', of(note.id))).data).toMatchObject({
    permission: 1000,
    pids: `,${outer.id},${folder.id},`,
  });
  await share(ada, folder.id, [cy.userid], 0);
  await save(bo, note.id, '# Hello');
  expect((await cy.receives('file', 'content', of(note.id))).data).toMatchObject({ pid: folder.id, userid: bo.userid });
  expect((await cy.receives('file', 'update', of(note.id))).data).toMatchObject({ permission: 0, size: 7 });
  await share(ada, folder.id, [cy.userid], -1);
  expect((await cy.receives('file', 'delete', of(folder.id))).data).toEqual({ id: folder.id, pid: 0 });
  await ada.call(d.driveAdd, { id: folder.id, name: 'After Cy' });
  await bo.receives('file', 'update', of(folder.id));
  await Promise.all([cy.settled(), eve.settled()]);
  expect(cy.frames.at(-1)).not.toMatchObject({ type: 'file', action: 'update' });
  expect(eve.frameNames().filter((each) => each.startsWith('file'))).toEqual([]);
});

test('a file shared with everybody is hidden from temporary accounts, including its name', async () => {
  const { ada, bo, tim } = await world({ members: ['ada', 'bo', 'tim'] });
  const admin = await administrator();
  await admin.call(userOperation, { userid: tim.userid, type: 'settemp' });
  const folder = await folderOf(ada, 0, unique('Everybody'));
  await share(ada, folder.id, [0], 0);
  expect(names(await inside(bo))).toContain(folder.name);
  expect(names(await inside(tim))).not.toContain(folder.name);
  await expect(tim.call(d.driveLists, { pid: folder.id })).rejects.toMatchObject(code('file.gone'));
  const { data } = await bo.receives('file', 'add', (frame) => frame.data['id'] === folder.id);
  expect(data).toEqual({ id: folder.id, pid: 0 });
  await expect(bo.call(d.driveShareOut, { id: folder.id })).rejects.toMatchObject(code('drive.share_everyone'));
  await share(ada, folder.id, [bo.userid], 1);
  expect(await bo.call(d.driveOne, { id: String(folder.id) })).toMatchObject({ permission: 1 });
  await share(ada, folder.id, [0, bo.userid], -1);
  expect(names(await inside(bo))).not.toContain(folder.name);
});

test('only the owner shares, not inside another share; inner shares give way on request', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const outer = await folderOf(ada);
  const inner = await folderOf(ada, outer.id);
  await share(ada, inner.id, [bo.userid], 1);
  await expect(share(bo, inner.id, [cy.userid], 0)).rejects.toMatchObject(code('drive.share_owner'));
  await expect(share(ada, outer.id, [cy.userid], 0)).rejects.toMatchObject(refused('drive.shared'));
  expect(await inside(bo)).toHaveLength(1);
  await share(ada, outer.id, [cy.userid], 0, true);
  expect([await inside(bo), await inside(cy)]).toMatchObject([[], [{ id: outer.id }]]);
  await expect(share(ada, inner.id, [bo.userid], 0)).rejects.toMatchObject(code('drive.share_inside'));
  const crowd = Array.from({ length: 101 }, (_, i) => i + 1);
  const { app } = await testServer();
  await sql`insert into file_shares select ${outer.id}, 100000 + i, 0 from generate_series(1, 99) i`.execute(app.db);
  expect(crowd).toHaveLength(101);
  await expect(share(ada, outer.id, [bo.userid], 0)).rejects.toMatchObject(code('drive.share_people'));
  expect(await cy.call(d.driveShareOut, { id: outer.id })).toEqual({ id: outer.id });
  expect(await inside(cy)).toEqual([]);
});

test('moving needs write access and rejects cycles; the folder’s owner becomes the owner', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const shared = await folderOf(ada, 0, 'Shared');
  await share(ada, shared.id, [bo.userid], 1);
  const own = await folderOf(bo, 0, 'Own');
  const deep = await documentOf(bo, own.id, 'Deep');
  await expect(bo.call(d.driveMove, { ids: [own.id], pid: own.id })).rejects.toMatchObject(code('drive.inside'));
  const [moved] = await bo.call(d.driveMove, { ids: [own.id, deep.id], pid: shared.id });
  expect(moved).toMatchObject({ pid: shared.id, userid: ada.userid, pids: `,${shared.id},`, pshare: shared.id });
  expect(await ada.call(d.driveOne, { id: String(deep.id) })).toMatchObject({
    ...{ pid: own.id, userid: ada.userid, pids: `,${shared.id},${own.id},`, pshare: shared.id },
  });
  // Back to the person's own top level: with its content, and out of the share.
  await bo.call(d.driveMove, { ids: [own.id] });
  expect(await bo.call(d.driveOne, { id: String(deep.id) })).toMatchObject({ pshare: 0, userid: bo.userid });
  await expect(ada.call(d.driveOne, { id: String(deep.id) })).rejects.toMatchObject(code('file.gone'));
  await share(bo, own.id, [ada.userid], 0);
  await expect(bo.call(d.driveMove, { ids: [own.id], pid: shared.id })).rejects.toMatchObject(code('drive.share_move'));
  await expect(ada.call(d.driveMove, { ids: [own.id] })).rejects.toMatchObject(code('forbidden'));
});

test('a copy has the same content and its own name', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const file = await documentOf(ada, 0, 'Letter');
  await save(ada, file.id, 'Dear all');
  const copy = await ada.call(d.driveCopy, { id: file.id });
  expect(copy).toMatchObject({ name: 'Letter (2)', cid: file.id, size: 8 });
  await save(ada, file.id, 'Dear nobody');
  expect(await words(ada, copy.id)).toBe('Dear all');
  await share(ada, copy.id, [bo.userid], 0);
  await expect(bo.call(d.driveCopy, { id: copy.id })).rejects.toMatchObject(code('forbidden'));
  expect(await bo.call(d.driveCopy, { id: copy.id, pid: 0 })).toMatchObject({ userid: bo.userid, pid: 0 });
  await expect(ada.call(d.driveCopy, { id: (await folderOf(ada)).id })).rejects.toMatchObject(code('drive.file'));
});

test('each save is a version, unless nothing changed; an earlier version can be restored as the newest', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const file = await documentOf(ada);
  expect(await words(ada, file.id)).toBe('');
  const first = await save(ada, file.id, 'one');
  expect((await save(ada, file.id, 'one')).id).toBe(first.id);
  await save(ada, file.id, 'two', 'text');
  expect(await ada.call(d.driveContent, { id: String(file.id) })).toMatchObject({
    ...{ file_mode: 'text', content: { type: 'text', content: 'two' } },
  });
  await share(ada, file.id, [bo.userid], 0);
  await expect(save(bo, file.id, 'mine')).rejects.toMatchObject(code('forbidden'));
  const restore = { id: file.id, history_id: first.id };
  await expect(bo.call(d.driveRestore, restore)).rejects.toMatchObject(code('forbidden'));
  await ada.call(d.driveRestore, restore);
  expect([await words(bo, file.id), (await bo.call(d.driveHistory, { id: file.id })).total]).toEqual(['one', 3]);
  const [picture] = await upload(ada, 'x.png', 'no picture');
  await expect(save(ada, picture?.id ?? 0, 'words')).rejects.toMatchObject(code('drive.words'));
  await expect(ada.call(d.driveSave, { id: file.id, content: 'bare' })).rejects.toMatchObject(code('drive.words'));
});

test('a link opens a file for anybody until it is renewed or its creator loses access', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const folder = await folderOf(ada);
  const [file] = await upload(ada, 'read me.txt', 'hello', { pid: folder.id });
  const id = file?.id ?? 0;
  await share(ada, folder.id, [bo.userid], 0);
  const link = await bo.call(d.driveLink, { id });
  expect(link.url).toBe(`http://atrium.test/single/file/${link.code}`);
  expect(await bo.call(d.driveLink, { id })).toMatchObject({ code: link.code });
  const nobody = Object.assign(Object.create(Object.getPrototypeOf(eve) as object), eve, {
    token: '',
    fd: '',
  }) as TestClient;
  const opened = await nobody.call(d.driveOne, { id: link.code });
  expect(opened).toMatchObject({ id, permission: 0 });
  expect(await words(nobody, link.code)).toBe('hello');
  const bytes = await fetch(`${eve.base}/${opened.path}?key=${encodeURIComponent(opened.key)}`);
  expect(await bytes.text()).toBe('hello');
  const other = await documentOf(ada);
  expect(other.path).toBe('');
  const [secret] = await upload(ada, 'secret.txt', 'no');
  expect((await fetch(`${eve.base}/${secret?.path}?key=${encodeURIComponent(opened.key)}`)).status).toBe(404);
  expect(await eve.call(d.driveSearch, { link: link.url })).toMatchObject([{ id, permission: 0 }]);
  await bo.call(d.driveLink, { id, refresh: 'yes' });
  await expect(nobody.call(d.driveOne, { id: link.code })).rejects.toMatchObject(code('file.gone'));
  const { code: second } = await bo.call(d.driveLink, { id });
  await share(ada, folder.id, [bo.userid], -1);
  await expect(eve.call(d.driveOne, { id: second })).rejects.toMatchObject(code('file.gone'));
});

// covers A3-10, A7-13, C7-20
test('files are found by name where the reader has access', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const word = unique('gearbox');
  const folder = await folderOf(ada);
  const file = await documentOf(ada, folder.id, `${word} drawing`);
  const older = await documentOf(ada, folder.id, `${word} sketch`);
  await share(ada, folder.id, [bo.userid], 0);
  const { app } = await testServer();
  await allCommitted(app);
  await indexAll(app);
  for (const by of [ada, bo]) {
    const hits = await by.call(d.driveSearch, { key: word });
    expect(hits.map(({ id }) => id).sort((a, b) => a - b)).toEqual([file.id, older.id]);
    const found = hits.find(({ id }) => id === file.id);
    expect(await by.call(d.driveSearch, { key: word, take: 1 })).toHaveLength(1);
    expect(found).toMatchObject({ id: file.id, name: `${word} drawing`, type: 'document', pid: folder.id, size: 0 });
    expect(found).toMatchObject({ share: 0, userid: ada.userid, updated_at: expect.any(String) as string });
  }
  expect(await eve.call(d.driveSearch, { key: word })).toEqual([]);
  await ada.call(d.driveRemove, { ids: [folder.id] });
  expect(await bo.call(d.driveSearch, { key: word })).toEqual([]);
});

test('deleting removes everything inside; content is retained for the days of the bin, or for good with its owner’s other files', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { app } = await testServer();
  const folder = await folderOf(ada);
  const [file, kept] = [
    (await upload(ada, 'a.txt', 'bytes', { pid: folder.id }))[0],
    (await upload(ada, 'b.txt', 'kept'))[0],
  ];
  await share(ada, folder.id, [bo.userid], 1);
  await expect(bo.call(d.driveRemove, { ids: [folder.id] })).rejects.toMatchObject(code('forbidden'));
  await ada.call(d.driveRemove, { ids: [folder.id, file?.id ?? 0] });
  await expect(ada.call(d.driveOne, { id: String(file?.id) })).rejects.toMatchObject(code('file.gone'));
  expect(await inside(bo)).toEqual([]);
  const tokens = async () =>
    (await app.db.selectFrom('stored_files').select('token').where('userid', '=', ada.userid).execute()).length;
  const later = new Date(Date.now() + 366 * 86_400_000);
  await forgetDeleted(app);
  await collectFiles(app, later);
  expect(await tokens()).toBe(2);
  await forgetDeleted(app, later);
  await collectFiles(app, later);
  expect(await tokens()).toBe(1);
  if (!kept) throw new Error('nothing was uploaded');
  expect(await (await fetched(ada, kept)).text()).toBe('kept');
});

test('a deleted account’s files pass to its successor', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const folder = await folderOf(ada);
  const file = await documentOf(ada, folder.id);
  await share(ada, folder.id, [bo.userid, cy.userid], 0);
  const admin = await administrator();
  const leave = { type: 'delete' as const, delete_reason: 'left', transfer_userid: bo.userid };
  await admin.call(userOperation, { userid: ada.userid, ...leave });
  expect(await inside(bo)).toMatchObject([{ id: folder.id, userid: bo.userid, permission: 1000 }]);
  expect(await bo.call(d.driveOne, { id: String(file.id) })).toMatchObject({ userid: bo.userid, permission: 1000 });
  expect(await inside(cy)).toMatchObject([{ id: folder.id, permission: 0 }]);
  expect((await bo.call(d.driveShare, { id: folder.id })).list).toMatchObject([{ userid: cy.userid }]);
});

test('parallel uploads into a folder never produce duplicate names', async () => {
  const { ada } = await world({ members: ['ada'] });
  const folder = await folderOf(ada);
  await Promise.all(Array.from({ length: 8 }, () => upload(ada, 'same.txt', 'x', { pid: folder.id })));
  const found = names(await inside(ada, folder.id));
  expect(new Set(found).size).toBe(8);
  expect(found).toContain('same (8).txt');
});

test('a file appears in a message by link, id, address or attachment', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const file = await documentOf(ada, 0, 'Named');
  await save(ada, file.id, 'words');
  const { id: dialog_id } = await ada.call(groupAdd, { chat_name: 'Group', userids: [bo.userid] });
  const named = `<p><span class="mention" data-denotation-char="~" data-id="${file.id}" data-value="Named.md">~Named.md</span></p>`;
  const { msg } = await ada.call(m.msgSendtext, { dialog_id, text: named });
  const code = /single\/file\/([\w-]+)/.exec(String(msg['text']))?.[1] ?? '';
  const mention = `<a class="mention file" href="{{RemoteURL}}single/file/${code}" target="_blank">~Named.md</a>`;
  expect(msg['text']).toBe(`<p>${mention}</p>`);
  expect(await words(bo, code)).toBe('words');
  const pasted = await bo.call(m.msgSendtext, { dialog_id, text: `<p>http://atrium.test/single/file/${code}</p>` });
  expect(pasted.msg['text']).toBe(`<p>${mention}</p>`);
  const { msgs } = await ada.call(acts.msgSendfileid, {
    file_id: file.id,
    dialogids: [dialog_id],
    leave_message: 'look',
  });
  expect(msgs.map((each) => each.msg['text'])).toEqual([`<p>${mention}</p>`, 'look']);
  // Unreadable files and folders stay plain text.
  const own = await eve.call(groupAdd, { chat_name: 'Eves', userids: [bo.userid] });
  const foreign = await eve.call(m.msgSendtext, { dialog_id: own.id, text: named });
  expect(foreign.msg['text']).toBe('<p>~Named.md</p>');
  await expect(
    ada.call(acts.msgSendfileid, { file_id: (await folderOf(ada)).id, dialogids: [dialog_id] }),
  ).rejects.toMatchObject({ data: { code: 'drive.file' } });
});

test('recent files include opened ones while access lasts', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const folder = await folderOf(ada);
  const note = await documentOf(ada, folder.id, 'Looked at');
  const [picture] = await upload(ada, 'seen.txt', 'x', { pid: folder.id });
  if (!picture) throw new Error('nothing was uploaded');
  await share(ada, folder.id, [bo.userid], 0);
  await words(bo, note.id);
  await fetched(bo, picture);
  const looked = async () => (await bo.call(recentBrowse, { type: 'file' })).list;
  expect((await looked()).map(({ id, name, folder_id }) => [id, name, folder_id])).toEqual([
    [picture.id, 'seen.txt', folder.id],
    [note.id, 'Looked at.md', folder.id],
  ]);
  await share(ada, folder.id, [bo.userid], -1);
  expect(await looked()).toEqual([]);
});

// covers C7-11
test('a shell lists where shared content can go, and the calls that it names take it', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { id: talk } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const plans = await folderOf(ada, 0, 'Plans');
  const year = await folderOf(ada, plans.id, 'Year');
  await documentOf(ada, plans.id, 'Notes');
  const [files, ...dialogs] = await ada.call(shareTargets, {});
  expect(files).toMatchObject({ type: 'children', name: 'Files', sort: 0, extend: { upload_file_id: 0, pid: 0 } });
  const target = dialogs.find(({ extend }) => extend.dialog_ids?.[0] === talk);
  expect(target).toMatchObject({ type: 'item', url: 'http://atrium.test/api/dialog/msg/sendfiles' });
  const send = async (url = '', fields: object = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
    body.set('files', new Blob(['high at nine']), 'Tides.txt');
    return ada.raw(new URL(url).pathname.slice('/api/'.length), { method: 'POST', body });
  };
  expect(await send(target?.url, target?.extend)).toMatchObject({ ret: 1, data: { msgs: [{ dialog_id: talk }] } });
  // People without a conversation are found by name; texts go to dialogs only.
  const found = await ada.call(shareTargets, { key: eve.email.split('@')[0] ?? '' });
  expect(found).toMatchObject([{ type: 'item', sort: 0, extend: { user_ids: [eve.userid] } }]);
  expect(await send(found[0]?.url, found[0]?.extend)).toMatchObject({ ret: 1, data: { msgs: [{}] } });
  const texts = await ada.call(shareTargets, { type: 'text' });
  expect(new Set(texts.map(({ url }) => url))).toEqual(new Set(['http://atrium.test/api/dialog/msg/sendtext']));
  const line = texts.find(({ extend }) => extend.dialog_ids?.[0] === talk);
  await ada.call(m.msgSendtext, { ...(line?.extend as object), text: 'From another application' });
  // Folders, of which only those that one may write to.
  expect(await ada.call(shareTargets, { pid: 0 })).toMatchObject([{ name: 'Plans', extend: { pid: plans.id } }]);
  const [inner] = await ada.call(shareTargets, { pid: plans.id });
  expect(inner).toMatchObject({ name: 'Year', url: 'http://atrium.test/api/file/content/upload' });
  await send(inner?.url, inner?.extend);
  expect((await inside(ada, year.id)).map(({ name }) => name)).toEqual(['Tides']);
  await share(ada, plans.id, [bo.userid], 0);
  expect(await bo.call(shareTargets, { pid: plans.id })).toEqual([]);
  await share(ada, plans.id, [bo.userid], 1);
  expect(await bo.call(shareTargets, { pid: plans.id })).toMatchObject([{ name: 'Year' }]);
  await expect(eve.call(shareTargets, { pid: plans.id })).rejects.toMatchObject(code('file.gone'));
});
