import { groupAdduser, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import {
  columnLists,
  projectArchived,
  projectExit,
  projectSort,
  projectUser,
} from '@atrium/contract/projects/projects.ts';
import { taskUnrelate } from '@atrium/contract/projects/taskLinks.ts';
import {
  taskAdd,
  taskAddsub,
  taskArchived,
  taskContent,
  taskDialog,
  taskLists,
  taskOne,
  taskRemove,
  taskUpdate,
  taskUpgrade,
} from '@atrium/contract/projects/tasks.ts';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { workerDatabase } from '#testing/database';
import { refused, world } from '#testing/world';

const done = '2026-01-01 00:00:00';

test('completing a task reaches members and no outsiders', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [bo.userid] });

  await bo.call(taskUpdate, { task_id: task.id, complete_at: done });

  expect((await ada.receives('projectTask', 'update')).data).toMatchObject({ id: task.id, percent: 100 });
  await expect(eve.call(taskUpdate, { task_id: task.id, complete_at: done })).rejects.toMatchObject(
    refused('task.gone'),
  );
  await eve.settled();
  expect(eve.frameNames().filter((kind) => kind.startsWith('projectTask'))).toEqual([]);
});

test('a task for chosen people disappears for others and appears when they are chosen', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Secret', owner: [bo.userid], visibility: 2 });

  await expect(cy.call(taskOne, { task_id: task.id })).rejects.toMatchObject(refused('task.gone'));
  expect((await cy.call(taskLists, { project_id: project.id })).data).toEqual([]);
  await ada.call(taskUpdate, { task_id: task.id, visibility: 3, visibility_appointor: [cy.userid] });
  expect((await cy.receives('projectTask', 'add')).data).toMatchObject({ id: task.id, owner: 0 });
  await ada.call(taskUpdate, { task_id: task.id, visibility: 2 });
  expect((await cy.receives('projectTask', 'delete')).data).toMatchObject({ ids: [task.id] });
});

test('any role in a restricted task shows all of it while the role lasts', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const main = await ada.call(taskAdd, { project_id: project.id, name: 'Secret', owner: [ada.userid], visibility: 2 });
  const [part, rest] = [
    await ada.call(taskAddsub, { task_id: main.id, name: 'Part' }),
    await ada.call(taskAddsub, { task_id: main.id, name: 'Rest' }),
  ];
  const seenBy = async (person: typeof bo) =>
    (await person.call(taskLists, { project_id: project.id })).data.map(({ id }) => id).sort((a, b) => a - b);

  await ada.call(taskUpdate, { task_id: part.id, owner: [bo.userid] });
  for (const { id } of [main, part, rest]) await bo.receives('projectTask', 'add', ({ data }) => data.id === id);
  // A visible subtask does not make the rest visible.
  await ada.call(taskUpdate, { task_id: part.id, visibility: 1 });
  await cy.receives('projectTask', 'add', ({ data }) => data.id === part.id);
  await ada.call(taskUpdate, { task_id: part.id, owner: [cy.userid] });
  expect((await bo.receives('projectTask', 'delete')).data).toMatchObject({ id: main.id, ids: [main.id, rest.id] });
  expect(await seenBy(bo)).toEqual([part.id]);
  for (const { id } of [main, rest]) await cy.receives('projectTask', 'add', ({ data }) => data.id === id);

  await ada.call(taskUpgrade, { task_id: part.id });
  expect((await cy.receives('projectTask', 'delete')).data).toMatchObject({ id: main.id, ids: [main.id, rest.id] });
  expect(await seenBy(cy)).toEqual([part.id]);
});

