import { updateTask } from '@atrium/client/projects/projectActions.ts';
import { flowDelete, flowList, flowSave, taskFlow } from '@atrium/contract/projects/flows.ts';
import { columnLists, columnRemove, projectAdd, projectLog, projectUser } from '@atrium/contract/projects/projects.ts';
import {
  type Task,
  taskAdd,
  taskAddsub,
  taskLists,
  taskOne,
  taskReset,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { clientOn, TestHost } from '#testing/clients';
import { refused, type TestClient, testServer, unique, world } from '#testing/world';

type Item = Record<string, unknown>;
const open = { id: -1, name: 'Open', status: 'start' as const, turns: [-2] };
const doing = { id: -2, name: 'Doing', status: 'progress' as const, turns: [-1, -3] };
const done = { id: -3, name: 'Done', status: 'end' as const, turns: [-1, -2] };

async function flowing(changes: { open?: Item; doing?: Item; done?: Item } = {}) {
  const stage = await world({ members: ['ada', 'bo', 'cy'], outsiders: ['eve'] });
  const { ada, project } = stage;
  const flows = [
    { ...open, ...changes.open },
    { ...doing, ...changes.doing },
    { ...done, ...changes.done },
  ];
  const flow = await ada.call(flowSave, { project_id: project.id, flows });
  const [first, second, third] = flow.project_flow_item.map((item) => item.id);
  const ids = { open: first ?? 0, doing: second ?? 0, done: third ?? 0 };
  const add = (fields: Item = {}) =>
    ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid], ...fields });
  return { ...stage, flow, ids, add };
}
const ownersOf = (task: Pick<Task, 'task_user'>, owner = 1) =>
  task.task_user
    .filter((person) => person.owner === owner)
    .map((person) => person.userid)
    .sort((a, b) => a - b);

// covers A3-01
test('a task includes its project, column, status and people', async () => {
  const { ada, bo, add, ids, project } = await flowing({ doing: { color: '#336699' } });
  const { id, column_id } = await add({ assist: [bo.userid] });
  expect(column_id).toBeGreaterThan(0);
  const read = () => ada.call(taskOne, { task_id: id });
  const people = [
    { id: expect.any(Number), userid: ada.userid, owner: 1 },
    { id: expect.any(Number), userid: bo.userid, owner: 0 },
  ];
  const task = await read();
  expect(task).toMatchObject({
    id,
    project_id: project.id,
    column_id,
    flow_item_id: ids.open,
    flow_item_name: 'start|Open|',
    flow_item_status: 'start',
    flow_item_color: '',
    complete_at: null,
  });
  expect(task.task_user).toHaveLength(2);
  expect(task.task_user).toEqual(expect.arrayContaining(people.map((each) => expect.objectContaining(each))));
  await ada.call(taskUpdate, { task_id: id, flow_item_id: ids.doing });
  expect(await read()).toMatchObject({
    flow_item_id: ids.doing,
    flow_item_name: 'progress|Doing|#336699',
    flow_item_status: 'progress',
    flow_item_color: '#336699',
    complete_at: null,
  });
  await ada.call(taskUpdate, { task_id: id, flow_item_id: ids.done });
  expect(await read()).toMatchObject({
    flow_item_id: ids.done,
    flow_item_status: 'end',
    complete_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
});

// covers A3-02, C3-08, C4-02, C4-03
test('a task moves only along its workflow, is completed at the end, and reopens behind it', async () => {
  const { ada, bo, add, ids } = await flowing({ doing: { color: '#336699' } });
  const task = await add();
  expect(task).toMatchObject({ flow_item_id: ids.open, flow_item_name: 'start|Open|', flow_item_status: 'start' });
  const go = (flow_item_id: number, who = ada) => who.call(taskUpdate, { task_id: task.id, flow_item_id });

  await expect(go(ids.open)).rejects.toMatchObject({ data: { code: 'flow.same' } });
  await expect(go(ids.done)).rejects.toMatchObject({ data: { code: 'flow.turn' } });
  await expect(go(2_000_000_000)).rejects.toMatchObject({ data: { code: 'flow.gone' } });
  await expect(go(ids.doing, bo)).rejects.toMatchObject({ data: { code: 'project.permission' } });

  await go(ids.doing);
  expect((await bo.receives('projectTask', 'update')).data).toMatchObject({
    flow_item_name: 'progress|Doing|#336699',
    flow_item_color: '#336699',
    complete_at: null,
  });
  expect((await go(ids.done)).complete_at).toMatch(/^\d{4}-/);
  expect((await go(ids.doing)).complete_at).toBeNull();
});

// covers C3-07, C7-31
test('a task lists its current status and the next ones', async () => {
  const { ada, add, ids, project } = await flowing();
  const task = await add();
  const turns = [
    { id: ids.open, name: 'Open', status: 'start', turns: [ids.open, ids.doing], color: '' },
    { id: ids.doing },
  ];
  expect(await ada.call(taskFlow, { task_id: task.id })).toMatchObject({
    task_id: task.id,
    flow_item_id: ids.open,
    auto_assign: 0,
    turns,
  });
  await ada.call(flowDelete, { project_id: project.id });
  expect(await ada.call(taskFlow, { task_id: task.id })).toMatchObject({ flow_item_id: 0, turns: [] });
  expect(await ada.call(taskOne, { task_id: task.id })).toMatchObject({ flow_item_id: 0, flow_item_name: '' });
});

test('completing has the same preconditions as without a workflow and picks the only end status', async () => {
  const { ada, add, ids } = await flowing({ open: { turns: [-2, -3] } });
  const unowned = await add({ owner: [] });
  const move = (task_id: number, flow_item_id: number) => ada.call(taskUpdate, { task_id, flow_item_id });
  await expect(move(unowned.id, ids.done)).rejects.toMatchObject({ data: { code: 'task.claim' } });
  const task = await add();
  const sub = await ada.call(taskAddsub, { task_id: task.id, name: 'Part' });
  await expect(move(task.id, ids.done)).rejects.toMatchObject(refused('task.has_open_subtasks'));
  const ticked = await ada.call(taskUpdate, { task_id: sub.id, complete_at: true });
  expect(ticked).toMatchObject({ flow_item_id: ids.done, flow_item_status: 'end' });
  expect(await ada.call(taskUpdate, { task_id: sub.id, complete_at: false })).toMatchObject({ flow_item_id: ids.open });
  await move(sub.id, ids.done);
  await move(task.id, ids.done);
  await expect(move(sub.id, ids.doing)).rejects.toMatchObject({ data: { code: 'task.parent_completed' } });
});

test('with several end statuses, completing needs a choice', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const made = await ada.call(projectAdd, { name: unique('Flow').slice(0, 30), flow: 'open' });
  const items = made.project_flow_item ?? [];
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['To do', 'start'],
    ['In progress', 'progress'],
    ['Testing', 'test'],
    ['Done', 'end'],
    ['Canceled', 'end'],
  ]);
  expect(items.every((item) => item.turns.length === 5)).toBe(true);
  expect(project.project_flow_item).toEqual([]);
  const task = await ada.call(taskAdd, { project_id: made.id, name: 'Ship', owner: [ada.userid] });
  const ends = items.filter((item) => item.status === 'end').map(({ id }) => expect.objectContaining({ id }));
  await expect(ada.call(taskUpdate, { task_id: task.id, complete_at: true })).rejects.toMatchObject({
    data: { code: 'flow.pick_end', task_id: task.id, flow_items: ends },
  });
});

