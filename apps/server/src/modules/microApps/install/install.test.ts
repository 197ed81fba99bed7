import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accessTokenList } from '@atrium/contract/people/accessTokens.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { appCatalog, appEdit, appInstall, appRemove, type StagedApp } from '@atrium/contract/workspace/appCatalog.ts';
import { appDataList, appDataSet } from '@atrium/contract/workspace/appData.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { appList, appOpen, appToken } from '@atrium/contract/workspace/microApps.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, person, refused, startServer, type TestClient, testServer, unique } from '#testing/world';
import { zipOf } from '#testing/zip';
import { deleteUnusedBundles } from './stage.service.ts';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});
afterAll(async () => {
  const { list } = await (await administrator()).call(appCatalog, {});
  for (const { id, status } of list) if (status === 'installed') await admin.call(appRemove, { appid: id });
});

const idOf = () =>
  unique('notes')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

function manifestOf(fields: Record<string, unknown> = {}) {
  return {
    id: idOf(),
    name: 'Notes',
    version: '1.0.0',
    permissions: ['projects:read'],
    menu_items: [{ url: 'index.html?user={user_id}&lang={system_lang}', location: 'main/menu' }],
    ...fields,
  };
}

const filesOf = (manifest: object, more: Record<string, string> = {}) => ({
  'atrium.json': JSON.stringify(manifest),
  'index.html': '<!doctype html><title>Notes</title><script type="module" src="app.js"></script>',
  'app.js': 'document.title = "ready";',
  ...more,
});

async function upload(bytes: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set('file', new Blob([bytes]), 'app.zip');
  const { app } = await testServer();
  const answer = await admin.raw('apps/upload', { method: 'POST', body });
  // Tests try more than an administrator would.
  app.limiter.giveBack(`apps:${admin.userid}`);
  return answer;
}

async function stageZip(manifest: object, more: Record<string, string> = {}): Promise<StagedApp> {
  const answer = await upload(zipOf(filesOf(manifest, more)));
  expect(answer).toMatchObject({ ret: 1 });
  return answer.data as unknown as StagedApp;
}

async function install(manifest: Record<string, unknown>, visible_to?: unknown) {
  const { stage } = await stageZip(manifest);
  return (await administrator()).call(appInstall, { stage, ...(visible_to !== undefined && { visible_to }) });
}

