import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { InputOf } from '@atrium/contract/kit.ts';
import { emailEdit, emailSend, userEditpass, userInfo } from '@atrium/contract/people/profile.ts';
import {
  deviceEdit,
  deviceList,
  login,
  loginCodejson,
  loginNeedcode,
  loginWork,
  tokenExpire,
} from '@atrium/contract/people/sessions.ts';
import { emailLink, emailVerification, regNeedinvite } from '@atrium/contract/people/signUp.ts';
import { emailCheck } from '@atrium/contract/workspace/mailServer.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSection } from '#modules/system/settings.service';
import { viewFor } from '#platform/work';
import { cloneTemplate } from '#testing/database';
import { runJobs } from '#testing/runJobs';
import {
  anotherDevice,
  type CallRefused,
  finishSignUp,
  INVITE_CODE,
  PASSWORD,
  person,
  refused,
  startServer,
  TestClient,
  type TestServer,
  unique,
} from '#testing/world';
import { textOf } from './captcha.service.ts';

/** A workspace of its own, whose settings may change, with a mail server that records mails. */
const mails: { to: string; text: string }[] = [];
let smtp: SMTPServer;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) =>
      done(address.address.startsWith('refused') ? new Error('no such mailbox') : null),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_auth_')),
    smtpUrl: `smtp://127.0.0.1:${port}`,
  });
  admin = await person('admin', { server });
}, 60_000);

afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const visitor = (email = `${unique('someone')}@example.com`) => new TestClient(server.base, email);
const set = (settings: Omit<InputOf<typeof systemSetting>, 'type'>) =>
  admin.call(systemSetting, { type: 'save', ...settings });
type More = { password?: string; invite?: string };
const signUp = (client: TestClient, more: More = {}) =>
  client.call(login, { type: 'reg', email: client.email, password: PASSWORD, ...more });
/** Signs up and confirms the address. */
const register = (client: TestClient, more: More = {}) =>
  signUp(client, more).catch((error: CallRefused) => {
    if (error.data['code'] !== 'email') throw error;
    return finishSignUp(server, client, more.password);
  });
const enter = (client: TestClient, more: { password?: string; code?: string; code_key?: string } = {}) =>
  client.call(login, { email: client.email, password: PASSWORD, ...more });
const mailTo = (email: string) => mails.filter((mail) => mail.to === email);

test('the first account is the administrator, the second an ordinary member', async () => {
  expect((await admin.call(userInfo, {})).identity).toEqual(['admin']);
  expect((await register(visitor())).identity).toEqual([]);
});

test('registration is open, by invite code, or closed', async () => {
  await set({ reg: 'invite', reg_invite: 'Secret1' });
  expect(await visitor().call(regNeedinvite, {})).toMatchObject({ need: true, open: true, first: false });
  await expect(register(visitor())).rejects.toMatchObject({ data: { code: 'reg.invitation' } });
  await expect(register(visitor(), { invite: 'secret1' })).rejects.toMatchObject({ data: { code: 'reg.invite' } });
  await register(visitor(), { invite: 'Secret1' });
  await set({ reg: 'close' });
  expect(await visitor().call(regNeedinvite, {})).toMatchObject({ need: false, open: false, first: false });
  await expect(register(visitor())).rejects.toMatchObject({ data: { code: 'reg.closed' } });
  await set({ reg: 'open', reg_identity: 'temp' });
  expect((await register(visitor())).identity).toEqual(['temp']);
  await set({ reg_identity: 'normal' });
});

test('an email is unique regardless of case and must be valid', async () => {
  const ada = visitor(`${unique('Ada')}@Example.com`);
  await register(ada);
  await expect(signUp(visitor(ada.email.toLowerCase()))).rejects.toMatchObject({ data: { code: 'email' } });
  await runJobs(server);
  expect(mailTo(ada.email.replace('@E', '@e')).at(-1)?.text).toContain('already have an account');
  for (const email of ['ada', 'ada@', '@example.com', 'a b@example.com', 'a@b', '<a>@example.com']) {
    await expect(register(visitor(email)), email).rejects.toMatchObject({ data: { code: 'reg.email' } });
  }
  expect((await enter(visitor(ada.email.toUpperCase()))).email).toBe(ada.email);
});

