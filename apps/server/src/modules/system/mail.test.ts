import type { AddressInfo } from 'node:net';
import type { InputOf } from '@atrium/contract/kit.ts';
import { pushSetting } from '@atrium/contract/people/notifications.ts';
import { emailCheck, mailSetting } from '@atrium/contract/workspace/mailServer.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { systemStatus } from '@atrium/contract/workspace/status.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { viewFor } from '#platform/work';
import { cloneTemplate } from '#testing/database';
import { person, refused, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import type { AppOptions } from '../../app.ts';
import { saveSection } from './settings.service.ts';

/** A mail server that requires a password, without TLS, and records mails. */
const mails: string[] = [];
const signedIn: string[] = [];
let reached = 0;
let smtp: SMTPServer;
let port = 0;
let server: TestServer;
let admin: TestClient;
const HOST = '127.0.0.1';
const PASSWORD = 'mail-Secret-7';

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      reached++;
      done();
    },
    onAuth({ username, password }, _session, done) {
      signedIn.push(`${username} ${password}`);
      if (password === PASSWORD) done(null, { user: username });
      else done(new Error('no such password'));
    },
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        mails.push(Buffer.concat(parts).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, HOST, resolve));
  port = (smtp.server.address() as AddressInfo).port;
  server = await start({ localHosts: [`${HOST}:${port}`] });
  admin = await person('admin', { server });
}, 60_000);
afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});
beforeEach(() => {
  mails.length = 0;
  signedIn.length = 0;
});

const start = async (options: Partial<AppOptions>) =>
  startServer({ databaseUrl: await cloneTemplate(unique('atrium_mail_')), ...options });
const save = (fields: Omit<InputOf<typeof mailSetting>, 'type'>, by = admin) =>
  by.call(mailSetting, { type: 'save', ...fields });
const ours = () => ({ smtp_server: HOST, port, account: 'office@example.org', smtp_secure: 'none' as const });

test('only administrators see the mail server; it is tested before it is saved, and its password is never returned', async () => {
  expect(await admin.call(mailSetting, {})).toMatchObject({
    smtp_server: '',
    port: 587,
    account: '',
    has_password: false,
    smtp_secure: 'auto',
    sender: '',
    default_sender: 'no-reply@atrium.test',
    is_fixed: false,
  });
  await expect(admin.call(emailCheck, { to: 'bo@example.org' })).rejects.toEqual(refused('check.mail_off'));
  await admin.call(emailCheck, { to: 'bo@example.org', ...ours(), password: PASSWORD });
  expect(mails).toHaveLength(1);
  expect((await admin.call(mailSetting, {})).smtp_server).toBe('');

  const saved = await save({ ...ours(), password: PASSWORD });
  expect(saved).toMatchObject({ ...ours(), has_password: true, default_sender: 'office@example.org' });
  expect(JSON.stringify([saved, await admin.call(mailSetting, {})])).not.toContain(PASSWORD);
  await admin.call(systemSetting, { type: 'save', system_alias: 'Harbour "12"' });
  await admin.call(emailCheck, { to: 'bo@example.org' });
  expect(mails[1]).toContain('From: "Harbour \\"12\\"" <office@example.org>');
  await save({ sender: 'team@example.org' });
  await admin.call(emailCheck, { to: 'bo@example.org' });
  expect(mails[2]).toContain('<team@example.org>');
  expect(signedIn.every((each) => each === `office@example.org ${PASSWORD}`)).toBe(true);
  expect((await save({ sender: '' })).sender).toBe('');
});

test('a mail server that does not work is not saved, and its error is quoted', async () => {
  const before = await admin.call(mailSetting, {});
  await expect(save({ ...ours(), password: 'wrong' })).rejects.toEqual(refused('mail.unreachable'));
  await expect(save({ ...ours(), password: 'wrong' })).rejects.toThrow('no such password');
  await expect(save({ ...ours(), smtp_secure: 'tls', password: PASSWORD })).rejects.toEqual(
    refused('mail.unreachable'),
  );
  await expect(save({ smtp_server: '10.0.0.9', password: 'x' })).rejects.toEqual(refused('check.mail_local'));
  expect(await admin.call(mailSetting, {})).toEqual(before);
  const wrong = admin.call(emailCheck, { to: 'bo@example.org', ...ours(), password: 'wrong' });
  await expect(wrong).rejects.toEqual(refused('check.mail'));
  await expect(wrong).rejects.toThrow('no such password');
});

test('a password is not sent unencrypted without explicit consent', async () => {
  const hopeful = { ...ours(), password: PASSWORD };
  for (const smtp_secure of ['auto', 'starttls', 'tls'] as const) {
    const trial = admin.call(emailCheck, { to: 'bo@example.org', ...hopeful, smtp_secure });
    await expect(trial, smtp_secure).rejects.toEqual(refused('check.mail'));
  }
  expect([signedIn, mails]).toEqual([[], []]);
});

test('a password goes only to the server and account it was entered for', async () => {
  await save({ ...ours(), password: PASSWORD });
  for (const change of [{ smtp_server: 'mail.elsewhere.example' }, { account: 'other@example.org' }, { port: 2525 }]) {
    await expect(save(change), JSON.stringify(change)).rejects.toEqual(refused('mail.password'));
    await expect(admin.call(emailCheck, { to: 'bo@example.org', ...change })).rejects.toEqual(refused('mail.password'));
  }
  expect(await admin.call(mailSetting, {})).toMatchObject(ours());
  await saveSection(viewFor(server.app), 'email', { ...ours(), password: PASSWORD, smtp_secure: 'starttls' });
  // It would cross the network in clear.
  await expect(save({ smtp_secure: 'none' })).rejects.toEqual(refused('mail.password'));
  expect(await save({ account: '', smtp_secure: 'none' })).toMatchObject({ has_password: false });
});

