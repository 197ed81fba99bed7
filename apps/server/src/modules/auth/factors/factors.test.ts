import type { InputOf } from '@atrium/contract/kit.ts';
import { userCreate, userOperation } from '@atrium/contract/people/accounts.ts';
import { emailEdit, userEditpass, userInfo } from '@atrium/contract/people/profile.ts';
import { deviceList, login } from '@atrium/contract/people/sessions.ts';
import * as contract from '@atrium/contract/people/signIn.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealSeeds } from '#modules/auth/factors/factors.service';
import { makeSecrets } from '#platform/secrets';
import { cloneTemplate } from '#testing/database';
import { type Mailbox, openMailbox } from '#testing/mailbox';
import { runJobs } from '#testing/runJobs';
import {
  anotherDevice,
  CallRefused,
  PASSWORD,
  person,
  refused,
  startServer,
  TEST_SECRET_KEY,
  TestClient,
  type TestServer,
  unique,
} from '#testing/world';
import { codeAt } from './totp.ts';

let box: Mailbox;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  box = await openMailbox();
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_factor_')), smtpUrl: box.url });
  admin = await person('admin', { server });
}, 60_000);
afterAll(async () => {
  await server.close();
  await box.close();
});

const set = (settings: Omit<InputOf<typeof systemSetting>, 'type'>) =>
  admin.call(systemSetting, { type: 'save', ...settings });
const after = (ms: number) => new Date(Date.now() + ms);
const forgetProof = ({ userid }: TestClient) =>
  sql`update devices set proved_at = now() - interval '11 minutes' where userid = ${userid}`.execute(server.app.db);

/** A person with an authenticator app. */
async function withApp(name: string) {
  const client = await person(name, { server });
  const { secret, uri } = await client.call(contract.totpBegin, {});
  expect(uri).toContain('otpauth://totp/');
  const at = Date.now();
  const { codes } = await client.call(contract.totpConfirm, { code: codeAt(secret, new Date(at)) });
  return { client, secret, codes, at };
}
/** The ticket of a sign-in whose password was right. */
async function ticketOf({ email }: TestClient): Promise<string> {
  try {
    await new TestClient(server.base).call(login, { email, password: PASSWORD });
  } catch (error) {
    if (error instanceof CallRefused && error.data['code'] === 'login.factor') return String(error.data['ticket']);
    throw error;
  }
  throw new Error('no factor was asked for');
}
const second = async (of: TestClient, code: string) =>
  new TestClient(server.base).call(contract.loginFactor, { ticket: await ticketOf(of), code });

