import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { driveHistory, driveOne, driveRemove, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { CHUNK_BYTES, fileKey, uploadCancel, uploadInit, uploadMerge } from '@atrium/contract/files/files.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { fileSetting } from '@atrium/contract/workspace/storage.ts';
import { expect, test } from 'vitest';
import { folderOf, inside, upload } from '#modules/drive/drive.testing';
import { collectFiles, placeOf } from '#modules/files/files.service';
import { diskStorage } from '#platform/files/diskStorage';
import type { Storage } from '#platform/files/storage';
import { administrator, person, startServer, type TestClient, testServer, unique } from '#testing/world';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
type Init = InputOf<typeof uploadInit>;
const begin = (who: TestClient, name: string, bytes: Uint8Array, more: Partial<Init> = {}) =>
  who.call(uploadInit, { scene: 'file_cabinet', name, size: bytes.length, ...more });

async function sendPart(who: TestClient, upload_id: string, index: number, bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set('upload_id', upload_id);
  body.set('index', String(index));
  body.set('blob', new Blob([bytes.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)]), 'blob');
  const { ret } = await who.raw('upload/chunk', { method: 'POST', body });
  expect(ret).toBe(1);
}
const bytesOf = (size: number) => new Uint8Array(randomBytes(size));

test('a file arrives in parts over a restart of the server, and is in its folder once', async () => {
  const { app } = await testServer();
  const first = await startServer({ storage: app.storage, uploadDir: app.uploadDir });
  const ada = await person('ada', { server: first });
  const folder = await folderOf(ada, 0, 'Videos');
  const content = bytesOf(CHUNK_BYTES + 1000);
  const { upload_id } = await begin(ada, 'Film.mp4', content, {
    hash: hashOf(content),
    scene_params: { pid: folder.id, webkit_relative_path: 'Trip/Day 1/Film.mp4' },
  });
  await sendPart(ada, upload_id, 0, content);
  await first.close();
  const second = await startServer({ storage: app.storage, uploadDir: app.uploadDir });
  ada.resumeOn(second.base);
  expect(await ada.call(uploadInit, { upload_id })).toMatchObject({ received: [0], chunk_count: 2 });
  await sendPart(ada, upload_id, 1, content);
  // Several merges at once make one file.
  const merged = await Promise.all([1, 2, 3].map(() => ada.call(uploadMerge, { upload_id })));
  const [film] = merged.map((files) => (files as unknown as { id: number; full_name: string }[]).at(-1));
  expect(film).toMatchObject({ full_name: 'Film.mp4', size: content.length, type: 'media' });
  expect(await ada.call(uploadInit, { upload_id })).toMatchObject({ done: true });
  const [trip] = await inside(ada, folder.id);
  const [day] = await inside(ada, trip?.id);
  expect(await inside(ada, day?.id)).toMatchObject([{ id: film?.id }]);
  const [file] = await inside(ada, day?.id);
  const { key } = await ada.call(fileKey, {});
  const stored = await fetch(`${second.base}/${file?.path}?key=${key}`);
  expect(hashOf(new Uint8Array(await stored.arrayBuffer()))).toBe(hashOf(content));
  await second.close();
});

test('what one has already is not sent again; what others have is', async () => {
  const [ada, bo, eve] = [await person('ada'), await person('bo'), await person('eve')];
  const content = bytesOf(2000);
  const hash = hashOf(content);
  const [file] = await upload(ada, 'a.bin', content);
  const again = await begin(ada, 'b.bin', content, { hash });
  expect(again).toMatchObject({ done: true, upload_id: '', files: [{ name: 'b', size: 2000, overwrite: 0 }] });
  // Their own screen hears of it.
  await ada.listen();
  const named = { scene: 'file_cabinet', name: 'heard.bin', size: content.length, hash } as const;
  const heard = await ada.call(uploadInit, named, { mutation: unique('known') });
  expect((await ada.receives('file', 'add')).data).toMatchObject({ id: heard.files?.[0]?.id });
  // The answer to others is the one that a new file gets.
  const unknown = await begin(eve, 'x.bin', content, { hash: hashOf(bytesOf(10)) });
  const known = await begin(eve, 'x.bin', content, { hash });
  expect({ ...known, upload_id: '' }).toEqual({ ...unknown, upload_id: '' });
  expect(known.done).toBeUndefined();
  // A known file is reused only while it is shared with the person.
  await ada.call(driveShareUpdate, { id: file?.id ?? 0, userids: [bo.userid], permission: 0 });
  expect(await begin(bo, 'c.bin', content, { hash })).toMatchObject({ done: true });
  await ada.call(driveShareUpdate, { id: file?.id ?? 0, userids: [eve.userid], permission: 0 });
  await ada.call(driveShareUpdate, { id: file?.id ?? 0, userids: [eve.userid], permission: -1 });
  expect((await begin(eve, 'd.bin', content, { hash })).done).toBeUndefined();
  // Also as a new version of a file of the same name.
  const [old] = await upload(ada, 'v.bin', 'one');
  const params = { scene_params: { overwrite: true }, hash };
  expect(await begin(ada, 'v.bin', content, params)).toMatchObject({ files: [{ id: old?.id, overwrite: 1 }] });
  expect((await ada.call(driveHistory, { id: old?.id ?? 0 })).total).toBe(2);
});

