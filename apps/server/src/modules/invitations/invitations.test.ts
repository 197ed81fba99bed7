import type { InputOf } from '@atrium/contract/kit.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import * as contract from '@atrium/contract/people/invitations.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { emailLink, emailVerification, regNeedinvite } from '@atrium/contract/people/signUp.ts';
import { ssoSetting } from '@atrium/contract/people/singleSignOn.ts';
import { projectAdd, projectArchived, projectLists } from '@atrium/contract/projects/projects.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { type Mailbox, openMailbox } from '#testing/mailbox';
import { runJobs } from '#testing/runJobs';
import { PASSWORD, person, refused, startServer, TestClient, type TestServer, unique } from '#testing/world';

let box: Mailbox;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  box = await openMailbox();
  const databaseUrl = await cloneTemplate(unique('atrium_invite_'));
  server = await startServer({ databaseUrl, smtpUrl: box.url });
  // The state of a new workspace: nothing is set.
  await sql`delete from settings where name = 'system'`.execute(server.app.db);
  await server.close();
  server = await startServer({ databaseUrl, smtpUrl: box.url });
  admin = await person('admin', { server });
}, 60_000);
afterAll(async () => {
  await server.close();
  await box.close();
});

const stranger = () => new TestClient(server.base);
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const accept = (token: string, more: { email?: string; nickname?: string } = {}) =>
  stranger().call(contract.invitationAccept, { token, nickname: 'Grace', password: PASSWORD, ...more });
/** Opens the link in the last mail, and signs in. */
const confirm = async (email: string) => {
  const code = /code=([\w-]+)/.exec(box.to(email).at(-1)?.text ?? '')?.[1] ?? '';
  await stranger().call(emailVerification, { code, password: PASSWORD });
  return stranger().call(login, { email, password: PASSWORD });
};
/** Accepts a link, which needs a confirmed address. */
const join = async (token: string, email: string) => {
  const asked = stranger().call(contract.invitationAccept, { token, nickname: 'Grace', email });
  await expect(asked).rejects.toEqual(refused('email'));
  await runJobs(server);
  return confirm(email);
};
const address = () => `${unique('guest')}@example.com`;

test('a new workspace admits its first account, then only invited people', async () => {
  expect(await stranger().call(regNeedinvite, {})).toMatchObject({ open: false, need: true, first: false });
  for (const invite of [undefined, '', 'guess']) {
    await expect(
      stranger().call(login, {
        type: 'reg',
        email: address(),
        password: PASSWORD,
        ...(invite !== undefined && { invite }),
      }),
    ).rejects.toEqual(refused(invite ? 'reg.invite' : 'reg.invitation'));
  }
});

test('of several who set a new workspace up at once, one is its administrator and the others need an invitation', async () => {
  const databaseUrl = await cloneTemplate(unique('atrium_first_'));
  const prepared = await startServer({ databaseUrl });
  await sql`delete from settings where name = 'system'`.execute(prepared.app.db);
  await prepared.close();
  const fresh = await startServer({ databaseUrl });
  const sign = () => new TestClient(fresh.base).call(login, { type: 'reg', email: address(), password: PASSWORD });
  const outcomes = await Promise.allSettled([sign(), sign(), sign()]);
  await fresh.close();
  const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.identity] : []));
  expect(made).toEqual([['admin']]);
  const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(reasons).toEqual([refused('reg.invitation'), refused('reg.invitation')]);
});