test('people who see only a subtask get its events when the restricted main task is archived or deleted', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const secret = { project_id: project.id, name: 'Secret', owner: [ada.userid], assist: [cy.userid], visibility: 2 };
  const main = await ada.call(taskAdd, secret);
  const part = await ada.call(taskAddsub, { task_id: main.id, name: 'Part' });
  const rest = await ada.call(taskAddsub, { task_id: main.id, name: 'Rest' });
  await ada.call(taskUpdate, { task_id: part.id, visibility: 1 });
  await bo.receives('projectTask', 'add', ({ data }) => data.id === part.id);
  for (const { id } of [part, rest, main]) await ada.call(taskUpdate, { task_id: id, complete_at: true });

  const only = { id: part.id, ids: [part.id] };
  await ada.call(taskArchived, { task_id: main.id });
  expect((await bo.receives('projectTask', 'archived')).data).toMatchObject({ ...only, archived_userid: ada.userid });
  await ada.call(taskArchived, { task_id: main.id, type: 'recovery' });
  expect((await bo.receives('projectTask', 'recovery')).data).toMatchObject({ ...only, archived_at: null });
  await ada.call(taskRemove, { task_id: main.id });
  expect((await bo.receives('projectTask', 'delete')).data).toMatchObject(only);
  for (const lost of [only, { id: main.id, ids: [main.id, rest.id] }])
    expect((await cy.receives('projectTask', 'delete', ({ data }) => data.id === lost.id)).data).toMatchObject(lost);
  await bo.settled();
  const named = bo.frames.filter(({ type }) => type === 'projectTask').map(({ data }) => data.id);
  expect(new Set(named)).toEqual(new Set([part.id]));
});

test('a task that is taken from the archive leaves its deleted subtasks deleted', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const main = await ada.call(taskAdd, { project_id: project.id, name: 'Whole', owner: [ada.userid] });
  const part = await ada.call(taskAddsub, { task_id: main.id, name: 'Part' });
  const gone = await ada.call(taskAddsub, { task_id: main.id, name: 'Gone' });
  await ada.call(taskRemove, { task_id: gone.id });
  for (const { id } of [part, main]) await ada.call(taskUpdate, { task_id: id, complete_at: true });
  await ada.call(taskArchived, { task_id: main.id });
  expect((await bo.receives('projectTask', 'archived')).data).toMatchObject({ ids: [main.id, part.id] });
  await ada.call(taskArchived, { task_id: main.id, type: 'recovery' });
  await bo.receives('projectTask', 'restore', ({ data }) => data.id === part.id);
  await bo.settled();
  const restored = bo.frames.filter(({ action }) => action === 'restore').map(({ data }) => data.id);
  expect(restored).toEqual([main.id, part.id]);
});

test('a deleted subtask returns as visible as its main task has become, and in its column', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const roles = { owner: [ada.userid], assist: [cy.userid] };
  const main = await ada.call(taskAdd, { project_id: project.id, name: 'Open', ...roles });
  const part = await ada.call(taskAddsub, { task_id: main.id, name: 'Part' });
  await ada.call(taskRemove, { task_id: part.id });
  const column = (await ada.call(columnLists, { project_id: project.id })).data.find(({ id }) => id !== main.column_id);
  await ada.call(taskUpdate, { task_id: main.id, visibility: 2, column_id: column?.id });
  await ada.call(taskRemove, { task_id: part.id, type: 'recovery' });
  await cy.receives('projectTask', 'restore', ({ data }) => data.id === part.id);
  await bo.settled();
  expect(bo.frameNames()).not.toContain('projectTask/restore');
  expect(await ada.call(taskOne, { task_id: part.id })).toMatchObject({ visibility: 2, column_id: column?.id });
  await expect(bo.call(taskOne, { task_id: part.id })).rejects.toMatchObject(refused('task.gone'));
});