test('a status assigns its people: in addition, instead, or with the person who moved it', async () => {
  for (const usertype of ['add', 'replace', 'merge'] as const) {
    const { ada, bo, cy, project, ids, add } = await flowing();
    const { project_flow_item: items } = (await ada.call(flowList, { project_id: project.id }))[0] ?? {
      project_flow_item: [],
    };
    const flows = items.map((item) => ({
      ...item,
      userlimit: false,
      ...(item.id === ids.doing && { usertype, userids: [bo.userid] }),
    }));
    await ada.call(flowSave, { project_id: project.id, flows });
    const task = await add({ owner: [cy.userid] });
    const sub = await ada.call(taskAddsub, { task_id: task.id, name: 'Part' });
    const after = await ada.call(taskUpdate, { task_id: task.id, flow_item_id: ids.doing });
    const want = {
      add: [[bo, cy], []],
      replace: [[bo], [cy]],
      merge: [[ada, bo], [cy]],
    }[usertype].map((people) => people.map((each) => each.userid).sort((a, b) => a - b));
    expect([usertype, ownersOf(after), ownersOf(after, 0)]).toEqual([usertype, ...want]);
    // A subtask has no assistants.
    const subAfter = await ada.call(taskUpdate, { task_id: sub.id, flow_item_id: ids.doing });
    expect(ownersOf(subAfter, 0)).toEqual([]);
  }
});

test('a restricted status lets only its people and the project owner continue; a bound column moves the task', async () => {
  const stage = await world({ members: ['ada', 'bo', 'cy'] });
  const { ada, bo, cy, project } = stage;
  const { data: columns } = await ada.call(columnLists, { project_id: project.id });
  const flow = await ada.call(flowSave, {
    project_id: project.id,
    flows: [open, { ...doing, userids: [bo.userid], userlimit: true, columnid: columns[1]?.id ?? 0 }, done],
  });
  const [first, second, third] = flow.project_flow_item.map((item) => item.id);
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [bo.userid, cy.userid] });
  const go = (who: TestClient, flow_item_id = 0) => who.call(taskUpdate, { task_id: task.id, flow_item_id });
  expect(await go(cy, second)).toMatchObject({ column_id: columns[1]?.id });
  await expect(go(cy, third)).rejects.toMatchObject({ data: { code: 'flow.limit' } });
  await expect(cy.call(taskUpdate, { task_id: task.id, complete_at: true })).rejects.toMatchObject({
    data: { code: 'flow.limit' },
  });
  await go(bo, first);
  await go(cy, second);
  expect((await go(ada, third)).complete_at).not.toBeNull();
});