test('an invited person sees who invites to what, and lands in the projects and the department', async () => {
  const harbor = await admin.call(projectAdd, { name: 'Harbor', columns: 'To do' });
  const pier = await admin.call(projectAdd, { name: 'Pier', columns: 'To do' });
  const { id: department } = (await admin.call(departmentAdd, {
    name: 'Kitchen',
    owner_userid: admin.userid,
  })) as unknown as { id: number };
  const email = address();
  const ids = department ? [department] : [];
  const { list } = await admin.call(contract.invitationAdd, {
    emails: [email.toUpperCase()],
    department: ids,
    project_ids: [harbor.id, pier.id],
  });
  expect(list).toEqual([expect.objectContaining({ email, is_mailed: true, state: 'open', max_uses: 1 })]);
  // Once more: the same invitation with a new link, in another department.
  const again = await admin.call(contract.invitationAdd, { emails: [email] });
  expect(again.list[0]).toMatchObject({ id: list[0]?.id, department: [] });
  await expect(stranger().call(contract.invitationInfo, { token: tokenIn(list[0]?.url) })).rejects.toEqual(
    refused('invitation.gone'),
  );
  Object.assign(
    list,
    (await admin.call(contract.invitationAdd, { emails: [email], department: ids, project_ids: [harbor.id, pier.id] }))
      .list,
  );
  await runJobs(server);
  const mails = box.to(email);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.text).toContain('Harbor and Pier');
  const token = tokenIn(mail?.text);
  expect(await stranger().call(contract.invitationInfo, { token })).toMatchObject({
    workspace: 'Atrium',
    email,
    role: 'normal',
    projects: ['Harbor', 'Pier'],
    is_confirmed: false,
  });
  await admin.call(projectArchived, { project_id: pier.id, type: 'add' });
  const grace = stranger();
  const profile = await accept(token, { email: 'someone.else@example.com' });
  grace.token = profile.token;
  expect(profile).toMatchObject({ email, nickname: 'Grace', identity: [], email_verity: 1, department: ids });
  const { data } = await grace.call(projectLists, {});
  expect(data.map(({ name }) => name)).toContain('Harbor');
  expect(data.map(({ name }) => name)).not.toContain('Pier');
  await expect(accept(token)).rejects.toEqual(refused('invitation.gone'));
  expect((await admin.call(contract.invitationList, {})).list[0]).toMatchObject({ state: 'used', used: 1 });
  await expect(admin.call(contract.invitationAdd, { emails: [email] })).rejects.toEqual(refused('reg.taken'));
  // One of several that can't be invited is named, and the others are invited.
  const other = address();
  const partly = await admin.call(contract.invitationAdd, { emails: [email, other, 'nobody'] });
  expect(partly.list.map((each) => each.email)).toEqual([other]);
  expect(partly.left_out).toEqual([
    { email, reason: 'reg.taken' },
    { email: 'nobody', reason: 'reg.email' },
  ]);
  const none = admin.call(contract.invitationAdd, { emails: ['nobody', email] });
  await expect(none).rejects.toMatchObject({ data: { code: 'reg.email', left_out: [{}, { email }] } });
});

test('an invitation whose mail is rejected says so, and is not sent again and again', async () => {
  const { list } = await admin.call(contract.invitationAdd, { emails: [`refused.${address()}`] });
  expect(list[0]).toMatchObject({ is_mailed: true, mail_error: '' });
  await runJobs(server);
  const shown = async () => (await admin.call(contract.invitationList, {})).list[0];
  expect(await shown()).toMatchObject({ is_mailed: false, mail_error: expect.stringMatching(/^550 no such mailbox/) });
  const { id = 0 } = list[0] ?? {};
  // Mails of earlier tests may be tried again.
  const { rows } = await sql`select 1 from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'mail_invitation'
    where j.payload ->> 'id' = ${String(id)}`.execute(server.app.db);
  expect(rows).toEqual([]);
  expect(await admin.call(contract.invitationRenew, { id })).toMatchObject({ is_mailed: true, mail_error: '' });
  await runJobs(server);
  await admin.call(contract.invitationRevoke, { id });
});

test('only the link in the mail proves the address, not the one that an administrator passes on', async () => {
  const email = address();
  const { list } = await admin.call(contract.invitationAdd, { emails: [email] });
  const shown = tokenIn(list[0]?.url);
  expect(await stranger().call(contract.invitationInfo, { token: shown })).toMatchObject({ email, is_confirmed: true });
  await expect(accept(shown)).rejects.toEqual(refused('email'));
  await runJobs(server);
  const [invitation, confirmation] = box.to(email);
  expect(await stranger().call(contract.invitationInfo, { token: tokenIn(invitation?.text) })).toMatchObject({
    is_confirmed: false,
  });
  expect(confirmation?.text).toContain('/single/valid/email?code=');
  expect(await confirm(email)).toMatchObject({ email, email_verity: 1 });
  await expect(accept(tokenIn(invitation?.text))).rejects.toEqual(refused('invitation.gone'));
});