test('the workspace’s name is one line', async () => {
  await expect(set({ system_alias: 'Harbor\r\n\r\nYour password expires' })).rejects.toMatchObject({
    data: { code: 'parameter' },
  });
});

test('a workspace may require mixed passwords where the workspace requires it', async () => {
  await set({ password_policy: 'complex' });
  for (const password of ['73915824', 'wintrygale', 'wintryGALE', 'WINTRY824', 'wintry824']) {
    await expect(register(visitor(), { password }), password).rejects.toMatchObject({
      data: { code: 'password.complex' },
    });
  }
  await register(visitor(), { password: 'wintrY824' });
  await set({ password_policy: 'simple' });
});

test('a failed sign-in requires a single-use captcha; an unknown account gets the same answer as a wrong password', async () => {
  const ada = visitor();
  await register(ada);
  const wrong = await enter(ada, { password: 'wrong-Pass1' }).catch((error: unknown) => error);
  const unknown = await enter(visitor(), { password: 'wrong-Pass1' }).catch((error: unknown) => error);
  expect(wrong).toMatchObject({ data: { code: 'need' } });
  expect((unknown as Error).message).toBe((wrong as Error).message);
  await expect(enter(ada)).rejects.toMatchObject({ data: { code: 'need' } });
  const { key, img } = await ada.call(loginCodejson, {});
  expect(img).toMatch(/^data:image\//);
  await expect(enter(ada, { code_key: key, code: '!!!!!' })).rejects.toMatchObject({ data: { code: 'need' } });
  await set({ login_code: 'close' });
  await enter(ada);
  await set({ login_code: 'auto' });
  await enter(ada);
});

test('instead of reading the picture a device can compute, once for each try', async () => {
  const ada = visitor();
  await register(ada);
  await expect(enter(ada, { password: 'wrong-Pass1' })).rejects.toMatchObject({ data: { code: 'need' } });
  const done = async () => {
    const { key, salt, bits } = await ada.call(loginWork, {});
    for (let number = 0; ; number++) {
      const digest = createHash('sha256').update(`${salt}:${number}`).digest();
      if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return { code_key: key, code: String(number) };
    }
  };
  const { key } = await ada.call(loginWork, {});
  await expect(enter(ada, { code_key: key, code: '1' })).rejects.toMatchObject({ data: { code: 'need' } });
  const once = await done();
  await expect(enter(ada, { ...once, password: 'wrong-Pass1' })).rejects.toMatchObject({ data: { code: 'need' } });
  await expect(enter(ada, once)).rejects.toMatchObject({ data: { code: 'need' } });
  expect((await enter(ada, await done())).email).toBe(ada.email);
});

/** The code of the last link that was mailed to an address. */
const codeTo = (email: string) => /code=([\w-]+)/.exec(mailTo(email).at(-1)?.text ?? '')?.[1] ?? '';

test('the link in the mail creates the account, once, and within half an hour', async () => {
  const ada = visitor();
  await expect(signUp(ada)).rejects.toMatchObject({ data: { code: 'email' } });
  // Until then there is no account, and nothing that tells.
  await expect(enter(ada)).rejects.toMatchObject({ data: { code: expect.stringMatching(/^(no|need)$/) } });
  await runJobs(server);
  const code = codeTo(ada.email);
  await expect(ada.call(emailVerification, { code: 'wrong', password: PASSWORD })).rejects.toMatchObject({
    data: { code: 'email.link' },
  });
  await ada.call(emailVerification, { code, password: PASSWORD });
  await expect(ada.call(emailVerification, { code, password: PASSWORD })).rejects.toMatchObject({
    data: { code: 2 },
  });
  await set({ login_code: 'close' });
  expect((await enter(ada)).email_verity).toBe(1);
  await set({ login_code: 'auto' });
  const late = visitor();
  await expect(signUp(late)).rejects.toMatchObject({ data: { code: 'email' } });
  await runJobs(server);
  const wanted = server.app.db.updateTable('sign_ups').set({ created_at: new Date(Date.now() - 31 * 60_000) });
  await wanted.where('email', '=', late.email).execute();
  await expect(late.call(emailVerification, { code: codeTo(late.email), password: PASSWORD })).rejects.toMatchObject({
    data: { code: 'email.expired' },
  });
});

test('the password is chosen by the reader of the mail, not by the stranger who signed the address up', async () => {
  const victim = visitor(`${unique('victim')}@corp.example`);
  await set({ reg: 'domain', reg_domains: 'corp.example' });
  await expect(signUp(victim, { password: 'attacker-Pw-1' })).rejects.toMatchObject({ data: { code: 'email' } });
  await runJobs(server);
  const code = codeTo(victim.email);
  expect(mailTo(victim.email).at(-1)?.text).toContain('choose your password');
  // A scanner that follows the link changes nothing.
  const what = { kind: 'signup', email: victim.email, password_min: 8, is_without_password: false };
  expect(await visitor().call(emailLink, { code })).toEqual(what);
  expect(await visitor().call(emailLink, { code })).toEqual(what);
  const short = victim.call(emailVerification, { code, password: 'short' });
  await expect(short).rejects.toMatchObject({ data: { code: 'password.short' } });
  await victim.call(emailVerification, { code, password: PASSWORD });
  await set({ login_code: 'close', reg: 'open', reg_verify: 'close' });
  await expect(enter(victim, { password: 'attacker-Pw-1' })).rejects.toMatchObject(refused('no'));
  expect((await enter(victim)).email_verity).toBe(1);
  await set({ login_code: 'auto' });
});

test('of several sign-ups with one address one link works, and rules that changed since hold', async () => {
  const bo = visitor();
  const codes: string[] = [];
  for (let n = 0; n < 3; n++) {
    await expect(signUp(bo)).rejects.toMatchObject({ data: { code: 'email' } });
    await runJobs(server);
    codes.push(codeTo(bo.email));
  }
  // More are answered alike, and not sent.
  await expect(signUp(bo)).rejects.toMatchObject({ data: { code: 'email' } });
  await runJobs(server);
  expect(mailTo(bo.email)).toHaveLength(3);
  await set({ reg: 'close' });
  await expect(bo.call(emailVerification, { code: codes[0] ?? '', password: PASSWORD })).rejects.toMatchObject({
    data: { code: 'reg.closed' },
  });
  await set({ reg: 'open' });
  const opened = await Promise.allSettled(
    codes.map((code) => bo.call(emailVerification, { code, password: PASSWORD })),
  );
  expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('signing up does not tell whether an address has an account: nothing depends on it before the answer', async () => {
  const ada = await person('ada', { server });
  const stranger = visitor().email;
  const answer = async (email: string) =>
    visitor().raw('users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'reg', email, password: PASSWORD }),
    });
  expect(await answer(ada.email)).toEqual(await answer(stranger));
  const stored = await server.app.db
    .selectFrom('sign_ups')
    .select(['email', 'password', 'nickname', 'invitation_id', 'lang', 'code_hash'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(stored.map(({ email }) => email)).toEqual([stranger, ada.email]);
  expect({ ...stored[0], email: '' }).toEqual({ ...stored[1], email: '' });
  expect([...mailTo(ada.email), ...mailTo(stranger)]).toEqual([]);
  await runJobs(server);
  expect(mailTo(ada.email).map(({ text }) => text.includes('already have an account'))).toEqual([true]);
  expect(mailTo(stranger).map(({ text }) => text.includes('already have an account'))).toEqual([false]);
});

test('an account whose address was never confirmed signs in by the mailed link only, where that is required', async () => {
  const bo = await person('bo', { server });
  await set({ reg_verify: 'open' });
  const ada = await person('ada', { server });
  await server.app.db.updateTable('users').set({ email_verity: 0 }).execute();
  // Switching it on locks nobody out.
  expect((await enter(bo)).email_verity).toBe(0);
  await expect(enter(ada)).rejects.toMatchObject({ data: { code: 'email' } });
  await expect(enter(ada)).rejects.toMatchObject({ data: { code: 'email' } });
  // Not mailed again within 30 minutes.
  expect(mailTo(ada.email)).toHaveLength(1);
  const link = { code: codeTo(ada.email) };
  expect(await visitor().call(emailLink, link)).toMatchObject({ kind: 'address', email: ada.email });
  const guess = visitor().call(emailVerification, { ...link, password: 'wrong-Pass1' });
  await expect(guess).rejects.toMatchObject({ data: { code: 'password.wrong' } });
  await ada.call(emailVerification, { ...link, password: PASSWORD });
  expect((await enter(ada)).email_verity).toBe(1);
  await set({ reg_verify: 'close' });
});

test('without mail sign-up takes an invitation, tells strangers nothing, and lets a network try ten addresses', async () => {
  const quiet = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_quiet_')) });
  const boss = await person('boss', { server: quiet });
  const from = (ip: string, email: string, invite = INVITE_CODE) =>
    new TestClient(quiet.base, email)
      .call(login, { type: 'reg', email, password: PASSWORD, invite }, { 'x-forwarded-for': ip })
      .then(
        () => 'signed up',
        (error: CallRefused) => error.data['code'],
      );
  // Strangers get the same answer for every address, although sign-up was opened once.
  expect(await boss.call(systemSetting, { type: 'all' })).toMatchObject({ reg: 'open' });
  expect(await new TestClient(quiet.base).call(regNeedinvite, {})).toMatchObject({ need: true, open: true });
  for (const email of [boss.email, visitor().email])
    expect(await from('203.0.113.8', email, '')).toBe('reg.invitation');
  await boss.call(systemSetting, { type: 'save', reg: 'invite' });
  await expect(boss.call(systemSetting, { type: 'save', reg: 'open' })).rejects.toMatchObject({
    data: { code: 'setting.reg_mail' },
  });
  const answers: unknown[] = [];
  for (let n = 0; n < 11; n++) answers.push(await from('203.0.113.9', boss.email));
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 'reg.taken'), 'rate.limited']);
  // No more is learned there, also of free addresses; other networks are not limited.
  expect(await from('203.0.113.9', visitor().email)).toBe('rate.limited');
  expect(await from('203.0.113.10', visitor().email)).toBe('signed up');
  await quiet.close();
});

test('a new address needs the code that was sent to it', async () => {
  const ada = await person('ada', { server });
  const desk = await anotherDevice(ada);
  await set({ reg_verify: 'open' });
  const newEmail = `${unique('new')}@example.com`;
  await expect(ada.call(emailSend, { email: ada.email })).rejects.toMatchObject({ data: { code: 'email.same' } });
  await expect(ada.call(emailSend, { email: admin.email })).rejects.toMatchObject({ data: { code: 'reg.taken' } });
  await expect(ada.call(emailSend, { type: 3, email: newEmail })).rejects.toMatchObject({
    data: { code: 'email.different' },
  });
  await ada.call(emailSend, { type: 2, email: newEmail });
  const code = /^(\d{6})\r?$/m.exec(mailTo(newEmail)[0]?.text ?? '')?.[1] ?? '';
  await expect(ada.call(emailEdit, { newEmail, password: PASSWORD, code: '000000' })).rejects.toMatchObject({
    data: { code: 'email.code' },
  });
  expect(await ada.call(emailEdit, { newEmail, password: PASSWORD, code })).toMatchObject({
    email: newEmail,
    email_verity: 1,
  });
  await expect(desk.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await set({ reg_verify: 'close' });
});

test('changing the email needs the current password, and guesses are limited', async () => {
  const ada = await person('ada', { server });
  const newEmail = `${unique('new')}@example.com`;
  const change = (password?: string) => ada.call(emailEdit, { newEmail, ...(password !== undefined && { password }) });
  for (const password of [undefined, '', 'wrong-Pass1']) {
    await expect(change(password)).rejects.toMatchObject({ data: { code: 'email.password' } });
  }
  expect((await ada.call(userInfo, {})).email).toBe(ada.email);
  expect((await change(PASSWORD)).email).toBe(newEmail);
  for (let tries = 4; tries < 10; tries++) await expect(change('wrong-Pass1')).rejects.toBeDefined();
  await expect(change(PASSWORD)).rejects.toMatchObject({ data: { code: 'rate.limited' } });
});

test('changing the password needs the old one and signs out the other devices', async () => {
  const ada = await person('ada', { server });
  const desk = await anotherDevice(ada);
  await expect(ada.call(userEditpass, { oldpass: 'wrong-Pass1', newpass: 'Another-way-8' })).rejects.toMatchObject({
    data: { code: 'password.wrong' },
  });
  await expect(ada.call(userEditpass, { oldpass: PASSWORD, newpass: PASSWORD })).rejects.toMatchObject({
    data: { code: 'password.same' },
  });
  await expect(ada.call(userEditpass, { oldpass: PASSWORD, newpass: 'short' })).rejects.toMatchObject({
    data: { code: 'password.short' },
  });
  expect((await ada.call(userEditpass, { oldpass: PASSWORD, newpass: 'Another-way-8' })).token).not.toBe(ada.token);
  await expect(ada.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await expect(desk.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await enter(visitor(ada.email), { password: 'Another-way-8' });
});

// covers A3-13, A7-19
test('devices are listed with names, the current one first', async () => {
  const ada = await person('ada', { server });
  await anotherDevice(ada);
  await ada.call(deviceEdit, { device_name: 'Desk' });
  // Later details are added to earlier ones.
  const shell = { app_brand: 'Acme', app_model: 'Slate 3', app_os: 'Slate OS 9' };
  await ada.call(deviceEdit, shell);
  const { list } = await ada.call(deviceList, {});
  expect(list).toMatchObject([
    { is_current: true, detail: { device_name: 'Desk', ...shell } },
    { is_current: false, detail: { device_name: '', app_brand: '' } },
  ]);
  expect(JSON.stringify(list)).not.toContain(ada.token);
  const expiry = await ada.call(tokenExpire, {});
  expect(expiry.expired).toBe(false);
  expect(expiry.remaining_seconds).toBeGreaterThan(29 * 86_400);
});

/** Pretends another address: the server trusts a proxy on its own machine. */
async function from(client: TestClient, ip: string, input: Partial<InputOf<typeof login>> = {}) {
  // The first sign-in, after a sign-up, is from there too.
  if (input.type === 'reg') await register(client);
  const fields = { email: client.email, password: PASSWORD, ...input, type: 'login' as const };
  return client.call(login, fields, { 'x-forwarded-for': ip });
}

test('twenty wrong passwords require a captcha in every setting; the owner can still sign in', async () => {
  const ada = visitor();
  await from(ada, '203.0.113.9', { type: 'reg' });
  await set({ login_code: 'close' });
  const guess = () =>
    from(ada, '198.51.100.7', { password: 'wrong-Pass1' }).catch((error: CallRefused) => error.data.code);
  for (let i = 0; i < 19; i++) expect(await guess(), `try ${i}`).toBe('no');
  expect(await guess()).toBe('need');
  await expect(from(ada, '203.0.113.9')).rejects.toMatchObject({ data: { code: 'need' } });
  expect(await ada.call(loginNeedcode, { email: ada.email })).toEqual({ need: true });
  const { key } = await ada.call(loginCodejson, {});
  await from(ada, '203.0.113.9', { code_key: key, code: await textOf(server.app, key) });
  await set({ login_code: 'auto' });
});

test('many people behind one address can sign in: only failures count', async () => {
  const ada = visitor();
  await from(ada, '203.0.113.20', { type: 'reg' });
  for (let turn = 0; turn < 70; turn++) await from(ada, '203.0.113.20');
});

test('after two hundred failures an account can sign in only from known addresses', async () => {
  const ada = visitor();
  await from(ada, '203.0.113.10', { type: 'reg' });
  while (server.app.limiter.take(`login-email:${ada.email}`, 200, 300_000));
  await from(ada, '203.0.113.10');
  await expect(from(ada, '198.51.100.8')).rejects.toMatchObject({ data: { code: 'rate.limited' } });
});

test('neither captchas nor limits tell a stranger whether an address has an account', async () => {
  const [ada, nobody] = [visitor(), visitor()];
  await from(ada, '203.0.113.40', { type: 'reg' });
  const fails = (client: TestClient, ip: string) =>
    from(client, ip, { password: 'wrong-Pass1' }).catch((error: CallRefused) => error.data.code);
  for (const client of [ada, nobody]) await fails(client, '198.51.100.40');
  // Its owner signs in elsewhere.
  await from(ada, '203.0.113.40');
  for (const client of [ada, nobody]) {
    const asked = client.call(loginNeedcode, { email: client.email }, { 'x-forwarded-for': '198.51.100.40' });
    expect(await asked).toEqual({ need: true });
  }
  // Also from a network that the account is used from.
  await set({ login_code: 'close' });
  for (const client of [ada, nobody]) {
    while (server.app.limiter.take(`login-email:${client.email}`, 200, 300_000));
    expect(await fails(client, '203.0.113.40')).toBe('rate.limited');
  }
  await from(ada, '203.0.113.40');
  await set({ login_code: 'auto' });
});

test('after sixty failures an address needs a captcha, also with the right password', async () => {
  await set({ login_code: 'close' });
  const [ada, bo] = [visitor(), visitor()];
  await from(ada, '203.0.113.30', { type: 'reg' });
  await from(bo, '203.0.113.31', { type: 'reg' });
  const need = (ip: string) =>
    ada.call(loginNeedcode, { email: ada.email }, { 'x-forwarded-for': ip }).catch((error: CallRefused) => error.ret);
  const fails = (input: Partial<InputOf<typeof login>> = {}) =>
    from(visitor(), '198.51.100.9', { password: 'wrong-Pass1', ...input }).catch(
      (error: CallRefused) => error.data.code,
    );
  for (let turn = 1; turn < 60; turn++) expect(await fails(), `try ${turn}`).toBe('no');
  await from(ada, '198.51.100.9');
  expect(await need('198.51.100.9')).toBe(0);
  expect(await fails()).toBe('need');
  // An address typed as an email does not count against that address.
  for (let turn = 0; turn < 61; turn++) {
    await from(visitor('198.51.100.12'), '198.51.100.11', { password: 'x' }).catch(() => undefined);
  }
  await from(bo, '198.51.100.12');
  await expect(from(ada, '198.51.100.9')).rejects.toMatchObject({ data: { code: 'need' } });
  expect(await need('198.51.100.9')).toEqual({ need: true });
  for (const client of [ada, bo]) {
    const { key } = await client.call(loginCodejson, {});
    await from(client, '198.51.100.9', { code_key: key, code: await textOf(server.app, key) });
  }
  // Nobody else needs a captcha.
  await from(ada, '198.51.100.10');
  await set({ login_code: 'auto' });
});

test('an IPv6 network counts as one address for failures, and its owner signs in from any address in it', async () => {
  const guess = (n: number) =>
    from(visitor(), `2001:db8:7:7::${n}`, { password: 'wrong-Pass1' }).catch((error: CallRefused) => error.data.code);
  await set({ login_code: 'close' });
  const answers: unknown[] = [];
  for (let n = 1; n <= 61; n++) answers.push(await guess(n));
  expect(new Set(answers.slice(0, 59))).toEqual(new Set(['no']));
  expect(answers.slice(59)).toEqual(['need', 'need']);
  await set({ login_code: 'auto' });
  const ada = visitor();
  await from(ada, '2001:db8:9:9::1', { type: 'reg' });
  while (server.app.limiter.take(`login-email:${ada.email}`, 200, 300_000));
  await from(ada, '2001:db8:9:9:a:b:c:d');
  await expect(from(ada, '2001:db8:9:8::1')).rejects.toMatchObject({ data: { code: 'rate.limited' } });
});

test('without a mail server no verification is required; if mail fails later, administrators can still sign in', async () => {
  const quiet = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_quiet_')) });
  const boss = await person('boss', { server: quiet });
  await expect(boss.call(systemSetting, { type: 'save', reg_verify: 'open' })).rejects.toMatchObject({
    data: { code: 'setting.mail' },
  });
  const bo = await person('bo', { server: quiet });
  // The setting from when there was a mail server.
  await saveSection(viewFor(quiet.app), 'system', { reg_verify: 'open' });
  expect((await anotherDevice(boss)).userid).toBe(boss.userid);
  await expect(anotherDevice(bo)).rejects.toMatchObject({ data: { code: 'email.unsent' } });
  await quiet.close();
});

test('an administrator tests the mail server and sees its own error', async () => {
  await admin.call(emailCheck, { to: 'someone@example.com' });
  expect(mails.at(-1)).toMatchObject({
    to: 'someone@example.com',
    text: expect.stringContaining('http://atrium.test'),
  });
  const refusal = admin.call(emailCheck, { to: 'refused@example.com' });
  await expect(refusal).rejects.toMatchObject({ data: { code: 'check.mail' } });
  await expect(refusal).rejects.toThrow('no such mailbox');
  await expect(admin.call(emailCheck, { to: 'nobody' })).rejects.toMatchObject({ data: { code: 'reg.email' } });
});