test('a member of a task’s conversation reads the task without changing it, until they leave', async () => {
  const { ada, eve, project } = await world({ members: ['ada'], outsiders: ['eve'] });
  const { id: task_id } = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Secret',
    content: '<p>What it is about</p>',
    visibility: 2,
    subtasks: [{ name: 'Part' }],
  });
  const { dialog_id } = await ada.call(taskDialog, { task_id });
  const gone = refused('task.gone');
  await expect(eve.call(taskOne, { task_id })).rejects.toMatchObject(gone);

  await ada.call(groupAdduser, { dialog_id, userids: [eve.userid] });
  expect(await eve.call(taskOne, { task_id })).toMatchObject({ id: task_id, owner: 0, assist: 0, sub_num: 1 });
  expect(await eve.call(taskContent, { task_id })).toMatchObject({ content: '<p>What it is about</p>' });
  const [part] = (await eve.call(taskLists, { parent_id: task_id })).data;
  expect(part).toMatchObject({ name: 'Part' });
  expect(await eve.call(taskOne, { task_id: part?.id ?? 0 })).toMatchObject({ name: 'Part' });
  // It is in no list of theirs, and being unassigned does not let them take it.
  expect((await eve.call(taskLists, { scope: 'all_project', keys: { name: 'Secret' } })).data).toEqual([]);
  const no = { data: { code: 'project.permission' } };
  for (const change of [{ owner: [eve.userid] }, { name: 'Mine' }, { times: [] }])
    await expect(eve.call(taskUpdate, { task_id, ...change })).rejects.toMatchObject(no);
  await expect(eve.call(taskAddsub, { task_id, name: 'More' })).rejects.toMatchObject(no);
  await expect(eve.call(taskRemove, { task_id })).rejects.toMatchObject(no);
  await expect(eve.call(taskUnrelate, { task_id, related_task_id: task_id })).rejects.toMatchObject(no);
  await expect(eve.call(taskUpgrade, { task_id: part?.id ?? 0 })).rejects.toMatchObject(no);
  expect((await eve.call(taskOne, { task_id })).name).toBe('Secret');

  await eve.call(groupDeluser, { dialog_id });
  await expect(eve.call(taskOne, { task_id })).rejects.toMatchObject(gone);
  await expect(eve.call(taskLists, { parent_id: task_id })).rejects.toMatchObject(gone);
});

test('the creator of a task can read it without membership or visibility, and cannot change it', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const picture = async (task_id: number) => (await bo.call(taskOne, { task_id })).is_guest;
  const { id: task_id } = await bo.call(taskAdd, {
    project_id: project.id,
    name: 'Mine once',
    owner: [ada.userid],
    subtasks: [{ name: 'Part' }],
  });
  const { id: other } = await ada.call(taskAdd, { project_id: project.id, name: 'Not mine', owner: [ada.userid] });
  expect(await picture(task_id)).toBeUndefined();
  const says = (name: string) => bo.receives('projectTask', 'update', ({ data }) => data['name'] === name);
  const lists = async () => (await bo.call(taskLists, { scope: 'all_project', keys: { name: 'once' } })).data.length;

  await ada.call(taskUpdate, { task_id, visibility: 2 });
  expect([await picture(task_id), await lists()]).toEqual([true, 0]);
  await ada.call(taskUpdate, { task_id, name: 'Hidden once' });
  expect((await says('Hidden once')).data).toMatchObject({ is_guest: true });
  await ada.call(taskUpdate, { task_id, visibility: 1 });
  expect([await picture(task_id), await lists()]).toEqual([undefined, 1]);

  await bo.call(projectExit, { project_id: project.id });
  expect([await picture(task_id), await lists()]).toEqual([true, 0]);
  expect((await bo.call(taskLists, { parent_id: task_id })).data).toMatchObject([{ name: 'Part', is_guest: true }]);
  await expect(bo.call(taskOne, { task_id: other })).rejects.toMatchObject(refused('task.gone'));
  const no = { data: { code: 'project.permission' } };
  await expect(bo.call(taskUpdate, { task_id, name: 'Mine' })).rejects.toMatchObject(no);
  await expect(bo.call(taskRemove, { task_id })).rejects.toMatchObject(no);
  await expect(bo.call(taskDialog, { task_id })).rejects.toMatchObject(no);
  await ada.call(taskUpdate, { task_id, name: 'Left once' });
  expect((await says('Left once')).data).toMatchObject({ is_guest: true });
  await ada.call(taskUpdate, { task_id: other, name: 'Never mine' });

  // Back in the project it is an ordinary task again.
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid, cy.userid] });
  expect([await picture(task_id), await lists()]).toEqual([undefined, 1]);
  await ada.call(taskUpdate, { task_id, name: 'Back' });
  expect((await says('Back')).data['is_guest']).toBeUndefined();
  expect(bo.frames.some(({ data }) => data['name'] === 'Never mine')).toBe(false);
});

