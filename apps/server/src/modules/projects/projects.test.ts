import { dialogOne } from '@atrium/contract/chat/dialogs.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { filterList, filterSave } from '@atrium/contract/projects/filters.ts';
import * as p from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskLists, taskOne, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { expect, test } from 'vitest';
import { administrator, anotherDevice, person, refused, world } from '#testing/world';

const gone = refused('project.gone');

// covers A3-04, C3-03, A7-09, C7-21
test('a project lists the fields that clients read and is found by name', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const list = await ada.call(p.projectLists, {
    type: 'team',
    keys: { name: project.name },
    getuserid: true,
    getcolumn: true,
    getstatistics: false,
  });
  expect(list.data).toMatchObject([{ id: project.id, name: project.name, top_at: null, owner: 1, archived_at: null }]);
  expect(list.data[0]?.userid_list).toEqual([ada.userid, bo.userid]);
  expect(list.data[0]?.project_column?.map((column) => column.name)).toEqual(['To do', 'Doing', 'Done']);
  expect((await bo.call(p.projectOne, { project_id: project.id })).project_user).toMatchObject([
    { userid: ada.userid, owner: 1 },
    { userid: bo.userid, owner: 0 },
  ]);
  expect((await eve.call(p.projectLists, { keys: { name: project.name } })).data).toEqual([]);
});

test('only administrators list every project with its members, by kind and state', async () => {
  const { ada, eve, project } = await world({ members: ['ada'], outsiders: ['eve'] });
  const admin = await administrator();
  const every = async (who: typeof admin, fields: InputOf<typeof p.projectLists> = {}) =>
    (await who.call(p.projectLists, { all: true, getuserid: true, keys: { name: project.name }, ...fields })).data;
  expect(await every(admin)).toMatchObject([
    { id: project.id, owner: null, owner_userid: ada.userid, userid_list: [ada.userid], task_num: 0 },
  ]);
  expect(await every(eve)).toEqual([]);
  expect(await every(admin, { type: 'personal' })).toEqual([]);
  expect(await every(admin, { archived: 'yes' })).toEqual([]);
  await ada.call(p.projectArchived, { project_id: project.id });
  expect(await every(admin)).toEqual([]);
  expect(await every(admin, { archived: 'yes' })).toMatchObject([{ id: project.id }]);
  // Seeing that a project exists does not make one a member.
  await expect(admin.call(p.projectOne, { project_id: project.id })).rejects.toMatchObject(gone);
});

// covers A3-12
test('an invite link adds members once, until it is renewed', async () => {
  const { ada, eve, project } = await world({ members: ['ada'], outsiders: ['eve'] });
  const { url } = await ada.call(p.projectInvite, { project_id: project.id });
  const code = url.split('/').at(-1) ?? '';
  expect(await eve.call(p.projectInviteInfo, { code })).toMatchObject({
    already: false,
    num: 0,
    project: { id: project.id, name: project.name, owner: null },
  });
  expect(await eve.call(p.projectInviteJoin, { code })).toMatchObject({ already: true, num: 1 });
  expect(await eve.call(p.projectInviteJoin, { code })).toMatchObject({ already: true, num: 1 });
  await ada.receives('project', 'detail', (frame) => JSON.stringify(frame.data).includes(`"userid":${eve.userid}`));
  await ada.call(p.projectInvite, { project_id: project.id, refresh: true });
  await expect(eve.call(p.projectInviteInfo, { code })).rejects.toMatchObject({ data: { code: 'invite.gone' } });
});

test('while invite links are turned off, one shows its project only to members', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { url } = await ada.call(p.projectInvite, { project_id: project.id });
  const code = url.split('/').at(-1) ?? '';
  const admin = await administrator();
  const turn = (project_invite: 'open' | 'close') => admin.call(systemSetting, { type: 'save', project_invite });
  await turn('close');
  try {
    const closed = refused('invite.closed');
    await expect(eve.call(p.projectInviteInfo, { code })).rejects.toEqual(closed);
    await expect(eve.call(p.projectInviteJoin, { code })).rejects.toEqual(closed);
    expect(await bo.call(p.projectInviteInfo, { code })).toMatchObject({ already: true, project: { id: project.id } });
  } finally {
    await turn('open');
  }
});

