import {
  davAdminSetting,
  davAdminStatus,
  davConflictRename,
  davConflicts,
  davCreate,
  davCredentials,
  davDelete,
  davRevoke,
  davStatus,
  davUserRevoke,
} from '@atrium/contract/files/dav.ts';
import { driveHistory, driveLists, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { accessTokenAdd } from '@atrium/contract/people/accessTokens.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { fileSetting } from '@atrium/contract/workspace/storage.ts';
import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { folderOf, inside, upload } from '#modules/drive/drive.testing';
import { administrator, person, type TestClient, testServer } from '#testing/world';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});
afterEach(async () => {
  await admin.call(davAdminSetting, { type: 'save', open: 'open', credentials: 5, file_mb: 1024, copied: 1000 });
  await admin.call(fileSetting, { type: 'save', quota_person: 0 });
});

type Ask = (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer> | null,
  headers?: Record<string, string>,
) => Promise<Response>;
const basic = (name: string, password: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function asking(base: string, authorization: string): Ask {
  return (method, path, body = null, headers = {}) =>
    fetch(`${base}/dav/${path}`, { method, body, headers: { authorization, ...headers }, redirect: 'manual' });
}

/** A person with a WebDAV client. */
async function withClient(name: string) {
  const who = await person(name);
  const made = await who.call(davCreate, { name: 'Laptop' });
  return { who, made, dav: asking(who.base, basic(made.public_id, made.password)) };
}

const hrefs = (text: string) => [...text.matchAll(/<D:response><D:href>([^<]*)/g)].map(([, href]) => href);
const namesIn = async (dav: Ask, path: string) => {
  const answer = await dav('PROPFIND', path, null, { depth: '1' });
  expect(answer.status).toBe(207);
  return hrefs(await answer.text()).slice(1);
};
const lockBody =
  '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype><owner>me</owner></lockinfo>';

test('an app password opens one’s files, only here, and ends when it is revoked', async () => {
  const { who, made, dav } = await withClient('ada');
  expect(await who.call(davStatus, {})).toMatchObject({
    open: 'open',
    url: expect.stringMatching(/\/dav\/$/) as string,
  });
  expect(made.public_id).toMatch(/^dav-[0-9a-f]{12}$/);
  expect(await namesIn(dav, '')).toEqual(['/dav/files/', '/dav/shared/']);
  expect((await dav('PUT', 'files/Plan.txt', 'one')).status).toBe(201);
  expect(await (await dav('GET', 'files/plan.TXT')).text()).toBe('one');
  // Nothing else takes it: neither calls nor files nor tools.
  for (const path of ['api/file/lists', 'api/users/info']) {
    const answer = await fetch(`${who.base}/${path}`, { headers: { authorization: `Bearer ${made.password}` } });
    expect(await answer.json()).toMatchObject({ data: { code: 'token.never' } });
  }
  const mcp = await fetch(`${who.base}/mcp`, {
    method: 'POST',
    body: '{}',
    headers: { authorization: `Bearer ${made.password}` },
  });
  expect(mcp.status).toBe(401);
  const { app } = await testServer();
  const { rows } = await sql`select 1 from access_tokens where token_hash = ${made.password}`.execute(app.db);
  expect(rows).toEqual([]);
  // Its own user name belongs to it.
  expect((await asking(who.base, basic('ada', made.password))('GET', 'files/Plan.txt')).status).toBe(401);
  const bo = await person('bo');
  await expect(bo.call(davRevoke, { id: made.id })).rejects.toMatchObject({ data: { code: 'token.gone' } });
  await who.call(davRevoke, { id: made.id });
  // Also while a clock that decides about it is behind.
  await sql`update access_tokens set expired_at = now() + interval '1 hour' where id = ${made.id}`.execute(app.db);
  const refused = await dav('GET', 'files/Plan.txt');
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  expect((await who.call(davCredentials, {})).list).toHaveLength(1);
  await who.call(davDelete, { id: made.id });
  expect((await who.call(davCredentials, {})).list).toEqual([]);
  const { data } = await admin.call(auditList, { userid: who.userid });
  expect(data.map(({ action }) => action)).toEqual(expect.arrayContaining(['token.created', 'token.revoked']));
});

test('an access token for files is a password too, and one that may only read changes nothing', async () => {
  const ada = await person('ada');
  const { token } = await ada.call(accessTokenAdd, { name: 'Script', scopes: ['files:read'] });
  const { token: other } = await ada.call(accessTokenAdd, { name: 'Script', scopes: ['projects:write'] });
  await upload(ada, 'a.txt', 'x');
  const dav = asking(ada.base, basic('anything', token));
  expect(await (await dav('GET', 'files/a.txt')).text()).toBe('x');
  for (const [method, path] of [
    ['PUT', 'files/b.txt'],
    ['DELETE', 'files/a.txt'],
    ['MKCOL', 'files/New'],
    ['LOCK', 'files/a.txt'],
  ] as const) {
    expect((await dav(method, path, method === 'PUT' ? 'x' : null)).status).toBe(403);
  }
  expect((await asking(ada.base, `Bearer ${token}`)('GET', 'files/a.txt')).status).toBe(200);
  expect((await asking(ada.base, basic('x', other))('GET', 'files/a.txt')).status).toBe(401);
});

test('ten wrong passwords in a minute lock a user name, also for the right one', async () => {
  const { who, made, dav } = await withClient('ada');
  const wrong = asking(who.base, basic(made.public_id, 'wrong'));
  for (let count = 0; count < 10; count++) expect((await wrong('PROPFIND', '')).status).toBe(401);
  const locked = await dav('OPTIONS', '').then(() => dav('PROPFIND', ''));
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  const { data } = await admin.call(auditList, { action: 'signin.failed', pagesize: 1 });
  expect(data[0]).toMatchObject({ detail: { way: 'webdav', login: made.public_id } });
});

test('administrators turn it off, limit it, and end what a person has', async () => {
  const { who, dav } = await withClient('ada');
  const status = await admin.call(davAdminStatus, {});
  expect(status.list).toContainEqual(expect.objectContaining({ userid: who.userid, count: 1 }));
  await admin.call(davAdminSetting, { type: 'save', open: 'close' });
  expect((await dav('PROPFIND', '', null, { depth: '0' })).status).toBe(404);
  await expect(who.call(davCreate, { name: 'More' })).rejects.toMatchObject({ data: { code: 'dav.closed' } });
  await admin.call(davAdminSetting, { type: 'save', open: 'open', credentials: 1, days: 30 });
  await expect(who.call(davCreate, { name: 'More' })).rejects.toMatchObject({ data: { code: 'dav.many' } });
  await expect(who.call(davCreate, { name: 'More', expire_days: 31 })).rejects.toMatchObject({
    data: { code: 'dav.days' },
  });
  expect(await admin.call(davUserRevoke, { userid: who.userid })).toEqual({ count: 1 });
  expect((await dav('PROPFIND', '', null, { depth: '0' })).status).toBe(401);
  await admin.call(davAdminSetting, { type: 'save', days: 365 });
});

test('a file that is written again gets a version, and conditions protect it', async () => {
  const { who, dav } = await withClient('ada');
  const first = await dav('PUT', 'files/Notes.md', '# one');
  const etag = first.headers.get('etag') ?? '';
  expect((await dav('PUT', 'files/Notes.md', 'x', { 'if-none-match': '*' })).status).toBe(412);
  expect((await dav('PUT', 'files/Notes.md', '# two', { 'if-match': etag })).status).toBe(204);
  expect((await dav('PUT', 'files/Notes.md', 'lost', { 'if-match': etag })).status).toBe(412);
  expect((await dav('DELETE', 'files/Notes.md', null, { 'if-match': etag })).status).toBe(412);
  const [file] = await inside(who);
  expect(file).toMatchObject({ name: 'Notes', ext: 'md', type: 'document', size: 5 });
  expect((await who.call(driveHistory, { id: file?.id ?? 0 })).total).toBe(2);
  const part = await dav('GET', 'files/Notes.md', null, { range: 'bytes=2-3' });
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, 'tw', 'bytes 2-3/5']);
  const head = await dav('HEAD', 'files/Notes.md');
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['5', '']);
  const current = head.headers.get('etag') ?? '';
  expect((await dav('GET', 'files/Notes.md', null, { 'if-none-match': current })).status).toBe(304);
  // A browser with a remembered password shows nothing of it as a page.
  expect(head.headers.get('content-security-policy')).toContain('sandbox');
  expect(head.headers.get('content-disposition')).toMatch(/^attachment/);
  expect((await dav('PUT', 'files/Empty', '')).status).toBe(201);
  expect(await (await dav('GET', 'files/Empty')).text()).toBe('');
  expect((await dav('PUT', 'files/No/There.txt', 'x')).status).toBe(409);
  expect((await dav('PUT', 'files/a:b.txt', 'x')).status).toBe(403);
});