test('with an authenticator app the password alone does not sign in; each code works once', async () => {
  const { client, secret, codes, at } = await withApp('ada');
  expect(codes).toHaveLength(10);
  expect(await client.call(contract.factorList, {})).toMatchObject({ totp: true, recovery_left: 10, required: false });
  await expect(second(client, '000000')).rejects.toEqual(refused('factor.wrong'));
  // The code that confirmed the app is used.
  await expect(second(client, codeAt(secret, new Date(at)))).rejects.toEqual(refused('factor.wrong'));
  const next = codeAt(secret, new Date(at + 30_000));
  const { userid } = await second(client, next);
  expect(userid).toBe(client.userid);
  await expect(second(client, next)).rejects.toEqual(refused('factor.wrong'));
  // A recovery code as it was written down.
  await second(client, ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')} `);
  await expect(second(client, codes[0] ?? '')).rejects.toEqual(refused('factor.wrong'));
  expect((await client.call(contract.factorList, {})).recovery_left).toBe(9);
  await runJobs(server);
  expect(box.to(client.email).some(({ subject }) => subject.startsWith('A second factor was added'))).toBe(true);
});

test('a ticket is for one sign-in and five tries', async () => {
  const { client, codes } = await withApp('bo');
  const ticket = await ticketOf(client);
  const guess = (code: string) => new TestClient(server.base).call(contract.loginFactor, { ticket, code });
  for (let times = 0; times < 5; times++) await expect(guess('123456')).rejects.toEqual(refused('factor.wrong'));
  await expect(guess(codes[1] ?? '')).rejects.toEqual(refused('login.ticket'));
  const fresh = await ticketOf(client);
  await new TestClient(server.base).call(contract.loginFactor, { ticket: fresh, code: codes[1] ?? '' });
  await expect(
    new TestClient(server.base).call(contract.loginFactor, { ticket: fresh, code: codes[2] ?? '' }),
  ).rejects.toEqual(refused('login.ticket'));
});

test('a seed is encrypted, for one account only, and again with a new key', async () => {
  const { client, secret } = await withApp('cy');
  const stored = async () => {
    const { rows } = await sql<{
      secret: string;
    }>`select secret from totp_factors where userid = ${client.userid}`.execute(server.app.db);
    return rows[0]?.secret ?? '';
  };
  const before = await stored();
  expect(before).not.toContain(secret);
  const key = 'another-key-for-tests-of-forty-chars-02';
  await sealSeeds({ ...server.app, secrets: makeSecrets([key, TEST_SECRET_KEY]) });
  expect(makeSecrets([key]).open(await stored(), `totp.${client.userid}`)).toBe(secret);
  await sealSeeds({ ...server.app, secrets: makeSecrets([TEST_SECRET_KEY, key]) });
});

test('a dangerous change asks again once the sign-in is ten minutes old', async () => {
  const { client, secret, codes } = await withApp('dee');
  await forgetProof(client);
  for (const change of [contract.totpBegin, contract.totpRemove, contract.recoveryRenew]) {
    await expect(client.call(change, {})).rejects.toEqual(refused('proof.needed'));
  }
  expect(await client.call(contract.proveOptions, {})).toEqual({ password: true, totp: true, passkey: null });
  await expect(client.call(contract.prove, { password: 'wrong' })).rejects.toEqual(refused('prove.password'));
  await client.call(contract.prove, { password: PASSWORD });
  const { codes: fresh } = await client.call(contract.recoveryRenew, {});
  await expect(second(client, codes[3] ?? '')).rejects.toEqual(refused('factor.wrong'));
  await forgetProof(client);
  await client.call(contract.prove, { code: codeAt(secret, after(30_000)) });
  await client.call(contract.totpRemove, {});
  expect(await client.call(contract.factorList, {})).toMatchObject({ totp: false, recovery_left: 0 });
  expect(fresh).toHaveLength(10);
  await anotherDevice(client);

  await forgetProof(admin);
  for (const change of [
    { type: 'setadmin' as const },
    { type: 'settemp' as const },
    { password: 'another-Long-1' },
    { email: 'x@example.com' },
  ]) {
    await expect(admin.call(userOperation, { userid: client.userid, ...change })).rejects.toEqual(
      refused('proof.needed'),
    );
  }
  const made = { email: `new-${client.email}`, nickname: 'Newcomer', password: 'another-Long-1' };
  await expect(admin.call(userCreate, made)).rejects.toEqual(refused('proof.needed'));
  // Harmless changes need no new proof.
  await admin.call(userOperation, { userid: client.userid, profession: 'Cook' });
  await admin.call(contract.prove, { password: PASSWORD });
  await admin.call(userOperation, { userid: client.userid, type: 'setadmin' });
  await admin.call(userOperation, { userid: client.userid, type: 'clearadmin' });
});

test('proofs are limited per day too', async () => {
  const { client } = await withApp('hal');
  while (server.app.limiter.take(`prove-day:${client.userid}`, 50, 86_400_000));
  await expect(client.call(contract.prove, { password: PASSWORD })).rejects.toEqual(refused('rate.limited'));
});

test('a required factor holds people back after the days of grace, and lets them set it up', async () => {
  const eve = await person('eve', { server });
  // Without one, the administrator would be held back too.
  await expect(set({ factor_required: 'admin', factor_grace_days: 0 })).rejects.toEqual(refused('setting.own_factor'));
  const { secret: own } = await admin.call(contract.totpBegin, {});
  await admin.call(contract.totpConfirm, { code: codeAt(own, new Date()) });
  await set({ factor_required: 'all', factor_grace_days: 3 });
  const { required, due_at } = await eve.call(contract.factorList, {});
  expect([required, due_at !== null]).toEqual([true, true]);
  await eve.call(userBasic, { userid: [eve.userid] });
  const boss = await person('boss', { server });
  await admin.call(userOperation, { userid: boss.userid, type: 'setadmin' });
  await boss.call(userInfo, {});
  await set({ factor_grace_days: 0 });
  // At once, also for those who were active a moment ago.
  await expect(eve.call(userBasic, { userid: [eve.userid] })).rejects.toEqual(refused('factor.required'));
  // Also where a call is open to people who are not signed in.
  await expect(boss.call(systemSetting, { type: 'save', reg: 'open' })).rejects.toEqual(refused('factor.required'));
  const late = await anotherDevice(eve);
  await expect(late.call(userBasic, { userid: [eve.userid] })).rejects.toEqual(refused('factor.required'));
  await late.call(userInfo, {});
  const { secret } = await late.call(contract.totpBegin, {});
  await expect(late.call(contract.totpConfirm, { code: '000000' })).rejects.toEqual(refused('factor.setup'));
  await late.call(contract.totpConfirm, { code: codeAt(secret, new Date()) });
  await expect(late.call(contract.totpBegin, {})).rejects.toEqual(refused('factor.has_app'));
  await late.call(userBasic, { userid: [eve.userid] });
  await expect(late.call(contract.totpRemove, {})).rejects.toEqual(refused('factor.last'));
  await set({ factor_required: 'admin' });
  const fay = await person('fay', { server });
  await fay.call(userBasic, { userid: [eve.userid] });
  await set({ factor_required: 'close', factor_grace_days: 7 });
  await admin.call(contract.totpRemove, {});
});

test('an administrator clears the factors of a person who lost the phone', async () => {
  const { client } = await withApp('gus');
  await expect(client.call(contract.factorClear, { userid: admin.userid })).rejects.toEqual(refused('forbidden'));
  await admin.call(contract.factorClear, { userid: client.userid });
  await expect(client.call(userInfo, {})).rejects.toEqual(refused('auth.ended'));
  const again = await anotherDevice(client);
  expect(await again.call(contract.factorList, {})).toMatchObject({ totp: false, recovery_left: 0 });
  await runJobs(server);
  expect(box.to(client.email).at(-1)?.subject).toBe(
    'An administrator removed the second factors of your Atrium account',
  );
});

test('the former address gets a mail when it is changed, by the person or an administrator', async () => {
  const kim = await person('kim', { server });
  const [next, last] = [`next-${kim.email}`, `last-${kim.email}`];
  await kim.call(emailEdit, { newEmail: next, password: PASSWORD });
  await admin.call(userOperation, { userid: kim.userid, email: last });
  await runJobs(server);
  const told = [kim.email, next].map((email) => box.to(email).find(({ subject }) => subject.includes('was changed')));
  expect(told[0]?.text).toContain(`changed to ${next}`);
  expect(told[1]?.text).toContain(`changed to ${last}`);
  expect(told[1]?.text).toContain('tell an administrator');
  expect(told[0]?.headers).toContain('Auto-Submitted: auto-generated');
});

test('devices show their last use, end by limits, and all others at once', async () => {
  const hal = await person('hal', { server });
  const [desk, phone] = [
    await anotherDevice(hal),
    await anotherDevice(hal, { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604' }),
  ];
  const { list } = await hal.call(deviceList, {});
  expect(list).toHaveLength(3);
  expect(list[0]).toMatchObject({ is_current: true, used_ip: '127.0.0.1' });
  expect(await hal.call(contract.deviceLogoutOthers, {})).toEqual({ ended: 2 });
  for (const device of [desk, phone]) await expect(device.call(userInfo, {})).rejects.toEqual(refused('auth.ended'));
  await sql`update devices set created_at = now() - interval '20 days' where userid = ${hal.userid}`.execute(
    server.app.db,
  );
  await set({ session_max_days: 10 });
  const rows = await sql<{
    over: boolean;
  }>`select expired_at <= now() as over from devices where userid = ${hal.userid}`.execute(server.app.db);
  expect(rows.rows).toEqual([{ over: true }]);
  await set({ session_max_days: 90 });
});

test('a sign-in from a new kind of device or network is mailed, the first one and known ones are not', async () => {
  const ivy = await person('ivy', { server });
  const news = async () => {
    await runJobs(server);
    return box.to(ivy.email).filter(({ subject }) => subject === 'New sign-in to Atrium');
  };
  await anotherDevice(ivy);
  expect(await news()).toHaveLength(0);
  const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' };
  await anotherDevice(ivy, agent);
  await anotherDevice(ivy, agent);
  expect(await news()).toHaveLength(1);
  expect((await news())[0]?.text).toContain('Firefox · Windows');
  await anotherDevice(ivy, { ...agent, 'x-forwarded-for': '203.0.113.7' });
  expect((await news()).at(-1)?.text).toContain('203.0.113.7');
  await set({ signin_notice: 'close' });
  await anotherDevice(ivy, { ...agent, 'x-forwarded-for': '198.51.100.7' });
  expect(await news()).toHaveLength(2);
});

test('a changed password keeps this device and its proof', async () => {
  const jo = await person('jo', { server });
  const { token } = await jo.call(userEditpass, { oldpass: PASSWORD, newpass: 'another-Long-2' });
  jo.token = token;
  await runJobs(server);
  expect(box.to(jo.email).at(-1)?.subject).toBe('Your password for Atrium was changed');
  await jo.call(contract.totpBegin, {});
});