test('a link is used as often as it may be, by several at once too, and not beyond its end', async () => {
  const { list } = await admin.call(contract.invitationAdd, { role: 'temp', max_uses: 2, days: 1 });
  const token = tokenIn(list[0]?.url);
  await expect(accept(token, { email: 'no address' })).rejects.toEqual(refused('reg.email'));
  // A mail confirms the address, and the password is chosen behind its link, not twice.
  expect(await stranger().call(contract.invitationInfo, { token })).toMatchObject({ is_confirmed: true });
  const emails = [1, 2, 3, 4].map(address);
  // Neither the answer nor the link's count tells that an address has an account.
  for (const email of [admin.email, ...emails]) {
    await expect(accept(token, { email })).rejects.toEqual(refused('email'));
  }
  await runJobs(server);
  expect(box.to(admin.email).at(-1)?.text).toContain('already have an account');
  const outcomes = await Promise.allSettled(emails.map((email) => confirm(email)));
  const made = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(made.map(({ identity, nickname }) => [identity, nickname])).toEqual([
    [['temp'], 'Grace'],
    [['temp'], 'Grace'],
  ]);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { data: { code: 'invitation.gone' } } },
    { reason: { data: { code: 'invitation.gone' } } },
  ]);
  const { list: late } = await admin.call(contract.invitationAdd, { max_uses: 2 });
  await sql`update invitations set expired_at = now() where id = ${late[0]?.id}`.execute(server.app.db);
  await expect(accept(tokenIn(late[0]?.url), { email: address() })).rejects.toEqual(refused('invitation.gone'));
});

test('a renewed invitation has a new link and the old one ends; a revoked one admits nobody', async () => {
  const email = address();
  const { list } = await admin.call(contract.invitationAdd, { emails: [email] });
  const [{ id, url } = { id: 0, url: '' }] = list;
  await runJobs(server);
  const renewed = await admin.call(contract.invitationRenew, { id });
  await runJobs(server);
  const [first = '', second = ''] = box.to(email).map(({ text }) => tokenIn(text));
  const info = (token: string) => stranger().call(contract.invitationInfo, { token });
  for (const token of [tokenIn(url), first]) await expect(info(token)).rejects.toEqual(refused('invitation.gone'));
  for (const token of [tokenIn(renewed.url), second]) expect(await info(token)).toMatchObject({ email });
  await admin.call(contract.invitationRevoke, { id });
  for (const token of [tokenIn(renewed.url), second])
    await expect(accept(token)).rejects.toEqual(refused('invitation.gone'));
  await expect(admin.call(contract.invitationRenew, { id })).rejects.toEqual(refused('invitation.over'));
});

test('a renewed invitation is valid for as long as it was at first, however often it is renewed', async () => {
  const { list } = await admin.call(contract.invitationAdd, { emails: [address()], days: 2 });
  const id = list[0]?.id ?? 0;
  const renewAfterDay = async () => {
    await sql`update invitations set created_at = created_at - interval '1 day',
      expired_at = expired_at - interval '1 day' where id = ${id}`.execute(server.app.db);
    const { expired_at } = await admin.call(contract.invitationRenew, { id });
    return Math.round((Date.parse(`${expired_at.replace(' ', 'T')}Z`) - Date.now()) / 3_600_000);
  };
  expect([await renewAfterDay(), await renewAfterDay(), await renewAfterDay()]).toEqual([48, 48, 48]);
});

test('invitations of a person who is no administrator any more do not count', async () => {
  const { list } = await admin.call(contract.invitationAdd, { max_uses: 5 });
  const profile = await join(tokenIn(list[0]?.url), address());
  const bo = stranger();
  bo.token = profile.token;
  await admin.call(userOperation, { userid: profile.userid, type: 'setadmin' });
  const { list: made } = await bo.call(contract.invitationAdd, { role: 'admin', max_uses: 5 });
  await admin.call(userOperation, { userid: profile.userid, type: 'clearadmin' });
  await expect(accept(tokenIn(made[0]?.url), { email: address() })).rejects.toEqual(refused('invitation.gone'));
  await expect(bo.call(contract.invitationAdd, {})).rejects.toEqual(refused('forbidden'));
  await sql`update devices set proved_at = null where userid = ${admin.userid}`.execute(server.app.db);
  await expect(admin.call(contract.invitationAdd, { role: 'admin' })).rejects.toMatchObject(refused('proof.needed'));
  await sql`update devices set proved_at = now() where userid = ${admin.userid}`.execute(server.app.db);
});