test('a mail server on the local network is used only if the operator allowed it', async () => {
  const closed = await start({});
  const boss = await person('boss', { server: closed });
  const before = reached;
  for (const smtp_server of [HOST, 'localhost', '::1', '169.254.169.254']) {
    const trial = boss.call(emailCheck, { to: 'bo@example.org', smtp_server, port, account: '' });
    await expect(trial, smtp_server).rejects.toEqual(refused('check.mail_local'));
    await expect(trial, smtp_server).rejects.toThrow(`${smtp_server}:${port}`);
  }
  expect(reached).toBe(before);
  await closed.close();
});

test('settings from the environment take precedence: no password shown, only the sender can change', async () => {
  const smtpUrl = `smtp://office%40example.org:${PASSWORD}@${HOST}:${port}?ignoreTLS=true`;
  const fixed = await start({ smtpUrl });
  const boss = await person('boss', { server: fixed });
  const shown = await boss.call(mailSetting, {});
  expect(shown).toMatchObject({
    smtp_server: HOST,
    port,
    account: 'office@example.org',
    has_password: true,
    smtp_secure: 'auto',
    sender: '',
    default_sender: 'no-reply@atrium.test',
    is_fixed: true,
  });
  for (const change of [{ smtp_server: 'mail.elsewhere.example' }, { password: '' }, { port: 25 }]) {
    await expect(save(change, boss)).rejects.toEqual(refused('mail.fixed'));
  }
  expect(await save({ sender: 'team@example.org' }, boss)).toEqual({ ...shown, sender: 'team@example.org' });
  await boss.call(emailCheck, { to: 'bo@example.org' });
  expect(mails).toEqual([expect.stringContaining('From: Atrium <team@example.org>')]);
  await fixed.close();
});

test('a server must be a host name or address, a sender an email address', async () => {
  for (const smtp_server of ['smtp://mail.example.org', 'mail.example.org:25', 'a b', '-x', '[::1]', 'mail/x']) {
    await expect(save({ smtp_server }), smtp_server).rejects.toEqual(refused('mail.server'));
  }
  await expect(save({ sender: 'team' })).rejects.toEqual(refused('mail.sender'));
  await expect(save({ port: 70_000 })).rejects.toMatchObject(refused('parameter'));
});

test('the mail server cannot be removed while email verification is required', async () => {
  await save({ ...ours(), password: PASSWORD });
  await admin.call(systemSetting, { type: 'save', reg_verify: 'open' });
  await expect(save({ smtp_server: '' })).rejects.toEqual(refused('mail.needed'));
  await admin.call(systemSetting, { type: 'save', reg_verify: 'close' });
  expect((await save({ smtp_server: '' })).has_password).toBe(false);
  await expect(admin.call(systemSetting, { type: 'save', reg_verify: 'open' })).rejects.toEqual(
    refused('setting.mail'),
  );
});

test('another way for mail asks who the administrator is; what is mailed does not', async () => {
  await server.app.pool.query('update devices set proved_at = null where userid = $1', [admin.userid]);
  try {
    for (const change of [{ smtp_server: 'mail.evil.example' }, { sender: 'me@evil.example' }, { password: 'other' }])
      await expect(save(change)).rejects.toMatchObject({ data: { code: 'proof.needed' } });
    await save({ notice_msg: 'open' });
  } finally {
    await server.app.pool.query('update devices set proved_at = now() where userid = $1', [admin.userid]);
  }
});

test('administrators who save at the same time do not overwrite each other’s fields', async () => {
  const fields = ['system_alias', 'system_welcome', 'temp_account_alias', 'map_attribution', 'reg_invite'] as const;
  await Promise.all(fields.map((name) => admin.call(systemSetting, { type: 'save', [name]: name.slice(-9) })));
  const { rows } = await server.app.pool.query("select value from settings where name = 'system'");
  expect(rows[0].value).toMatchObject(Object.fromEntries(fields.map((name) => [name, name.slice(-9)])));
});

test('the status page tries what an administrator has set up', async () => {
  const found = async (name: string) => {
    const { checks } = await admin.call(systemStatus, {});
    const check = checks.find((each) => each.name === name);
    return [check?.state, check?.text];
  };
  // As where the password has expired since it was saved.
  await saveSection(viewFor(server.app), 'email', { ...ours(), password: 'wrong' });
  const [state, words] = await found('mail');
  expect([state, words]).toEqual(['bad', expect.stringContaining('no such password')]);
  await save({ ...ours(), password: PASSWORD });
  expect(await found('mail')).toEqual(['ok', 'The mail server accepts the connection.']);
  expect(mails).toEqual([]);

  await admin.call(systemSetting, { type: 'save', reg: 'invite' });
  expect(await found('registration')).toEqual(['ok', 'New people need an invitation.']);
  await admin.call(systemSetting, { type: 'save', reg: 'open' });
  expect(await found('registration')).toEqual(['warn', expect.stringContaining('Anyone who reaches this address')]);

  // This server's public address is not encrypted.
  expect(await found('push')).toEqual(['warn', expect.stringContaining('https')]);
  await admin.call(pushSetting, { type: 'save', push: 'close' });
  expect(await found('push')).toEqual(['warn', expect.stringContaining('Push is off')]);
  await admin.call(pushSetting, { type: 'save', push: 'open' });
  expect(await found('meetings')).toEqual(['ok', expect.stringMatching(/UDP \d+, TCP \d+/)]);
});