test('a subtask stays in the column of its task, whatever its status is bound to', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { data: columns } = await ada.call(columnLists, { project_id: project.id });
  const flow = await ada.call(flowSave, {
    project_id: project.id,
    flows: [open, { ...doing, columnid: columns[1]?.id ?? 0 }, done],
  });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const part = await ada.call(taskAddsub, { task_id: task.id, name: 'Load' });
  const flow_item_id = flow.project_flow_item[1]?.id ?? 0;
  const { base } = await testServer();
  const client = clientOn(new TestHost({ base: () => base, random: () => 1, loss: 0 }));
  await client.start(ada.token);
  await client.opened.openProject(project.id);
  await expect.poll(() => client.state).toBe('ready');
  const answer = client.mutate(updateTask, { task_id: part.id, flow_item_id });
  // Shown before the server has answered.
  expect(client.store.get('task', part.id)).toMatchObject({ flow_item_id, column_id: columns[0]?.id });
  await answer;
  await client.stop();
  expect(await ada.call(taskOne, { task_id: part.id })).toMatchObject({ flow_item_id, column_id: columns[0]?.id });
  // Tasks deleted with the other column no longer count as subtasks.
  await ada.call(columnRemove, { column_id: columns[1]?.id ?? 0 });
  expect((await ada.call(taskLists, { parent_id: task.id })).data).toMatchObject([{ id: part.id }]);
});

test('a workflow needs a start, an end, names, and existing people', async () => {
  const { ada, bo, eve, project } = await flowing();
  const save = (flows: unknown[], who = ada) =>
    who.call(flowSave, { project_id: project.id, flows: flows as (typeof open)[] });
  await expect(save([open, doing])).rejects.toEqual(refused('flow.ends'));
  await expect(save([open, { ...doing, name: ' ' }, done])).rejects.toEqual(refused('flow.name'));
  await expect(save([open, { ...done, usertype: 'merge' }])).rejects.toEqual(refused('flow.people'));
  await expect(save([open, { ...done, userlimit: true }])).rejects.toEqual(refused('flow.people'));
  await expect(save([open, { ...done, userids: [eve.userid] }])).rejects.toEqual(refused('flow.member'));
  const many = Array.from({ length: 9 }, (_, index) => ({ ...doing, id: -10 - index }));
  await expect(save([open, ...many, done])).rejects.toEqual(refused('flow.count'));
  await expect(save([open, done], bo)).rejects.toEqual(refused('project.owner'));
  const saved = await save([{ ...open, name: 'A|B', turns: [-3, -77] }, done]);
  const [first, second] = saved.project_flow_item;
  expect(first).toMatchObject({ name: 'A/B', turns: [first?.id, second?.id] });
});

test('tasks follow a renamed status and lose a deleted one', async () => {
  const { ada, project, ids, add } = await flowing();
  const task = await add();
  await ada.call(taskUpdate, { task_id: task.id, flow_item_id: ids.doing });
  const kept = { ...doing, id: ids.doing, name: 'At it' };
  await ada.call(flowSave, { project_id: project.id, flows: [{ ...open, id: ids.open }, kept, done] });
  const list = (status: string) => ada.call(taskLists, { project_id: project.id, keys: { status } });
  expect((await list('flow-At it')).data).toMatchObject([{ id: task.id, flow_item_name: 'progress|At it|' }]);
  expect((await list(`flow-${ids.doing}`)).total).toBe(1);
  expect((await list('flow-Doing')).data).toEqual([]);
  await ada.call(flowSave, { project_id: project.id, flows: [{ ...open, id: ids.open }, done] });
  expect(await ada.call(taskOne, { task_id: task.id })).toMatchObject({ flow_item_id: 0, flow_item_name: '' });
  const { data } = await ada.call(projectLog, { task_id: task.id });
  expect(data[0]).toMatchObject({
    word: 'task.flow',
    detail: 'changed the status',
    record: { change: ['Open', 'Doing'], flow: { flow_item_id: ids.open, owner: [ada.userid] } },
  });
});