// covers C4-20
// covers C7-22, C7-23
test('members hear about changes of a project and lose it when they are removed', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { id } = project;
  await ada.call(p.projectUpdate, { project_id: id, name: 'Renamed', desc: 'why' });
  expect((await bo.receives('project', 'update')).data).toMatchObject({ id, name: 'Renamed', desc: 'why' });
  await ada.call(p.projectArchived, { project_id: id });
  await bo.receives('project', 'archived');
  await expect(bo.call(p.projectOne, { project_id: id })).rejects.toMatchObject(gone);
  await expect(ada.call(p.projectArchived, { project_id: id })).rejects.toMatchObject({
    data: { code: 'project.archived' },
  });
  await ada.call(p.projectArchived, { project_id: id, type: 'recovery' });
  await bo.receives('project', 'recovery');
  await ada.call(p.projectUser, { project_id: id, userid: [ada.userid] });
  expect((await bo.receives('project', 'delete')).data).toMatchObject({ id });
  await expect(bo.call(p.projectOne, { project_id: id })).rejects.toMatchObject(gone);
  expect((await bo.call(p.projectLists, { timerange: ['0', '0'] })).deleted_id).toContain(id);
  await eve.settled();
  expect(eve.frames.some((frame) => frame.type === 'project' && frame.data.id === id)).toBe(false);
});

// covers C7-24
test('a project can be transferred; the owner cannot leave without that', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const project_id = project.id;
  await expect(ada.call(p.projectExit, { project_id })).rejects.toMatchObject({ data: { code: 'project.leave' } });
  expect(await ada.call(p.projectTransfer, { project_id, owner_userid: bo.userid })).toMatchObject({
    owner: 0,
    owner_userid: bo.userid,
  });
  await ada.call(p.projectExit, { project_id });
  await expect(ada.call(p.projectOne, { project_id })).rejects.toMatchObject(gone);
  await bo.call(p.projectRemove, { project_id });
  await expect(bo.call(p.projectOne, { project_id })).rejects.toMatchObject(gone);
});

test('a name has 2 to 32 characters, and a person has one personal project', async () => {
  const ada = await person('ada');
  for (const name of ['x', 'x'.repeat(33), '  '])
    await expect(ada.call(p.projectAdd, { name })).rejects.toMatchObject({ data: { code: 'project.name' } });
  await expect(ada.call(p.projectAdd, { name: 'Mine', personal: true })).rejects.toMatchObject({
    data: { code: 'project.personal' },
  });
  const made = await ada.call(p.projectAdd, { name: '🚢'.repeat(32), columns: ' a ,, b,' });
  const columns = await ada.call(p.columnLists, { project_id: made.id });
  expect(columns.data.map((column) => column.name)).toEqual(['a', 'b']);
});

test('a personal project follows its owner’s nickname until it is renamed', async () => {
  const ada = await person('ada');
  const phone = await (await anotherDevice(ada)).listen();
  const own = async () => (await ada.call(p.projectLists, { type: 'personal' })).data[0];
  const before = await own();
  const project_id = before?.id ?? 0;
  await ada.call(userEditdata, { profession: 'Sailor' });
  expect((await own())?.name).toBe(before?.name);
  await ada.call(userEditdata, { nickname: 'Grace' });
  expect((await own())?.name).toBe('Grace’s project');
  await phone.receives('project', 'update', ({ data }) => data.name === 'Grace’s project');
  expect((await ada.call(dialogOne, { dialog_id: before?.dialog_id ?? 0 })).name).toBe('Grace’s project');
  await ada.call(p.projectUpdate, { project_id, name: 'My things' });
  await ada.call(userEditdata, { nickname: 'Ada' });
  expect((await own())?.name).toBe('My things');
});

// covers A3-05, C3-04, C4-21
// covers C7-25, C7-26
test('columns are added, renamed, sorted and deleted with their tasks', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const column = await bo.call(p.columnAdd, { project_id: project.id, name: 'Late', color: '#f00' });
  expect((await ada.receives('projectColumn', 'add')).data).toMatchObject({
    id: column.id,
    project_id: project.id,
    name: 'Late',
    color: '#f00',
  });
  await ada.call(p.columnUpdate, { column_id: column.id, name: 'Later' });
  await bo.receives('projectColumn', 'update', (frame) => frame.data.name === 'Later');
  const { data } = await ada.call(p.columnLists, { project_id: project.id });
  await ada.call(p.projectSort, {
    project_id: project.id,
    only_column: true,
    sort: [...data].reverse().map(({ id }) => ({ id })),
  });
  expect((await bo.call(p.columnLists, { project_id: project.id })).data.map((each) => each.id)).toEqual(
    data.map((each) => each.id).reverse(),
  );
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'In it', column_id: String(column.id) });
  await expect(bo.call(p.columnRemove, { column_id: column.id })).rejects.toMatchObject({
    data: { code: 'project.permission' },
  });
  await ada.call(p.columnRemove, { column_id: column.id });
  await bo.receives('projectColumn', 'delete');
  await expect(ada.call(taskOne, { task_id: task.id })).rejects.toMatchObject(refused('task.gone'));
});

