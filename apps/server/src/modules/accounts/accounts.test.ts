import { setTimeout as sleep } from 'node:timers/promises';
import { dialogOne, dialogUser, groupAdd, groupEdit, groupTransfer } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { userLists, userOperation } from '@atrium/contract/people/accounts.ts';
import { userEditdata, userInfo } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { userBasic, userSearch } from '@atrium/contract/people/users.ts';
import { flowList, flowSave } from '@atrium/contract/projects/flows.ts';
import {
  projectAdd,
  projectLists,
  projectLog,
  projectOne,
  projectTransfer,
  projectUpdate,
  projectUser,
} from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskDialog, taskOne } from '@atrium/contract/projects/tasks.ts';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { sideTransaction } from '#testing/sideTransaction';
import { countStatements } from '#testing/statements';
import { administrator, PASSWORD, person, refused, unique, world } from '#testing/world';

// The first account of a database is its administrator.
beforeAll(async () => {
  await administrator();
});

// covers C3-01, C7-06
test('people look the same in every answer; unknown ids are left out', async () => {
  const ada = await person('ada');
  const [basic, ...rest] = await ada.call(userBasic, { userid: [ada.userid, 2_000_000_000] });
  expect(rest).toEqual([]);
  expect(basic).toMatchObject({
    userid: ada.userid,
    email: ada.email,
    nickname: ada.email.split('@')[0],
    userimg: expect.stringContaining('/avatar/'),
    bot: 0,
    online: false,
    disable_at: null,
    delete_at: null,
  });
});

test('own profile fields change one at a time and are validated', async () => {
  const [ada, bo] = await Promise.all([person('ada'), person('bo', { live: true })]);
  const tel = `+49 ${String(ada.userid).padStart(8, '1')}`;
  await ada.call(userEditdata, { nickname: '王小明', tel });
  expect(await ada.call(userInfo, {})).toMatchObject({ nickname: '王小明', az: 'W', tel, profession: '' });
  expect((await bo.receives('user', 'update', (frame) => frame.data.nickname === '王小明')).data).not.toHaveProperty(
    'tel',
  );
  const refusals = [
    [{ nickname: 'x' }, 'nickname.length'],
    [{ profession: 'x'.repeat(21) }, 'profession.length'],
    [{ tel: 'call me' }, 'tel.format'],
    [{ birthday: '1990-13-40' }, 'birthday.format'],
    [{ lang: 'xx' }, 'lang.unknown'],
    [{ address: 'x'.repeat(101) }, 'parameter.long'],
  ] as const;
  for (const [fields, code] of refusals) {
    await expect(ada.call(userEditdata, fields), code).rejects.toMatchObject({ data: { code } });
  }
  await expect(bo.call(userEditdata, { tel })).rejects.toMatchObject({ data: { code: 'tel.taken' } });
  // Each number is used once.
  const mobile = `138${String(ada.userid).padStart(8, '0')}`;
  expect((await ada.call(userEditdata, { tel: `+86 ${mobile.slice(0, 3)}-${mobile.slice(3)}` })).tel).toBe(mobile);
  await expect(bo.call(userEditdata, { tel: `86${mobile}` })).rejects.toMatchObject({ data: { code: 'tel.taken' } });
});

// covers C7-47
test('people are found by name, pinyin and email; wildcards are literal', async () => {
  const name = unique('Zoe');
  const zoe = await person(name);
  await zoe.call(userEditdata, { nickname: '欧阳锋', profession: unique('smith') });
  const find = async (key: string) => {
    const found = await zoe.call(userSearch, { keys: { key, bot: 2 }, state: 1, take: 30 });
    return (found as { userid: number }[]).map((row) => row.userid);
  };
  expect(await find(zoe.email)).toEqual([zoe.userid]);
  expect(await find('ouyang')).toContain(zoe.userid);
  expect(await find('欧阳')).toContain(zoe.userid);
  expect(await find(String(zoe.userid))).toContain(zoe.userid);
  for (const key of ['%', '_', '\\', "'; drop table users; --"]) expect(await find(key), key).toEqual([]);
});

