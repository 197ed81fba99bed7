import { projectMutations as act } from '@atrium/client/projects/projectActions.ts';
import { hiddenTasksVersion } from '@atrium/client/store/select.ts';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { columnLists, projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskBrowse, taskBrowseSave, taskEasylists, taskSubdata } from '@atrium/contract/projects/taskExtras.ts';
import {
  taskAdd,
  taskAddsub,
  taskArchived,
  taskLists,
  taskOne,
  taskRemove,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { systemPriority } from '@atrium/contract/workspace/settings.ts';
import { expect, test } from 'vitest';
import { clientOn, TestHost } from '#testing/clients';
import { administrator, person, refused, type TestClient, testServer, world } from '#testing/world';

// covers C7-27
test('a list is filtered by project, main task, time of change and page', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const add = (name: string) => ada.call(taskAdd, { project_id: project.id, name, owner: [ada.userid] });
  const [one, two] = [await add('One'), await add('Two')];
  const sub = await ada.call(taskAddsub, { task_id: one.id, name: 'Part' });
  const ids = async (input: Parameters<typeof bo.call<typeof taskLists>>[1]) =>
    (await bo.call(taskLists, input)).data.map((task) => task.id);
  expect(await ids({ project_id: project.id })).toEqual([sub.id, two.id, one.id]);
  expect(await ids({ project_id: project.id, parent_id: -1 })).toEqual([two.id, one.id]);
  expect(await ids({ parent_id: one.id })).toEqual([sub.id]);
  const page = await bo.call(taskLists, { project_id: project.id, pagesize: 2, page: 2 });
  expect(page).toMatchObject({ current_page: 2, last_page: 2, total: 3, to: 3, next_page_url: null });
  expect(page.data.map((task) => task.id)).toEqual([one.id]);

  const { time } = await bo.call(taskLists, { project_id: project.id });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await ada.call(taskUpdate, { task_id: two.id, name: 'Two, changed' });
  await ada.call(taskRemove, { task_id: one.id });
  const since = [String(time + 1), String(time + 1)] as const;
  const changed = await bo.call(taskLists, { project_id: project.id, timerange: since });
  expect(changed.data.map((task) => task.id)).toEqual([two.id]);
  expect(changed.deleted_id).toEqual(expect.arrayContaining([one.id, sub.id]));
});

test('subtask progress is returned without the rest of the task', async () => {
  const { ada, eve, project } = await world({ members: ['ada'], outsiders: ['eve'] });
  const { id: task_id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  expect(await ada.call(taskSubdata, { task_id })).toEqual({ id: task_id, sub_num: 0, sub_complete: 0, percent: 0 });
  const parts = [];
  for (const name of ['a', 'b', 'c']) parts.push(await ada.call(taskAddsub, { task_id, name }));
  await ada.call(taskUpdate, { task_id: parts[0]?.id ?? 0, complete_at: true });
  expect(await ada.call(taskSubdata, { task_id })).toEqual({ id: task_id, sub_num: 3, sub_complete: 1, percent: 33 });
  await expect(eve.call(taskSubdata, { task_id })).rejects.toMatchObject(refused('task.gone'));
});

test('the workload of people covers the open tasks the caller may see', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const add = (name: string, from: string, to: string, more: object = {}) =>
    ada.call(taskAdd, {
      project_id: project.id,
      name,
      owner: [bo.userid],
      times: [`2031-05-${from} 09:00:00`, `2031-05-${to} 18:00:00`],
      ...more,
    });
  const [before, late, early, around] = [
    await add('before', '01', '04'),
    await add('begins in it', '11', '20'),
    await add('ends in it', '03', '05'),
    await add('around it', '01', '30'),
  ];
  await add('after', '12', '13');
  await add('of somebody else', '06', '07', { owner: [ada.userid] });
  const done = await add('done', '06', '07');
  await ada.call(taskUpdate, { task_id: done.id, complete_at: true });
  const secret = await add('secret', '06', '07', { visibility: 2 });
  const busy = async (who: typeof ada, more: object = {}) =>
    (
      await who.call(taskEasylists, {
        userid: [bo.userid],
        timerange: ['2031-05-05 17:00:00', '2031-05-11 08:00:00'],
        ...more,
      })
    ).data.map((task) => task.name);
  expect(await busy(ada)).toEqual([secret.name, around.name, early.name, late.name]);
  expect(await busy(ada, { taskid: around.id })).not.toContain(around.name);
  expect(await busy(ada, { userid: [ada.userid] })).toEqual(['of somebody else']);
  expect(await busy(ada, { timerange: undefined })).toContain(before.name);
  expect(await busy(eve)).toEqual([]);
  const [first] = (await ada.call(taskEasylists, { userid: [bo.userid], pagesize: 1 })).data;
  expect(first).toMatchObject({ project_name: project.name, task_user: [{ userid: bo.userid, owner: 1 }] });
});

