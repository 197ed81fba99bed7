import { subscriptionEdit, subscriptionList } from '@atrium/contract/chat/subscriptions.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd, departmentList } from '@atrium/contract/people/departments.ts';
import { emailEdit, userEditpass, userInfo } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { ssoCheck, ssoFinish, ssoList, ssoSetting, ssoStart } from '@atrium/contract/people/singleSignOn.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { CLIENT, startProvider, type TestProvider } from '#testing/openid/provider';
import {
  INVITE_CODE,
  PASSWORD,
  person,
  refused,
  startServer,
  TestClient,
  type TestServer,
  unique,
} from '#testing/world';

let server: TestServer;
let provider: TestProvider;
/** It has other people with the same subjects. */
let elsewhere: TestProvider;
let admin: TestClient;
let id: string;

const setting = (more: object = {}) => ({
  id,
  name: 'Example ID',
  issuer: provider.issuer,
  client_id: CLIENT.client_id,
  open: true,
  create: true,
  department_claim: 'groups',
  ...more,
});
const save = (more: object = {}) => admin.call(ssoSetting, { type: 'save', providers: [setting(more)] });

beforeAll(async () => {
  provider = await startProvider('http://atrium.test/single/sso', {
    grace: { email: 'Grace@example.com', email_verified: true, name: 'Grace Hopper', groups: ['Research', 'Unknown'] },
    alan: { email: 'alan@example.com', email_verified: true, name: 'Alan' },
    mallory: { email: 'admin@example.com', email_verified: false, name: 'Mallory' },
    nobody: { name: 'Nobody' },
    margaret: { email: 'margaret@example.com', email_verified: true, name: 'Margaret' },
    edsger: { email: 'edsger@example.com', email_verified: true, name: 'E' },
    squatter: { email: 'squatter@example.com', email_verified: true, name: 'Squatter' },
    radia: { email: 'radia@example.com', email_verified: true, name: 'Radia' },
    chief: { email: 'chief@example.com', email_verified: true, name: 'Chief' },
  });
  elsewhere = await startProvider('http://atrium.test/single/sso', {
    radia: { email: 'another.radia@example.com', email_verified: true, name: 'Another Radia' },
  });
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_sso_').toLowerCase()),
    localHosts: [provider.host, elsewhere.host],
  });
  admin = await person('admin', { server });
  const saved = await admin.call(ssoSetting, {
    type: 'save',
    providers: [{ ...setting(), id: '', client_secret: CLIENT.client_secret }],
  });
  id = saved.providers[0]?.id ?? '';
});
afterAll(async () => {
  await server.close();
  await provider.stop();
  await elsewhere.stop();
});

const stranger = () => new TestClient(server.base);

/** Signs in at the provider as this name, and here with the values that it returns. */
async function signIn(name: string, client = stranger()) {
  const { url, secret } = await client.call(ssoStart, { id });
  const query = await provider.signIn(url, name);
  const profile = await client.call(ssoFinish, { query, secret });
  client.token = profile.token;
  client.userid = profile.userid;
  return { client, profile, query, secret };
}

test('a person whom the provider knows gets an account with name, verified address and departments, once', async () => {
  await admin.call(departmentAdd, { name: 'Research', owner_userid: admin.userid });
  const { profile, client } = await signIn('grace');
  expect(profile).toMatchObject({
    email: 'grace@example.com',
    nickname: 'Grace Hopper',
    email_verity: 1,
    identity: [],
  });
  const research = (await admin.call(departmentList, {})).find(({ name }) => name === 'Research');
  expect(profile.department.length === 0 ? (await client.call(userInfo, {})).department : profile.department).toEqual([
    research?.id,
  ]);
  const again = await signIn('grace');
  expect(again.profile.userid).toBe(profile.userid);
  // Without a password, that way is closed to it.
  await expect(stranger().call(login, { email: 'grace@example.com', password: '' })).rejects.toMatchObject(
    refused('need'),
  );
});