test('saving by moving a new file over the old one keeps its shares and history', async () => {
  const { who, dav } = await withClient('ada');
  const bo = await person('bo');
  const [made] = await upload(who, 'Report.docx', 'one');
  await who.call(driveShareUpdate, { id: made?.id ?? 0, userids: [bo.userid], permission: 0 });
  await dav('PUT', 'files/~tmp1.tmp', 'two');
  const moved = await dav('MOVE', 'files/~tmp1.tmp', null, { destination: `${who.base}/dav/files/Report.docx` });
  expect(moved.status).toBe(204);
  expect(await inside(who)).toMatchObject([{ id: made?.id, share: 1, size: 3 }]);
  expect((await who.call(driveHistory, { id: made?.id ?? 0 })).total).toBe(2);
  expect(await inside(bo)).toMatchObject([{ id: made?.id }]);
  // Another server's address is none of ours.
  const away = await dav('MOVE', 'files/Report.docx', null, {
    destination: 'http://elsewhere.example/dav/files/x.docx',
  });
  expect(away.status).toBe(502);
  const renamed = await dav('MOVE', 'files/Report.docx', null, { destination: '/dav/files/Report.pdf' });
  expect(renamed.status).toBe(201);
  expect(await inside(who)).toMatchObject([{ id: made?.id, name: 'Report', ext: 'pdf', type: 'pdf' }]);
});