// covers A6-01
test('permissions follow roles, and the owner cannot be locked out', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const project_id = project.id;
  const task = await ada.call(taskAdd, { project_id, name: 'Ours', owner: [bo.userid], assist: [cy.userid] });
  await bo.call(taskUpdate, { task_id: task.id, name: 'Owner may' });
  await cy.call(taskUpdate, { task_id: task.id, name: 'Assistant may' });
  await ada.call(p.projectPermissionUpdate, { project_id, task_update: [3], task_add: [] });
  await expect(cy.call(taskUpdate, { task_id: task.id, name: 'No more' })).rejects.toMatchObject({
    message: 'Only Project owner and Task owners can do this.',
    data: { code: 'project.permission' },
  });
  await expect(bo.call(taskAdd, { project_id, name: 'No more' })).rejects.toMatchObject({
    message: 'Only Project owner can do this.',
    data: { code: 'project.permission', need: 'task_add', allowed: [1] },
  });
  await ada.call(taskAdd, { project_id, name: 'The owner may' });
  expect((await ada.call(p.projectPermission, { project_id })).permissions.task_add).toEqual([1]);
  await expect(bo.call(p.projectPermissionUpdate, { project_id, task_add: [2] })).rejects.toMatchObject({
    data: { code: 'project.owner' },
  });
});

// covers A3-03, C3-05
test('a task lists the fields that clients read and moves with its card', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const [first, second] = (await ada.call(p.columnLists, { project_id: project.id })).data;
  const task = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Ship',
    owner: [ada.userid],
    assist: [bo.userid],
    content: '<p>How</p><script>alert(1)</script>',
    times: ['2020-01-01 09:00', '2020-01-02 18:00'],
  });
  expect(task).toMatchObject({
    column_id: first?.id,
    parent_id: 0,
    overdue: true,
    desc: 'How',
    owner: 1,
    assist: 0,
    percent: 0,
  });
  expect((await bo.call(taskLists, { project_id: project.id })).data).toMatchObject([
    { id: task.id, owner: 0, assist: 1, archived_at: null, complete_at: null },
  ]);
  await bo.call(p.projectSort, {
    project_id: project.id,
    sort: [
      { id: first?.id ?? 0, task: [] },
      { id: second?.id ?? 0, task: [task.id] },
    ],
  });
  expect((await ada.receives('project', 'sort')).data.tasks).toEqual([{ id: task.id, column_id: second?.id, sort: 0 }]);
  const activityIn = async (language: string) => {
    const answer = await ada.raw(`project/log/lists?task_id=${task.id}`, { headers: { language } });
    return (answer.data.data as OutputOf<typeof p.projectLog>['data']).find(({ word }) => word === 'task.create');
  };
  const [english, german] = [await activityIn('en'), await activityIn('de')];
  const at = new Date(`${english?.created_at.replace(' ', 'T')}Z`);
  expect(english).toMatchObject({
    detail: 'created the task',
    time: {
      ymd: english?.created_at.slice(5, 10),
      hi: `${String(at.getUTCHours() % 12 || 12).padStart(2, '0')}:${english?.created_at.slice(14, 16)}`,
      week: at.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' }),
      segment: expect.stringMatching(/morning|noon|afternoon|evening|night/),
    },
  });
  expect(german?.detail).not.toBe(english?.detail);
  expect(german?.time.week).toMatch(/tag$|woch/);
});

test('the project log pages entries visible to everybody; the task log has all of its own', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const project_id = project.id;
  await ada.call(taskAdd, { project_id, name: 'Open' });
  const before = (await bo.call(p.projectLog, { project_id })).total;
  const hidden = await ada.call(taskAdd, { project_id, name: 'Hidden', visibility: 2 });
  for (const name of ['Hidden still', 'And again']) await ada.call(taskUpdate, { task_id: hidden.id, name });
  const { data, total } = await bo.call(p.projectLog, { project_id, pagesize: 1 });
  expect(total).toBe(before);
  expect(data).toMatchObject([{ project_task: { name: 'Open' } }]);
  expect((await ada.call(p.projectLog, { task_id: hidden.id })).total).toBe(3);
});

