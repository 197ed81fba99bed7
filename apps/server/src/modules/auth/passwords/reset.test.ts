import { userOperation } from '@atrium/contract/people/accounts.ts';
import { userEditpass, userInfo } from '@atrium/contract/people/profile.ts';
import { loginQrcode, QR_CODE_CHARS } from '@atrium/contract/people/qrLogin.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import {
  passwordForgot,
  passwordLink,
  passwordReset,
  resetInfo,
  totpBegin,
  totpConfirm,
} from '@atrium/contract/people/signIn.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { type Mailbox, openMailbox } from '#testing/mailbox';
import { runJobs } from '#testing/runJobs';
import {
  anotherDevice,
  INVITE_CODE,
  PASSWORD,
  person,
  refused,
  startServer,
  TestClient,
  type TestServer,
  unique,
} from '#testing/world';
import { codeAt } from '../factors/totp.ts';

let box: Mailbox;
let server: TestServer;
let admin: TestClient;
const NEW = 'a-newly-Chosen1';

beforeAll(async () => {
  box = await openMailbox();
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_reset_')), smtpUrl: box.url });
  admin = await person('admin', { server });
}, 60_000);
afterAll(async () => {
  await server.close();
  await box.close();
});

const stranger = () => new TestClient(server.base);
const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? '';
async function mailedToken(email: string): Promise<string> {
  await stranger().call(passwordForgot, { email });
  await runJobs(server);
  return tokenIn(box.to(email).at(-1)?.text ?? '');
}