const asked = async (token: string, path: string, input: object = {}, headers: Record<string, string> = {}) => {
  const { base } = await testServer();
  const response = await fetch(`${base}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(input),
  });
  return {
    headers: response.headers,
    ...((await response.json()) as { ret: number; data: { code?: string; list?: unknown[] } }),
  };
};

test('an app from a zip is checked, installed with what was shown, opened, disabled and removed with its data', async () => {
  const manifest = manifestOf();
  const staged = await stageZip(manifest);
  expect(staged).toMatchObject({ replaces: '', permissions: ['projects:read'], added: ['projects:read'], files: 3 });
  const ada = await person('ada', { live: true });
  // Nothing is installed by looking.
  await expect(ada.call(appOpen, { appid: manifest.id })).rejects.toMatchObject({ data: { code: 'app.missing' } });
  await admin.call(appInstall, { stage: staged.stage });
  await ada.receives('app', 'update');
  const { list } = await ada.call(appList, {});
  expect(list.find(({ id }) => id === manifest.id)).toMatchObject({ menu_items: [{ location: 'main/menu' }] });

  const opened = await ada.call(appOpen, { appid: manifest.id }, { language: 'de' });
  expect(opened).toMatchObject({ origin: 'null', url_type: 'iframe', permissions: ['projects:read'] });
  expect(opened.url).toMatch(new RegExp(`/app/${manifest.id}/[\\w-]{24}/index\\.html\\?user=${ada.userid}&lang=de$`));
  const { base } = await testServer();
  const here = (url: string) => url.replace(/^https?:\/\/[^/]+/, base);
  const page = await fetch(here(opened.url));
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^sandbox allow-scripts /);
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain(`script-src ${here(opened.url).split('index')[0]} `);
  expect(await page.text()).toContain('Notes');
  const frame = await fetch(here(opened.frame));
  expect(frame.headers.get('content-security-policy')).toContain(`frame-src ${here(opened.url).split('index')[0]};`);

  const { token } = await ada.call(appToken, { appid: manifest.id });
  await asked(token, 'apps/data/set', { key: 'a', value: '"kept"' });
  expect((await asked(token, 'apps/data/list')).data.list).toMatchObject([{ key: 'a', value: 'kept' }]);
  await (await administrator()).call(appEdit, { appid: manifest.id, enabled: false });
  expect(await asked(token, 'apps/data/list')).toMatchObject(refused('auth.token'));
  expect((await fetch(here(opened.url))).status).toBe(404);
  expect((await fetch(here(opened.frame))).status).toBe(404);
  await expect(ada.call(appOpen, { appid: manifest.id })).rejects.toMatchObject({ data: { code: 'app.missing' } });

  const { app } = await testServer();
  const [folder] = [`apps/${staged.stage}/`];
  const kept = async () => (await Array.fromAsync(app.storage.list(folder))).length;
  expect(await kept()).toBe(3);
  await (await administrator()).call(appRemove, { appid: manifest.id });
  await expect.poll(kept).toBe(0);
  const { rows } = await sql<{ n: number }>`select
    (select count(*) from micro_app_data where app_id = ${manifest.id})::int
    + (select count(*) from access_tokens where app_id = ${manifest.id})::int as n`.execute(app.db);
  expect(rows).toEqual([{ n: 0 }]);
  const { data } = await admin.call(auditList, { userid: admin.userid });
  expect(data.filter(({ target_name }) => target_name === manifest.id).map(({ action }) => action)).toEqual([
    'app.removed',
    'app.changed',
    'app.installed',
  ]);
});

test('the token of an app is its person’s within the app’s permissions, in no list, and makes no other token', async () => {
  const manifest = manifestOf({ permissions: ['projects:read'] });
  await install(manifest);
  const ada = await person('ada');
  await ada.call(projectAdd, { name: 'Hers' });
  const { token, seconds } = await ada.call(appToken, { appid: manifest.id });
  expect([token.startsWith('atrium_app_'), seconds]).toEqual([true, 3600]);
  expect(token).not.toBe(ada.token);
  expect((await ada.call(accessTokenList, {})).list).toEqual([]);
  expect(await asked(token, 'project/lists')).toMatchObject({ ret: 1 });
  expect(await asked(token, 'project/add', { name: 'x' })).toMatchObject({ data: { code: 'token.scope' } });
  expect(await asked(token, 'dialog/lists')).toMatchObject({ data: { code: 'token.scope' } });
  for (const path of ['apps/token', 'apps/open', 'users/accesstoken/add', 'system/setting', 'apps/install']) {
    expect(await asked(token, path, { appid: manifest.id }), path).toMatchObject({ data: { code: 'token.never' } });
  }
  // A script's token is no app's, and an app sees its own entries only.
  await asked(token, 'apps/data/set', { key: 'k', value: '1' });
  const other = manifestOf();
  await install(other);
  const { token: second } = await ada.call(appToken, { appid: other.id });
  expect((await asked(second, 'apps/data/list')).data.list).toEqual([]);
  await expect(ada.call(appDataList, {})).rejects.toMatchObject({ data: { code: 'app.only' } });
  await expect(ada.call(appDataSet, { key: 'k', value: '2' })).rejects.toMatchObject({ data: { code: 'app.only' } });
});

test('pages without an origin may call with the token of an app, and read nothing else', async () => {
  const manifest = manifestOf();
  await install(manifest);
  const ada = await person('ada');
  const { token } = await ada.call(appToken, { appid: manifest.id });
  const { base } = await testServer();
  const preflight = (origin: string) =>
    fetch(`${base}/api/project/lists`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  expect((await preflight('null')).headers.get('access-control-allow-origin')).toBe('null');
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const cors = async (by: string, path = 'project/lists') =>
    (await asked(by, path, {}, { origin: 'null' })).headers.get('access-control-allow-origin');
  expect(await cors(token)).toBe('null');
  expect(await cors(token, 'dialog/lists')).toBe('null');
  expect(await cors('atrium_app_none')).toBe('null');
  expect(await cors(ada.token)).toBeNull();
  expect(await cors(ada.token, 'system/setting')).toBeNull();
});

test('who does not see an app gets no token for it, and loses the one they have', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const manifest = manifestOf();
  await install(manifest, [ada.userid]);
  const { token } = await ada.call(appToken, { appid: manifest.id });
  await expect(bo.call(appToken, { appid: manifest.id })).rejects.toMatchObject({ data: { code: 'app.missing' } });
  await (await administrator()).call(appEdit, { appid: manifest.id, visible_to: 'admin' });
  expect(await asked(token, 'apps/data/list')).toMatchObject(refused('auth.token'));
  await expect(ada.call(appToken, { appid: manifest.id })).rejects.toMatchObject({ data: { code: 'app.missing' } });
  expect((await ada.call(appList, {})).list.some(({ id }) => id === manifest.id)).toBe(false);
});

test('an update keeps the data, shows new permissions, ends tokens, and no other source takes an id over', async () => {
  const manifest = manifestOf();
  await install(manifest);
  const ada = await person('ada');
  const { token } = await ada.call(appToken, { appid: manifest.id });
  await asked(token, 'apps/data/set', { key: 'a', value: '1' });
  const next = { ...manifest, version: '2.0.0', permissions: ['projects:read', 'people:read'] };
  const staged = await stageZip(next);
  expect(staged).toMatchObject({ replaces: '1.0.0', added: ['people:read'] });
  await admin.call(appInstall, { stage: staged.stage });
  expect(await asked(token, 'apps/data/list')).toMatchObject(refused('auth.token'));
  const { token: fresh } = await ada.call(appToken, { appid: manifest.id });
  expect((await asked(fresh, 'apps/data/list')).data.list).toHaveLength(1);
  expect(await asked(fresh, 'users/search')).toMatchObject({ ret: 1 });
  const list = [{ id: manifest.id, name: 'Other', url: 'https://other.example/' }];
  const taken = await admin.raw('system/microapp_menu', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'save', list }),
  });
  expect(taken.data.code).toBe('app.taken');
});

test('installing needs a proof, and what another administrator was shown is not installed', async () => {
  const { stage } = await stageZip(manifestOf());
  const { app } = await testServer();
  await sql`update devices set proved_at = now() - interval '1 hour' where userid = ${admin.userid}`.execute(app.db);
  await expect(admin.call(appInstall, { stage })).rejects.toMatchObject({ data: { code: 'proof.needed' } });
  await administrator();
  await sql`update micro_app_bundles set created_at = now() - interval '2 hours' where key = ${stage}`.execute(app.db);
  await expect(admin.call(appInstall, { stage })).rejects.toMatchObject({ data: { code: 'app.stage' } });
  const own = await stageZip(manifestOf());
  await sql`update micro_app_bundles set created_by = 0 where key = ${own.stage}`.execute(app.db);
  await expect(admin.call(appInstall, { stage: own.stage })).rejects.toMatchObject({ data: { code: 'app.stage' } });
  await sql`update micro_app_bundles set created_at = now() - interval '2 days' where key in (${stage}, ${own.stage})`.execute(
    app.db,
  );
  await deleteUnusedBundles(app);
  expect(await Array.fromAsync(app.storage.list(`apps/${own.stage}/`))).toEqual([]);
});

test.for([
  ['id', { id: '../x' }],
  ['id', { id: 'store' }],
  ['name', { name: '' }],
  ['name', { name: 'a\u202eb' }],
  ['permissions', { permissions: ['admin:read'] }],
  ['permissions', { permissions: 'all' }],
  ['connect', { connect: ['http://plain.example'] }],
  ['connect', { connect: ["https://x.example'; script-src *"] }],
  ['menu_items', { menu_items: [] }],
  ['menu_items[0].url', { menu_items: [{ url: 'javascript:alert(1)' }] }],
  ['menu_items[0].url', { menu_items: [{ url: 'https://user:pass@x.example/' }] }],
  ['menu_items[0].url', { menu_items: [{ url: 'https://x.example{user_token}' }] }],
  ['menu_items[0].url', { menu_items: [{ url: '../../../etc/passwd' }] }],
  ['menu_items[0].url', { menu_items: [{ url: '/manage/setting' }] }],
  ['menu_items[0].url', { menu_items: [{ url: 'index.html?x={no_such}' }] }],
  ['menu_items[0].type', { menu_items: [{ url: 'index.html', type: 'eval' }] }],
  ['menu_items[0].background', { menu_items: [{ url: 'index.html', background: 'red;x:y' }] }],
  ['menu_items.key', { menu_items: [{ url: 'index.html' }, { url: 'index.html' }] }],
  ['props', { props: { x: 'y'.repeat(10_000) } }],
] as const)('a hostile manifest is refused at %s', async ([field, fields]) => {
  const { data } = await upload(zipOf(filesOf(manifestOf(fields))));
  expect(data).toMatchObject({ code: 'app.manifest', field });
});

test('a manifest that names a file which the zip lacks is refused with the name of the file', async () => {
  const { data } = await upload(zipOf(filesOf(manifestOf({ menu_items: [{ url: 'other.html' }] }))));
  expect(data).toMatchObject({ code: 'app.file_missing', file: 'other.html' });
});

test('a hostile zip is refused, and nothing of it is stored', async () => {
  const { app } = await testServer();
  const stored = async () => (await Array.fromAsync(app.storage.list('apps/'))).length;
  const before = await stored();
  const codes: Record<string, unknown> = {};
  const refuse = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    codes[name] = (await upload(bytes)).data.code;
  };
  const manifest = manifestOf();
  await refuse('no zip', new Uint8Array(Buffer.from('not a zip at all')));
  await refuse('no manifest', zipOf({ 'index.html': 'x' }));
  await refuse('no json', zipOf({ 'atrium.json': '{' }));
  for (const name of ['../x', '/etc/x', 'a/../../x', 'a\\..\\x', 'C:/x', 'a/./b'])
    await refuse(name, zipOf(filesOf(manifest, { [name]: 'x' })));
  await refuse('bomb', zipOf(filesOf(manifest, { 'bomb.txt': '0'.repeat(15 * 1024 * 1024) })));
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, 'x']));
  await refuse('many', zipOf(filesOf(manifest, many)));
  const large = Buffer.alloc(20 * 1024 * 1024);
  for (let index = 0; index < large.length; index += 4) large.writeUInt32LE((index * 2654435761) >>> 0, index);
  await refuse('large upload', new Uint8Array(Buffer.concat([large, large])));
  const link = Buffer.from(zipOf(filesOf(manifest, { link: '/etc/passwd' })));
  // The Unix mode of a symbolic link, in the directory of the zip.
  const at = link.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  link.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
  await refuse('link', new Uint8Array(link));
  const damaged = Buffer.from(zipOf(filesOf(manifest)));
  damaged.fill(0xff, 60, 90);
  await refuse('damaged', new Uint8Array(damaged));
  expect(codes).toEqual({
    'no zip': 'app.zip',
    'no manifest': 'app.zip_manifest',
    'no json': 'app.manifest_json',
    '../x': 'app.zip_path',
    '/etc/x': 'app.zip_path',
    'a/../../x': 'app.zip_path',
    'a\\..\\x': 'app.zip_path',
    'C:/x': 'app.zip_path',
    'a/./b': 'app.zip_path',
    bomb: 'app.large',
    many: 'app.large',
    'large upload': 'upload.large',
    link: 'app.zip_path',
    damaged: 'app.zip',
  });
  expect(await stored()).toBe(before);
});

test('a zip whose files are in one folder is taken as its program packed it', async () => {
  const files = Object.entries(filesOf(manifestOf())).map(([name, text]) => [`notes-1.0/${name}`, text]);
  expect((await upload(zipOf(Object.fromEntries(files)))).data).toMatchObject({ files: 3, replaces: '' });
});

test('an app by address is fetched through the guard, with limits of time and size', async () => {
  const answers: Record<string, RequestListener> = {};
  const site = createServer((request, response) => (answers[request.url ?? ''] ?? answers['404'])?.(request, response));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const manifest = manifestOf({ bundle: 'app.zip', menu_items: [{ url: 'index.html' }] });
  answers['404'] = (_request, response) => response.writeHead(404).end();
  answers['/atrium.json'] = (_request, response) => response.end(JSON.stringify(manifest));
  answers['/app.zip'] = (_request, response) => response.end(Buffer.from(zipOf(filesOf(manifest))));
  answers['/html'] = (_request, response) => response.end('<!doctype html>');
  answers['/far'] = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  answers['/round'] = (_request, response) => response.writeHead(302, { location: '/round' }).end();
  answers['/endless'] = (_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
    response.once('close', () => clearInterval(timer));
  };
  answers['/cut'] = (_request, response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write('{');
    setTimeout(() => response.destroy(), 20);
  };
  const server = await startServer({ localHosts: [`127.0.0.1:${port}`] });
  const outside = Object.assign(Object.create(admin) as TestClient, { base: server.base });
  const stage = (url: string) =>
    outside.raw('apps/stage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: admin.token },
      body: JSON.stringify({ url }),
    });
  try {
    const { data } = await stage(`${origin}/atrium.json`);
    expect(data).toMatchObject({ id: manifest.id, source: 'url', files: 3, origins: [] });
    const codes: unknown[] = [];
    for (const path of ['/html', '/none', '/far', '/round', '/endless', '/cut']) {
      codes.push((await stage(`${origin}${path}`)).data.code);
    }
    expect(codes).toEqual([
      'app.manifest_json',
      'app.unreachable',
      'app.address',
      'app.unreachable',
      'app.large',
      'app.unreachable',
    ]);
    const refused = ['http://10.0.0.1/', 'https://127.0.0.1/', 'file:///etc/passwd', 'https://[::1]/x', 'no address'];
    for (const url of refused) expect((await stage(url)).data, url).toMatchObject({ code: 'app.address' });
    // Plain http in a manifest would be loaded into a frame.
    const plain = manifestOf({ menu_items: [{ url: `${origin}/page` }] });
    answers['/plain'] = (_request, response) => response.end(JSON.stringify(plain));
    expect((await stage(`${origin}/plain`)).data).toMatchObject({ code: 'app.manifest', field: 'menu_items[0].url' });
  } finally {
    await server.close();
    site.closeAllConnections();
    site.close();
  }
});
