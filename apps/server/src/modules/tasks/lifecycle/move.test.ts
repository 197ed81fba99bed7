import { flowSave } from '@atrium/contract/projects/flows.ts';
import {
  columnLists,
  projectAdd,
  projectLog,
  projectPermissionUpdate,
  projectUser,
} from '@atrium/contract/projects/projects.ts';
import {
  taskAdd,
  taskAddsub,
  taskContent,
  taskCopy,
  taskLists,
  taskMove,
  taskOne,
  taskUpdate,
  taskUpgrade,
} from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { refused, type TestClient, unique, world } from '#testing/world';

const items = [
  { id: -1, name: 'Open', status: 'start' as const, turns: [-2] },
  { id: -2, name: 'Done', status: 'end' as const, turns: [-1] },
];

/** Ada and Bo in one project with a task, Ada and Cy in another; `flow` gives that one a workflow. */
async function twoProjects(flow = false) {
  const stage = await world({ members: ['ada', 'bo', 'di'], outsiders: ['cy'] });
  const { ada, bo, cy, di, project } = stage;
  const other = await ada.call(projectAdd, { name: unique('Q').slice(0, 30), columns: 'In,Out' });
  await ada.call(projectUser, { project_id: other.id, userid: [ada.userid, cy.userid, di.userid] });
  const saved = flow ? await ada.call(flowSave, { project_id: other.id, flows: items }) : undefined;
  const { data } = await ada.call(columnLists, { project_id: other.id });
  const task = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Ship',
    content: '<p>by sea</p>',
    owner: [ada.userid, bo.userid],
    task_tag: [{ name: 'sea' }],
    p_level: 1,
    p_name: 'Now',
    subtasks: [{ name: 'Pack', owner: [bo.userid] }],
  });
  const to = { task_id: task.id, project_id: other.id, column_id: data[1]?.id ?? 0 };
  const [start = 0, end = 0] = saved?.project_flow_item.map((item) => item.id) ?? [];
  return { ...stage, other, task, to, start, end };
}
const code = (word: string) => expect.objectContaining({ data: expect.objectContaining({ code: word }) });
const subtasksOf = async (who: TestClient, parent_id: number) => (await who.call(taskLists, { parent_id })).data;

// covers A4-05, A5-02
test('a moved task takes its subtasks, and the roles of people who are members there', async () => {
  const { ada, bo, cy, di, project, other, task, to } = await twoProjects();
  const [moved, ...parts] = await ada.call(taskMove, {
    ...to,
    owner: [ada.userid, bo.userid],
    assist: [cy.userid, ada.userid],
  });
  expect(moved).toMatchObject({ id: task.id, project_id: other.id, column_id: to.column_id, column_name: 'Out' });
  expect(moved?.task_user?.map(({ userid, owner }) => [userid, owner])).toEqual([
    [ada.userid, 1],
    [cy.userid, 0],
  ]);
  expect(parts).toMatchObject([{ project_id: other.id, column_name: 'Out', project_name: other.name }]);
  const [sub] = await subtasksOf(cy, task.id);
  expect(sub).toMatchObject({ name: 'Pack', project_id: other.id, task_user: [] });

  // Members of both hear of a change, others of its removal or addition.
  expect((await bo.receives('projectTask', 'delete')).data).toMatchObject({
    ids: [task.id, sub?.id],
    project_id: project.id,
  });
  expect((await cy.receives('projectTask', 'add', (frame) => frame.data.id === task.id)).data.project_id).toBe(
    other.id,
  );
  await di.receives('projectTask', 'update', (frame) => frame.data.project_id === other.id);
  expect(di.frameNames()).not.toContain('projectTask/delete');
  await expect(bo.call(taskOne, { task_id: task.id })).rejects.toMatchObject(refused('task.gone'));
  expect((await bo.call(taskLists, { project_id: project.id })).data).toEqual([]);
  // Its log moved with it; the old project's log records that it left.
  const { data: left } = await bo.call(projectLog, { project_id: project.id });
  expect(left.filter((row) => row.word.startsWith('task.'))).toMatchObject([{ word: 'task.move', task_id: 0 }]);
  expect((await cy.call(projectLog, { task_id: task.id })).data.map((row) => row.word)).toContain('task.create');
});

