import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { invitationAccept, invitationAdd, invitationRevoke } from '@atrium/contract/people/invitations.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import * as signIn from '@atrium/contract/people/signIn.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { type AuditAction, auditList } from '@atrium/contract/workspace/audit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeAt } from '#modules/auth/factors/totp';
import { cloneTemplate } from '#testing/database';
import { type Mailbox, openMailbox } from '#testing/mailbox';
import { runJobs } from '#testing/runJobs';
import {
  CallRefused,
  PASSWORD,
  person,
  refused,
  startServer,
  TestClient,
  type TestServer,
  unique,
} from '#testing/world';

let box: Mailbox;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  box = await openMailbox();
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_audited_')), smtpUrl: box.url });
  admin = await person('admin', { server });
}, 60_000);
afterAll(async () => {
  await server.close();
  await box.close();
});

const stranger = () => new TestClient(server.base);
const rowsOf = async (userid: number) => (await admin.call(auditList, { userid, pagesize: 50 })).data.toReversed();
const actionsOf = async (userid: number) => (await rowsOf(userid)).map(({ action }) => action);
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';

async function ticketOf(email: string): Promise<string> {
  const asked = await stranger()
    .call(login, { email, password: PASSWORD })
    .catch((error: unknown) => error);
  return asked instanceof CallRefused ? String(asked.data['ticket']) : '';
}

test('second factors are recorded, and each failed one', async () => {
  const ada = await person('ada', { server });
  const { secret } = await ada.call(signIn.totpBegin, {});
  const { codes } = await ada.call(signIn.totpConfirm, { code: codeAt(secret, new Date()) });
  await ada.call(signIn.recoveryRenew, {});
  await expect(ada.call(signIn.prove, { password: 'wrong' })).rejects.toEqual(refused('prove.password'));
  const ticket = await ticketOf(ada.email);
  await expect(stranger().call(signIn.loginFactor, { ticket, code: codes[0] ?? '' })).rejects.toEqual(
    refused('factor.wrong'),
  );
  const response = { id: 'unknown' };
  await expect(stranger().call(signIn.passkeyLogin, { ticket, response })).rejects.toEqual(refused('passkey.unknown'));
  await expect(stranger().call(signIn.passkeyLogin, { response })).rejects.toEqual(refused('passkey.unknown'));
  const next = codeAt(secret, new Date(Date.now() + 30_000));
  await stranger().call(signIn.loginFactor, { ticket, code: next });
  await admin.call(signIn.factorClear, { userid: ada.userid });

  const rows = await rowsOf(ada.userid);
  expect(rows.map(({ action, userid, detail }) => [action, userid, detail['way'] ?? detail['factor']])).toEqual([
    ['account.created', ada.userid, undefined],
    ['signin.ok', ada.userid, 'password'],
    ['factor.added', ada.userid, 'totp'],
    ['factor.codes', ada.userid, undefined],
    ['proof.failed', ada.userid, undefined],
    // The password was right, and a factor is asked for, which is no failure; then a wrong one.
    ['signin.asked', 0, undefined],
    ['signin.failed', 0, 'factor'],
    ['signin.failed', 0, 'passkey'],
    ['signin.ok', ada.userid, 'factor'],
    ['factor.cleared', admin.userid, undefined],
  ] satisfies [AuditAction, number, unknown][]);
  // A passkey that nobody has.
  const { data } = await admin.call(auditList, { action: 'signin.failed', pagesize: 3 });
  expect(data.filter(({ target_id }) => target_id === 0)).toMatchObject([{ detail: { way: 'passkey' } }]);
  for (const each of [secret, next, ...codes]) expect(JSON.stringify(rows)).not.toContain(each);
});

test('a reset is recorded when it is asked for and when it is done, by mail or by link', async () => {
  const bo = await person('bo', { server });
  const nobody = `${unique('nobody')}@example.com`;
  for (const email of [nobody, bo.email]) await stranger().call(signIn.passwordForgot, { email });
  await runJobs(server);
  const mailed = tokenIn(box.to(bo.email).at(-1)?.text);
  await stranger().call(signIn.passwordReset, { token: mailed, password: 'a-newly-Chosen1' });
  const handed = tokenIn((await admin.call(signIn.passwordLink, { userid: bo.userid })).url);
  await stranger().call(signIn.passwordReset, { token: handed, password: 'a-newly-Chosen2' });
  const rows = await rowsOf(bo.userid);
  expect(rows.slice(2).map(({ action, userid, detail }) => [action, userid, detail['by']])).toEqual([
    ['password.asked', 0, undefined],
    ['password.reset', bo.userid, 'mail'],
    ['password.link', admin.userid, undefined],
    ['password.reset', bo.userid, 'link'],
  ]);
  const { data } = await admin.call(auditList, { action: 'password.asked' });
  expect(data.map(({ target_id, target_name }) => [target_id, target_name])).toEqual([
    [bo.userid, bo.email],
    [0, nobody],
  ]);
  for (const token of [mailed, handed]) expect(JSON.stringify(rows)).not.toContain(token);
});

test('invitations are recorded with what they give, and who accepted them', async () => {
  const email = `${unique('guest')}@example.com`;
  const [department, project] = [unique('Sales'), unique('Harbor')];
  const { id } = await admin.call(departmentAdd, { name: department, owner_userid: admin.userid });
  const { id: projectId } = await admin.call(projectAdd, { name: project });
  const places = { department: [id], project_ids: [projectId] };
  const { list } = await admin.call(invitationAdd, { emails: [email], role: 'temp', ...places });
  await runJobs(server);
  const token = tokenIn(box.to(email).at(-1)?.text);
  const grace = await stranger().call(invitationAccept, { token, nickname: 'Grace', password: PASSWORD });
  const { list: links } = await admin.call(invitationAdd, { max_uses: 5 });
  await admin.call(invitationRevoke, { id: links[0]?.id ?? 0 });
  await admin.call(invitationRevoke, { id: links[0]?.id ?? 0 });

  const sent = (await admin.call(auditList, { action: 'invitation.sent' })).data;
  expect(sent.map(({ target_name, detail }) => [target_name, detail['role'], detail['max_uses']])).toEqual([
    ['', 'normal', 5],
    [email, 'temp', 1],
  ]);
  expect(sent[1]?.detail).toMatchObject({ departments: [department], projects: [project] });
  const accepted = (await admin.call(auditList, { action: 'invitation.accepted' })).data;
  expect(accepted).toMatchObject([{ userid: grace.userid, target_id: list[0]?.id, target_name: email }]);
  expect((await admin.call(auditList, { action: 'invitation.revoked' })).data).toMatchObject([
    { userid: admin.userid, target_id: links[0]?.id },
  ]);
  expect(JSON.stringify([sent, accepted])).not.toContain(token);
});

test('signing out everywhere else is recorded', async () => {
  const cy = await person('cy', { server });
  await cy.call(signIn.deviceLogoutOthers, {});
  expect((await actionsOf(cy.userid)).at(-1)).toBe('signout.all');
});