test('content that could not be deleted as a whole is sent again', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-half-'));
  const disk = diskStorage(folder);
  let stuck = '';
  const storage: Storage = {
    ...disk,
    delete: async (key) => {
      if (key === stuck) throw new Error('the storage is away');
      await disk.delete(key);
    },
  };
  const server = await startServer({ storage, uploadDir: path.join(folder, 'uploads') });
  const ada = await person('ada', { server });
  const contents = [bytesOf(2000), bytesOf(3000)];
  const rows = () =>
    server.app.db
      .selectFrom('stored_files')
      .select(['id', 'token'])
      .where('userid', '=', ada.userid)
      .orderBy('id')
      .execute();
  const ids: number[] = [];
  for (const content of contents) ids.push((await upload(ada, 'a.bin', content))[0]?.id ?? 0);
  const [first] = await rows();
  stuck = first ? placeOf(first, true) : '';
  await ada.call(driveRemove, { ids });
  await server.app.db.deleteFrom('files').where('userid', '=', ada.userid).execute();
  const later = new Date(Date.now() + 3600_000);
  await expect(collectFiles(server.app, later)).rejects.toThrow('the storage is away');
  // The other one is gone as a whole, also without its row.
  expect(await rows()).toEqual([first]);
  const [content = bytesOf(1)] = contents;
  const named = { hash: hashOf(content) };
  const begun = await begin(ada, 'b.bin', content, named);
  expect(begun.done).toBeUndefined();
  await sendPart(ada, begun.upload_id, 0, content);
  await ada.call(uploadMerge, { upload_id: begun.upload_id });
  const [file] = await inside(ada);
  const { key } = await ada.call(driveOne, { id: String(file?.id) });
  expect((await fetch(`${server.base}/${file?.path}?key=${key}`)).status).toBe(200);
  stuck = '';
  await collectFiles(server.app, later);
  expect(await rows()).toHaveLength(1);
  expect(await begin(ada, 'c.bin', content, named)).toMatchObject({ done: true });
  await server.close();
  await rm(folder, { recursive: true });
});

test('an upload is refused before any byte where it may not go or does not fit', async () => {
  const [ada, bo, admin] = [await person('ada'), await person('bo'), await administrator()];
  const folder = await folderOf(ada, 0, 'Team');
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  const content = bytesOf(10);
  const params = { scene_params: { pid: folder.id } };
  await expect(begin(bo, 'a.bin', content, params)).rejects.toMatchObject({ data: { code: 'forbidden' } });
  await admin.call(fileSetting, { type: 'save', quota_person: 1 });
  await expect(begin(ada, 'a.bin', bytesOf(2_000_000))).rejects.toMatchObject({ data: { code: 'quota.person' } });
  await admin.call(fileSetting, { type: 'save', quota_person: 0 });
  // A content that differs from the announced one is not stored.
  const { upload_id } = await begin(ada, 'a.bin', content, { ...params, hash: hashOf(bytesOf(10)) });
  await sendPart(ada, upload_id, 0, content);
  await expect(ada.call(uploadMerge, { upload_id })).rejects.toMatchObject({ data: { code: 'upload.damaged' } });
  expect(await inside(ada, folder.id)).toEqual([]);
  // Its parts would be refused each time: another try sends them again.
  await expect(ada.call(uploadInit, { upload_id })).rejects.toMatchObject({ data: { code: 'upload.gone' } });
  // The folder has gone meanwhile.
  const second = await begin(ada, 'a.bin', content, params);
  await sendPart(ada, second.upload_id, 0, content);
  await ada.call(driveRemove, { ids: [folder.id] });
  await expect(ada.call(uploadMerge, { upload_id: second.upload_id })).rejects.toMatchObject({
    data: { code: 'file.gone' },
  });
  await ada.call(uploadCancel, { upload_id: second.upload_id });
  await expect(ada.call(uploadInit, { upload_id: second.upload_id })).rejects.toMatchObject({
    data: { code: 'upload.gone' },
  });
});
