import { groupAdduser } from '@atrium/contract/chat/dialogs.ts';
import { flowDelete, flowSave } from '@atrium/contract/projects/flows.ts';
import {
  columnLists,
  columnRemove,
  columnUpdate,
  projectArchived,
  projectRemove,
  projectUpdate,
} from '@atrium/contract/projects/projects.ts';
import { tagDelete, tagSave } from '@atrium/contract/projects/tags.ts';
import {
  taskAdd,
  taskAddsub,
  taskDialog,
  taskLists,
  taskOne,
  taskRemove,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { clientOn, TestHost } from '#testing/clients';
import { countStatements } from '#testing/statements';
import { refused, type TestClient, testServer, world } from '#testing/world';

/** A task that Eve reads as a guest, and that Bo, a member, follows as well. */
async function stage() {
  const { ada, bo, eve, cy, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve', 'cy'] });
  const project_id = project.id;
  const [column] = (await ada.call(columnLists, { project_id })).data;
  const task = await ada.call(taskAdd, { project_id, name: 'Followed', owner: [ada.userid] });
  const { dialog_id } = await ada.call(taskDialog, { task_id: task.id });
  await ada.call(groupAdduser, { dialog_id, userids: [eve.userid, bo.userid] });
  return { ada, bo, eve, cy, project_id, column_id: column?.id ?? 0, task_id: task.id };
}

async function deviceOf(person: TestClient, taskId: number) {
  const { base } = await testServer();
  const client = clientOn(new TestHost({ base: () => base, random: () => 1, loss: 0 }));
  await client.start(person.token);
  await client.opened.loadTask(taskId);
  await expect.poll(() => client.state).toBe('ready');
  return client;
}

test('a guest hears of a renamed project, column or person around their task, and their device shows it', async () => {
  const { ada, bo, eve, cy, project_id, column_id, task_id } = await stage();
  const saved = await ada.call(flowSave, {
    project_id,
    flows: [
      { id: -1, name: 'Open', status: 'start', turns: [-2] },
      { id: -2, name: 'Doing', status: 'progress', userids: [ada.userid], turns: [-1, -3] },
      { id: -3, name: 'Done', status: 'end' },
    ],
  });
  const [open, doing, done] = saved.project_flow_item.map(({ id }) => id);
  await ada.call(taskUpdate, { task_id, flow_item_id: doing ?? 0 });
  const air = await ada.call(tagSave, { project_id, name: 'air', color: '#111111' });
  await ada.call(taskUpdate, { task_id, task_tag: [{ name: 'air', color: '#111111' }] });

  const device = await deviceOf(eve, task_id);
  const row = () => device.store.get('task', task_id);
  const names = ({ project_name, column_name, flow_item_name, task_tag }: Awaited<ReturnType<typeof one>>) => ({
    project_name,
    column_name,
    flow_item_name,
    tags: task_tag.map((tag) => tag.name),
  });
  const one = () => eve.call(taskOne, { task_id });
  const isTrue = async () => {
    const now = names(await one());
    await expect.poll(() => names(row() ?? ({ task_tag: [] } as never))).toEqual(now);
    return now;
  };
  await isTrue();

  const rename = (name: string) =>
    ada.call(flowSave, {
      project_id,
      flows: [
        { id: open ?? 0, name: 'Open', status: 'start' },
        { id: doing ?? 0, name, status: 'progress', userids: [ada.userid] },
        { id: done ?? 0, name: 'Done', status: 'end' },
      ],
    });
  await rename('At it');
  expect(await isTrue()).toMatchObject({ flow_item_name: 'progress|At it|' });
  // Only what her task shows of the workflow; a member who follows the task gets all of it.
  const statusesOf = (person: TestClient) =>
    person.frames
      .filter(({ type, action }) => `${type}/${action}` === 'project/flow')
      .map(({ data }) => (data['flow'] as typeof saved | null)?.project_flow_item);
  expect(statusesOf(eve).at(-1)).toMatchObject([{ id: doing, name: 'At it', turns: [], userids: [] }]);
  await bo.settled();
  expect(statusesOf(bo).map((items) => items?.length)).toEqual([3, 3]);
  expect(statusesOf(bo).at(-1)?.[1]).toMatchObject({ id: doing, userids: [ada.userid] });

  await ada.call(columnUpdate, { column_id, name: 'On the bench' });
  expect(await isTrue()).toMatchObject({ column_name: 'On the bench' });
  await ada.call(tagSave, { project_id, id: air.id, name: 'sky', color: '#222222' });
  expect(await isTrue()).toMatchObject({ tags: ['sky'] });
  await ada.call(tagDelete, { id: air.id });
  expect(await isTrue()).toMatchObject({ tags: [] });
  await ada.call(projectUpdate, { project_id, name: 'Workshop', desc: 'For members' });
  expect(await isTrue()).toMatchObject({ project_name: 'Workshop' });
  expect(JSON.stringify(eve.frames)).not.toContain('For members');
  await ada.call(flowDelete, { project_id });
  expect(await isTrue()).toMatchObject({ flow_item_name: '' });
  await ada.call(columnRemove, { column_id });
  await expect.poll(row).toBeUndefined();
  expect(device.store.get('project', project_id)).toBeUndefined();
  expect(device.store.get('column', column_id)).toBeUndefined();
  const ofProjects = cy.frames.filter(({ data }) => data['id'] === project_id || data['project_id'] === project_id);
  expect(ofProjects).toEqual([]);
  await device.stop();
});

test('a guest loses the task with its project and hears of nothing else in it', async () => {
  const { ada, eve, cy, project_id, task_id } = await stage();
  await ada.call(projectUpdate, { project_id, desc: 'For members' });
  const device = await deviceOf(eve, task_id);
  expect(device.store.get('task', task_id)).toBeDefined();
  await ada.call(projectRemove, { project_id });
  await expect.poll(() => device.store.get('task', task_id)).toBeUndefined();
  await expect(eve.call(taskOne, { task_id })).rejects.toMatchObject(refused('task.gone'));
  expect(JSON.stringify(eve.frames)).not.toContain('For members');
  expect(cy.frames.filter(({ type }) => type === 'project')).toEqual([]);
  await device.stop();
});

test('a guest hears that the task was archived with its project, and that it came back', async () => {
  const { ada, bo, eve, cy, project_id, task_id } = await stage();
  await ada.call(projectUpdate, { project_id, desc: 'For members' });
  const part = await ada.call(taskAddsub, { task_id, name: 'Part' });
  const dropped = await ada.call(taskAddsub, { task_id, name: 'Deleted meanwhile' });
  await ada.call(taskAdd, { project_id, name: 'Not hers' });
  const device = await deviceOf(eve, task_id);
  const shown = () => [task_id, part.id].map((id) => device.store.get('task', id)?.archived_at);
  const isTrue = async () => {
    const { archived_at } = await eve.call(taskOne, { task_id });
    await expect.poll(shown).toEqual([archived_at, archived_at]);
    return archived_at;
  };
  await ada.call(projectArchived, { project_id });
  expect(await isTrue()).toBeTruthy();
  await ada.call(taskRemove, { task_id: dropped.id });
  await ada.call(projectArchived, { project_id, type: 'recovery' });
  expect(await isTrue()).toBeNull();
  await Promise.all([eve.settled(), bo.settled(), cy.settled()]);
  const framesOf = (person: TestClient) =>
    person.frames.filter(({ type, action = '' }) => type === 'projectTask' && /^(archived|recovery)$/.test(action));
  // One event for all the tasks that she reads, and for no others; members hear of their project.
  const inOrder = (ids: unknown) => [...(ids as number[])].sort((a, b) => a - b);
  expect(framesOf(eve).map(({ data }) => inOrder(data['ids']))).toEqual([
    [task_id, part.id, dropped.id],
    [task_id, part.id],
  ]);
  expect([framesOf(bo), framesOf(cy)]).toEqual([[], []]);
  expect(JSON.stringify(eve.frames)).not.toContain('For members');
  await device.stop();
});

test('archiving a project takes the same number of queries for any number of tasks with guests', async () => {
  const { ada, project_id, task_id } = await stage();
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const archive = async () => {
    asked.mockClear();
    await ada.call(projectArchived, { project_id });
    const count = countStatements(asked.mock.calls);
    await ada.call(projectArchived, { project_id, type: 'recovery' });
    return count;
  };
  await archive();
  const few = await archive();
  for (let n = 0; n < 12; n++) await ada.call(taskAddsub, { task_id, name: `Part ${n}` });
  // Background work may ask something meanwhile; a query for each task would be twelve more.
  expect(await archive()).toBeLessThan(few + 3);
});

test('changes that do not touch a guest’s task are not sent to them and take no extra queries', async () => {
  const { ada, eve, project_id } = await stage();
  // Created after the workflow, these have its first status; the one that Eve reads has none.
  const add = (name: string) => ada.call(taskAdd, { project_id, name, owner: [ada.userid] });
  const flow = (ids: readonly number[], name: string) =>
    ada.call(flowSave, {
      project_id,
      flows: [
        { id: ids[0] ?? 0, name, status: 'start' },
        { id: ids[1] ?? 0, name: 'Done', status: 'end' },
      ],
    });
  const ids = (await flow([-1, -2], 'Open')).project_flow_item.map(({ id }) => id);
  await add('More');
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const rename = async (name: string) => {
    asked.mockClear();
    await flow(ids, name);
    return countStatements(asked.mock.calls);
  };
  // Jobs and followers of the log ask at any time: the fewest of three are those of the call.
  const fewest = async (name: string) =>
    Math.min(await rename(name), await rename(`${name} now`), await rename(`${name} again`));
  await rename('Begun');
  const few = await fewest('On it');
  for (let n = 0; n < 12; n++) await add(`More ${n}`);
  expect(await fewest('Under way')).toBe(few);
  expect((await ada.call(taskLists, { project_id, keys: { name: 'More' } })).data[0]?.flow_item_name).toContain(
    'Under',
  );
  await eve.settled();
  const flows = eve.frames.filter(({ type, action }) => `${type}/${action}` === 'project/flow');
  expect(flows.map(({ data }) => data['flow'])).toEqual([]);
});
