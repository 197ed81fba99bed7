import tls from 'node:tls';
import { emailEdit, userEditdata, userEditpass, userInfo } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { passkeyLogin, passkeyOptions, passwordReset } from '@atrium/contract/people/signIn.ts';
import { regNeedinvite } from '@atrium/contract/people/signUp.ts';
import { ssoList, thirdaccessSetting } from '@atrium/contract/people/singleSignOn.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unlockAccount } from '#modules/auth/passwords/unlock.service';
import { cloneTemplate } from '#testing/database';
import { ADMIN, BASE, startSlapd, type TestDirectory } from '#testing/ldap/slapd';
import { makePasskey } from '#testing/passkeys/passkey';
import { runJobs } from '#testing/runJobs';
import { INVITE_CODE, PASSWORD, person, startServer, TestClient, type TestServer, unique } from '#testing/world';

let directory: TestDirectory;
let server: TestServer;
let admin: TestClient;
const save = (more: object = {}) => admin.call(thirdaccessSetting, { type: 'save', ...more });

beforeAll(async () => {
  const photo = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#3366cc' } })
    .jpeg()
    .toBuffer();
  directory = await startSlapd([
    {
      uid: 'grace@example.org',
      cn: 'Grace',
      sn: 'Hopper',
      displayName: 'Grace Hopper',
      mail: 'grace@example.org',
      mobile: '+49 30 1234567',
      userPassword: 'grace-Secret-1',
      'jpegPhoto:': photo.toString('base64'),
    },
    { uid: 'joan@example.org', cn: 'Joan', sn: 'C', mail: 'joan@example.org', userPassword: 'joan-Secret-1' },
    { uid: 'linus@example.org', cn: 'Linus', sn: 'T', mail: 'linus@example.org', userPassword: 'linus-Secret-1' },
  ]);
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_ldap_').toLowerCase()),
    publicUrl: 'https://atrium.test',
    localHosts: [`127.0.0.1:${directory.port}`],
  });
  admin = await person('admin', { server });
  await admin.call(systemSetting, { type: 'save', login_code: 'close' });
  await save({
    ldap_open: 'open',
    ldap_host: '127.0.0.1',
    ldap_port: directory.port,
    ldap_secure: 'none',
    ldap_user_dn: ADMIN.dn,
    ldap_password: ADMIN.password,
    ldap_base_dn: BASE,
    ldap_login_attr: 'uid',
  });
});
afterAll(async () => {
  await server.close();
  await directory.stop().catch(() => undefined);
});

const signIn = async (email: string, password: string) => {
  const client = new TestClient(server.base, email);
  const profile = await client.call(login, { email, password });
  client.token = profile.token;
  client.userid = profile.userid;
  return { client, profile };
};
const refusal = (email: string, password: string) =>
  signIn(email, password).then(
    () => 'signed in',
    ({ data, message }) => ({ code: data.code as string, message: message as string }),
  );

test('a person of the directory signs in and gets an account with name, number and picture', async () => {
  const { client, profile } = await signIn('grace@example.org', 'grace-Secret-1');
  expect(profile).toMatchObject({ nickname: 'Grace Hopper', identity: ['ldap'], email_verity: 1 });
  const again = await signIn('grace@example.org', 'grace-Secret-1');
  expect(again.profile.userid).toBe(profile.userid);
  expect(again.profile.tel).toBe('+49 30 1234567');
  expect(again.profile.userimg).toContain('/picture/');
  expect((await fetch(again.profile.userimg.replace('https://atrium.test', server.base))).status).toBe(200);
  // The address is the directory's.
  await expect(
    client.call(emailEdit, { newEmail: 'other@example.org', password: 'grace-Secret-1' }),
  ).rejects.toMatchObject({ data: { code: 'ldap.email' } });
});

test('wrong, empty and injected credentials all get the answer for a wrong password', async () => {
  const answer = await refusal(unique('nobody') + '@example.org', 'whatever-Secret');
  expect(answer).toMatchObject({ code: expect.stringMatching(/^(need|no)$/) });
  for (const [email, password] of [
    ['linus@example.org', 'grace-Secret-1'],
    ['linus@example.org', ''],
    // slapd finds this as linus, who is another account here.
    ['ｌinus@example.org', 'linus-Secret-1'],
    ['*', 'linus-Secret-1'],
    ['linus@example.org)(uid=*', 'linus-Secret-1'],
    [ADMIN.dn, ADMIN.password],
  ] as const) {
    const given = await refusal(email, password);
    expect(given === 'signed in' ? given : 'refused', email).toBe('refused');
  }
});

