import { userOperation } from '@atrium/contract/people/accounts.ts';
import * as d from '@atrium/contract/people/departments.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { teamTasks } from '@atrium/contract/people/team.ts';
import { flowList } from '@atrium/contract/projects/flows.ts';
import * as p from '@atrium/contract/projects/projects.ts';
import {
  taskAdd,
  taskContent,
  taskDialog,
  taskLists,
  taskOne,
  taskRemove,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, anotherDevice, type TestClient, unique, world } from '#testing/world';

let admin: TestClient;
const open = (department_owner_project_view: 'open' | 'close') =>
  admin.call(systemSetting, { type: 'save', department_owner_project_view });
beforeAll(async () => {
  admin = await administrator();
  await open('open');
});
afterAll(async () => {
  await open('close');
});

const LETTERS = 'abcdefghijklmnop';
let made = 0;
const named = () => `View ${process.pid} ${LETTERS[made++]}`;
const put = (who: TestClient, department: number[]) =>
  admin.call(userOperation, { userid: who.userid, type: 'department', department });
const headed = (who: TestClient, ids: (number | 'all')[] = ['all']) =>
  who.call(p.projectLists, { department_owner_ids: ids }).then(({ data }) => data);
const gone = { data: { code: 'project.gone' } };

/** The head leads a department, and the boss the one above; the member of a project of ada's is in the lower one. */
async function scene() {
  const people = await world({ members: ['ada', 'bo'], outsiders: ['head', 'boss', 'other'] });
  const { head, boss, bo } = people;
  const top = await admin.call(d.departmentAdd, { name: named(), owner_userid: boss.userid });
  const low = await admin.call(d.departmentAdd, { name: named(), owner_userid: head.userid, parent_id: top.id });
  await put(bo, [low.id]);
  return { ...people, top, low };
}

test('a head reads the projects of the people in their departments, and those below, and changes nothing', async () => {
  const { ada, head, boss, other, project, low, top } = await scene();
  const project_id = project.id;
  const task = await ada.call(taskAdd, { project_id, name: unique('seen'), content: 'Words', owner: [ada.userid] });
  const hidden = await ada.call(taskAdd, { project_id, name: unique('hidden'), visibility: 2 });
  const sub = await ada.call(taskAdd, { project_id, name: 'Main', subtasks: [{ name: 'Part' }] });

  const info = await head.call(userInfo, {});
  expect(info.managed_departments).toEqual([
    { id: low.id, name: low.name, parent_id: top.id, owner_userid: head.userid },
  ]);
  expect(await boss.call(d.managedDepartments, {})).toMatchObject([{ id: top.id }]);
  expect(await other.call(d.managedDepartments, {})).toEqual([]);
  for (const reader of [head, boss]) {
    expect(await headed(reader)).toMatchObject([{ id: project_id, owner: null, department_readonly: true }]);
    // It is not one of their own, and its tasks are not in their lists.
    expect((await reader.call(p.projectLists, {})).data.map(({ id }) => id)).not.toContain(project_id);
    expect((await reader.call(taskLists, {})).data).toEqual([]);
    expect(await reader.call(p.projectOne, { project_id })).toMatchObject({ department_readonly: true, owner: null });
    expect((await reader.call(p.columnLists, { project_id })).data).toHaveLength(3);
    const listed = (await reader.call(taskLists, { project_id, parent_id: -1 })).data;
    expect(listed.map(({ id, is_guest }) => [id, is_guest])).toEqual([
      [sub.id, true],
      [task.id, true],
    ]);
    expect(await reader.call(taskOne, { task_id: task.id })).toMatchObject({ id: task.id, is_guest: true });
    expect(await reader.call(taskContent, { task_id: task.id })).toMatchObject({ content: 'Words' });
    expect((await reader.call(taskLists, { parent_id: sub.id })).data).toMatchObject([
      { name: 'Part', is_guest: true },
    ]);
    const found = await reader.call(taskLists, { scope: 'all_project', keys: { name: task.name } });
    expect(found).toMatchObject({ total: 1, data: [{ id: task.id, is_guest: true }] });
    const secret = await reader.call(taskLists, { scope: 'all_project', keys: { name: hidden.name } });
    expect(secret).toMatchObject({ total: 0, data: [] });
    expect((await reader.call(p.projectLog, { project_id })).data.length).toBeGreaterThan(0);
    expect(await reader.call(flowList, { project_id })).toEqual([]);
    const team = await reader.call(teamTasks, {}).catch(() => ({ data: [] }));
    expect(team.data.every((row) => row.can_open)).toBe(true);

    await expect(reader.call(taskOne, { task_id: hidden.id })).rejects.toMatchObject({ data: { code: 'task.gone' } });
    const refused = { data: { code: 'project.permission' } };
    await expect(reader.call(taskUpdate, { task_id: task.id, name: 'Mine' })).rejects.toMatchObject(refused);
    await expect(reader.call(taskRemove, { task_id: task.id })).rejects.toMatchObject(refused);
    await expect(reader.call(taskDialog, { task_id: task.id })).rejects.toMatchObject(refused);
    await expect(reader.call(taskAdd, { project_id, name: 'New' })).rejects.toMatchObject(gone);
    await expect(reader.call(p.projectUpdate, { project_id, name: 'Mine' })).rejects.toMatchObject(gone);
    await expect(reader.call(p.columnAdd, { project_id, name: 'Mine' })).rejects.toMatchObject(gone);
    await expect(reader.call(p.projectSort, { project_id, sort: [] })).rejects.toMatchObject(gone);
  }
  // Only departments of the named heads, as far as the caller leads them.
  expect(await headed(boss, [head.userid])).toHaveLength(1);
  expect(await headed(head, [ada.userid])).toEqual([]);
  expect(await headed(other)).toEqual([]);
  await expect(other.call(p.projectOne, { project_id })).rejects.toMatchObject(gone);
  // A personal project stays its owner's.
  expect((await headed(head)).every(({ personal }) => personal === 0)).toBe(true);
});