// covers A5-02
test('a task has at most ten owners and ten assistants, and nobody is both', async () => {
  const { ada, bo, cy, project, task, to } = await twoProjects();
  const many = Array.from({ length: 11 }, (_, index) => 900_000 + index);
  const { name } = task;
  for (const people of [{ owner: many }, { assist: many }]) {
    await expect(ada.call(taskUpdate, { task_id: task.id, ...people })).rejects.toEqual(refused('task.people_limit'));
    await expect(ada.call(taskMove, { ...to, ...people })).rejects.toEqual(refused('task.people_limit'));
    await expect(ada.call(taskCopy, { ...to, ...people })).rejects.toEqual(refused('task.people_limit'));
    await expect(ada.call(taskAdd, { project_id: project.id, name, ...people })).rejects.toEqual(
      refused('task.people_limit'),
    );
  }
  const ten = [ada.userid, bo.userid, ...many.slice(0, 8)];
  const rolesIn = (people: { userid: number; owner: number }[] = []) =>
    people.map(({ userid, owner }) => [userid, owner]).sort(([a = 0], [b = 0]) => a - b);
  const both = { owner: [ada.userid], assist: [ada.userid, bo.userid] };
  const added = await ada.call(taskAdd, { project_id: project.id, name, ...both });
  expect(rolesIn(added.task_user)).toEqual(
    rolesIn([
      { userid: ada.userid, owner: 1 },
      { userid: bo.userid, owner: 0 },
    ]),
  );
  // Ten are allowed; people who are not members get no role.
  await ada.call(taskUpdate, { task_id: task.id, owner: ten });
  await ada.call(taskUpdate, { task_id: task.id, owner: [ada.userid] });
  await ada.call(taskUpdate, { task_id: task.id, assist: [ada.userid, bo.userid, cy.userid] });
  const kept = rolesIn((await ada.call(taskOne, { task_id: task.id })).task_user);
  expect(new Set(kept.map(([userid]) => userid)).size).toBe(kept.length);
  expect(kept.map(([userid]) => userid)).not.toContain(cy.userid);
});

// covers A5-01
test('moving a task to its own column is refused; copying there is allowed', async () => {
  const { ada, project, task } = await twoProjects();
  const here = { task_id: task.id, project_id: project.id, column_id: task.column_id };
  await expect(ada.call(taskMove, here)).rejects.toEqual(code('task.unmoved'));
  expect((await ada.call(taskCopy, here)).id).not.toBe(task.id);
});

test('nothing moves to a project the caller is not in', async () => {
  const { bo, task, to } = await twoProjects();
  await expect(bo.call(taskMove, to)).rejects.toMatchObject(refused('project.gone'));
  await expect(bo.call(taskCopy, to)).rejects.toMatchObject(refused('project.gone'));
  await expect(bo.call(taskMove, { ...to, project_id: task.project_id })).rejects.toEqual(code('column.gone'));
});

// covers A4-04
test('a target project with a workflow needs a status', async () => {
  const { ada, task, to, start, end } = await twoProjects(true);
  await expect(ada.call(taskMove, to)).rejects.toMatchObject(refused('task.pick_status'));
  await expect(ada.call(taskMove, { ...to, flow_item_id: 2_000_000_000 })).rejects.toEqual(code('flow.gone'));
  // The end status completes the task, which open subtasks prevent.
  await expect(ada.call(taskMove, { ...to, flow_item_id: end })).rejects.toMatchObject(
    refused('task.has_open_subtasks'),
  );
  await ada.call(taskMove, { ...to, flow_item_id: start });
  expect(await ada.call(taskOne, { task_id: task.id })).toMatchObject({ flow_item_name: 'start|Open|' });
  expect(await subtasksOf(ada, task.id)).toMatchObject([{ flow_item_id: start }]);
});

test('without a workflow there, `completed` sets the state', async () => {
  const { ada, to } = await twoProjects();
  const [sub] = await subtasksOf(ada, to.task_id);
  await ada.call(taskUpdate, { task_id: sub?.id ?? 0, complete_at: true });
  const [moved] = await ada.call(taskMove, { ...to, completed: true });
  expect(moved?.complete_at).not.toBeNull();
  expect((await ada.call(taskCopy, { ...to, completed: false })).complete_at).toBeNull();
});