test('what others share is in a folder of its own, within their rights', async () => {
  const { who: ada, dav: mine } = await withClient('ada');
  const { who: bo, dav: theirs } = await withClient('bo');
  const { dav: strangers } = await withClient('eve');
  const folder = await folderOf(ada, 0, 'Team');
  await mine('PUT', 'files/Team/Plan.txt', 'plan');
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 0 });
  const shared = `shared/Team%20%5B%23${folder.id}%5D`;
  expect(await namesIn(theirs, 'shared')).toEqual([`/dav/${shared}/`]);
  expect(await (await theirs('GET', `${shared}/Plan.txt`)).text()).toBe('plan');
  expect((await theirs('PUT', `${shared}/Plan.txt`, 'x')).status).toBe(403);
  expect((await theirs('PUT', `${shared}/New.txt`, 'x')).status).toBe(403);
  expect((await theirs('LOCK', `${shared}/Plan.txt`, lockBody)).status).toBe(403);
  expect((await theirs('PUT', 'shared/New.txt', 'x')).status).toBe(403);
  expect((await theirs('DELETE', shared)).status).toBe(403);
  for (const method of ['GET', 'PROPFIND', 'DELETE']) {
    expect((await strangers(method, `${shared}/Plan.txt`, null, { depth: 'infinity' })).status).toBe(404);
  }
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 1 });
  expect((await theirs('PUT', `${shared}/New.txt`, 'x')).status).toBe(201);
  expect((await ada.call(driveLists, { pid: folder.id })).filter(({ pid }) => pid === folder.id)).toMatchObject([
    { name: 'Plan' },
    { name: 'New', userid: ada.userid, created_id: bo.userid },
  ]);
  // Not their own file: they may write, not delete it.
  expect((await theirs('DELETE', `${shared}/Plan.txt`)).status).toBe(403);
});

test('a lock keeps others out until it ends, at every server of the workspace', async () => {
  const { who: ada, dav: mine } = await withClient('ada');
  const { who: bo, dav: theirs } = await withClient('bo');
  const folder = await folderOf(ada, 0, 'Team');
  await ada.call(driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 1 });
  const shared = `shared/Team%20%5B%23${folder.id}%5D/Plan.txt`;
  const locked = await mine('LOCK', 'files/Team/Plan.txt', lockBody, { timeout: 'Second-60' });
  expect(locked.status).toBe(201);
  const token = locked.headers.get('lock-token') ?? '';
  expect((await theirs('PUT', shared, 'x')).status).toBe(423);
  // Somebody else's token does not help.
  expect((await theirs('PUT', shared, 'x', { if: `(${token})` })).status).toBe(423);
  expect((await theirs('UNLOCK', shared, null, { 'lock-token': token })).status).toBe(403);
  expect((await theirs('LOCK', shared, lockBody)).status).toBe(423);
  expect((await mine('PUT', 'files/Team/Plan.txt', 'x')).status).toBe(423);
  expect((await mine('PUT', 'files/Team/Plan.txt', 'x', { if: `(${token})` })).status).toBe(204);
  const { app } = await testServer();
  await sql`update dav_locks set expired_at = now() - interval '1 second'`.execute(app.db);
  expect((await theirs('PUT', shared, 'y')).status).toBe(204);
});