// covers C7-28
test('a single task is returned in any state, or only archived or active on request', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { id: task_id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const names = { project_name: project.name, column_name: 'To do' };
  expect(await ada.call(taskOne, { task_id, archived: 'no' })).toMatchObject({ id: task_id, ...names });
  await expect(ada.call(taskOne, { task_id, archived: 'yes' })).rejects.toMatchObject(refused('task.gone'));
  await ada.call(taskUpdate, { task_id, complete_at: true });
  await ada.call(taskArchived, { task_id });
  expect((await ada.call(taskOne, { task_id, archived: 'yes' })).archived_at).not.toBeNull();
  expect((await ada.call(taskOne, { task_id })).id).toBe(task_id);
  await expect(ada.call(taskOne, { task_id, archived: 'no' })).rejects.toMatchObject({
    data: { code: 'task.gone', force: 1 },
  });
});

// covers C7-30
test('an update changes the named fields; status fields beside the id are ignored', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const update = (fields: Record<string, unknown>) =>
    ada.raw('project/task/update', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task_id: task.id, ...fields }),
    });
  expect((await update({ color: '#e5f5ff' })).data).toMatchObject({
    color: '#e5f5ff',
    name: 'Ship',
    complete_at: null,
  });
  const odd = await update({ flow_item_id: 0, flow_item_status: 'end', flow_item_name: 'end|Done|', name: 'Sail' });
  expect(odd.data).toMatchObject({ name: 'Sail', flow_item_name: '', flow_item_status: '', complete_at: null });
  expect((await update({ complete_at: '2026-01-01 00:00:00' })).data.complete_at).toMatch(/^\d{4}-/);
});

// covers C4-04
test('a refused change is rolled back, and the task is loaded again', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const { base } = await testServer();
  const asked: string[] = [];
  const host = new TestHost({
    base: () => base,
    random: () => 1,
    loss: 0,
    async carry(url, init) {
      asked.push(url);
      return fetch(base + url, init);
    },
  });
  const client = clientOn(host);
  await client.start(bo.token);
  await client.opened.openProject(project.id);
  await expect.poll(() => client.state).toBe('ready');
  asked.length = 0;
  // Bo is no owner of it: shown at once, refused by the server.
  const answer = client.mutate(act.updateTask, { task_id: task.id, complete_at: true });
  expect(client.store.get('task', task.id)?.complete_at).not.toBeNull();
  await expect(answer).rejects.toMatchObject({ code: 'project.permission' });
  expect(client.store.get('task', task.id)?.complete_at).toBeNull();
  await expect.poll(() => asked.some((url) => url.endsWith('project/task/one'))).toBe(true);
  await client.stop();
});

