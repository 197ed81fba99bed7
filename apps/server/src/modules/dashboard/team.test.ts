import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { teamStats, teamTasks } from '@atrium/contract/people/team.ts';
import { flowSave } from '@atrium/contract/projects/flows.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { systemPriority } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administrator, type TestClient, testServer, unique, world } from '#testing/world';

const wire = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * Ada heads a department with Bo, and one below it with Cy; Eve is in none. The project is Bo's, with Cy as a member.
 */
async function stage() {
  const { bo, cy, ada, eve, project } = await world({ members: ['bo', 'cy'], outsiders: ['ada', 'eve'] });
  const admin = await administrator();
  const name = () => unique('D').slice(-18);
  const top = await admin.call(departmentAdd, { name: name(), owner_userid: ada.userid });
  const below = await admin.call(departmentAdd, { name: name(), owner_userid: cy.userid, parent_id: top.id });
  const place = (who: TestClient, id: number) =>
    admin.call(userOperation, { userid: who.userid, type: 'department', department: [id] });
  await place(bo, top.id);
  const project_id = project.id;
  const add = (title: string, more: object = {}) =>
    bo.call(taskAdd, { project_id, name: title, owner: [bo.userid], ...more });
  return { admin, ada, bo, cy, eve, project_id, below, add };
}
const times = (end: number) => ({ times: [wire(-30), wire(end)] });

test('a department head sees the workload of their departments and those below', async () => {
  const { admin, ada, bo, cy, project_id, add } = await stage();
  const list = [1, 2, 3, 4].map((priority) => ({ name: `L${priority}`, color: '#111111', days: 1, priority }));
  await admin.call(systemPriority, { type: 'save', list });
  const saved = await bo.call(flowSave, {
    project_id,
    flows: [
      { id: -1, name: 'Open', status: 'start', turns: [-2, -3, -4] },
      { id: -2, name: 'Doing', status: 'progress', turns: [-3] },
      { id: -3, name: 'Testing', status: 'test', turns: [-4] },
      { id: -4, name: 'Done', status: 'end' },
    ],
  });
  const [, doing, testing] = saved.project_flow_item.map(({ id }) => id);
  const late = await add('Late', { ...times(-1), p_level: 1, p_name: 'Now', p_color: '#f00' });
  const soon = await add('Soon', { ...times(2), owner: [bo.userid, cy.userid] });
  await add('Far', { ...times(9), p_level: 4, p_name: 'Later', p_color: '#00f' });
  const nobodys = await add('Nobody’s', { owner: [] });
  await add('Hidden', { visibility: 2 });
  const done = await add('Done');
  await bo.call(taskUpdate, { task_id: late.id, flow_item_id: doing ?? 0 });
  await bo.call(taskUpdate, { task_id: soon.id, flow_item_id: testing ?? 0 });
  await bo.call(taskUpdate, { task_id: done.id, complete_at: true });

  const stats = await ada.call(teamStats, {});
  expect(stats).toMatchObject({
    member_count: 3,
    blocks: {
      uncompleted: 3,
      overdue: 1,
      overdue_owner_count: 1,
      due_soon: 1,
      week_completed: 1,
      last_week_completed: 0,
      no_owner: 1,
    },
    priority: [
      { level: 1, name: 'Now', color: '#f00', num: 1 },
      { level: 4, name: 'Later', color: '#00f', num: 1 },
      { level: -1, color: '#c5c8ce', num: 1 },
    ],
    high_levels: [1, 2],
  });
  expect(stats.members.map(({ userid, total, overdue, segments }) => ({ userid, total, overdue, segments }))).toEqual([
    { userid: bo.userid, total: 3, overdue: 1, segments: { start: 1, progress: 1, test: 1 } },
    { userid: cy.userid, total: 1, overdue: 0, segments: { start: 0, progress: 0, test: 1 } },
    { userid: ada.userid, total: 0, overdue: 0, segments: { start: 0, progress: 0, test: 0 } },
  ]);
  // Cy heads the lower one, and sees no other.
  expect((await cy.call(teamStats, {})).members.map(({ userid }) => userid)).toEqual([cy.userid]);

  const names = async (input: Parameters<typeof ada.call<typeof teamTasks>>[1], who = ada) =>
    (await who.call(teamTasks, input)).data.map((task) => task.name);
  expect(await names({})).toEqual(['Late', 'Soon', 'Far']);
  expect(await names({ type: 'overdue' })).toEqual(['Late']);
  expect(await names({ type: 'soon' })).toEqual(['Soon']);
  expect(await names({ type: 'hi' })).toEqual(['Late']);
  expect(await names({ type: 'noowner' })).toEqual(['Nobody’s']);
  expect(await names({ member_id: cy.userid })).toEqual(['Soon']);
  expect(await names({ level: -1 })).toEqual(['Soon']);
  expect(await names({ level: 4 })).toEqual(['Far']);
  expect(await names({ pagesize: 2, page: 2 })).toEqual(['Far']);
  const [first] = (await ada.call(teamTasks, {})).data;
  expect(first).toMatchObject({ id: late.id, overdue: true, owners: [bo.userid], can_open: false, project_id });
  expect((await cy.call(teamTasks, {})).data[0]?.can_open).toBe(true);
  expect(nobodys.id).toBeGreaterThan(0);
});

