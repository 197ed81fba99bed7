import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { accessTokenAdd, accessTokenList, accessTokenRevoke } from '@atrium/contract/people/accessTokens.ts';
import { userEditpass } from '@atrium/contract/people/profile.ts';
import { projectAdd, projectLists } from '@atrium/contract/projects/projects.ts';
import { areaOf, isRead, type Scope } from '@atrium/contract/scopes.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administrator, PASSWORD, person, refused, type TestClient, testServer } from '#testing/world';
import { allRoutes } from '../../app.ts';

async function asking(token: string, path: string, input: object = {}) {
  const { base } = await testServer();
  const response = await fetch(`${base}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as { ret: number; msg: string; data: { code?: string; missing?: string } };
  return { status: response.status, headers: response.headers, ...body };
}

const tokenFor = (client: TestClient, scopes: Scope[], days?: number) =>
  client.call(accessTokenAdd, { name: 'Script', scopes, ...(days !== undefined && { days }) });

test('a token reads and writes in its areas, says what is missing elsewhere, and ends when it is revoked', async () => {
  const ada = await person('ada');
  const { token, id, ...made } = await tokenFor(ada, ['projects:read'], 30);
  expect(token).toMatch(/^atrium_[\w-]{40,}$/);
  expect(made).toMatchObject({ name: 'Script', scopes: ['projects:read'], ending: token.slice(-4), used_at: null });
  await ada.call(projectAdd, { name: 'Ours' });
  const lists = await asking(token, projectLists.path);
  expect(lists).toMatchObject({ ret: 1, status: 200 });
  expect(await asking(token, projectAdd.path, { name: 'Theirs' })).toMatchObject({
    data: { code: 'token.scope', missing: 'projects:write' },
  });
  expect(await asking(token, msgSendtext.path, { dialog_id: 1, text: 'x' })).toMatchObject({
    data: { code: 'token.scope', missing: 'messages:write' },
  });
  for (const path of [
    'users/editpass',
    'users/accesstoken/add',
    'users/factor/list',
    'users/delete/account',
    'sync/start',
  ]) {
    expect(await asking(token, path)).toMatchObject({ data: { code: 'token.never' } });
  }
  expect((await ada.call(accessTokenList, {})).list).toMatchObject([{ id, used_at: expect.any(String) as string }]);
  const server = await testServer();
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from access_tokens
    where token_hash = ${token} or name = ${token}`.execute(server.app.db);
  expect(rows).toEqual([{ found: 0 }]);
  const bo = await person('bo');
  await expect(bo.call(accessTokenRevoke, { id })).rejects.toMatchObject({ data: { code: 'token.gone' } });
  await ada.call(accessTokenRevoke, { id });
  const ended = await asking(token, projectLists.path);
  expect(ended).toMatchObject({ ret: -1, status: 401, data: { code: 'auth.token' } });
  expect(ended.headers.get('www-authenticate')).toContain('invalid_token');
});

test('an access token in an address is refused: addresses are logged', async () => {
  const ada = await person('ada');
  const { token } = await tokenFor(ada, ['projects:read']);
  const { base } = await testServer();
  const read = async (init?: RequestInit, query = `?token=${token}`) =>
    (await (await fetch(`${base}/api/${projectLists.path}${query}`, init)).json()) as object;
  expect(await read()).toMatchObject({ data: { code: 'token.address' } });
  expect(await read({ headers: { token } })).toMatchObject({ data: { code: 'token.address' } });
  expect(await read({ headers: { token } }, '')).toMatchObject({ ret: 1 });
});

test('a token writes where it may, and an expired one does not', async () => {
  const ada = await person('ada');
  const bo = await person('bo');
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Notes' });
  const { token, id } = await tokenFor(ada, ['messages:write']);
  expect(await asking(token, msgSendtext.path, { dialog_id, text: 'from a script' })).toMatchObject({ ret: 1 });
  expect(await asking(token, 'dialog/lists')).toMatchObject({ ret: 1 });
  const { app } = await testServer();
  await sql`update access_tokens set expired_at = now() - interval '1 second' where id = ${id}`.execute(app.db);
  app.bus.publish('session', { userid: ada.userid, ended: false });
  expect(await asking(token, 'dialog/lists')).toMatchObject(refused('auth.token'));
});