test('a head sees changes at once, and loses the project with the department, the setting or the switch', async () => {
  const { ada, bo, head, boss, project, low } = await scene();
  const project_id = project.id;
  const task = await ada.call(taskAdd, { project_id, name: 'Live' });
  expect((await head.receives('projectTask', 'add', ({ data }) => data.id === task.id)).data.is_guest).toBe(true);
  await ada.call(taskUpdate, { task_id: task.id, name: 'Renamed' });
  await head.receives('projectTask', 'update', ({ data }) => data.name === 'Renamed');
  const column = await ada.call(p.columnAdd, { project_id, name: 'Fourth' });
  await head.receives('projectColumn', 'add', ({ data }) => data.id === column.id);
  // Restricted, it disappears; restored, it comes back.
  await ada.call(taskUpdate, { task_id: task.id, visibility: 2 });
  await head.receives('projectTask', 'delete', ({ data }) => data.id === task.id);
  const before = head.frames.length;
  await ada.call(taskUpdate, { task_id: task.id, name: 'Secret' });
  await ada.call(taskUpdate, { task_id: task.id, visibility: 1 });
  await head.receives('projectTask', 'add', (frame) => head.frames.indexOf(frame) >= before);
  const news = head.frames.slice(before).filter(({ type }) => type === 'projectTask');
  expect(news.filter(({ data }) => data.visibility === 2)).toEqual([]);

  const lost = async (reader: TestClient, change: () => Promise<unknown>) => {
    const from = reader.frames.length;
    await change();
    const isNews = (frame: (typeof reader.frames)[number]) => reader.frames.indexOf(frame) >= from;
    const frame = await reader.receives('project', 'heads', isNews);
    expect(frame.data).toEqual({ lost: [project_id] });
    await expect(reader.call(p.projectOne, { project_id })).rejects.toMatchObject(gone);
    await expect(reader.call(taskOne, { task_id: task.id })).rejects.toMatchObject({ data: { code: 'task.gone' } });
    const heard = reader.frames.length;
    await ada.call(taskUpdate, { task_id: task.id, name: unique('later') });
    await ada.settled();
    await reader.settled();
    expect(reader.frames.slice(heard).filter(({ type }) => type === 'projectTask')).toEqual([]);
  };
  const back = async (reader: TestClient, change: () => Promise<unknown>) => {
    const from = reader.frames.length;
    await change();
    const frame = await reader.receives('project', 'heads', (each) => reader.frames.indexOf(each) >= from);
    expect(frame.data).toEqual({ lost: [] });
    expect(await headed(reader)).toMatchObject([{ id: project_id }]);
  };
  // A device that was away hears of the loss, and nothing that it may no longer see.
  const { cursor } = await head.call(syncStart, {});
  await ada.call(taskUpdate, { task_id: task.id, name: 'While away' });
  await lost(head, () => ada.call(p.projectUpdate, { project_id, department_owner_view: 'close' }));
  const late = await anotherDevice(head);
  await late.listen({ cursor });
  await late.receives('resume');
  // A client that replays the change of the task is notified of the removal by its id.
  const names = late.frameNames().filter((name) => name !== 'projectTask/delete');
  expect(names.filter((name) => name.startsWith('projectTask'))).toEqual([]);
  // Earlier events may come again: a cursor waits for open transactions, also those of other databases.
  expect(names.slice(-2)).toEqual(['project/heads', 'resume/']);
  await back(head, () => ada.call(p.projectUpdate, { project_id, department_owner_view: 'open' }));
  await lost(head, () => put(bo, []));
  await back(head, () => put(bo, [low.id]));
  await lost(boss, () => open('close'));
  expect((await boss.call(userInfo, {})).managed_departments).toEqual([]);
  await back(boss, () => open('open'));
  await lost(head, () => admin.call(d.departmentAdd, { id: low.id, name: low.name, owner_userid: bo.userid }));
  // Deputies see the same.
  await back(head, () => admin.call(d.departmentAdddeputy, { id: low.id, userid: head.userid }));
  await lost(head, () => admin.call(d.departmentDeldeputy, { id: low.id, userid: head.userid }));
  // A head who joins has it as a member, and keeps it when they are a head no more.
  await back(head, () => admin.call(d.departmentAdddeputy, { id: low.id, userid: head.userid }));
  await ada.call(p.projectUser, { project_id, userid: [ada.userid, bo.userid, head.userid] });
  const added = await head.receives('project', 'add', ({ data }) => data.id === project_id);
  expect(added.data).not.toHaveProperty('department_readonly');
  expect(await headed(head)).toEqual([]);
  expect((await head.call(p.projectOne, { project_id })).owner).toBe(0);
});
