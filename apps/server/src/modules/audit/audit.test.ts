import { calls } from '@atrium/contract/contract.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd, departmentAdddeputy } from '@atrium/contract/people/departments.ts';
import { userEditdata, userEditpass } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { thirdaccessSetting } from '@atrium/contract/people/singleSignOn.ts';
import { AUDIT_ACTIONS, auditExport, auditList, auditSetting } from '@atrium/contract/workspace/audit.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { fileSetting } from '@atrium/contract/workspace/storage.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { performWork, viewFor } from '#platform/work';
import { administrator, PASSWORD, person, TestClient, testServer, unique } from '#testing/world';
import { forgetAudit } from './audit.service.ts';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});

test('sign-ins and refusals are recorded with address and device', async () => {
  const ada = await person('ada');
  const { base } = await testServer();
  const email = unique('nobody@example.com').replace(/@example.com(.*)/, '$1@example.com');
  const stranger = new TestClient(base);
  await expect(stranger.call(login, { email: ada.email, password: 'wrong-Word9' })).rejects.toThrow(
    /Wrong|wrong|password/,
  );
  await expect(stranger.call(login, { email, password: 'wrong-Word9' })).rejects.toThrow(/Wrong|wrong|password/);
  const { data } = await admin.call(auditList, { userid: ada.userid });
  expect(data.map(({ action, userid }) => [action, userid])).toEqual([
    ['signin.failed', 0],
    ['signin.ok', ada.userid],
    ['account.created', ada.userid],
  ]);
  expect(data[0]).toMatchObject({ target_id: ada.userid, target_name: ada.email, ip: '127.0.0.1' });
  const { data: failed } = await admin.call(auditList, { action: 'signin.failed', ip: '127.' });
  expect(failed[0]).toMatchObject({ target_id: 0, target_name: email });
  expect((await admin.call(auditList, { action: 'signin.failed', ip: '10.' })).total).toBe(0);
  const metrics = await (await fetch(`${base}/metrics`)).text();
  expect(Number(/atrium_audit_total\{action="signin.failed"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(2);
});

test('what administrators do to accounts is recorded', async () => {
  const bo = await person('bo');
  const { userid } = bo;
  await admin.call(userOperation, { userid, type: 'setadmin' });
  // Nothing changes, so nothing is recorded.
  await admin.call(userOperation, { userid, type: 'setadmin' });
  await admin.call(userOperation, { userid, type: 'clearadmin' });
  await admin.call(userOperation, { userid, password: 'Another-Word9' });
  await admin.call(userOperation, { userid, type: 'setdisable' });
  await admin.call(userOperation, { userid, type: 'cleardisable' });
  await admin.call(userOperation, { userid, type: 'delete', delete_reason: 'left' });
  const { data } = await admin.call(auditList, { userid, pagesize: 6 });
  expect(data.map(({ action }) => action)).toEqual([
    'account.deleted',
    'account.enabled',
    'account.disabled',
    'password.set',
    'account.role',
    'account.role',
  ]);
  expect(data.every((row) => row.userid === admin.userid && row.target_name === bo.email)).toBe(true);
  expect(data[5]?.detail).toEqual({ changes: { identity: { from: [], to: ['admin'] } } });
  expect(JSON.stringify(data)).not.toContain('Another-Word9');
});

test('settings are recorded with old and new value, secrets masked', async () => {
  const welcome = unique('Welcome');
  await admin.call(systemSetting, { type: 'save', system_welcome: welcome });
  await admin.call(systemSetting, { type: 'save', system_welcome: welcome });
  const { data } = await admin.call(auditList, { action: 'setting.changed', pagesize: 2 });
  // Only what changed, compared with the defaults.
  expect(data[0]?.detail).toEqual({ changes: { system_welcome: { from: expect.any(String), to: welcome } } });
  expect(data[1]?.detail).not.toMatchObject({ changes: { system_welcome: { to: welcome } } });
  await admin.call(thirdaccessSetting, { type: 'save', ldap_host: 'ldap.example.com', ldap_password: 'very-secret-9' });
  const [ldap] = (await admin.call(auditList, { action: 'setting.changed', pagesize: 1 })).data;
  await admin.call(fileSetting, { type: 'save', bin_days: 10 });
  const [bin] = (await admin.call(auditList, { action: 'setting.changed', pagesize: 1 })).data;
  expect(bin?.detail).toEqual({ changes: { bin_days: { from: 30, to: 10 } } });
  const ldap_password = { from: '', to: '••••••' };
  expect(ldap).toMatchObject({ target_name: 'thirdaccess', detail: { changes: { ldap_password } } });
});

test('a change that is undone leaves no row', async () => {
  const { app } = await testServer();
  const before = (await admin.call(auditList, {})).total;
  const undone = performWork(app, viewFor(app).caller, async (work) => {
    work.audit({ action: 'account.role' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await admin.call(auditList, {})).total).toBe(before);
});

test('rows cannot be changed, and only expired ones are deleted', async () => {
  const { app } = await testServer();
  const { db } = app;
  const person1 = await person('cy');
  await person1.call(userEditpass, { oldpass: PASSWORD, newpass: 'my-own-Word9' });
  const refused = /append-only/;
  await expect(sql`update audit_log set userid = 1`.execute(db)).rejects.toThrow(refused);
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(refused);
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(refused);
  // Rows younger than 30 days stay, even for the database’s owner.
  expect((await sql<{ n: number }>`select audit_expire(0, 100) as n`.execute(db)).rows[0]?.n).toBe(0);

  const old = (days: number) =>
    sql`insert into audit_log (action, userid, at)
    values ('account.role', 1, now() - make_interval(days => ${days}))`.execute(db);
  await old(400);
  await old(200);
  await expect(admin.call(auditSetting, { type: 'save', days: 7 })).rejects.toMatchObject({
    data: { code: 'parameter' },
  });
  expect(await admin.call(auditSetting, { type: 'save', days: 365 })).toEqual({ days: 365 });
  await forgetAudit(app);
  const { data } = await admin.call(auditList, { action: 'audit.expired' });
  expect(data[0]?.detail).toMatchObject({ rows: 1, days: 365 });
  await admin.call(auditSetting, { type: 'save', days: 100 });
  await forgetAudit(app);
  expect((await admin.call(auditList, { action: 'audit.expired' })).total).toBe(2);
});

test('administrators export matching rows as CSV, without formulas', async () => {
  const { app } = await testServer();
  const name = `=HYPERLINK("${unique('http://evil')}")`;
  await performWork(app, viewFor(app).caller, async (work) => {
    work.audit({ action: 'project.deleted', target: { type: 'project', id: 1, name } });
  });
  const { text, is_cut } = await admin.call(auditExport, { action: 'project.deleted' });
  const [head, first] = text.split('\r\n');
  expect(head).toMatch(/^\uFEFFid,at,action/);
  expect(first).toContain(`'=HYPERLINK`);
  expect(is_cut).toBe(false);
  // People are named in the details, as on the page.
  const [dee, fay] = [await person('dee'), await person('fay')];
  await admin.call(userEditdata, { nickname: 'Root' });
  const given = { type: 'delete', delete_reason: 'left', transfer_userid: admin.userid } as const;
  await admin.call(userOperation, { ...given, userid: dee.userid });
  const led = await admin.call(departmentAdd, { name: unique('Led'), owner_userid: fay.userid });
  await admin.call(departmentAdd, { id: led.id, name: led.name, owner_userid: admin.userid });
  const details = async (action: 'account.deleted' | 'department.changed') =>
    (await admin.call(auditExport, { action })).text.replaceAll('""', '"');
  expect(await details('account.deleted')).toContain(`"receiver":"Root <${admin.email}>"`);
  const change = { to: `Root <${admin.email}>`, from: fay.email };
  expect(await details('department.changed')).toContain(`"owner_userid":${JSON.stringify(change)}`);
  expect((await admin.call(auditList, { pagesize: 1 })).data[0]?.action).toBe('audit.exported');
  await expect(admin.call(auditList, { time: ['2026-02-02', '2026-01-01'] })).rejects.toMatchObject({
    data: { code: 'audit.time' },
  });
});

/**
 * The entry in the audit log that each call of administrators leaves; '' if it changes nothing that must be proven
 * later. A new call needs a line here.
 */
const RECORDED: Record<string, string> = {
  'apps/catalog': '',
  'apps/edit': 'app.changed',
  'apps/install': 'app.installed',
  'apps/remove': 'app.removed',
  'apps/secret': 'app.secret',
  'apps/stage': '',
  'apps/upload': '',
  'approve/balance/carry': 'approval.balance',
  'approve/balance/list': '',
  'approve/balance/save': 'approval.balance',
  'approve/export': 'export.requested',
  'approve/procdef/del': 'approval.deleted',
  'approve/procdef/discard': '',
  'approve/procdef/list': '',
  'approve/procdef/one': '',
  'approve/procdef/open': 'approval.opened',
  'approve/procdef/publish': 'approval.published',
  'approve/procdef/save': '',
  'approve/procdef/try': '',
  'approve/procdef/versions': '',
  'approve/stats': '',
  'complaint/action': 'complaint.handled',
  'complaint/lists': '',
  'dialog/group/searchuser': '',
  'dialog/sticker/add': '',
  'dialog/sticker/delete': '',
  'dialog/sticker/set/delete': '',
  'dialog/sticker/set/save': '',
  'dialog/sticker/set/sort': '',
  'file/dav/adminsetting': 'setting.changed',
  'file/dav/adminstatus': '',
  'file/dav/userrevoke': 'token.revoked',
  'import/lists': '',
  'import/people': '',
  'import/remove': '',
  'import/start': 'import.started',
  'import/status': '',
  'import/stop': '',
  'import/upload': '',
  'system/aibot/check': '',
  'system/application/list': '',
  'system/application/remove': 'application.removed',
  'system/assistant/server/check': '',
  'system/assistant/server/remove': 'setting.changed',
  'system/assistant/server/save': 'setting.changed',
  'system/assistant/usage': '',
  'system/audit': '',
  'system/audit/export': 'audit.exported',
  'system/backup': '',
  'system/backup/run': 'backup.done',
  'system/checkin/export': 'export.requested',
  'system/email/check': '',
  'system/meeting/test': '',
  'system/license': '',
  'system/logo/save': 'setting.changed',
  'system/samples': '',
  'system/samples/add': 'samples.added',
  'system/samples/remove': 'samples.removed',
  'system/setting/aibot': 'setting.changed',
  'system/setting/application': 'setting.changed',
  'system/setting/apppush': 'setting.changed',
  'system/setting/assistant': 'setting.changed',
  'system/setting/audit': 'setting.changed',
  'system/setting/backup': 'setting.changed',
  'system/setting/checkin': 'setting.changed',
  'system/setting/email': 'setting.changed',
  'system/setting/file': 'setting.changed',
  'system/setting/meeting': 'setting.changed',
  'system/setting/retention': 'setting.changed',
  'system/setting/sso': 'setting.changed',
  'system/setting/thirdaccess': 'setting.changed',
  'system/sso/check': '',
  'system/status': '',
  'system/storage/check': '',
  'users/bot/others': '',
  'users/data/erase': 'person.erased',
  'users/createuser': 'account.created',
  'users/department/add': 'department.changed',
  'users/department/adddeputy': 'department.changed',
  'users/department/del': 'department.deleted',
  'users/department/deldeputy': 'department.changed',
  'users/department/list': '',
  'users/department/sync': '',
  'users/factor/clear': 'factor.cleared',
  'users/import': 'account.created',
  'users/import/preview': '',
  'users/import/template': '',
  'users/invitation/add': 'invitation.sent',
  'users/invitation/list': '',
  'users/invitation/renew': 'invitation.sent',
  'users/invitation/revoke': 'invitation.revoked',
  'users/lists': '',
  'users/operation': 'account.role',
  'users/password/link': 'password.link',
};

test('every call of administrators says what it records', () => {
  const paths = calls.filter(({ access }) => access === 'admin').map(({ path }) => path);
  expect(Object.keys(RECORDED).sort()).toEqual(paths.sort());
  const actions: readonly string[] = AUDIT_ACTIONS;
  expect(Object.values(RECORDED).filter((action) => action !== '' && !actions.includes(action))).toEqual([]);
});

test('heads and deputies of departments are recorded with old and new value', async () => {
  const [dee, eli] = [await person('dee'), await person('eli')];
  const { id } = await admin.call(departmentAdd, { name: unique('Sales'), owner_userid: dee.userid });
  await admin.call(departmentAdddeputy, { id, userid: eli.userid });
  const { data } = await admin.call(auditList, { action: 'department.changed', pagesize: 2 });
  expect(data).toMatchObject([
    { target_id: id, detail: { changes: { deputy_userids: { from: [], to: [eli.userid] } } } },
    { target_id: id, detail: { changes: { owner_userid: { from: null, to: dee.userid } } } },
  ]);
});
