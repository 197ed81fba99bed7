import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { personErase } from '@atrium/contract/files/exports.ts';
import { accountDelete } from '@atrium/contract/people/accounts.ts';
import { userEditdata, userInfo } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { projectAdd, projectOne, projectUser } from '@atrium/contract/projects/projects.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sideTransaction } from '#testing/sideTransaction';
import { administrator, anotherDevice, PASSWORD, person, refused, testServer } from '#testing/world';

test('deleting one’s own account needs the password, transfers everything, and signs out everywhere', async () => {
  await administrator();
  const [ada, bo] = await Promise.all([person('ada'), person('bo', { live: true })]);
  const phone = await anotherDevice(ada);
  const project = await ada.call(projectAdd, { name: 'Legacy' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Crew' });
  await ada.call(userEditdata, { profession: 'Pilot', birthday: '1990-01-02', address: 'Home', introduction: 'Hi' });
  const { nickname } = await ada.call(userInfo, {});
  const end = (more: Record<string, unknown>) => ada.call(accountDelete, { email: ada.email, ...more });

  await expect(end({ email: bo.email })).rejects.toMatchObject({ data: { code: 'email.different' } });
  await expect(end({ transfer_userid: ada.userid })).rejects.toMatchObject({ data: { code: 'user.transfer' } });
  // A warning previews and changes nothing.
  expect(await end({ type: 'warning' })).toMatchObject({ userid: ada.userid, token: ada.token });
  await expect(end({ type: 'confirm' })).rejects.toMatchObject({ data: { code: 'delete.password' } });
  await expect(end({ type: 'confirm', password: 'wrong-Pass1' })).rejects.toMatchObject({
    data: { code: 'delete.password' },
  });
  await ada.call(userInfo, {});

  await end({ type: 'confirm', password: PASSWORD, reason: 'New job', transfer_userid: bo.userid });
  for (const device of [ada, phone])
    await expect(device.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await expect(ada.call(login, { email: ada.email, password: PASSWORD })).rejects.toMatchObject(refused('need'));
  expect(await bo.call(projectOne, { project_id: project.id })).toMatchObject({ owner_userid: bo.userid });
  // The name stays on what they wrote; nothing else about them does.
  const gone = { nickname, email: '', profession: '', line_at: null, delete_at: expect.any(String) };
  expect(await bo.call(userBasic, { userid: [ada.userid] })).toMatchObject([gone]);
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(u)::text as row from users u where userid = ${ada.userid}`.execute((await testServer()).app.db);
  expect(rows[0]?.row).not.toMatch(/@|Pilot|1990-01-02|Home|"Hi"|127\.0\.0\.1/);
  await bo.receives('user', 'update', (frame) => frame.data.userid === ada.userid && Boolean(frame.data.delete_at));
});

test('without a named successor the first administrator takes over; the only administrator cannot leave', async () => {
  const admin = await administrator();
  const ada = await person('ada');
  const project = await ada.call(projectAdd, { name: 'Left behind' });
  await ada.call(accountDelete, { type: 'confirm', email: ada.email, password: PASSWORD });
  expect(await admin.call(projectOne, { project_id: project.id })).toMatchObject({ owner_userid: admin.userid });
  const leave = () => admin.call(accountDelete, { type: 'confirm', email: admin.email, password: PASSWORD });
  await expect(leave()).rejects.toMatchObject({ data: { code: 'user.last_admin' } });
});

test('who becomes the only administrator at the same moment stays', async () => {
  const admin = await administrator();
  const [bo, cy] = await Promise.all([person('bo'), person('cy')]);
  const { db } = (await testServer()).app;
  const { rows: admins } = await sql<{ userid: number }>`
    select userid from users where 'admin' = any(identity)`.execute(db);
  const ids = admins.map(({ userid }) => userid);
  const makeOnly = `update users set identity = case when userid = $1 then '{admin}'::text[] else '{}' end
    where userid = $1 or userid = any($2)`;
  for (const [who, end] of [
    [bo, () => bo.call(accountDelete, { type: 'confirm', email: bo.email, password: PASSWORD })],
    [cy, () => admin.call(personErase, { userid: cy.userid })],
  ] as const) {
    try {
      const other = await sideTransaction();
      await other.query(makeOnly, [who.userid, ids]);
      const outcome = end().then(
        () => 'ended',
        (error: unknown) => error,
      );
      await other.isWaitedFor();
      await other.commit();
      expect(await outcome).toMatchObject(refused('user.last_admin'));
    } finally {
      await sql`update users set identity = '{admin}' where userid = any(${ids})`.execute(db);
      await sql`update users set identity = '{}' where userid = ${who.userid}`.execute(db);
    }
  }
});

test('password guesses are limited', async () => {
  await administrator();
  const ada = await person('ada');
  const guess = () => ada.call(accountDelete, { type: 'confirm', email: ada.email, password: 'wrong-Pass1' });
  for (let i = 0; i < 10; i++) await expect(guess()).rejects.toMatchObject({ data: { code: 'delete.password' } });
  await expect(guess()).rejects.toMatchObject({ data: { code: 'rate.limited' } });
});