test('a mailed link sets a new password once, and ends every session', async () => {
  const ada = await person('ada', { server });
  const phone = await anotherDevice(ada);
  const token = await mailedToken(ada.email);
  const mail = box.to(ada.email).at(-1);
  expect(mail?.subject).toBe('Choose a new password for Atrium');
  expect(mail?.html).toContain(`http://atrium.test/single/password?token=${token}`);
  expect(await stranger().call(resetInfo, { token })).toEqual({ email: ada.email, password_min: 8 });
  // Nobody has verified the address: somebody else may have made the account, through a provider, and given it to a
  // device that has not asked yet.
  const { db } = server.app;
  await db.updateTable('users').set({ email_verity: 0 }).where('userid', '=', ada.userid).execute();
  const identity = { provider: 'example', subject: unique('subject'), userid: ada.userid };
  await db.insertInto('sso_identities').values(identity).execute();
  const code = 'q'.repeat(QR_CODE_CHARS);
  await phone.call(loginQrcode, { code, type: 'login' });
  await expect(stranger().call(passwordReset, { token, password: 'short' })).rejects.toEqual(refused('password.short'));
  const both = await Promise.allSettled(
    [NEW, `${NEW}!`].map((password) => stranger().call(passwordReset, { token, password })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(stranger().call(resetInfo, { token })).rejects.toEqual(refused('reset.gone'));
  for (const device of [ada, phone]) {
    await expect(device.call(userInfo, {})).rejects.toMatchObject({ data: { code: 'auth.ended' } });
  }
  await expect(stranger().call(login, { email: ada.email, password: PASSWORD })).rejects.toEqual(refused('need'));
  await expect(stranger().call(loginQrcode, { code })).rejects.toEqual(refused('login.qr_waiting'));
  expect(await db.selectFrom('sso_identities').select('subject').where('userid', '=', ada.userid).execute()).toEqual(
    [],
  );
  await runJobs(server);
  expect(box.to(ada.email).at(-1)?.subject).toBe('Your password for Atrium was changed');
});

test('the answer is the same for unknown, disabled and known addresses, and only known ones get a mail', async () => {
  const bo = await person('bo', { server });
  const unknown = `${unique('nobody')}@example.com`;
  const ask = async (email: string) =>
    stranger().raw('users/password/forgot', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  const [a, b] = [await ask(bo.email), await ask(unknown)];
  expect(a).toEqual(b);
  await runJobs(server);
  expect([box.to(bo.email).length, box.to(unknown).length]).toEqual([1, 0]);
  // More for one address are answered the same way, and not sent.
  for (let times = 0; times < 6; times++) expect(await ask(bo.email)).toEqual(a);
  await runJobs(server);
  expect(box.to(bo.email)).toHaveLength(3);
});

test('a mail that its server rejects for good is not sent again', async () => {
  const { email } = await person('refused', { server });
  await stranger().call(passwordForgot, { email });
  await runJobs(server);
  // The runner deletes a job that is done a moment later.
  const left = async () =>
    (await sql`select task_identifier, last_error from graphile_worker.jobs`.execute(server.app.db)).rows;
  await expect.poll(left).toEqual([]);
});

test('a link is over after an hour, and older ones when one was used', async () => {
  const cy = await person('cy', { server });
  const [first, second] = [await mailedToken(cy.email), await mailedToken(cy.email)];
  await stranger().call(passwordReset, { token: second, password: NEW });
  await expect(stranger().call(passwordReset, { token: first, password: NEW })).rejects.toEqual(refused('reset.gone'));
  const third = await mailedToken(cy.email);
  await sql`update password_resets set expired_at = now() where used_at is null`.execute(server.app.db);
  await expect(stranger().call(passwordReset, { token: third, password: NEW })).rejects.toEqual(refused('reset.gone'));
});

test('a link is over once the password or the address has changed', async () => {
  const eda = await person('eda', { server });
  const gone = (token: string) =>
    expect(stranger().call(passwordReset, { token, password: NEW })).rejects.toEqual(refused('reset.gone'));
  const mailed = await mailedToken(eda.email);
  const handed = tokenIn((await admin.call(passwordLink, { userid: eda.userid })).url);
  const { token } = await eda.call(userEditpass, { oldpass: PASSWORD, newpass: `${NEW}-2` });
  eda.token = token;
  await gone(mailed);
  await gone(handed);
  const later = await mailedToken(eda.email);
  await sql`update users set email_verity = 1 where userid = ${eda.userid}`.execute(server.app.db);
  await admin.call(userOperation, { userid: eda.userid, email: 'eda-new@example.com' });
  await gone(later);
  // Nobody has shown yet that the new address is theirs.
  const [row] = await server.app.db
    .selectFrom('users')
    .select('email_verity')
    .where('userid', '=', eda.userid)
    .execute();
  expect(row).toEqual({ email_verity: 0 });
});

test('an administrator hands a link over; other people cannot make one', async () => {
  const dee = await person('dee', { server });
  await expect(dee.call(passwordLink, { userid: admin.userid })).rejects.toEqual(refused('forbidden'));
  await sql`update users set email_verity = 0 where userid = ${dee.userid}`.execute(server.app.db);
  const { url } = await admin.call(passwordLink, { userid: dee.userid });
  expect(url).toMatch(/^http:\/\/atrium\.test\/single\/password\?token=/);
  await stranger().call(passwordReset, { token: tokenIn(url), password: NEW });
  const { email_verity } = await stranger().call(login, { email: dee.email, password: NEW });
  // The address was not proved.
  expect(email_verity).toBe(0);
});

test('a password is long enough, not a common one, and not the own name or address', async () => {
  const register = (email: string, password: string) =>
    stranger().call(login, { type: 'reg', email, password, invite: INVITE_CODE });
  const email = () => `${unique('grace.hopper')}@navy-works.example`;
  const cases: [string, string][] = [
    ['1234567', 'password.short'],
    ['x'.repeat(257), 'password.policy'],
    ['password', 'password.known'],
    ['Password123', 'password.known'],
    ['qwertyuiop', 'password.known'],
    ['abcdefghij', 'password.known'],
    ['11111111', 'password.known'],
  ];
  for (const [password, code] of cases)
    await expect(register(email(), password), password).rejects.toEqual(refused(code));
  const own = email();
  for (const password of [own, own.split('@')[0] ?? '', 'Navy-Works.example', `${own.split('@')[0]}1`]) {
    await expect(register(own, password), password).rejects.toEqual(refused('password.own'));
  }
  await expect(register(email(), `long ${'x y'.repeat(80)}`)).rejects.toEqual(refused('email'));
  // Here a mailed link asks for it.
  await expect(register(email(), '')).rejects.toEqual(refused('email'));
  await admin.call(systemSetting, { type: 'save', password_min: 14 });
  await expect(register(email(), 'thirteen-char')).rejects.toThrow('Use at least 14 characters.');
  await admin.call(systemSetting, { type: 'save', password_min: 8 });
});

test('without a mail server the screen says whom to ask', async () => {
  const quiet = await startServer();
  await expect(new TestClient(quiet.base).call(passwordForgot, { email: 'x@example.com' })).rejects.toEqual(
    refused('reset.no_mail'),
  );
  await quiet.close();
});

test('a mailed link never removes a second factor, also of an address that was never confirmed', async () => {
  const ada = await person('ada', { server });
  const { secret } = await ada.call(totpBegin, {});
  await ada.call(totpConfirm, { code: codeAt(secret, new Date()) });
  await sql`update users set email_verity = 0 where userid = ${ada.userid}`.execute(server.app.db);
  const token = await mailedToken(ada.email);
  await expect(stranger().call(passwordReset, { token, password: NEW })).rejects.toEqual(refused('reset.factor'));
  await ada.call(userInfo, {});
  // An administrator's link sets the password, and the factor is asked for.
  const { url } = await admin.call(passwordLink, { userid: ada.userid });
  await stranger().call(passwordReset, { token: tokenIn(url), password: NEW });
  await expect(stranger().call(login, { email: ada.email, password: NEW })).rejects.toMatchObject({
    data: { code: 'login.factor' },
  });
});