test('a guest hears of a task outside their own lists and loses it by leaving', async () => {
  const { ada, bo, eve, cy, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve', 'cy'] });
  const { id: task_id } = await ada.call(taskAdd, { project_id: project.id, name: 'Secret', visibility: 2 });
  const { dialog_id } = await ada.call(taskDialog, { task_id });
  // One from outside, one in the project who does not see it there.
  await ada.call(groupAdduser, { dialog_id, userids: [eve.userid, bo.userid] });
  const { id: part } = await ada.call(taskAddsub, { task_id, name: 'Part' });
  const guest = { is_guest: true, owner: 0, assist: 0 };
  const isIt = ({ data }: { data: Record<string, unknown> }) => data['id'] === task_id;
  for (const each of [eve, bo]) {
    const frame = await each.receives('projectTask', 'add', ({ data }) => data['id'] === part);
    expect(frame.data).toMatchObject({ ...guest, parent_id: task_id, name: 'Part' });
    expect((await each.call(taskLists, { parent_id: task_id })).data).toMatchObject([{ id: part, is_guest: true }]);
  }
  await ada.call(taskUpdate, { task_id, name: 'Open secret', visibility: 1 });
  const seen = await bo.receives('projectTask', 'update', ({ data }) => data['name'] === 'Open secret');
  expect(seen.data['is_guest']).toBeUndefined();
  expect(await bo.call(taskOne, { task_id })).not.toHaveProperty('is_guest');
  expect(
    (await eve.receives('projectTask', 'update', ({ data }) => data['name'] === 'Open secret')).data,
  ).toMatchObject(guest);
  const [first, second] = (await ada.call(columnLists, { project_id: project.id })).data;
  const elsewhere = [second, first].find((column) => column && column.id !== seen.data['column_id']);
  await ada.call(projectSort, { project_id: project.id, sort: [{ id: elsewhere?.id ?? 0, task: [task_id] }] });
  const sorted = await eve.receives('project', 'sort');
  expect(sorted.data['tasks']).toMatchObject([{ id: task_id, column_id: elsewhere?.id }]);
  await ada.call(taskUpdate, { task_id, owner: [ada.userid] });
  await ada.call(taskRemove, { task_id });
  expect((await eve.receives('projectTask', 'delete', isIt)).data).toMatchObject({ ids: [task_id, part] });
  await ada.call(taskRemove, { task_id, type: 'recovery' });
  expect((await eve.receives('projectTask', 'restore', isIt)).data).toMatchObject(guest);

  await ada.call(groupDeluser, { dialog_id, userids: [eve.userid, bo.userid] });
  for (const id of [task_id, part])
    await eve.receives('projectTask', 'delete', ({ data }) => data['id'] === id && String(data['ids']) === String(id));
  const [before, heard] = [eve.frames.length, bo.frames.length];
  await ada.call(taskUpdate, { task_id, name: 'Closed' });
  await bo.receives('projectTask', 'update', ({ data }) => data['name'] === 'Closed');
  const updates = (by: typeof bo, from: number) =>
    by.frames.slice(from).filter(({ type, action }) => type === 'projectTask' && action === 'update');
  expect(updates(eve, before)).toEqual([]);
  // People who see it in the project hear of it once, and lose nothing by leaving its conversation.
  expect(updates(bo, heard)).toHaveLength(1);
  const deletions = bo.frames.filter(
    ({ type, action, data }) => `${type}/${action}` === 'projectTask/delete' && data['id'] === task_id,
  );
  expect(deletions).toHaveLength(1);
  expect(cy.frames.filter(({ type }) => type === 'projectTask')).toEqual([]);
});

test('a task without guests takes no extra queries to announce', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { id: task_id } = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Ship',
    owner: [ada.userid, bo.userid],
  });
  const { dialog_id } = await ada.call(taskDialog, { task_id });
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  const rename = async (name: string) => {
    asked.mockClear();
    await ada.call(taskUpdate, { task_id, name });
    const texts = asked.mock.calls.map(([query]) => (query as { text?: string }).text ?? String(query));
    return texts.filter((text) => /\b(tasks|project_users|dialog_members)\b/.test(text)).length;
  };
  // Jobs and followers of the log ask at any time: the fewest of three are those of the call.
  const fewest = async (name: string) =>
    Math.min(await rename(name), await rename(`${name} now`), await rename(`${name} again`));
  await rename('Warm');
  const without = await fewest('Alone');
  await ada.call(groupAdduser, { dialog_id, userids: [eve.userid] });
  expect(await fewest('Followed')).toBeGreaterThan(without);
  await ada.call(groupDeluser, { dialog_id, userids: [eve.userid] });
  expect(await fewest('Left')).toBe(without);
});