test('a sign-in proves who the person is only if the provider has just asked', async () => {
  const provedBy = async (again: boolean) => {
    const client = stranger();
    const { url, secret } = await client.call(ssoStart, { id, again });
    if (again) expect(new URL(url).searchParams.get('prompt')).toBe('login');
    const profile = await client.call(ssoFinish, { query: await provider.signIn(url, 'grace'), secret });
    const { rows } = await sql<{ proved: boolean }>`
      select proved_at is not null as proved from devices where userid = ${profile.userid} order by id desc limit 1`.execute(
      server.app.db,
    );
    return rows[0]?.proved;
  };
  // The test provider knows nobody before: it says when it asked only if that was demanded.
  expect(await provedBy(true)).toBe(true);
  expect(await provedBy(false)).toBe(false);
});

test('the provider is asked with PKCE, state and nonce, and the client secret stays here', async () => {
  const { url } = await stranger().call(ssoStart, { id });
  const asked = new URL(url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: CLIENT.client_id,
    redirect_uri: 'http://atrium.test/single/sso',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/.{20}/),
    nonce: expect.stringMatching(/.{20}/),
  });
  expect(JSON.stringify(await admin.call(ssoSetting, {}))).not.toContain(CLIENT.client_secret);
});

test('an address that somebody else prepared signs nobody in, and each works once', async () => {
  const attacker = await stranger().call(ssoStart, { id });
  const query = await provider.signIn(attacker.url, 'alan');
  await expect(stranger().call(ssoFinish, { query, secret: 'another' })).rejects.toMatchObject({
    data: { code: 'sso.expired' },
  });
  // It was taken by that try.
  await expect(stranger().call(ssoFinish, { query, secret: attacker.secret })).rejects.toMatchObject({
    data: { code: 'sso.expired' },
  });
  const { query: used, secret } = await signIn('alan');
  await expect(stranger().call(ssoFinish, { query: used, secret })).rejects.toMatchObject({
    data: { code: 'sso.expired' },
  });
  const { url, secret: own } = await stranger().call(ssoStart, { id });
  const state = new URL(url).searchParams.get('state') ?? '';
  // A refused code has used the state up.
  for (const [forged, code] of [
    [`state=${state}&code=forged`, 'sso.failed'],
    [`state=${state}`, 'sso.expired'],
  ] as const) {
    await expect(stranger().call(ssoFinish, { query: forged, secret: own })).rejects.toMatchObject(refused(code));
  }
});

test('an unverified or missing address reaches no account, and closed providers create none', async () => {
  const refusal = (name: string) =>
    signIn(name).then(
      () => 'signed in',
      ({ data }) => data.code as string,
    );
  expect(await refusal('mallory')).toBe('sso.unverified');
  expect(await refusal('nobody')).toBe('sso.no_email');
  await save({ create: false });
  expect(await refusal('edsger')).toBe('sso.no_account');
  await save({ domains: ['@example.org'] });
  expect(await refusal('edsger')).toBe('sso.domain');
  await save({ open: false });
  await expect(stranger().call(ssoStart, { id })).rejects.toMatchObject({ data: { code: 'sso.gone' } });
  expect((await stranger().call(ssoList, {})).providers).toEqual([]);
  await save();
  const { profile } = await signIn('edsger');
  // Too short for a name here.
  expect(profile.nickname_original).toBe('');
  await admin.call(userOperation, { userid: profile.userid, type: 'setdisable' });
  expect(await refusal('edsger')).toBe('login.refused');
});