test('nobody moves or hears of a task they cannot see', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const { data: columns } = await ada.call(p.columnLists, { project_id: project.id });
  const [first = 0, second = 0] = columns.map((column) => column.id);
  const add = async (name: string, fields: object) =>
    (await ada.call(taskAdd, { project_id: project.id, column_id: String(first), name, ...fields })).id;
  const open = await add('Open', {});
  const own = await add('Of its people', { visibility: 2, owner: [ada.userid] });
  const shown = await add('Of cy', { visibility: 3, visibility_appointor: [cy.userid] });
  const move = (by: typeof ada, to: number, task: number[]) =>
    by.call(p.projectSort, { project_id: project.id, sort: [{ id: to, task }] });
  const columnOf = async (task_id: number) => (await ada.call(taskOne, { task_id })).column_id;
  const framesOf = async (who: typeof ada) => {
    await who.settled();
    const moved = who.frames.filter((frame) => frame.type === 'project' && frame.action === 'sort');
    who.frames.length = 0;
    return moved.map((frame) => (frame.data.tasks as { id: number }[]).map((task) => task.id).sort((a, b) => a - b));
  };

  // Bo guesses the others' ids.
  await move(bo, second, [open, own, shown]);
  expect(await Promise.all([open, own, shown].map(columnOf))).toEqual([second, first, first]);
  expect([await framesOf(ada), await framesOf(cy)]).toEqual([[[open]], [[open]]]);

  await move(ada, first, [open]);
  expect([await framesOf(bo), await framesOf(cy)]).toEqual([[[open]], [[open]]]);
  await move(ada, second, [open, own, shown]);
  await move(ada, first, [own]);
  expect(await framesOf(bo)).toEqual([[open]]);
  expect(await framesOf(cy)).toEqual([[open, shown]]);
  await framesOf(ada);
  await move(cy, first, [own, shown]);
  expect(await Promise.all([own, shown].map(columnOf))).toEqual([first, first]);
  expect([await framesOf(ada), await framesOf(bo)]).toEqual([[[shown]], []]);
});

test('moving a card writes and announces only that card', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { data: columns } = await ada.call(p.columnLists, { project_id: project.id });
  const column = columns[0]?.id ?? 0;
  const ids: number[] = [];
  for (let index = 0; index < 6; index++) {
    const made = await ada.call(taskAdd, { project_id: project.id, column_id: String(column), name: `Card ${index}` });
    ids.push(made.id);
  }
  const order = async () =>
    (await bo.call(taskLists, { project_id: project.id })).data
      .toSorted((a, b) => a.sort - b.sort || a.id - b.id)
      .map(({ id }) => id);
  let wanted = ids;
  const move = async (from: number, to: number) => {
    wanted = wanted.toSpliced(from, 1).toSpliced(to, 0, wanted[from] ?? 0);
    await ada.call(p.projectSort, { project_id: project.id, sort: [{ id: column, task: wanted }] });
    expect(await order()).toEqual(wanted);
    await bo.settled();
    const frames = bo.frames
      .filter((frame) => frame.action === 'sort')
      .map((frame) => frame.data.tasks as { id: number }[]);
    bo.frames.length = 0;
    return frames.flat().map(({ id }) => id);
  };
  expect(await move(5, 0)).toEqual([ids[5]]);
  // Two columns created in a row have no gap; after renumbering there is one.
  expect((await move(1, 3)).length).toBeGreaterThan(1);
  for (const [from, to] of [
    [0, 4],
    [5, 1],
    [2, 3],
    [3, 0],
  ] as const) {
    expect(await move(from, to)).toHaveLength(1);
  }
});

test('a task added while its column is deleted is deleted with it or refused', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const project_id = project.id;
  const settled = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const column = await ada.call(p.columnAdd, { project_id, name: `Column ${index}` });
      const here = { project_id, column_id: String(column.id) };
      const main = await ada.call(taskAdd, { ...here, name: 'main' });
      const other = await ada.call(taskAdd, { project_id, name: 'other' });
      return await Promise.allSettled([
        ada.call(p.columnRemove, { column_id: column.id }),
        ada.call(taskAddsub, { task_id: main.id, name: 'sub' }),
        ada.call(taskAdd, { ...here, name: 'late' }),
        ada.call(taskUpdate, { task_id: other.id, column_id: column.id }),
        ada.call(p.projectSort, { project_id, sort: [{ id: column.id, task: [other.id] }] }),
      ]);
    }),
  );
  expect(settled.map(([removed]) => removed?.status)).toEqual(settled.map(() => 'fulfilled'));
  const columns = await ada.call(p.columnLists, { project_id });
  const known = columns.data.map((column) => column.id);
  const tasks = [
    ...(await ada.call(taskLists, { project_id, pagesize: 500 })).data,
    ...(await ada.call(taskLists, { project_id, parent_id: -1, pagesize: 500 })).data,
  ];
  expect(tasks.filter((task) => !known.includes(task.column_id)).map((task) => task.name)).toEqual([]);
});

test('each person has their own filters of a project, while they are in it', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const project_id = project.id;
  const mine = [
    { name: 'Late', query: 'f=due%3Aoverdue' },
    { name: 'Paint', query: 'q=paint' },
  ];
  const list = [...mine, { name: 'Late', query: 'q=again' }];
  expect(await ada.call(filterSave, { project_id, list })).toEqual({ list: mine });
  expect(await ada.call(filterList, { project_id })).toEqual({ list: mine });
  expect(await bo.call(filterList, { project_id })).toEqual({ list: [] });
  await ada.call(p.projectUser, { project_id, userid: [ada.userid] });
  await expect(bo.call(filterSave, { project_id, list: mine })).rejects.toMatchObject({
    data: { code: 'project.gone' },
  });
});