test('an administrator’s token is an administrator’s only with that scope', async () => {
  const admin = await administrator();
  const { token } = await tokenFor(admin, ['projects:write', 'people:read']);
  expect(await asking(token, 'users/lists')).toMatchObject({ data: { code: 'token.scope', missing: 'admin:read' } });
  expect(await asking(token, 'users/department/list')).toMatchObject({ data: { code: 'token.scope' } });
  expect(await asking(token, 'project/lists', { all: 1 })).toMatchObject({ ret: 1 });
  const { token: strong } = await tokenFor(admin, ['admin:read']);
  expect(await asking(strong, 'users/lists')).toMatchObject({ ret: 1 });
});

test('tokens end with a changed password', async () => {
  const ada = await person('ada');
  const { token } = await tokenFor(ada, ['projects:read']);
  expect(await asking(token, projectLists.path)).toMatchObject({ ret: 1 });
  await ada.call(userEditpass, { oldpass: PASSWORD, newpass: 'another-Horse8' });
  expect(await asking(token, projectLists.path)).toMatchObject(refused('auth.token'));
});

test('tokens that are made and revoked are in the audit log, without their text', async () => {
  const [ada, admin] = [await person('ada'), await administrator()];
  const { token, id } = await tokenFor(ada, ['files:read']);
  await ada.call(accessTokenRevoke, { id });
  const { data } = await admin.call(auditList, { userid: ada.userid });
  expect(data.map(({ action }) => action)).toEqual(expect.arrayContaining(['token.created', 'token.revoked']));
  expect(JSON.stringify(data)).not.toContain(token);
});

test('the headers say how many calls are left, and when to come back', async () => {
  const ada = await person('ada');
  const { token } = await tokenFor(ada, ['projects:read']);
  const first = await asking(token, projectLists.path);
  expect(first.headers.get('ratelimit-limit')).toBe('600');
  expect(first.headers.get('ratelimit-remaining')).toBe('599');
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(50);
  // A refused call counts as well.
  const refused = await asking(token, 'dialog/lists');
  expect(refused).toMatchObject({ data: { code: 'token.scope' } });
  expect(refused.headers.get('ratelimit-remaining')).toBe('598');
  const { app } = await testServer();
  const { list } = await ada.call(accessTokenList, {});
  for (let count = 0; count < 600; count++) app.limiter.take(`token:${list[0]?.id}`, 600, 60_000);
  const over = await asking(token, projectLists.path);
  expect(over).toMatchObject({ status: 429, data: { code: 'rate.limited' } });
  expect(over.headers.get('ratelimit-remaining')).toBe('0');
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('sockets refuse tokens, and files need their scope', async () => {
  const ada = await person('ada');
  const { base } = await testServer();
  const { token } = await tokenFor(ada, ['messages:write']);
  const { token: reader } = await tokenFor(ada, ['files:read']);
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws?token=${token}`);
  const code = await new Promise((resolve) => socket.addEventListener('close', (event) => resolve(event.code)));
  expect(code).toBe(4001);
  const { sessions } = await testServer();
  expect(await sessions.authenticate(token, ['files:read'])).toBeUndefined();
  expect(await sessions.authenticate(reader, ['files:read'])).toMatchObject({ userid: ada.userid });
  expect(await sessions.authenticate(reader)).toBeUndefined();
});

test('a call that writes needs the right to write', () => {
  const open = allRoutes.filter(({ call }) => !['never', 'free', 'own'].includes(areaOf(call) ?? ''));
  expect(open.filter(({ mode, call }) => mode === 'write' && isRead(call)).map(({ call }) => call.path)).toEqual([]);
  expect(open.filter(({ mode, call }) => mode === 'read' && !isRead(call)).map(({ call }) => call.path)).toEqual([]);
});