test('an administrator lists and changes all accounts; the last administrator stays', async () => {
  const admin = await administrator();
  const bo = await person('bo');
  const { data } = await admin.call(userLists, { keys: { email: bo.email } });
  expect(data).toMatchObject([{ userid: bo.userid, identity: [] }]);
  const of = (type: 'setadmin' | 'clearadmin' | 'settemp' | 'cleartemp') =>
    admin.call(userOperation, { userid: bo.userid, type });
  expect((await of('settemp')).identity).toEqual(['temp']);
  expect((await of('cleartemp')).identity).toEqual([]);
  expect((await of('setadmin')).identity).toEqual(['admin']);
  await bo.call(userLists, {});
  await of('clearadmin');
  await expect(bo.call(userLists, {})).rejects.toMatchObject({ data: { code: 'forbidden' } });
  await expect(admin.call(userOperation, { userid: admin.userid, type: 'clearadmin' })).rejects.toMatchObject({
    data: { code: 'user.last_admin' },
  });
  await expect(admin.call(userOperation, { userid: admin.userid, type: 'delete' })).rejects.toMatchObject({
    data: { code: 'user.self' },
  });
  expect(await admin.call(userOperation, { userid: bo.userid, password: 'Given-Pass9' })).toMatchObject({
    userid: bo.userid,
  });
  await expect(bo.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
});

test('a right that somebody takes away at the same moment does not come back with another change', async () => {
  const admin = await administrator();
  const bo = await person('bo');
  const of = (type: 'setadmin' | 'settemp' | 'cleartemp' | 'setdisable' | 'cleardisable') =>
    admin.call(userOperation, { userid: bo.userid, type });
  for (const [type, identity] of [
    ['settemp', ['temp']],
    ['setdisable', ['disable']],
    ['cleardisable', []],
  ] as const) {
    await of('setadmin');
    const other = await sideTransaction();
    await other.query(`update users set identity = '{}' where userid = $1`, [bo.userid]);
    const changing = of(type);
    await other.isWaitedFor();
    await other.commit();
    expect((await changing).identity, type).toEqual(identity);
    if (type === 'settemp') await of('cleartemp');
  }
});

test.each(['a project', 'a group'])(
  '%s that passes to a person who leaves at the same moment passes on',
  async (kind) => {
    const admin = await administrator();
    for (const successor of ['ada', 'cy'] as const) {
      const { project, ...people } = await world({ members: ['ada'], outsiders: ['bo', 'cy'] });
      const { ada, bo } = people;
      const group = await ada.call(groupAdd, { userids: [(await person('dee')).userid], chat_name: unique('Crew') });
      const [dialog_id, transfer] =
        kind === 'a group'
          ? [group.id, () => ada.call(groupTransfer, { dialog_id: group.id, userid: bo.userid })]
          : [project.dialog_id, () => ada.call(projectTransfer, { project_id: project.id, owner_userid: bo.userid })];
      const leave = { userid: bo.userid, type: 'delete', delete_reason: 'left' } as const;
      // Keeps the transfer from ending once it has begun.
      const other = await sideTransaction();
      await other.query('insert into dialog_members (dialog_id, userid) values ($1, $2)', [dialog_id, bo.userid]);
      const transferring = transfer();
      await other.isWaitedFor();
      const leaving = admin.call(userOperation, {
        ...leave,
        ...(successor === 'cy' && { transfer_userid: people.cy.userid }),
      });
      await Promise.race([leaving, sleep(500)]);
      await other.commit();
      await Promise.all([transferring, leaving]);
      const owner =
        kind === 'a group'
          ? (await people[successor].call(dialogOne, { dialog_id })).owner_id
          : (await people[successor].call(projectOne, { project_id: project.id })).owner_userid;
      expect(owner, successor).toBe(people[successor].userid);
    }
  },
);

test('a project or group does not pass to a person who has left at the same moment', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('Crew') });
  for (const transfer of [
    () => ada.call(groupTransfer, { dialog_id: group.id, userid: bo.userid }),
    () => ada.call(projectTransfer, { project_id: project.id, owner_userid: bo.userid }),
  ]) {
    const other = await sideTransaction();
    await other.query('update users set delete_at = now() where userid = $1', [bo.userid]);
    const outcome = transfer().then(
      () => 'done',
      (error: unknown) => error,
    );
    await other.isWaitedFor();
    await other.commit();
    expect(await outcome).toMatchObject(refused('user.gone'));
    const back = await sideTransaction();
    await back.query('update users set delete_at = null where userid = $1', [bo.userid]);
    await back.commit();
  }
});