test('while passwords are turned off, invited people choose none, except administrators', async () => {
  const provider = { id: '', name: 'Example ID', issuer: 'https://id.example.com', client_id: 'a', client_secret: 'b' };
  await admin.call(ssoSetting, { type: 'save', providers: [{ ...provider, open: true, create: true }] });
  await admin.call(systemSetting, { type: 'save', password_login: 'close' });
  try {
    const hasPassword = async (email: string) => {
      const { rows } = await sql<{ has: boolean }>`
        select password <> '' as has from users where email = ${email}`.execute(server.app.db);
      return rows[0]?.has;
    };
    const invite = async (input: InputOf<typeof contract.invitationAdd>) =>
      tokenIn((await admin.call(contract.invitationAdd, input)).list[0]?.url);
    const info = (token: string) => stranger().call(contract.invitationInfo, { token });
    // By mail.
    const mailed = address();
    await invite({ emails: [mailed] });
    await runJobs(server);
    const token = tokenIn(box.to(mailed).at(-1)?.text);
    expect(await info(token)).toMatchObject({ is_without_password: true });
    const grace = await stranger().call(contract.invitationAccept, { token, nickname: 'Grace' });
    expect(grace).toMatchObject({ email: mailed, email_verity: 1 });
    // By a link, whose address a mail confirms.
    const [shared, linked] = [await invite({}), address()];
    const asked = stranger().call(contract.invitationAccept, { token: shared, nickname: 'Alan', email: linked });
    await expect(asked).rejects.toEqual(refused('email'));
    await runJobs(server);
    const { text = '' } = box.to(linked).at(-1) ?? {};
    expect(text).not.toContain('password');
    const code = /code=([\w-]+)/.exec(text)?.[1] ?? '';
    expect(await stranger().call(emailLink, { code })).toMatchObject({ kind: 'signup', is_without_password: true });
    // Older pages still send one.
    await stranger().call(emailVerification, { code, password: PASSWORD });
    expect([await hasPassword(mailed), await hasPassword(linked)]).toEqual([false, false]);
    // An administrator's password is the way in while the provider is down.
    const email = address();
    await invite({ emails: [email], role: 'admin' });
    await runJobs(server);
    const chief = tokenIn(box.to(email).at(-1)?.text);
    expect(await info(chief)).toMatchObject({ is_without_password: false });
    const without = stranger().call(contract.invitationAccept, { token: chief, nickname: 'Chief' });
    await expect(without).rejects.toEqual(refused('password.short'));
  } finally {
    await admin.call(systemSetting, { type: 'save', password_login: 'open' });
  }
});

test('sign-up by mail domain verifies addresses, in one step of the settings', async () => {
  const save = (input: object) => admin.call(systemSetting, { type: 'save', ...input });
  await expect(save({ reg: 'domain', reg_domains: 'not a domain' })).rejects.toEqual(refused('setting.domains'));
  const saved = await save({ reg: 'domain', reg_domains: 'harbor.example, pier.example' });
  expect(saved).toMatchObject({ reg: 'domain', reg_verify: 'open' });
  await expect(save({ reg_verify: 'close' })).rejects.toEqual(refused('setting.domain_verify'));
  expect((await stranger().call(regNeedinvite, {})).domains).toEqual(['harbor.example', 'pier.example']);
  const sign = (email: string) => stranger().call(login, { type: 'reg', email, password: PASSWORD });
  await expect(sign('eve@elsewhere.example')).rejects.toEqual(refused('reg.domain'));
  await expect(sign('eve@evil-pier.example')).rejects.toEqual(refused('reg.domain'));
  await expect(sign('eve@Pier.example')).rejects.toEqual(refused('email'));
  await save({ reg: 'invite', reg_verify: 'close' });
});