// covers C7-29
test('tasks are added, split, described, archived and deleted by their calls, and each step is undone', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await ada.raw(path, init);
    expect(answer).toMatchObject({ ret: 1 });
    return answer.data;
  };
  const made = await ask('project/task/add', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: project.id, name: 'Ship', owner: [ada.userid], content: '<p>Plan</p>' }),
  });
  const of = `task_id=${Number(made.id)}`;
  expect(await ask(`project/task/addsub?${of}&name=Part`)).toMatchObject({ parent_id: made.id, name: 'Part' });
  expect(await ask(`project/task/content?${of}`)).toMatchObject({ content: '<p>Plan</p>' });
  expect(await ask(`project/task/files?${of}`)).toEqual([]);

  expect(await ask(`project/task/remove?${of}`)).toEqual({ id: made.id });
  expect(await ada.raw(`project/task/one?${of}`)).toMatchObject(refused('task.gone'));
  await ask(`project/task/remove?${of}&type=recovery`);
  const [sub] = (await ada.call(taskLists, { parent_id: Number(made.id) })).data;
  await ada.call(taskUpdate, { task_id: sub?.id ?? 0, complete_at: true });
  await ada.call(taskUpdate, { task_id: Number(made.id), complete_at: true });
  expect((await ask(`project/task/archived?${of}`)).archived_at).not.toBeNull();
  expect((await ask(`project/task/archived?${of}&type=recovery`)).archived_at).toBeNull();
});

// covers C4-09
test('archiving includes the subtasks, and the archive list refreshes after it and after a deletion', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const sub = await ada.call(taskAddsub, { task_id: task.id, name: 'Part' });
  const other = await ada.call(taskAdd, { project_id: project.id, name: 'Sail', owner: [ada.userid] });
  for (const task_id of [sub.id, task.id]) await ada.call(taskUpdate, { task_id, complete_at: true });
  const { base } = await testServer();
  const client = clientOn(new TestHost({ base: () => base, random: () => 1, loss: 0 }));
  await client.start(bo.token);
  await client.opened.openProject(project.id);
  await expect.poll(() => client.state).toBe('ready');
  const version = () => hiddenTasksVersion(client.store, project.id);
  const versions = [version()];
  const moved = async () => {
    await expect.poll(version).not.toBe(versions.at(-1));
    versions.push(version());
  };

  await ada.call(taskArchived, { task_id: task.id });
  await moved();
  expect(client.store.get('task', sub.id)?.archived_at).toBe(client.store.get('task', task.id)?.archived_at);
  expect(client.store.get('task', sub.id)?.archived_at).not.toBeNull();
  const archive = await bo.call(taskLists, { project_id: project.id, archived: 'yes' });
  expect(archive.data.map(({ id }) => id).sort()).toEqual([task.id, sub.id].sort());
  await ada.call(taskRemove, { task_id: other.id });
  await moved();
  await ada.call(taskArchived, { task_id: task.id, type: 'recovery' });
  await moved();
  await client.stop();
});

// covers A9-04
test('a task has at most ten owners and ten assistants', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { id: task_id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const people = (count: number) => [ada.userid, ...Array.from({ length: count - 1 }, (_, index) => 900_000 + index)];
  for (const role of ['owner', 'assist'] as const) {
    await ada.call(taskUpdate, { task_id, [role]: people(10) });
    await expect(ada.call(taskUpdate, { task_id, [role]: people(11) })).rejects.toMatchObject(
      refused('task.people_limit'),
    );
    await expect(
      ada.call(taskAdd, { project_id: project.id, name: 'Crowd', [role]: people(11) }),
    ).rejects.toMatchObject(refused('task.people_limit'));
  }
});

