import { dialogOne, groupAdd, groupSearchuser } from '@atrium/contract/chat/dialogs.ts';
import { userLists, userOperation } from '@atrium/contract/people/accounts.ts';
import * as d from '@atrium/contract/people/departments.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { userBasic, userSearch } from '@atrium/contract/people/users.ts';
import { beforeAll, expect, test } from 'vitest';
import { administrator, person, refused, type TestClient, unique, world } from '#testing/world';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});

let made = 0;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Letters only: a department's name has no punctuation. */
const named = (word: string) => `${word} ${process.pid}${LETTERS[made % 26]}${Math.floor(made++ / 26)}`;
const add = (head: TestClient, more: { parent_id?: number; name?: string } = {}) =>
  admin.call(d.departmentAdd, { name: named('Dept'), owner_userid: head.userid, ...more });
const one = async (id: number) => (await admin.call(d.departmentList, {})).find((each) => each.id === id);
const put = (who: TestClient, department: number[]) =>
  admin.call(userOperation, { userid: who.userid, type: 'department', department });

// covers A3-09, C7-09
test('a department has a head, members and a group chat that follows them', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dept = await add(ada);
  expect(dept).toMatchObject({ owner_userid: ada.userid, deputy_userids: [], people: 1, parent_id: 0 });
  expect(await ada.call(dialogOne, { dialog_id: dept.dialog_id })).toMatchObject({
    group_type: 'department',
    name: dept.name,
    owner_id: ada.userid,
  });

  await put(bo, [dept.id]);
  await bo.receives('dialog', 'groupJoin', ({ data }) => data.id === dept.dialog_id);
  const isPlaced = (data: Record<string, unknown>) => data['userid'] === bo.userid && String(data['department']) !== '';
  const frame = await cy.receives('user', 'update', ({ data }) => isPlaced(data));
  expect(frame.data).toMatchObject({ department: [dept.id], department_name: dept.name });
  expect(await one(dept.id)).toMatchObject({ people: 2 });

  // Another name and another head: the names on cards, the group and both people follow.
  const name = named('Renamed');
  await admin.call(d.departmentAdd, { id: dept.id, name, owner_userid: cy.userid });
  const names = await bo.receives('user', 'departments', ({ data }) =>
    (data.list as d.DepartmentInfo[]).some((each) => each.name === name),
  );
  expect(names.data.list).toContainEqual({ id: dept.id, name, parent_id: 0, owner_userid: cy.userid });
  const cards = await bo.call(userBasic, { userid: [cy.userid, ada.userid] });
  const offices = new Map(cards.map(({ userid, department_name }) => [userid, department_name]));
  expect(offices).toEqual(
    new Map([
      [cy.userid, `${name} (M)`],
      [ada.userid, ''],
    ]),
  );
  expect(await cy.call(dialogOne, { dialog_id: dept.dialog_id })).toMatchObject({ name, owner_id: cy.userid });
  await expect(ada.call(dialogOne, { dialog_id: dept.dialog_id })).rejects.toMatchObject(refused('dialog.gone'));
  expect((await cy.call(userInfo, {})).department_owner).toBe(true);
  expect(await cy.call(d.ownDepartments, {})).toEqual([{ id: dept.id, name, parent_id: 0, owner_userid: cy.userid }]);

  await admin.call(d.departmentDel, { id: dept.id });
  expect((await bo.call(userBasic, { userid: [bo.userid] }))[0]).toMatchObject({ department: [], department_name: '' });
  await expect(bo.call(dialogOne, { dialog_id: dept.dialog_id })).rejects.toMatchObject(refused('dialog.gone'));
});

test('a deputy joins and leaves the group with the role; a head can be neither deputy nor leave', async () => {
  const [ada, bo] = await Promise.all([person('ada'), person('bo', { live: true })]);
  const dept = await add(ada);
  for (let i = 0; i < 2; i++) {
    expect(await admin.call(d.departmentAdddeputy, { id: dept.id, userid: bo.userid })).toMatchObject({
      deputy_userids: [bo.userid],
      people: 2,
    });
  }
  await expect(admin.call(d.departmentAdddeputy, { id: dept.id, userid: ada.userid })).rejects.toMatchObject(
    refused('department.head'),
  );
  await expect(put(ada, [])).rejects.toMatchObject(refused('department.head'));
  for (let i = 0; i < 2; i++) {
    expect(await admin.call(d.departmentDeldeputy, { id: dept.id, userid: bo.userid })).toMatchObject({
      deputy_userids: [],
      people: 1,
    });
  }
  expect((await bo.receives('dialog', 'groupExit')).data).toEqual({ id: dept.dialog_id });
  // A deputy who becomes the head is a deputy no more.
  await admin.call(d.departmentAdddeputy, { id: dept.id, userid: bo.userid });
  const { id, name } = dept;
  const next = await admin.call(d.departmentAdd, { id, name, owner_userid: bo.userid });
  expect(next).toMatchObject({ owner_userid: bo.userid, deputy_userids: [], people: 1 });
});