test('profile and password are written back', async () => {
  const { client } = await signIn('linus@example.org', 'linus-Secret-1');
  await client.call(userEditdata, { nickname: 'Linus T.', tel: '030 7654321', profession: 'Kernel' });
  await runJobs(server);
  expect(await directory.entryOf('linus@example.org')).toMatchObject({
    displayName: 'Linus T.',
    mobile: '030 7654321',
    employeeType: 'Kernel',
  });
  await expect(
    client.call(userEditpass, { oldpass: 'wrong-Secret-1', newpass: 'linus-Secret-2' }),
  ).rejects.toMatchObject({ data: { code: 'password.wrong' } });
  await client.call(userEditpass, { oldpass: 'linus-Secret-1', newpass: 'linus-Secret-2' });
  const dn = `uid=linus@example.org,${BASE}`;
  expect(await directory.canBind(dn, 'linus-Secret-2')).toBe(true);
  expect(await directory.canBind(dn, 'linus-Secret-1')).toBe(false);
  await signIn('linus@example.org', 'linus-Secret-2');
});

test('local accounts keep their password, and are created in the directory when that is wanted', async () => {
  const ada = await person('ada', { server });
  await signIn(ada.email, PASSWORD);
  expect(await directory.entryOf(ada.email)).toBeUndefined();
  await save({ ldap_sync_local: 'open' });
  const { profile } = await signIn(ada.email, PASSWORD);
  expect(await directory.entryOf(ada.email)).toMatchObject({ mail: ada.email });
  const notices =
    await sql`select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'security_notice' and payload ->> 'kind' = 'directory'
      and (payload ->> 'userid')::int = ${profile.userid}`.execute(server.app.db);
  expect(notices.rows).toHaveLength(1);
  const later = await signIn(ada.email, PASSWORD);
  expect(later.profile.userid).toBe(profile.userid);
  expect(later.profile.identity).toContain('ldap');
  // An administrator keeps a password of our own: the way in while the directory does not respond.
  await signIn(admin.email, PASSWORD);
  expect(await directory.entryOf(admin.email)).toBeUndefined();
  await save({ ldap_sync_local: 'close' });
});

test('settings are tried before they are saved, and the password goes nowhere else', async () => {
  const test = (more: object) => admin.call(thirdaccessSetting, { type: 'testldap', ...more });
  expect(await test({})).toMatchObject({ has_password: true, ldap_open: 'open' });
  const code = (more: object) =>
    test(more).then(
      () => 'fine',
      ({ data }) => data.code as string,
    );
  expect(await code({ ldap_password: 'wrong' })).toBe('ldap.bind');
  expect(await code({ ldap_base_dn: 'ou=nowhere,dc=example,dc=org' })).toBe('ldap.base');
  expect(await code({ ldap_host: '192.0.2.1' })).toBe('ldap.password');
  expect(await code({ ldap_port: 1 })).toBe('ldap.password');
  expect(await code({ ldap_host: '10.0.0.1', ldap_password: 'x' })).toBe('address.local');
  expect(await code({ ldap_login_attr: 'uid)(x' })).toBe('ldap.needed');
  expect(JSON.stringify(await admin.call(thirdaccessSetting, {}))).not.toContain(ADMIN.password);
  // Broken settings cannot be turned on, and working ones can be turned off.
  await expect(save({ ldap_password: 'wrong' })).rejects.toMatchObject({ data: { code: 'ldap.bind' } });
  await expect(save({ ldap_port: 1, ldap_password: 'x' })).rejects.toMatchObject({ data: { code: 'address.local' } });
  expect(await save({ ldap_open: 'close' })).toMatchObject({ ldap_open: 'close', ldap_port: directory.port });
  expect(await save({ ldap_open: 'open' })).toMatchObject({ ldap_open: 'open' });
});