// covers A7-26
test('the engine adds, changes and loads tasks, knows columns, stores views, calls the server and signs out', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { base } = await testServer();
  const client = clientOn(new TestHost({ base: () => base, random: () => 1, loss: 0 }));
  await client.start(ada.token);
  await client.opened.openProject(project.id);
  await expect.poll(() => client.state).toBe('ready');
  const columns = client.store.all('column').filter((column) => column.project_id === project.id);
  expect(columns.map(({ name }) => name)).toEqual(
    (await ada.call(columnLists, { project_id: project.id })).data.map(({ name }) => name),
  );

  const made = await client.mutate(act.addTask, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  expect(client.store.get('task', made.id)?.name).toBe('Ship');
  const answer = client.mutate(act.updateTask, { task_id: made.id, name: 'Sail' });
  expect(client.store.get('task', made.id)?.name).toBe('Sail');
  await answer;
  client.store.base.task.remove(made.id);
  await client.opened.loadTask(made.id);
  expect(client.store.get('task', made.id)?.name).toBe('Sail');
  await client.api.call(taskBrowseSave, { task_id: made.id });
  expect((await client.api.read(taskBrowse, {})).map(({ id }) => id)).toEqual([made.id]);
  await client.signOut();
  expect(client.store.get('task', made.id)).toBeUndefined();
  expect(await ada.raw('users/info')).toMatchObject(refused('auth.ended'));
});

test('a task is planned by its boundaries too and gets the workspace’s default priority', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const admin = await administrator();
  const add = (more: object) => ada.call(taskAdd, { project_id: project.id, name: 'Ship', ...more });
  const level = (priority: number, is_default: boolean) => ({
    name: `L${priority}`,
    color: '#111111',
    days: 1,
    priority,
    is_default,
  });
  const planned = await add({ start_at: '2031-05-01 09:00:00', end_at: '2031-05-02 18:00:00' });
  expect(planned).toMatchObject({ start_at: '2031-05-01 09:00:00', end_at: '2031-05-02 18:00:00' });
  expect((await add({ start_at: '2031-05-01 09:00:00' })).start_at).toBeNull();
  await admin.call(systemPriority, { type: 'save', list: [level(1, false), level(2, true)] });
  expect(await add({})).toMatchObject({ p_level: 2, p_name: 'L2', p_color: '#111111' });
  expect(await add({ p_level: 0 })).toMatchObject({ p_level: 0, p_name: '' });
  expect(await add({ p_level: 1, p_name: 'L1' })).toMatchObject({ p_level: 1, p_color: '' });
  await admin.call(systemPriority, { type: 'save', list: [level(1, false), level(2, false)] });
  expect(await add({})).toMatchObject({ p_level: 0, p_name: '' });
});

test('a conversation has the tasks that were made in it, for those who can see both', async () => {
  const [ada, bo, cy] = [await person('ada'), await person('bo'), await person('cy')];
  const project = await ada.call(projectAdd, { name: 'Fair', columns: 'Open' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  const group = await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: 'Yard' });
  const other = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Other' });
  const add = (name: string, from_dialog_id: number, by = ada) =>
    by.call(taskAdd, { project_id: project.id, name, owner: [by.userid], from_dialog_id });
  const made = await add('Paint the hall', group.id);
  await add('Elsewhere', other.id);
  await add('Nowhere', 0);
  const namesFor = async (reader: TestClient, from_dialog_id = group.id) =>
    (await reader.call(taskLists, { from_dialog_id })).data.map(({ name }) => name);
  // Bo has no role in it.
  expect(await namesFor(bo)).toEqual(['Paint the hall']);
  // Cy is in the chat, and not in the project.
  expect(await namesFor(cy)).toEqual([]);
  await expect(namesFor(cy, other.id)).rejects.toMatchObject({ data: { code: 'dialog.gone' } });
  // A conversation of others is no origin.
  const strange = await person('di');
  const secret = await strange.call(groupAdd, { userids: [cy.userid], chat_name: 'Secret' });
  await add('Guess', secret.id, bo);
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid, cy.userid] });
  expect(await namesFor(cy, secret.id)).toEqual([]);
  expect(await namesFor(cy)).toEqual(['Paint the hall']);
  await ada.call(taskUpdate, { task_id: made.id, complete_at: true });
  const open = await ada.call(taskLists, { from_dialog_id: group.id, keys: { status: 'uncompleted' } });
  expect(open.total).toBe(0);
});