// covers A7-14
test('move and copy over the wire take lists of people, a status and completed as 1 or 0, and return the task with a message', async () => {
  const { ada, bo, cy, task, to, other, end } = await twoProjects(true);
  const [sub] = await subtasksOf(ada, task.id);
  await ada.call(taskUpdate, { task_id: sub?.id ?? 0, complete_at: true });
  const post = (path: string, input: object) =>
    ada.raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...to, flow_item_id: end, owner: [cy.userid], assist: [ada.userid, bo.userid], ...input }),
    });
  const rolesOf = (people: { userid: number; owner: number }[]) => people.map(({ userid, owner }) => [userid, owner]);
  const there = { project_id: other.id, column_id: to.column_id, column_name: 'Out' };

  const copied = await post('project/task/copy', {});
  expect(copied).toMatchObject({ ret: 1, msg: expect.stringMatching(/\w/), data: there });
  expect(copied.data['id']).not.toBe(task.id);
  const moved = await post('project/task/move', {});
  expect(moved).toMatchObject({ ret: 1, msg: expect.stringMatching(/\w/) });
  const [first] = moved.data as unknown as { task_user: { userid: number; owner: number }[] }[];
  expect(first).toMatchObject({
    id: task.id,
    ...there,
    flow_item_id: end,
    complete_at: expect.stringMatching(/^\d{4}-/),
  });
  expect(rolesOf(first?.task_user ?? [])).toEqual(
    expect.arrayContaining([
      [cy.userid, 1],
      [ada.userid, 0],
    ]),
  );
  expect(first?.task_user).toHaveLength(2);
});

test.for([
  [1, true],
  [0, false],
])('without a workflow, completed=%s decides', async ([completed, isDone]) => {
  const { ada, to } = await twoProjects();
  const [sub] = await subtasksOf(ada, to.task_id);
  await ada.call(taskUpdate, { task_id: sub?.id ?? 0, complete_at: true });
  if (!isDone) await ada.call(taskUpdate, { task_id: to.task_id, complete_at: true });
  const input = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const copied = await ada.raw('project/task/copy', { ...input, body: JSON.stringify({ ...to, completed }) });
  expect(copied.ret).toBe(1);
  const moved = await ada.raw('project/task/move', { ...input, body: JSON.stringify({ ...to, completed }) });
  expect(moved.ret).toBe(1);
  expect(Boolean((await ada.call(taskOne, { task_id: to.task_id })).complete_at)).toBe(isDone);
});

test('a copy has the description and reopened subtasks, and no tags', async () => {
  const { ada, bo, cy, task, to, start, end } = await twoProjects(true);
  const [sub] = await subtasksOf(ada, task.id);
  await ada.call(taskUpdate, { task_id: sub?.id ?? 0, complete_at: true });
  await expect(ada.call(taskCopy, to)).rejects.toMatchObject(refused('task.pick_status'));
  const copy = await ada.call(taskCopy, { ...to, flow_item_id: end, owner: [bo.userid, cy.userid] });
  expect(copy).toMatchObject({ name: 'Ship', complete_at: null, flow_item_id: start, task_tag: [], p_name: 'Now' });
  expect(copy.task_user).toMatchObject([{ userid: cy.userid, owner: 1 }]);
  expect((await cy.call(taskContent, { task_id: copy.id })).content).toBe('<p>by sea</p>');
  expect(await subtasksOf(cy, copy.id)).toMatchObject([{ name: 'Pack', complete_at: null, flow_item_id: start }]);
  await cy.receives('projectTask', 'add', (frame) => frame.data.parent_id === copy.id);
  expect((await bo.call(taskOne, { task_id: task.id })).id).toBe(task.id);
});

test('a subtask becomes a task of its own', async () => {
  const { ada, bo, project, task } = await twoProjects();
  const [sub] = await subtasksOf(ada, task.id);
  await expect(ada.call(taskUpgrade, { task_id: task.id })).rejects.toEqual(code('task.sub_only'));
  const { task: made, parent } = await ada.call(taskUpgrade, { task_id: sub?.id ?? 0 });
  expect(made).toMatchObject({ id: sub?.id, parent_id: 0, p_level: 1, project_id: project.id });
  expect(parent).toMatchObject({ id: task.id, sub_num: 0 });
  await bo.receives('projectTask', 'update', (frame) => frame.data.id === sub?.id && frame.data.parent_id === 0);
  await ada.call(taskAddsub, { task_id: made.id, name: 'Now it may have parts' });
});

test('a person who may not add tasks to a project cannot move or copy one there', async () => {
  const { ada, di, project, other, task, to } = await twoProjects();
  await ada.call(taskUpdate, { task_id: task.id, owner: [di.userid] });
  await ada.call(projectPermissionUpdate, { project_id: other.id, task_add: [1] });
  for (const call of [taskCopy, taskMove])
    await expect(di.call(call, to)).rejects.toMatchObject(code('project.permission'));
  expect(await di.call(taskOne, { task_id: task.id })).toMatchObject({ project_id: project.id });
  // Within its project a task is not added.
  await ada.call(projectPermissionUpdate, { project_id: project.id, task_add: [1] });
  const { data } = await ada.call(columnLists, { project_id: project.id });
  const column_id = data.at(-1)?.id ?? 0;
  await di.call(taskMove, { task_id: task.id, project_id: project.id, column_id });
  await ada.call(taskMove, to);
});