test('a departing person’s projects, tasks and groups are transferred, and their posts stay', async () => {
  const admin = await administrator();
  const [ada, bo] = await Promise.all([person('ada'), person('bo', { live: true })]);
  const project = await ada.call(projectAdd, { name: 'Legacy' });
  const [own] = (await ada.call(projectLists, { type: 'personal' })).data;
  const project_id = own?.id ?? 0;
  await ada.call(projectUpdate, { project_id, name: 'Things to do, plans and ideas' });
  const { nickname } = await ada.call(userInfo, {});
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, admin.userid] });
  const task = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Finish',
    owner: [ada.userid],
    subtasks: [{ name: 'Sign', owner: [admin.userid, ada.userid] }],
  });
  await ada.call(flowSave, {
    project_id: project.id,
    flows: [
      { id: -1, name: 'Open', status: 'start', turns: [-2], userids: [admin.userid, ada.userid], userlimit: true },
      { id: -2, name: 'Done', status: 'end', userids: [ada.userid], usertype: 'replace' },
    ],
  });
  const group = await ada.call(groupAdd, { userids: [admin.userid, bo.userid], chat_name: 'Crew' });
  const said = await ada.call(msgSendtext, { dialog_id: group.id, text: 'farewell' });

  await admin.call(userOperation, {
    userid: ada.userid,
    type: 'delete',
    transfer_userid: bo.userid,
    delete_reason: 'left',
  });

  await expect(ada.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await expect(ada.call(login, { email: ada.email, password: PASSWORD })).rejects.toMatchObject(refused('need'));
  expect(await bo.call(projectOne, { project_id: project.id })).toMatchObject({ owner: 1, owner_userid: bo.userid });
  expect((await bo.call(taskOne, { task_id: task.id })).task_user).toMatchObject([{ userid: bo.userid, owner: 1 }]);
  // The name of a personal project then says whose it was.
  const mark = ` (${nickname.slice(0, 16)})`;
  const passed = await bo.call(projectOne, { project_id });
  expect(passed.name).toBe('Things to do, plans and ideas'.slice(0, 32 - mark.length) + mark);
  // Roles from statuses pass to the receiver too, and each task's own log records it.
  const [flow] = await bo.call(flowList, { project_id: project.id });
  expect(flow?.project_flow_item).toMatchObject([
    { userids: [admin.userid, bo.userid], userlimit: 1 },
    { userids: [bo.userid], usertype: 'replace' },
  ]);
  const log = async (of: object) =>
    (await bo.call(projectLog, { ...of })).data
      .filter(({ word }) => word === 'task.owner')
      .map(({ record }) => [record['userid'], (record['subtask'] as { name?: string } | undefined)?.name]);
  expect(await log({ task_id: task.id })).toEqual([
    [[admin.userid, bo.userid], 'Sign'],
    [[bo.userid], undefined],
  ]);
  expect(await log({ project_id: project.id })).toEqual([]);
  const members = await bo.call(dialogUser, { dialog_id: group.id });
  expect(members.map((member) => member.userid)).not.toContain(ada.userid);
  await bo.receives('project', 'add', (frame) => frame.data.id === project.id);
  const [gone] = await bo.call(userBasic, { userid: [ada.userid] });
  expect(gone).toMatchObject({ userid: ada.userid, delete_at: expect.any(String) });
  expect(said.userid).toBe(ada.userid);
});