test('with passwords off, people of the directory sign in, and local accounts do not', async () => {
  const eve = await person('eve', { server });
  await admin.call(systemSetting, { type: 'save', password_login: 'close' });
  expect((await eve.call(ssoList, {})).password).toBe(true);
  expect((await eve.call(regNeedinvite, {})).open).toBe(false);
  await signIn('grace@example.org', 'grace-Secret-1');
  const local = await refusal(eve.email, PASSWORD);
  expect(local).toEqual(await refusal('nobody@example.org', PASSWORD));
  expect(local).not.toBe('signed in');
  // A passkey is no password.
  const { row, answer } = makePasskey('https://atrium.test');
  await server.app.db
    .insertInto('passkeys')
    .values({ userid: eve.userid, ...row })
    .execute();
  const { challenge } = await eve.call(passkeyOptions, {});
  expect((await eve.call(passkeyLogin, { response: answer(String(challenge)) })).userid).toBe(eve.userid);
  await signIn(admin.email, PASSWORD);
  await admin.call(systemSetting, { type: 'save', password_login: 'open' });
});

test('an account from before the directory is linked by its address, once its password there is given', async () => {
  const input = { type: 'reg', email: 'joan@example.org', password: PASSWORD, invite: INVITE_CODE } as const;
  const other = new TestClient(server.base, input.email);
  const made = await other.call(login, input);
  other.token = made.token;
  expect((await signIn(input.email, PASSWORD)).profile.identity).not.toContain('ldap');
  await admin.call(systemSetting, { type: 'save', password_login: 'close' });
  expect(await refusal(input.email, PASSWORD)).not.toBe('signed in');
  // Also from two devices at once: neither ends the other, and the account is linked once.
  const [{ profile, client: one }, { client: two }] = await Promise.all([
    signIn(input.email, 'joan-Secret-1'),
    signIn(input.email, 'joan-Secret-1'),
  ]);
  for (const each of [one, two]) expect((await each.call(userInfo, {})).userid).toBe(made.userid);
  expect(profile).toMatchObject({ userid: made.userid, email_verity: 1, identity: expect.arrayContaining(['ldap']) });
  // Nobody had verified the address: the person who made the account loses it.
  await expect(other.call(userInfo, {})).rejects.toMatchObject({ data: { code: 'auth.ended' } });
  await admin.call(systemSetting, { type: 'save', password_login: 'open' });
  expect(await refusal(input.email, PASSWORD)).not.toBe('signed in');
  const { data } = await admin.call(auditList, { action: 'identity.linked', userid: made.userid });
  expect(data).toMatchObject([{ target_id: made.userid, detail: { provider: 'LDAP' } }]);
  // An administrator is not: the directory must not become one.
  expect(await refusal(admin.email, 'joan-Secret-1')).not.toBe('signed in');
});

test('the connection is encrypted by default, with a certificate that must be trusted', async () => {
  const encrypted = { ldap_secure: 'starttls', ldap_password: ADMIN.password } as const;
  await expect(save(encrypted)).rejects.toMatchObject({ data: { code: 'ldap.unreachable' } });
  expect(await admin.call(thirdaccessSetting, {})).toMatchObject({ ldap_secure: 'none' });
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, directory.certificate]);
  try {
    expect(await save(encrypted)).toMatchObject({ ldap_secure: 'starttls', ldap_open: 'open' });
    await signIn('grace@example.org', 'grace-Secret-1');
  } finally {
    tls.setDefaultCACertificates(trusted);
  }
  // Somebody in between with another certificate reads nothing.
  expect(await refusal('grace@example.org', 'grace-Secret-1')).not.toBe('signed in');
  await save({ ldap_secure: 'none', ldap_password: ADMIN.password });
});

test('while the directory is away the answer is one for all, and local accounts sign in', async () => {
  const bo = await person('bo', { server });
  const wrong = (email: string) =>
    signIn(email, 'any-Secret-1').then(
      () => 'signed in',
      ({ message }) => message as string,
    );
  const before = await wrong('grace@example.org');
  await directory.stop();
  for (const email of ['grace@example.org', 'nobody@example.org', bo.email]) expect(await wrong(email)).toBe(before);
  await signIn(bo.email, PASSWORD);
  // Also one whom the directory took in before, and one who is let in by the operator of the machine.
  await sql`update users set identity = array_append(identity, 'ldap') where userid = ${admin.userid}`.execute(
    server.app.db,
  );
  await signIn(admin.email, PASSWORD);
  await sql`update users set identity = '{admin,ldap}' where email = 'grace@example.org'`.execute(server.app.db);
  const link = await unlockAccount(server.app.db, 'grace@example.org', server.base);
  const token = new URL(link ?? '').searchParams.get('token') ?? '';
  await new TestClient(server.base).call(passwordReset, { token, password: 'grace-Local-77' });
  await signIn('grace@example.org', 'grace-Local-77');
});