test('hostile and endless requests are refused', async () => {
  const { who, dav } = await withClient('ada');
  const bomb =
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:"><prop><x>&c;&x;</x></prop></propfind>';
  const deep = `<propfind xmlns="DAV:"><prop>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</prop></propfind>`;
  const wide = `<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(20_000)}</prop></propfind>`;
  for (const body of [bomb, deep, wide, '<propfind', '<a xmlns="DAV:"/>', new Uint8Array([0xc3, 0x28])]) {
    expect((await dav('PROPFIND', 'files', body, { depth: '0' })).status).toBe(400);
  }
  const large = new Uint8Array(10 * 1024 * 1024).fill(0x20);
  for (const method of ['PROPFIND', 'PROPPATCH', 'LOCK']) {
    expect((await dav(method, 'files', large, { depth: '0' })).status).toBe(413);
  }
  expect((await dav('PROPFIND', '', null, { depth: 'infinity' })).status).toBe(403);
  expect((await dav('GET', 'files/%2e%2e%2fetc')).status).toBe(400);
  expect((await dav('GET', 'files/a%00b')).status).toBe(400);
  expect((await dav('PROPFIND', '', null, { depth: '0', if: `(${'<a>'.repeat(5000)})` })).status).toBe(207);
  await admin.call(davAdminSetting, { type: 'save', file_mb: 1 });
  const body = new Uint8Array(1024 * 1024 + 1);
  expect((await dav('PUT', 'files/big', body)).status).toBe(413);
  // Without a declared length it is counted.
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(body);
      controller.close();
    },
  });
  const chunked = await fetch(`${who.base}/dav/files/big`, {
    method: 'PUT',
    body: stream,
    duplex: 'half',
    headers: { authorization: await authorizationOf(who) },
  } as RequestInit);
  expect(chunked.status).toBe(413);
  await admin.call(fileSetting, { type: 'save', quota_person: 1 });
  await dav('PUT', 'files/half', body.subarray(0, 600 * 1024));
  const full = await dav('PUT', 'files/half2', body.subarray(0, 600 * 1024));
  expect([full.status, await full.text()]).toEqual([507, expect.stringContaining('quota-not-exceeded')]);
  expect(await namesIn(dav, 'files')).toEqual(['/dav/files/half']);
  // A page of another site gets nothing, even with a remembered password.
  expect((await dav('PROPFIND', '', null, { origin: 'https://evil.example', depth: '0' })).status).toBe(403);
});

async function authorizationOf(who: TestClient): Promise<string> {
  const { public_id, password } = await who.call(davCreate, { name: 'Again' });
  return basic(public_id, password);
}

test('a folder is copied with everything in it, up to a limit', async () => {
  const { who, dav } = await withClient('ada');
  await dav('MKCOL', 'files/Source');
  await dav('MKCOL', 'files/Source/Inner');
  await dav('PUT', 'files/Source/Inner/Deep.txt', 'deep');
  const destination = '/dav/files/Copy';
  expect((await dav('COPY', 'files/Source', null, { destination })).status).toBe(201);
  expect(await (await dav('GET', 'files/Copy/Inner/Deep.txt')).text()).toBe('deep');
  expect((await dav('COPY', 'files/Source', null, { destination, overwrite: 'F' })).status).toBe(412);
  expect((await dav('COPY', 'files/Source', null, { destination: '/dav/files/Source/Inner/Again' })).status).toBe(403);
  await admin.call(davAdminSetting, { type: 'save', copied: 2 });
  expect((await dav('COPY', 'files/Source', null, { destination: '/dav/files/Third' })).status).toBe(507);
  expect((await dav('DELETE', 'files/Copy')).status).toBe(204);
  expect((await inside(who)).map(({ name }) => name)).toEqual(['Source']);
});

test('names that clients cannot tell apart have a number, and can be changed', async () => {
  const { who, dav } = await withClient('ada');
  const folder = await folderOf(who, 0, 'Twin.txt');
  const [file] = await upload(who, 'twin.txt', 'x');
  const number = `twin [#${file?.id}].txt`;
  expect(await namesIn(dav, 'files')).toEqual(['/dav/files/Twin.txt/', `/dav/files/${encodeURIComponent(number)}`]);
  expect(await (await dav('GET', `files/${encodeURIComponent(number)}`)).text()).toBe('x');
  expect((await who.call(davConflicts, {})).list).toEqual([
    {
      pid: 0,
      folder: '',
      name: 'Twin.txt',
      items: [
        { id: folder.id, type: 'folder', shown: 'Twin.txt' },
        { id: file?.id, type: 'txt', shown: number },
      ],
    },
  ]);
  await expect(who.call(davConflictRename, { id: file?.id ?? 0, name: 'TWIN.txt' })).rejects.toMatchObject({
    data: { code: 'drive.name' },
  });
  expect(await who.call(davConflictRename, { id: file?.id ?? 0 })).toMatchObject({ name: 'twin (2).txt' });
  expect((await who.call(davConflicts, {})).list).toEqual([]);
  expect(await namesIn(dav, 'files')).toEqual(['/dav/files/Twin.txt/', '/dav/files/twin%20%282%29.txt']);
});