test('deleting an account needs a reason; without a successor only ownership passes, to members', async () => {
  const admin = await administrator();
  const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
  const project = await ada.call(projectAdd, { name: 'Left' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Crew' });
  const remove = (more: object) => admin.call(userOperation, { userid: ada.userid, type: 'delete', ...more });
  for (const more of [{}, { delete_reason: '  ' }]) {
    await expect(remove(more)).rejects.toMatchObject({ data: { code: 'parameter.missing', name: 'delete_reason' } });
  }
  await ada.call(userInfo, {});
  await remove({ delete_reason: 'left' });
  await expect(ada.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  const left = await bo.call(projectOne, { project_id: project.id });
  expect(left).toMatchObject({ owner_userid: bo.userid });
  await expect(admin.call(projectOne, { project_id: project.id })).rejects.toMatchObject(refused('project.gone'));
  const members = await bo.call(dialogUser, { dialog_id: group.id });
  expect(members.map((member) => member.userid).sort()).toEqual([ada.userid, bo.userid].sort());
  expect(await bo.call(dialogOne, { dialog_id: group.id })).toMatchObject({ owner_id: bo.userid });
});

test('groups pass to a successor who is not a member, and every member is notified', async () => {
  const admin = await administrator();
  const [ada, bo, cy] = await Promise.all([person('ada'), person('bo', { live: true }), person('cy', { live: true })]);
  const crew = await ada.call(groupAdd, { userids: [cy.userid], chat_name: 'Crew' });
  await admin.call(userOperation, { userid: ada.userid, type: 'setdisable', transfer_userid: bo.userid });
  const members = await bo.call(dialogUser, { dialog_id: crew.id });
  expect(members.map(({ userid }) => userid).sort()).toEqual([bo.userid, cy.userid].sort());
  await bo.receives('dialog', 'groupJoin', (frame) => frame.data.id === crew.id);
  await cy.receives('dialog', 'groupUpdate', (frame) => frame.data.id === crew.id && frame.data.owner_id === bo.userid);
  expect(await bo.call(groupEdit, { dialog_id: crew.id, chat_name: 'Our crew' })).toMatchObject({ id: crew.id });
});

test('when two administrators demote each other at once, one stays', async () => {
  const admin = await administrator();
  for (let round = 0; round < 5; round++) {
    const bo = await person('bo');
    await admin.call(userOperation, { userid: bo.userid, type: 'setadmin' });
    const outcomes = await Promise.allSettled([
      admin.call(userOperation, { userid: bo.userid, type: 'clearadmin' }),
      bo.call(userOperation, { userid: admin.userid, type: 'clearadmin' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const stays = outcomes[0].status === 'fulfilled' ? admin : bo;
    if (stays === bo) await bo.call(userOperation, { userid: admin.userid, type: 'setadmin' });
    if (stays === bo) await admin.call(userOperation, { userid: bo.userid, type: 'clearadmin' });
  }
});

test('transferring many projects takes as many statements as transferring one', async () => {
  const admin = await administrator();
  const costOf = async (projects: number) => {
    const [ada, bo] = await Promise.all([person('ada'), person('bo', { live: true })]);
    const made = [];
    for (let n = 0; n < projects; n++) {
      const { id } = await ada.call(projectAdd, { name: `Legacy ${n}` });
      const task = await ada.call(taskAdd, { project_id: id, name: 'Finish', owner: [ada.userid] });
      const { dialog_id } = await ada.call(taskDialog, { task_id: task.id });
      made.push({ id, dialog_id });
    }
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    await admin.call(userOperation, {
      userid: ada.userid,
      type: 'delete',
      delete_reason: 'left',
      transfer_userid: bo.userid,
    });
    const cost = countStatements(asked.mock.calls);
    asked.mockRestore();
    for (const { id, dialog_id } of made) {
      expect(await bo.call(projectOne, { project_id: id })).toMatchObject({ owner_userid: bo.userid });
      expect((await bo.call(dialogUser, { dialog_id })).map(({ userid }) => userid)).toEqual([bo.userid]);
      await bo.receives('project', 'add', (frame) => frame.data.id === id);
    }
    return cost;
  };
  const one = await costOf(1);
  expect(one).toBeGreaterThan(10);
  // Periodic queries of the server may fall into the measurement.
  expect((await costOf(5)) - one).toBeLessThan(6);
});
