import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd, driveRemove, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { appSortSave } from '@atrium/contract/workspace/appSorts.ts';
import * as f from '@atrium/contract/workspace/favorites.ts';
import { expect, test } from 'vitest';
import { refused, type TestClient, world } from '#testing/world';

// covers C7-15, C7-16, C7-17
test('favorites are listed newest first, with a note, while access lasts', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const message = await ada.call(msgSendtext, { dialog_id: project.dialog_id, text: '<p>the plan</p>' });
  const things = [
    { type: 'task' as const, id: task.id },
    { type: 'project' as const, id: project.id },
    { type: 'message' as const, id: message.id },
  ];
  for (const thing of things) {
    expect(await bo.call(f.favoriteToggle, thing)).toEqual({ favorited: true, action: 'added' });
    await expect(eve.call(f.favoriteToggle, thing)).rejects.toEqual(refused(`${thing.type}.gone`));
    expect(await ada.call(f.favoriteCheck, thing)).toEqual({ favorited: false });
  }
  const [first] = things;
  if (!first) throw new Error('no things');
  await bo.call(f.favoriteRemark, { ...first, remark: 'before Friday' });
  await expect(ada.call(f.favoriteRemark, { ...first, remark: 'mine' })).rejects.toEqual(refused('favorite.none'));
  await expect(bo.call(f.favoriteRemark, { ...first, remark: '  ' })).rejects.toMatchObject(refused('parameter.short'));

  const lists = async (by: TestClient) => {
    const { data, total } = await by.call(f.favoriteList, {});
    const { tasks, projects, messages } = data;
    // Whose it is, and when it is due, also where its project is not loaded.
    expect(tasks.every(({ owners, end_at }) => owners.includes(ada.userid) && end_at === null)).toBe(true);
    return [tasks.map((each) => [each.name, each.remark]), projects.length, messages.map((each) => each.id), total];
  };
  expect(await lists(bo)).toEqual([[['Ship', 'before Friday']], 1, [message.id], 3]);
  expect(await lists(ada)).toEqual([[], 0, [], 0]);
  expect((await bo.call(f.favoriteList, { type: 'message' })).data).toMatchObject({ tasks: [], projects: [] });

  // Items that were withdrawn or are no longer accessible are not listed; they can still be removed.
  await ada.call(msgWithdraw, { msg_id: message.id });
  expect((await lists(bo))[2]).toEqual([]);
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid] });
  expect(await lists(bo)).toEqual([[], 0, [], 3]);
  expect(await bo.call(f.favoriteToggle, first)).toEqual({ favorited: false, action: 'removed' });
  expect(await bo.call(f.favoriteClean, { type: 'project' })).toEqual({ deleted_count: 1 });
  expect(await bo.call(f.favoriteClean, {})).toEqual({ deleted_count: 1 });
});

test('favorites are in the person’s order: new ones first, and those that it never had last', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const ids = new Map<string, number>();
  const add = async (name: string) => {
    const { id } = await ada.call(taskAdd, { project_id: project.id, name });
    ids.set(name, id);
    await ada.call(f.favoriteToggle, { type: 'task', id });
  };
  for (const name of ['Oldest', 'Paint', 'Plant']) await add(name);
  const names = async (input: InputOf<typeof f.favoriteList> = {}) =>
    (await ada.call(f.favoriteList, input)).data.tasks.map(({ name }) => name);
  expect(await names()).toEqual(['Plant', 'Paint', 'Oldest']);
  const favorites = ['Paint', 'Plant'].map((name) => `task:${ids.get(name)}`);
  await ada.call(appSortSave, { sorts: { favorites: ['file:1', ...favorites] } });
  await add('New');
  expect(await names()).toEqual(['New', 'Paint', 'Plant', 'Oldest']);
  expect(await names({ type: 'task', page: 2, pagesize: 2 })).toEqual(['Plant', 'Oldest']);
});

test('files and folders are favorites while they may be opened', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const folder = await ada.call(driveAdd, { name: 'Plans', type: 'folder' });
  const file = await ada.call(driveAdd, { name: 'Pier', type: 'document', pid: folder.id });
  const kept = async (by: TestClient) =>
    (await by.call(f.favoriteList, { type: 'file' })).data.files.map((each) => each.file.name);
  await expect(bo.call(f.favoriteToggle, { type: 'file', id: file.id })).rejects.toEqual(refused('file.gone'));
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  for (const { id } of [folder, file]) await bo.call(f.favoriteToggle, { type: 'file', id });
  expect((await kept(bo)).toSorted()).toEqual(['Pier', 'Plans']);
  await ada.call(driveRemove, { ids: [file.id] });
  expect(await kept(bo)).toEqual(['Plans']);
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: -1 });
  expect(await kept(bo)).toEqual([]);
  expect(await bo.call(f.favoriteToggle, { type: 'file', id: folder.id })).toMatchObject({ favorited: false });
});
