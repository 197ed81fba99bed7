import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { tagDelete, tagList, tagSave, tagSort } from '@atrium/contract/projects/tags.ts';
import {
  taskBrowse,
  taskBrowseClean,
  taskBrowseSave,
  taskContentHistory,
  templateDefault,
  templateDelete,
  templateList,
  templateSave,
} from '@atrium/contract/projects/taskExtras.ts';
import { taskRelated, taskUnrelate } from '@atrium/contract/projects/taskLinks.ts';
import {
  taskAdd,
  taskContent,
  taskDialog,
  taskLists,
  taskOne,
  taskRemove,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { refused, type TestClient, testServer, world } from '#testing/world';

test('everyone adds tags, their creator or the project owner edits them, and tasks follow', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id: project_id } = project;
  const sea = await bo.call(tagSave, { project_id, name: 'sea', color: '#51abea', desc: 'wet' });
  const air = await ada.call(tagSave, { project_id, name: 'air', color: '#73b45c' });
  await expect(bo.call(tagSave, { project_id, name: 'air', color: '#73b45c' })).rejects.toEqual(refused('tag.taken'));
  await expect(bo.call(tagDelete, { id: air.id })).rejects.toEqual(refused('tag.own'));
  const task = await ada.call(taskAdd, { project_id, name: 'Ship', task_tag: [sea, air, sea] });
  await ada.call(tagSave, { project_id, id: sea.id, name: 'ocean', color: '#ff7070' });
  const named = async () =>
    (await bo.call(taskOne, { task_id: task.id })).task_tag.map(({ name, color }) => [name, color]);
  expect(await named()).toEqual([
    ['ocean', '#ff7070'],
    ['air', '#73b45c'],
  ]);
  expect((await bo.call(taskLists, { project_id, keys: { tag: 'ocean' } })).total).toBe(1);
  await ada.call(tagDelete, { id: air.id });
  expect(await named()).toEqual([['ocean', '#ff7070']]);
  const wind = await bo.call(tagSave, { project_id, name: 'wind', color: '#51abea' });
  await ada.call(tagSort, { project_id, list: [sea.id, wind.id] });
  expect((await bo.call(tagList, { project_id })).map((tag) => tag.name)).toEqual(['ocean', 'wind']);
});

// covers C7-33
test('the owner creates templates, one of which is the default', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id: project_id } = project;
  const save = (fields: { name: string; title?: string; content?: string; id?: number }) =>
    ada.call(templateSave, { project_id, ...fields });
  await expect(save({ name: 'Nothing' })).rejects.toEqual(refused('template.empty'));
  const bug = await save({ name: 'Bug', title: 'Bug: ', content: '<p>Steps</p><script>alert(1)</script>' });
  expect(bug.content).toBe('<p>Steps</p>');
  const idea = await save({ name: 'Idea', title: 'Idea: ' });
  await ada.call(templateDefault, { project_id, id: idea.id });
  await ada.call(templateDefault, { project_id, id: bug.id });
  const list = () => bo.call(templateList, { project_id });
  expect((await list()).map(({ name, is_default }) => [name, is_default])).toEqual([
    ['Bug', 1],
    ['Idea', 0],
  ]);
  expect(await ada.call(templateDefault, { project_id, id: bug.id })).toMatchObject({ is_default: 0 });
  await ada.call(templateDelete, { id: idea.id });
  expect((await list()).map(({ name }) => name)).toEqual(['Bug']);
});

// covers C3-06
test('a description has versions', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id: task_id } = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Ship',
    content: '<p>first</p>',
    owner: [ada.userid, bo.userid],
  });
  await bo.call(taskUpdate, { task_id, content: '<p>second</p>' });
  const { data, total } = await ada.call(taskContentHistory, { task_id, pagesize: 1 });
  expect([total, data]).toMatchObject([2, [{ task_id, desc: 'second', userid: bo.userid }]]);
  const [, oldest] = (await ada.call(taskContentHistory, { task_id })).data;
  const old = await ada.call(taskContent, { task_id, history_id: oldest?.id ?? 0 });
  expect(old).toMatchObject({ content: '<p>first</p>', name: 'Ship', task_id });
  // The excerpt of a checklist shows which items are done.
  const checks = '<ul><li data-list="checked"><p>Rope</p></li><li data-list="unchecked"><p>Lamp</p></li></ul>';
  await ada.call(taskUpdate, { task_id, content: checks });
  expect((await ada.call(taskOne, { task_id })).desc).toBe('☑ Rope ☐ Lamp');
  expect((await ada.call(taskContent, { task_id })).content).toBe(checks);
});