test('joining a project while its task becomes restricted does not show that task', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo'], outsiders: ['cy'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Secret', owner: [ada.userid] });
  const [, column] = (await ada.call(columnLists, { project_id: project.id })).data;
  // The column is being deleted at this moment: adding a task waits for the outcome.
  const other = new pg.Client({ connectionString: await workerDatabase() });
  await other.connect();
  await other.query('begin');
  await other.query('select id from project_columns where id = $1 for update', [column?.id]);
  const isWaiting = async (number: number) => {
    const { rows } = await other.query(
      `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows[0].n >= number;
  };

  const hiding = ada.call(taskUpdate, { task_id: task.id, visibility: 2, column_id: column?.id });
  await expect.poll(() => isWaiting(1)).toBe(true);
  const coming = ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid, cy.userid] });
  let isIn = false;
  void coming.then(() => {
    isIn = true;
  });
  await expect.poll(async () => isIn || isWaiting(2), { timeout: 20_000 }).toBe(true);
  const seen = isIn ? (await cy.call(taskLists, { project_id: project.id })).data : [];
  await other.query('commit');
  await other.end();
  await Promise.all([hiding, coming]);

  if (seen.some(({ id }) => id === task.id)) await cy.receives('projectTask', 'delete');
  expect((await cy.call(taskLists, { project_id: project.id })).data).toEqual([]);
});

// covers A4-01, C4-01
test('completing uses the server’s time, whatever date was sent; reopening clears it', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const before = Date.now();
  const completed = await ada.call(taskUpdate, { task_id: id, complete_at: done });
  const at = Date.parse(`${completed.complete_at?.replace(' ', 'T')}Z`);
  expect(at).toBeGreaterThan(before - 2000);
  expect(at).toBeLessThan(Date.now() + 2000);
  expect((await ada.call(taskUpdate, { task_id: id, complete_at: false })).complete_at).toBeNull();
});

test('archiving includes subtasks and restores them; a deletion records its time and author', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const sub = await ada.call(taskAddsub, { task_id: id, name: 'Pack' });
  await ada.call(taskUpdate, { task_id: sub.id, complete_at: done });
  await ada.call(taskUpdate, { task_id: id, complete_at: done });
  await ada.call(taskArchived, { task_id: id });
  expect((await bo.receives('projectTask', 'archived')).data.ids).toEqual([id, sub.id]);
  const of = async (task_id: number) => (await bo.call(taskOne, { task_id })).archived_at;
  expect([await of(id), await of(sub.id)]).not.toContain(null);
  expect((await bo.call(taskLists, { project_id: project.id, archived: 'yes', parent_id: -1 })).data).toMatchObject([
    { id, archived_userid: ada.userid, deleted_at: null },
  ]);
  await ada.call(taskArchived, { task_id: id, type: 'recovery' });
  expect([await of(id), await of(sub.id)]).toEqual([null, null]);

  await ada.call(taskRemove, { task_id: id });
  await expect(bo.call(taskOne, { task_id: id })).rejects.toMatchObject(refused('task.gone'));
  const hidden = { project_id: project.id, deleted: 'yes', archived: 'all', parent_id: -1 } as const;
  const { data } = await bo.call(taskLists, { ...hidden, keys: { name: 'shi' } });
  expect(data).toMatchObject([{ id, deleted_userid: ada.userid }]);
  expect(data[0]?.deleted_at).toMatch(/^\d{4}-/);
  expect((await bo.call(taskLists, { ...hidden, keys: { name: 'nothing' } })).data).toEqual([]);
  await ada.call(taskRemove, { task_id: id, type: 'recovery' });
  expect((await bo.call(taskOne, { task_id: id })).deleted_at).toBeNull();
});

test('a subtask cannot be restored while its main task is deleted', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship' });
  const sub = await ada.call(taskAddsub, { task_id: id, name: 'Pack' });
  await ada.call(taskRemove, { task_id: sub.id });
  await ada.call(taskRemove, { task_id: id });
  await bo.receives('projectTask', 'delete', ({ data }) => data.id === id);
  const back = ada.call(taskRemove, { task_id: sub.id, type: 'recovery' });
  await expect(back).rejects.toMatchObject(refused('task.gone'));
  await ada.call(taskRemove, { task_id: id, type: 'recovery' });
  await ada.call(taskRemove, { task_id: sub.id, type: 'recovery' });
  expect((await bo.call(taskOne, { task_id: sub.id })).deleted_at).toBeNull();
});

test('an open subtask cannot be restored into a completed or archived main task', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const sub = await ada.call(taskAddsub, { task_id: id, name: 'Pack' });
  await ada.call(taskRemove, { task_id: sub.id });
  await ada.call(taskUpdate, { task_id: id, complete_at: done });
  const bringBack = () => ada.call(taskRemove, { task_id: sub.id, type: 'recovery' });
  await expect(bringBack()).rejects.toMatchObject({ data: { code: 'task.parent_completed' } });
  await ada.call(taskArchived, { task_id: id });
  await expect(bringBack()).rejects.toMatchObject({ data: { code: 'task.archived' } });
  await ada.call(taskArchived, { task_id: id, type: 'recovery' });
  await ada.call(taskUpdate, { task_id: id, complete_at: false });
  await bringBack();
  expect(await ada.call(taskOne, { task_id: id })).toMatchObject({ sub_num: 1, sub_complete: 0 });
});

test('a subtask cannot be restored into a main task that has as many as it may', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship' });
  const first = await ada.call(taskAddsub, { task_id: id, name: 'Pack' });
  await ada.call(taskRemove, { task_id: first.id });
  for (let n = 1; n <= 50; n++) await ada.call(taskAddsub, { task_id: id, name: `Crate ${n}` });
  const bringBack = () => ada.call(taskRemove, { task_id: first.id, type: 'recovery' });
  await expect(bringBack()).rejects.toEqual(refused('task.sub_limit'));
  expect(await ada.call(taskOne, { task_id: id })).toMatchObject({ sub_num: 50 });
});

test('nothing is restored into an archived project', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const add = (name: string) => ada.call(taskAdd, { project_id: project.id, name, owner: [ada.userid] });
  const [ship, crew] = [await add('Ship'), await add('Crew')];
  await ada.call(taskUpdate, { task_id: crew.id, complete_at: done });
  await ada.call(taskArchived, { task_id: crew.id });
  await ada.call(taskRemove, { task_id: ship.id });
  await ada.call(projectArchived, { project_id: project.id });
  const restore = () => ada.call(taskRemove, { task_id: ship.id, type: 'recovery' });
  const unarchive = () => ada.call(taskArchived, { task_id: crew.id, type: 'recovery' });
  await expect(restore()).rejects.toMatchObject(refused('project.gone'));
  await expect(unarchive()).rejects.toMatchObject(refused('project.gone'));
  await ada.call(projectArchived, { project_id: project.id, type: 'recovery' });
  await Promise.all([restore(), unarchive()]);
  expect((await ada.call(taskLists, { project_id: project.id })).total).toBe(2);
});

test('creating a task one may not see returns a notice', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const add = (fields: { visibility?: number; owner?: number[]; subtasks?: { name: string; owner: number[] }[] }) =>
    bo.call(taskAdd, { project_id: project.id, name: 'Quiet', ...fields });
  expect((await add({})).is_visible).toBe(1);
  expect((await add({ visibility: 2, owner: [cy.userid] })).is_visible).toBe(0);
  expect((await add({ visibility: 2, owner: [bo.userid] })).is_visible).toBe(1);
  const mine = { name: 'Part', owner: [bo.userid] };
  expect((await add({ visibility: 2, owner: [cy.userid], subtasks: [mine] })).is_visible).toBe(1);
  await ada.receives('projectTask', 'add', (frame) => frame.data.visibility === 2);
});
