import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { handoffAssign, handoffLists, handoffOptions } from '@atrium/contract/projects/handoffs.ts';
import { projectExit, projectLog } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskArchived, taskOne, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { afterEach, expect, test } from 'vitest';
import { administrator, refused, type TestClient, unique, world } from '#testing/world';

type Rules = Record<string, string>;
const USUAL: Rules = {
  project_task_handoff: 'open',
  project_task_handoff_role: 'owner',
  project_task_handoff_candidates: 'project',
  project_task_handoff_adjust: 'all',
  project_task_handoff_note: 'optional',
};
const rule = async (rules: Rules) => (await administrator()).call(systemSetting, { type: 'save', ...rules });
afterEach(() => rule(USUAL));

/** A task of Bo's in Ada's project, with Cy as a member. */
async function stage() {
  const { ada, bo, cy, eve, project } = await world({ members: ['ada', 'bo', 'cy'], outsiders: ['eve'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [bo.userid] });
  return { ada, bo, cy, eve, project_id: project.id, task_id: task.id };
}
const versionFor = async (who: TestClient, task_id: number) => (await who.call(handoffOptions, { task_id })).version;
async function give(who: TestClient, task_id: number, owners: number[], note = '') {
  return who.call(handoffAssign, { task_id, owners, version: await versionFor(who, task_id), note });
}
const ownersOf = (task: { task_user: { userid: number; owner: number }[] }) =>
  task.task_user.filter(({ owner }) => owner === 1).map(({ userid }) => userid);

test('an assignee hands a task over with a note that everybody with access can read', async () => {
  const { ada, bo, cy, eve, task_id } = await stage();
  const options = await bo.call(handoffOptions, { task_id });
  expect(options).toMatchObject({ owners: [bo.userid], protected: [], note_required: false });
  expect(options.candidates.toSorted()).toEqual([ada, bo, cy].map(({ userid }) => userid).toSorted());
  expect(options.users.map(({ userid }) => userid).toSorted()).toEqual(options.candidates.toSorted());

  const given = await bo.call(handoffAssign, {
    task_id,
    owners: [cy.userid],
    version: options.version,
    note: ' On holiday ',
  });
  expect(ownersOf(given)).toEqual([cy.userid]);
  await cy.settled();
  expect(cy.frames.findLast(({ action }) => action === 'update')?.data).toMatchObject({ id: task_id, owner: 1 });
  const { lists, has_more, can_assign } = await ada.call(handoffLists, { task_id });
  expect(lists).toMatchObject([
    { source: 'assign', userid: bo.userid, before: [bo.userid], owners: [cy.userid], note: 'On holiday' },
    { source: 'create', userid: ada.userid, before: [], owners: [bo.userid], note: '' },
  ]);
  expect([has_more, can_assign]).toEqual([false, true]);
  expect((await bo.call(handoffLists, { task_id })).can_assign).toBe(false);
  expect((await bo.call(projectLog, { task_id })).data[0]).toMatchObject({
    word: 'task.handover',
    record: { userid: [cy.userid], before: [bo.userid], remark: 'On holiday' },
  });
  await expect(eve.call(handoffLists, { task_id })).rejects.toMatchObject(refused('task.gone'));
});

test('the slower of two handovers is refused and changes nothing', async () => {
  const { ada, bo, cy, task_id } = await stage();
  const version = await versionFor(ada, task_id);
  await give(bo, task_id, [cy.userid]);
  const late = ada.call(handoffAssign, { task_id, owners: [ada.userid], version });
  await expect(late).rejects.toThrow('Someone else');
  expect(ownersOf(await ada.call(taskOne, { task_id }))).toEqual([cy.userid]);
  // If two people hand over at the same moment, one call is refused.
  const same = await versionFor(ada, task_id);
  const both = await Promise.allSettled(
    [ada.userid, bo.userid].map((userid) => ada.call(handoffAssign, { task_id, owners: [userid], version: same })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('invalid handovers are refused: to nobody, the same person, an outsider, or of a completed task', async () => {
  const { ada, bo, cy, eve, task_id } = await stage();
  await expect(give(bo, task_id, [])).rejects.toThrow('at least one');
  await expect(give(bo, task_id, [bo.userid])).rejects.toThrow('already');
  await expect(give(bo, task_id, [eve.userid])).rejects.toThrow('can’t be handed over');
  await expect(give(cy, task_id, [cy.userid])).rejects.toThrow('can’t hand over');
  await ada.call(taskUpdate, { task_id, complete_at: true });
  await expect(versionFor(bo, task_id)).rejects.toMatchObject(refused('task.completed'));
  await ada.call(taskArchived, { task_id });
  expect((await bo.call(handoffLists, { task_id })).lists.map(({ source }) => source)).toEqual([
    'archive',
    'complete',
    'create',
  ]);
});

test('any member assigns an unassigned task; a subtask is assigned by its main task’s assignees', async () => {
  const { ada, bo, cy, project_id } = await stage();
  const free = await ada.call(taskAdd, { project_id, name: 'Free' });
  expect(ownersOf(await give(cy, free.id, [bo.userid]))).toEqual([bo.userid]);
  const main = await ada.call(taskAdd, { project_id, name: 'Main', owner: [bo.userid] });
  const part = await ada.call(taskAddsub, { task_id: main.id, name: 'Part' });
  expect(ownersOf(await give(bo, part.id, [cy.userid]))).toEqual([cy.userid]);
});

test('every change of assignees is recorded with its note', async () => {
  const { ada, bo, cy, project_id, task_id } = await stage();
  await ada.call(taskUpdate, { task_id, owner: [cy.userid] });
  // Repeating it changes nothing.
  await ada.call(taskUpdate, { task_id, owner: [cy.userid] });
  await ada.call(taskUpdate, { task_id, name: 'Sail' });
  await cy.call(projectExit, { project_id });
  const { lists } = await ada.call(handoffLists, { task_id });
  expect(lists).toMatchObject([
    { source: 'member_exit', userid: cy.userid, before: [cy.userid], owners: [] },
    { source: 'update', userid: ada.userid, before: [bo.userid], owners: [cy.userid] },
    { source: 'create' },
  ]);
  await ada.call(taskUpdate, { task_id, owner: [bo.userid] });
  const admin = await administrator();
  await admin.call(userOperation, {
    userid: bo.userid,
    type: 'setdisable',
    transfer_userid: ada.userid,
  });
  expect((await ada.call(handoffLists, { task_id })).lists[0]).toMatchObject({
    source: 'transfer',
    before: [bo.userid],
    owners: [ada.userid],
  });
});

test('a long history comes twenty at a time', async () => {
  const { ada, bo, cy, task_id } = await stage();
  for (let n = 0; n < 21; n++) await ada.call(taskUpdate, { task_id, owner: [n % 2 ? bo.userid : cy.userid] });
  const first = await ada.call(handoffLists, { task_id });
  expect([first.lists.length, first.has_more]).toEqual([20, true]);
  const rest = await ada.call(handoffLists, { task_id, before_id: first.lists.at(-1)?.id });
  expect([rest.lists.map(({ source }) => source), rest.has_more]).toEqual([['update', 'create'], false]);
});

test('the workspace decides whether, by whom, to whom and from whom tasks are handed over, and if a note is required', async () => {
  const { ada, bo, cy, task_id } = await stage();
  await rule({ project_task_handoff: 'close' });
  await expect(versionFor(ada, task_id)).rejects.toThrow('turned off');
  expect((await ada.call(handoffLists, { task_id })).can_assign).toBe(false);

  await rule({ ...USUAL, project_task_handoff_note: 'required' });
  expect((await bo.call(handoffOptions, { task_id })).note_required).toBe(true);
  await expect(give(bo, task_id, [cy.userid], '  ')).rejects.toThrow('reason');

  await rule({ ...USUAL, project_task_handoff_role: 'managers' });
  await expect(versionFor(bo, task_id)).rejects.toThrow('can’t hand over');
  await expect(versionFor(cy, task_id)).rejects.toThrow('can’t hand over');
  const admin = await administrator();
  const department = (owner: TestClient) =>
    admin.call(departmentAdd, { name: unique('D').slice(-18), owner_userid: owner.userid });
  const place = (who: TestClient, ...ids: number[]) =>
    admin.call(userOperation, { userid: who.userid, type: 'department', department: ids });
  const mine = await department(cy);
  await place(bo, mine.id);
  // Cy heads the assignee's department.
  expect(await versionFor(cy, task_id)).toBe(await versionFor(ada, task_id));
  await rule({ ...USUAL, project_task_handoff_role: 'close' });
  await expect(versionFor(cy, task_id)).rejects.toThrow('can’t hand over');

  await rule({ ...USUAL, project_task_handoff_candidates: 'department', project_task_handoff_adjust: 'department' });
  const options = await bo.call(handoffOptions, { task_id });
  expect(options.candidates.toSorted()).toEqual([bo.userid, cy.userid].toSorted());
  expect((await ada.call(handoffOptions, { task_id })).candidates).toHaveLength(3);
  // Assignees from other departments stay.
  await ada.call(taskUpdate, { task_id, owner: [bo.userid, ada.userid] });
  expect((await bo.call(handoffOptions, { task_id })).protected).toEqual([ada.userid]);
  await expect(give(bo, task_id, [cy.userid])).rejects.toThrow('can’t be removed');
  expect(ownersOf(await give(bo, task_id, [cy.userid, ada.userid])).toSorted()).toEqual(
    [cy.userid, ada.userid].toSorted(),
  );
});