test('the tree has three levels, no cycles and no punctuation in names', async () => {
  const ada = await person('ada');
  const top = await add(ada);
  const middle = await add(ada, { parent_id: top.id });
  const low = await add(ada, { parent_id: middle.id });
  await expect(add(ada, { parent_id: low.id })).rejects.toMatchObject(refused('department.levels'));
  const { id, name } = top;
  await expect(
    admin.call(d.departmentAdd, { id, name, owner_userid: ada.userid, parent_id: low.id }),
  ).rejects.toMatchObject(refused('department.loop'));
  const tall = await add(ada);
  await add(ada, { parent_id: tall.id });
  await expect(
    admin.call(d.departmentAdd, { ...tall, owner_userid: ada.userid, parent_id: middle.id }),
  ).rejects.toMatchObject(refused('department.levels'));
  for (const bad of ['x', 'a'.repeat(21), 'R&D', 'Sales (M)', 'a.b', '']) {
    await expect(add(ada, { name: bad })).rejects.toMatchObject(refused('department.name'));
  }
  await expect(add(ada, { parent_id: 2_000_000_000 })).rejects.toMatchObject(refused('department.gone'));
  await expect(admin.call(d.departmentDel, { id: top.id })).rejects.toMatchObject(refused('department.not_empty'));
});

test('nobody heads more than ten departments, and unknown people head none', async () => {
  const ada = await person('ada');
  for (let i = 0; i < 10; i++) await add(ada);
  await expect(add(ada)).rejects.toMatchObject(refused('department.headed'));
  // Nobody is in more than ten, not even as head or deputy; existing memberships count once.
  const [bo, cy] = await Promise.all([person('bo'), person('cy')]);
  const dept = await add(cy);
  const own = (await admin.call(d.departmentList, {})).filter((each) => each.owner_userid === ada.userid);
  const ids = own.map(({ id }) => id);
  await put(bo, ids);
  const office = (id: number) => admin.call(d.departmentAdddeputy, { id, userid: bo.userid });
  await expect(office(dept.id)).rejects.toMatchObject(refused('department.many'));
  await expect(add(bo)).rejects.toMatchObject(refused('department.many'));
  expect((await office(ids[0] ?? 0)).deputy_userids).toEqual([bo.userid]);
  await expect(admin.call(d.departmentAdd, { name: named('Dept'), owner_userid: 2_000_000_000 })).rejects.toMatchObject(
    refused('user.gone'),
  );
});

test('members of sub-departments join in one call; an existing group can become a department’s', async () => {
  const [ada, bo, cy] = await Promise.all([person('ada'), person('bo'), person('cy', { live: true })]);
  const group = await bo.call(groupAdd, { userids: [cy.userid], chat_name: unique('G') });
  // An administrator finds a group without being in it; nobody else may search.
  const found = await admin.call(groupSearchuser, { key: group.name.toUpperCase() });
  expect(found.list).toEqual([{ id: group.id, name: group.name, people: 2, owner_id: bo.userid }]);
  await expect(bo.call(groupSearchuser, { key: '' })).rejects.toMatchObject(refused('forbidden'));
  const top = await admin.call(d.departmentAdd, {
    name: named('Top'),
    owner_userid: ada.userid,
    dialog_group: 'use',
    dialog_useid: group.id,
  });
  expect(top.dialog_id).toBe(group.id);
  expect((await cy.receives('dialog', 'add', ({ data }) => data.type === 'notice')).data.msg).toMatchObject({
    key: 'notice.department',
    data: { name: top.name },
  });
  expect(await ada.call(dialogOne, { dialog_id: group.id })).toMatchObject({
    group_type: 'department',
    name: top.name,
  });
  await expect(
    admin.call(d.departmentAdd, {
      name: named('Other'),
      owner_userid: ada.userid,
      dialog_group: 'use',
      dialog_useid: group.id,
    }),
  ).rejects.toMatchObject(refused('department.group'));
  expect((await admin.call(groupSearchuser, { key: group.name })).list).toEqual([]);
  const below = await add(ada, { parent_id: top.id });
  await put(bo, [below.id]);
  expect(await admin.call(d.departmentSync, { id: top.id })).toEqual({
    synced_count: 1,
    already_in_dept_count: 1,
    sub_department_ids: [below.id],
  });
  expect((await admin.call(d.departmentSync, { id: top.id })).synced_count).toBe(0);
});

// covers A3-08
test('people are found by department, heads first; a successor takes over the departments too', async () => {
  const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
  const dept = await add(ada);
  await put(bo, [dept.id]);
  const { data } = await admin.call(userLists, { keys: { department: dept.id } });
  expect(data.map(({ userid, is_principal }) => [userid, is_principal])).toEqual([
    [ada.userid, true],
    [bo.userid, false],
  ]);
  const none = await admin.call(userLists, { keys: { department: 0 } });
  expect(none.data.map(({ userid }) => userid)).not.toContain(bo.userid);
  const found = await bo.call(userSearch, { keys: { departments: [dept.id] }, with_department: 1, take: 50 });
  const info = { id: dept.id, name: dept.name, parent_id: 0, owner_userid: ada.userid };
  const infos = (Array.isArray(found) ? found : found.data).map((each) => [each.userid, each.department_info]);
  expect(new Map(infos as [number, unknown][])).toEqual(
    new Map([
      [ada.userid, [info]],
      [bo.userid, [info]],
    ]),
  );

  await admin.call(userOperation, {
    userid: ada.userid,
    type: 'delete',
    delete_reason: 'left',
    transfer_userid: bo.userid,
  });
  expect(await one(dept.id)).toMatchObject({ owner_userid: bo.userid, people: 1 });
  await expect(ada.call(login, { email: ada.email, password: 'wrong-Pass1' })).rejects.toMatchObject(refused('need'));
});