// covers C7-12, C7-13
test('recently viewed items come first, without deleted or hidden ones', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const add = async (name: string) =>
    (await ada.call(taskAdd, { project_id: project.id, name, owner: [ada.userid] })).id;
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')];
  for (const task_id of [one, two, three, one]) await bo.call(taskBrowseSave, { task_id });
  const names = async (limit?: number) => (await bo.call(taskBrowse, { limit })).map((task) => task.name);
  expect(await names()).toEqual(['One', 'Three', 'Two']);
  expect(await names(2)).toEqual(['One', 'Three']);
  await ada.call(taskRemove, { task_id: three });
  await ada.call(taskUpdate, { task_id: one, visibility: 2 });
  expect(await names()).toEqual(['Two']);
  expect(await ada.call(taskBrowse, {})).toEqual([]);
  const [latest] = await bo.call(taskBrowse, {});
  expect(latest).toMatchObject({ flow_item_status: '', flow_item_color: '', browsed_at: expect.any(String) });
  // Counts what was viewed, accessible or not; never other people's.
  expect(await ada.call(taskBrowseClean, { keep_count: 0 })).toEqual({ deleted_count: 0 });
  expect(await bo.call(taskBrowseClean, {})).toEqual({ deleted_count: 0 });
  expect(await bo.call(taskBrowseClean, { keep_count: 2 })).toEqual({ deleted_count: 1 });
  expect(await bo.call(taskBrowseClean, { keep_count: 0 })).toEqual({ deleted_count: 2 });
  expect(await bo.call(taskBrowse, {})).toEqual([]);
});

// covers C3-10, C7-32
test('a task that mentions another is related to it both ways, within the reader’s access', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { id: project_id } = project;
  const { app } = await testServer();
  const [ship, sail, secret] = await Promise.all(
    [{ name: 'Ship' }, { name: 'Sail' }, { name: 'Secret', visibility: 2 }].map((fields) =>
      ada.call(taskAdd, { project_id, owner: [ada.userid], ...fields }),
    ),
  );
  if (!ship || !sail || !secret) throw new Error('no tasks');
  const named = (id: number) => `<span class="mention task" data-id="${id}">#x</span>`;
  const related = async (by: TestClient, task_id: number) =>
    (await by.call(taskRelated, { task_id })).list.map(({ task, mention, mentioned_by, latest_msg_id }) => [
      task.name,
      mention,
      mentioned_by,
      latest_msg_id,
    ]);

  // In a description, by name and by address; a missing task and the task itself are not related.
  const content = `<p>${named(sail.id)} ${named(ship.id)} ${named(99_999_999)} ${app.publicUrl}/single/task/${secret.id} https://other.example/single/task/${sail.id}</p>`;
  await ada.call(taskUpdate, { task_id: ship.id, content });
  const relates = (id: number) => bo.receives('projectTask', 'relation', (frame) => frame.data['id'] === id);
  await Promise.all([relates(ship.id), relates(sail.id)]);
  expect((await related(ada, ship.id)).sort()).toEqual([
    ['Sail', 1, 0, 0],
    ['Secret', 1, 0, 0],
  ]);
  expect(await related(bo, ship.id)).toEqual([['Sail', 1, 0, 0]]);
  expect(await related(ada, secret.id)).toEqual([['Ship', 0, 1, 0]]);
  await expect(eve.call(taskRelated, { task_id: ship.id })).rejects.toEqual(refused('task.gone'));

  // In a task's conversation in the other direction; other conversations create no relations.
  const { dialog_id } = await ada.call(taskDialog, { task_id: sail.id });
  const sent = await ada.call(msgSendtext, { dialog_id, text: `<p>see ${named(ship.id)}</p>` });
  expect(await related(bo, sail.id)).toEqual([['Ship', 1, 1, sent.id]]);
  await bo.call(msgSendtext, { dialog_id: project.dialog_id, text: `<p>${named(ship.id)}</p>` });
  // Bo mentions a task he may not see: nothing is revealed.
  await bo.call(taskUpdate, { task_id: sail.id, owner: [bo.userid] }).catch(() => undefined);
  const own = await bo.call(taskAdd, { project_id, name: 'Own', content: `<p>${named(secret.id)}</p>` });
  expect(await related(ada, own.id)).toEqual([]);

  await expect(bo.call(taskUnrelate, { task_id: sail.id, related_task_id: ship.id })).rejects.toEqual(
    refused('project.permission'),
  );
  await ada.call(taskUnrelate, { task_id: sail.id, related_task_id: ship.id });
  expect(await related(ada, ship.id)).toEqual([['Secret', 1, 0, 0]]);
  expect(await related(ada, sail.id)).toEqual([]);
});