test('leaving a project removes the person from its workflow', async () => {
  const { ada, bo, cy, project, ids } = await flowing();
  const [flow] = await ada.call(flowList, { project_id: project.id });
  const flows = (flow?.project_flow_item ?? []).map((item) => ({
    ...item,
    userlimit: false,
    userids: item.id === ids.doing ? [bo.userid, cy.userid] : [],
  }));
  await ada.call(flowSave, { project_id: project.id, flows });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, cy.userid] });
  const [after] = await ada.call(flowList, { project_id: project.id });
  expect(after?.project_flow_item.find((item) => item.id === ids.doing)?.userids).toEqual([cy.userid]);
});

test('a restricted status without people restricts nobody, and the workflow can be saved unchanged', async () => {
  const { ada, bo, cy, project, ids, add } = await flowing();
  const [flow] = await ada.call(flowList, { project_id: project.id });
  const flows = (flow?.project_flow_item ?? []).map((item) => ({
    ...item,
    ...(item.id === ids.doing && { userids: [bo.userid], userlimit: true, usertype: 'replace' as const }),
    userlimit: item.id === ids.doing,
  }));
  await ada.call(flowSave, { project_id: project.id, flows });
  const task = await add({ owner: [cy.userid] });
  await ada.call(taskUpdate, { task_id: task.id, flow_item_id: ids.doing });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, cy.userid] });
  await cy.call(taskUpdate, { task_id: task.id, flow_item_id: ids.open });
  const [after] = await ada.call(flowList, { project_id: project.id });
  const items = after?.project_flow_item ?? [];
  expect(items.find((item) => item.id === ids.doing)).toMatchObject({ userids: [], userlimit: 0, usertype: 'add' });
  const again = items.map((item) => ({ ...item, userlimit: item.userlimit === 1 }));
  await ada.call(flowSave, { project_id: project.id, flows: again });
});

test('the log restores how a task was before a status change', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const { project_flow_item: items } = await ada.call(flowSave, {
    project_id: project.id,
    flows: [
      { id: -1, name: 'Open', status: 'start', turns: [-2] },
      { id: -2, name: 'Done', status: 'end', turns: [-1], userids: [bo.userid], usertype: 'replace' },
    ],
  });
  const [start, end] = items;
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const task_id = task.id;
  await ada.call(taskUpdate, { task_id, flow_item_id: end?.id });
  const steps = async () => (await ada.call(projectLog, { task_id })).data.filter(({ record }) => record['flow']);
  const [done] = await steps();
  await expect(eve.call(taskReset, { task_id, id: done?.id ?? 0 })).rejects.toMatchObject(refused('task.gone'));
  const made = (await ada.call(projectLog, { task_id })).data.find(({ word }) => word === 'task.create');
  await expect(ada.call(taskReset, { task_id, id: made?.id ?? 0 })).rejects.toMatchObject({
    data: { code: 'task.log_gone' },
  });

  const back = await ada.call(taskReset, { task_id, id: done?.id ?? 0 });
  expect(back).toMatchObject({ flow_item_id: start?.id, complete_at: null, owner: 1 });
  expect(back.task_user.map(({ userid, owner }) => [userid, owner])).toEqual([[ada.userid, 1]]);
  // Resetting is a change like any other and can be reset: completed again at the original time, by the original
  // people.
  const [reset] = await steps();
  expect(reset).toMatchObject({ word: 'task.reset', record: { change: ['Done', 'Open'] } });
  const forth = await bo.call(taskReset, { task_id, id: reset?.id ?? 0 }).catch(() => undefined);
  expect(forth).toBeUndefined();
  expect(await ada.call(taskReset, { task_id, id: reset?.id ?? 0 })).toMatchObject({ flow_item_id: end?.id, owner: 0 });
  // Refused while a subtask is open.
  await ada.call(taskReset, { task_id, id: done?.id ?? 0 });
  await ada.call(taskAddsub, { task_id, name: 'Part' });
  await expect(ada.call(taskReset, { task_id, id: reset?.id ?? 0 })).rejects.toMatchObject(
    refused('task.has_open_subtasks'),
  );
});

test('the log also restores what the workflow does not lead back to', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { project_flow_item: items } = await ada.call(flowSave, {
    project_id: project.id,
    flows: [
      { id: -1, name: 'Open', status: 'start', turns: [-2] },
      { id: -2, name: 'Done', status: 'end', turns: [], userids: [ada.userid], userlimit: true, usertype: 'add' },
    ],
  });
  const [start, end] = items;
  const { id: task_id } = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [bo.userid] });
  await bo.call(taskUpdate, { task_id, flow_item_id: end?.id });
  await expect(bo.call(taskUpdate, { task_id, flow_item_id: start?.id })).rejects.toMatchObject(refused('flow.turn'));
  const { data } = await bo.call(projectLog, { task_id });
  const entry = data.find(({ word }) => word === 'task.flow');
  expect(await bo.call(taskReset, { task_id, id: entry?.id ?? 0 })).toMatchObject({
    flow_item_id: start?.id,
    complete_at: null,
    task_user: [{ userid: bo.userid }],
  });
});
