import { driveDetails, driveRecent } from '@atrium/contract/files/details.ts';
import * as d from '@atrium/contract/files/drive.ts';
import { fileKey } from '@atrium/contract/files/files.ts';
import { expect, test } from 'vitest';
import { world } from '#testing/world';
import { folderOf, inside, upload } from '../drive.testing.ts';

test('details say where a file is, who changed it, who has access and who opened it', async () => {
  const { ada, bo, cy, eve } = await world({ members: ['ada', 'bo', 'cy'], outsiders: ['eve'] });
  const top = await folderOf(ada, 0, 'Top');
  const inner = await folderOf(ada, top.id, 'Inner');
  const [file] = await upload(ada, 'plan.txt', 'one', { pid: inner.id });
  const id = file?.id ?? 0;
  await ada.call(d.driveShareUpdate, { id: inner.id, userids: [bo.userid, cy.userid], permission: 1 });
  await bo.call(d.driveSave, { id, content: JSON.stringify({ content: 'two' }) });
  for (const each of [cy, bo]) await each.call(d.driveContent, { id: String(id) });

  const seen = await ada.call(driveDetails, { id });
  expect(seen).toMatchObject({ file: { id, userid: ada.userid }, changed_by: bo.userid, versions: 2 });
  expect(seen.place.map(({ name }) => name)).toEqual(['Top', 'Inner']);
  expect(new Set(seen.shares?.map(({ userid }) => userid))).toEqual(new Set([bo.userid, cy.userid]));
  expect(seen.opened?.map(({ userid }) => userid)).toEqual([bo.userid, cy.userid]);
  // Others see no folders above the shared one, and not who else opened it.
  const shared = await bo.call(driveDetails, { id });
  expect(shared).toMatchObject({ place: [{ id: inner.id }], shares: null, opened: null });
  expect(await ada.call(driveDetails, { id: inner.id })).toMatchObject({ versions: 0, opened: null });

  await ada.call(d.driveShareUpdate, { id: inner.id, userids: [cy.userid], permission: -1 });
  expect((await ada.call(driveDetails, { id })).opened?.map(({ userid }) => userid)).toEqual([bo.userid]);
  for (const stranger of [cy, eve]) {
    await expect(stranger.call(driveDetails, { id })).rejects.toMatchObject({ data: { code: 'file.gone' } });
  }
});

test('recent files are those that I opened and may still open, the latest first', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const [[first], [second], [others]] = await Promise.all([
    upload(ada, 'a.txt', 'a'),
    upload(ada, 'b.txt', 'b'),
    upload(bo, 'c.txt', 'c'),
  ]);
  await bo.call(d.driveShareUpdate, { id: others?.id ?? 0, userids: [ada.userid], permission: 0 });
  for (const file of [second, first, others]) await ada.call(d.driveContent, { id: String(file?.id) });
  const ids = async () => (await ada.call(driveRecent, {})).map(({ id }) => id);
  expect(await ids()).toEqual([others?.id, first?.id, second?.id]);
  await bo.call(d.driveShareUpdate, { id: others?.id ?? 0, userids: [ada.userid], permission: -1 });
  await ada.call(d.driveRemove, { ids: [first?.id ?? 0] });
  expect(await ids()).toEqual([second?.id]);
  // A preview is no opening.
  const [own] = await inside(bo);
  const { key } = await bo.call(fileKey, {});
  const load = (more: string) => fetch(`${bo.base}/${own?.path}?key=${encodeURIComponent(key)}${more}`);
  expect((await load('&look=no')).status).toBe(200);
  expect(await bo.call(driveRecent, {})).toEqual([]);
  await load('');
  expect(await bo.call(driveRecent, {})).toHaveLength(1);
});