test('an account whose address nobody verified goes to its owner, without its password and devices', async () => {
  const squatter = new TestClient(server.base, 'margaret@example.com');
  const made = await squatter.call(login, {
    type: 'reg',
    email: squatter.email,
    password: PASSWORD,
    invite: INVITE_CODE,
  });
  squatter.token = made.token;
  const { profile } = await signIn('margaret');
  expect(profile).toMatchObject({ userid: made.userid, email_verity: 1 });
  await expect(squatter.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await expect(stranger().call(login, { email: squatter.email, password: PASSWORD })).rejects.toMatchObject(
    refused('need'),
  );
  // Nor by a provider, if that is how they came, nor by programs that followed the account's events.
  const { client: other } = await signIn('squatter');
  const proved = { proved_at: new Date() };
  await server.app.db.updateTable('devices').set(proved).where('userid', '=', other.userid).execute();
  await other.call(emailEdit, { newEmail: 'radia@example.com' });
  const followed = { name: 'Mine', url: 'https://example.org/hook', events: ['task.created'] } as const;
  await other.call(subscriptionEdit, { ...followed, events: [...followed.events] });
  const { profile: radia, client: owner } = await signIn('radia');
  expect(radia).toMatchObject({ userid: other.userid, email: 'radia@example.com' });
  expect((await signIn('squatter')).profile.userid).not.toBe(radia.userid);
  expect((await owner.call(subscriptionList, {})).list).toMatchObject([{ paused_at: expect.any(String) }]);
  // An administrator's password is the way in while a provider is down.
  const chief = await person('chief', { server });
  await server.app.db
    .updateTable('users')
    .set({ email: 'chief@example.com', email_verity: 0, identity: ['admin'] })
    .where('userid', '=', chief.userid)
    .execute();
  expect((await signIn('chief')).profile).toMatchObject({ userid: chief.userid, email_verity: 1 });
  await stranger().call(login, { email: 'chief@example.com', password: PASSWORD });
  await server.app.db.updateTable('users').set({ identity: [] }).where('userid', '=', chief.userid).execute();
});

test('with passwords off only administrators may use one, and nothing tells whether an account exists', async () => {
  const ada = new TestClient(server.base, unique('ada') + '@example.com');
  await ada.call(login, { type: 'reg', email: ada.email, password: PASSWORD, invite: INVITE_CODE });
  // An administrator's password is the way in while the provider is down.
  const { app } = server;
  const admins = app.db.selectFrom('users').select(['userid', 'password']).where(sql<boolean>`'admin' = any(identity)`);
  const before = await admins.execute();
  const setPassword = (userid: number, password: string) =>
    app.db.updateTable('users').set({ password }).where('userid', '=', userid).execute();
  for (const { userid } of before) await setPassword(userid, '');
  const close = () => admin.call(systemSetting, { type: 'save', password_login: 'close' });
  await expect(close()).rejects.toMatchObject({ data: { code: 'setting.password_admin' } });
  for (const { userid, password } of before) await setPassword(userid, password);
  await close();
  try {
    expect((await stranger().call(ssoList, {})).password).toBe(false);
    const refusal = (input: object) =>
      stranger()
        .call(login, { email: '', password: PASSWORD, ...input })
        .then(
          () => 'signed in',
          ({ data }) => data.code as string,
        );
    expect(await refusal({ email: ada.email })).toBe('login.password_off');
    expect(await refusal({ email: unique('x') + '@example.com' })).toBe('login.password_off');
    expect(await refusal({ email: unique('x') + '@example.com', type: 'reg' })).toBe('login.password_off');
    expect(await refusal({ email: admin.email })).toBe('signed in');
    // Nor may the last administrator with a password go.
    const grown = (await signIn('grace')).client.userid;
    const operate = (userid: number, type: 'setadmin' | 'clearadmin') => admin.call(userOperation, { userid, type });
    await operate(grown, 'setadmin');
    await setPassword(grown, '');
    await expect(operate(admin.userid, 'clearadmin')).rejects.toMatchObject({
      data: { code: 'setting.password_admin' },
    });
    await operate(grown, 'clearadmin');
    expect((await signIn('grace')).profile.email).toBe('grace@example.com');
    // Closing the last provider would leave administrators only.
    const none = admin.call(ssoSetting, { type: 'save', providers: [] });
    await expect(none).rejects.toMatchObject({ data: { code: 'setting.last_sign_in' } });
  } finally {
    await admin.call(systemSetting, { type: 'save', password_login: 'open' });
  }
});

test('a person of a provider sets a password of their own after proving who they are', async () => {
  const { client } = await signIn('alan');
  const set = () => client.call(userEditpass, { oldpass: '', newpass: 'crane over the pier 7' });
  const prove = (at: Date | null) =>
    server.app.db.updateTable('devices').set({ proved_at: at }).where('userid', '=', client.userid).execute();
  await prove(null);
  await expect(set()).rejects.toMatchObject(refused('proof.needed'));
  await prove(new Date());
  const { token } = await set();
  client.token = token;
  await expect(set()).rejects.toMatchObject({ data: { code: 'password.wrong' } });
});

test('administrators test an issuer; a secret does not follow a provider to another address', async () => {
  expect(await admin.call(ssoCheck, { issuer: provider.issuer })).toMatchObject({
    authorization_endpoint: expect.stringContaining(provider.issuer),
  });
  // Refusals of the guard are in the reader's language and say what to do.
  const local = admin.call(ssoCheck, { issuer: 'https://127.0.0.1:1/' });
  await expect(local).rejects.toMatchObject({ data: { code: 'address.local', host: '127.0.0.1' } });
  for (const issuer of ['http://10.0.0.1/', 'http://127.0.0.1:9/']) {
    await expect(admin.call(ssoCheck, { issuer })).rejects.toMatchObject({ data: { code: 'address.plain' } });
  }
  await expect(admin.call(ssoCheck, { issuer: 'ftp://example.org' })).rejects.toMatchObject({
    data: { code: 'sso.issuer' },
  });
  await expect(save({ issuer: 'https://elsewhere.example/' })).rejects.toMatchObject({ data: { code: 'sso.secret' } });
});

test('a provider that is saved again without its id stays one, with its secret', async () => {
  const repeated = await save({ id: '' });
  expect(repeated.providers.map((each) => [each.id, each.has_secret])).toEqual([[id, true]]);
  const { id: _id, ...another } = setting();
  await expect(admin.call(ssoSetting, { type: 'save', providers: [another, another] })).rejects.toMatchObject({
    data: { code: 'sso.twice' },
  });
});

test('sign-ins by a provider, refusals and its settings are in the audit log, without the client secret', async () => {
  const { profile } = await signIn('grace');
  await expect(signIn('mallory')).rejects.toMatchObject({ data: { code: 'sso.unverified' } });
  const { data: own } = await admin.call(auditList, { userid: profile.userid, action: 'signin.ok', pagesize: 1 });
  expect(own[0]).toMatchObject({ userid: profile.userid, detail: { way: 'sso' } });
  const { data: linked } = await admin.call(auditList, { userid: profile.userid, action: 'identity.linked' });
  expect(linked).toMatchObject([{ detail: { provider: 'Example ID' } }]);
  const { data: failed } = await admin.call(auditList, { action: 'signin.failed', pagesize: 1 });
  expect(failed[0]).toMatchObject({ userid: 0, detail: { way: 'sso', reason: 'sso.unverified' } });
  const { data: saved } = await admin.call(auditList, { action: 'setting.changed' });
  expect(saved.some(({ target_name }) => target_name === 'sso')).toBe(true);
  expect(JSON.stringify(saved)).not.toContain(CLIENT.client_secret);
});

test('after a provider got another issuer nobody signs in as the person who had their subject', async () => {
  const { profile: radia } = await signIn('radia');
  const moved = await save({ issuer: elsewhere.issuer, client_secret: CLIENT.client_secret });
  id = moved.providers[0]?.id ?? '';
  const { url, secret } = await stranger().call(ssoStart, { id });
  const query = await elsewhere.signIn(url, 'radia');
  const another = await stranger().call(ssoFinish, { query, secret });
  expect(another).toMatchObject({ email: 'another.radia@example.com' });
  expect(another.userid).not.toBe(radia.userid);
});