test('the week of what was completed begins on Monday where the reader is', async () => {
  const { ada, bo, add } = await stage();
  const timezone = 'Pacific/Kiritimati';
  await ada.call(userEditdata, { timezone });
  const today = Temporal.Now.zonedDateTimeISO(timezone).startOfDay();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const completed = { first: monday.subtract({ minutes: 1 }), second: monday.add({ minutes: 1 }) };
  const { app } = await testServer();
  for (const [name, at] of Object.entries(completed)) {
    const { id } = await add(name);
    await bo.call(taskUpdate, { task_id: id, complete_at: true });
    await sql`update tasks set complete_at = ${at.toInstant().toString()}::timestamptz where id = ${id}`.execute(
      app.db,
    );
  }
  const { blocks } = await ada.call(teamStats, {});
  expect(blocks).toMatchObject({ week_completed: 1, last_week_completed: 1 });
});

test('members and heads of other departments cannot see it', async () => {
  const { admin, ada, bo, cy, eve } = await stage();
  for (const who of [bo, eve]) {
    await expect(who.call(teamStats, {})).rejects.toThrow('department heads');
    await expect(who.call(teamTasks, {})).rejects.toThrow('department heads');
  }
  await expect(cy.call(teamStats, { department_owner_ids: [ada.userid] })).rejects.toThrow('department heads');
  await expect(cy.call(teamTasks, { member_id: bo.userid })).rejects.toThrow('department heads');
  await expect(ada.call(teamTasks, { member_id: eve.userid })).rejects.toThrow('department heads');
  const ids = async (input: Parameters<typeof admin.call<typeof teamStats>>[1]) =>
    (await admin.call(teamStats, input)).members.map(({ userid }) => userid);
  expect((await ids({ department_owner_ids: [ada.userid] })).toSorted()).toEqual(
    [ada, bo, cy].map(({ userid }) => userid).toSorted(),
  );
  expect(await ids({})).toEqual(expect.arrayContaining([ada.userid, bo.userid, cy.userid]));
});

test('personal projects stay private, and figures are cached for half a minute unless refreshed', async () => {
  const { ada, bo, eve, add } = await stage();
  await add('One');
  expect((await ada.call(teamStats, {})).blocks.uncompleted).toBe(1);
  await add('Two');
  expect((await ada.call(teamStats, {})).blocks.uncompleted).toBe(1);
  expect((await ada.call(teamStats, { refresh: true })).blocks.uncompleted).toBe(2);
  const shared = await eve.call(projectAdd, { name: 'Shared' });
  await eve.call(projectUser, { project_id: shared.id, userid: [eve.userid, bo.userid] });
  await eve.call(taskAdd, { project_id: shared.id, name: 'Three', owner: [bo.userid] });
  const own = (await bo.call(projectAdd, { name: 'Mine', personal: true }).catch(() => null))?.id;
  if (own) await bo.call(taskAdd, { project_id: own, name: 'Diary', owner: [bo.userid] });
  expect((await ada.call(teamStats, { refresh: true })).blocks.uncompleted).toBe(3);
});
