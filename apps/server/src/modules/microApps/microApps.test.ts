import { appBadgeClear, appBadgeList, appBadgeSet, appSecret } from '@atrium/contract/workspace/appBadges.ts';
import { appRemove } from '@atrium/contract/workspace/appCatalog.ts';
import { appSort, appSortSave, NO_SORTS } from '@atrium/contract/workspace/appSorts.ts';
import { appList, appOpen, appToken, microAppMenu } from '@atrium/contract/workspace/microApps.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { administrator, anotherDevice, person, refused, type TestClient, testServer, unique } from '#testing/world';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
});
// Signing in was longer ago than a dangerous change allows.
beforeEach(async () => void (await administrator()));
afterAll(async () => {
  await administrator();
  await admin.call(microAppMenu, { type: 'save', list: [] });
});

const idOf = (word: string) => unique(word).toLowerCase();
const save = (...list: unknown[]) => admin.call(microAppMenu, { type: 'save', list });

const asked = async (token: string, path: string, input: object = {}) => {
  const { base } = await testServer();
  const response = await fetch(`${base}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  });
  return (await response.json()) as {
    ret: number;
    data: { code?: string; list: { key: string; value: unknown; userid: number }[]; next: string; version: number };
  };
};

// covers C2-07
test('own apps are in the menus of those who may see them, with defaults filled and audiences left out', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const [wiki, tools, hers] = [idOf('wiki'), idOf('tools'), idOf('hers')];
  const all = await save(
    { id: wiki, name: 'Wiki', visible_to: 'all', menu: { label: 'Handbook', url: 'https://wiki.example/' } },
    {
      id: tools,
      name: 'Tools',
      menu_items: [
        { key: 'main', location: 'main/menu', url: 'https://tools.example/', visible_to: 'all', type: 'external' },
        { key: 'admin', location: 'application/admin', url: 'http://10.0.0.8/admin' },
      ],
    },
    { id: hers, name: 'Hers', visible_to: `${ada.userid}`, menu: { url: 'https://hers.example/' } },
  );
  expect(all.map(({ id, visible_to }) => [id, visible_to])).toEqual([
    [wiki, 'all'],
    [tools, 'all'],
    [hers, [ada.userid]],
  ]);
  const seen = async (who: TestClient) =>
    (await who.call(microAppMenu, {})).map(({ id, menu_items }) => [id, menu_items.map(({ location }) => location)]);
  expect(await seen(ada)).toEqual([
    [wiki, ['application']],
    [tools, ['main/menu']],
    [hers, ['application']],
  ]);
  expect((await seen(bo)).map(([id]) => id)).toEqual([wiki, tools]);
  expect(await seen(admin)).toEqual([
    [wiki, ['application']],
    [tools, ['main/menu', 'application/admin']],
  ]);
  const [shown] = await bo.call(microAppMenu, {});
  expect(shown?.visible_to).toBeUndefined();
  expect(shown?.menu_items[0]).toEqual({
    ...{ key: '', location: 'application', label: 'Handbook', icon: '', url: 'https://wiki.example/', type: 'iframe' },
    ...{ keep_alive: true, disable_scope_css: false, auto_dark_theme: true, transparent: false, immersive: false },
    ...{ background: '', capsule: {}, badge_clear_on_open: false, count: 0, dot: false },
  });
  // Nobody but administrators sees what says nothing.
  await save({ id: wiki, name: 'Wiki', menu: { url: 'https://wiki.example/' } });
  expect(await seen(bo)).toEqual([]);
  await expect(bo.call(microAppMenu, { type: 'all' })).rejects.toMatchObject({ data: { code: 'forbidden' } });
});

// covers C3-17, C5-08
test('an app has an id, a name and an address, is shown inline unless it says otherwise, and opens once it is there', async () => {
  const id = idOf('bare');
  for (const [field, app] of [
    ['id', { name: 'Bare', url: 'https://bare.example/' }],
    ['name', { id, url: 'https://bare.example/' }],
    ['url', { id, name: 'Bare' }],
  ] as const) {
    await expect(save(app)).rejects.toMatchObject({ data: { code: 'app.manifest', field } });
  }
  const ada = await person('ada');
  await expect(ada.call(appOpen, { appid: id })).rejects.toMatchObject({
    message: 'This app isn’t installed.',
    data: { code: 'app.missing' },
  });
  const looks = { background: '#fff', capsule: { visible: false }, transparent: true, disable_scope_css: true };
  const more = { auto_dark_theme: false, keep_alive: false, immersive: true, props: { board: 7 }, version: '3' };
  await save({ id, name: 'Bare', url: 'https://bare.example/', visible_to: 'all', ...looks, ...more });
  expect(await ada.call(appOpen, { appid: id })).toMatchObject({
    ...looks,
    ...more,
    ...{ id, name: 'Bare', url: 'https://bare.example/', url_type: 'inline', origin: 'https://bare.example' },
    menu_items: [{ location: 'application', label: 'Bare', icon: '', url: 'https://bare.example/' }],
  });
});

// covers C5-09
test('placeholders of an address are filled and escaped, and the token is the app’s', async () => {
  const id = idOf('holes');
  const url =
    'https://holes.example/{user_id}?n={user_nickname}&m={user_email}&a={user_avatar}&t={user_token}&th={system_theme}&l={system_lang}&b={system_base_url}';
  await save({ id, name: 'Holes', visible_to: 'all', permissions: ['people:read'], menu: { url } });
  const ada = await person('ada');
  await ada.raw('users/editdata', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nickname: 'A&b=c #ü' }),
  });
  const opened = new URL((await ada.call(appOpen, { appid: id, theme: 'dark' }, { language: 'fr' })).url);
  const at = (name: string) => opened.searchParams.get(name);
  expect([opened.pathname, at('n'), at('m'), at('th'), at('l')]).toEqual([
    `/${ada.userid}`,
    'A&b=c #ü',
    ada.email,
    'dark',
    'fr',
  ]);
  expect(at('a')).toMatch(/^http:\/\/atrium\.test\/avatar\//);
  expect(at('b')).toBe('http://atrium.test');
  const token = at('t') ?? '';
  expect(token).toMatch(/^atrium_app_/);
  expect(token).not.toBe(ada.token);
  expect(await asked(token, 'users/search')).toMatchObject({ ret: 1 });
  expect(await asked(token, 'project/lists')).toMatchObject({ data: { code: 'token.scope' } });
  // Administrators change what it may do, and the tokens that it has end.
  await save({ id, name: 'Holes', visible_to: 'all', menu: { url } });
  expect(await asked(token, 'users/search')).toMatchObject(refused('auth.token'));
});

test('an address at this server is opened without its origin', async () => {
  const id = idOf('own');
  await save({ id, name: 'Own', visible_to: 'all', menu: { url: '{system_base_url}/tool/' } });
  const ada = await person('ada');
  expect(await ada.call(appOpen, { appid: id })).toMatchObject({ url: 'http://atrium.test/tool/', origin: 'null' });
});

test('the app’s server sets badges with its secret for those who see the entry, and people clear their own', async () => {
  const id = idOf('mail');
  const [ada, bo] = [await person('ada', { live: true }), await person('bo')];
  await save({
    id,
    name: 'Mail',
    menu_items: [
      { key: 'inbox', url: 'https://mail.example/', visible_to: [ada.userid] },
      { key: 'sent', url: 'https://mail.example/sent', visible_to: 'all', badge_clear_on_open: true },
    ],
  });
  const guest = Object.assign(Object.create(admin) as TestClient, { token: '' });
  const set = (input: object) => guest.call(appBadgeSet, { appid: id, ...input });
  await expect(set({ secret: 'guess', userid: ada.userid, count: 1 })).rejects.toMatchObject({
    data: { code: 'app.secret' },
  });
  const { secret } = await admin.call(appSecret, { appid: id });
  const userids = [ada.userid, bo.userid, 2147483647];
  expect(await set({ secret, userids, count: 3 })).toEqual({
    ...{ appid: id, menu_key: 'inbox', count: 3, dot: false, affected: 1 },
  });
  expect((await ada.receives('appBadge', 'update')).data).toEqual({
    appid: id,
    menu_key: 'inbox',
    count: 3,
    dot: false,
  });
  expect(await set({ secret, userids, menu_key: 'sent', dot: true })).toMatchObject({ affected: 2 });
  expect(await ada.call(appBadgeList, {})).toEqual({
    [id]: { inbox: { count: 3, dot: false }, sent: { count: 0, dot: true } },
  });
  const { list } = await ada.call(appList, {});
  expect(list.find((each) => each.id === id)?.menu_items).toMatchObject([{ count: 3 }, { dot: true }]);
  await ada.call(appBadgeClear, { appid: id });
  await ada.call(appOpen, { appid: id, key: 'sent' });
  expect(await ada.call(appBadgeList, {})).toEqual({});
  // Without the secret, people can set only their own badge.
  await bo.call(appBadgeSet, { appid: id, menu_key: 'sent', count: 2 });
  expect(await bo.call(appBadgeList, {})).toEqual({ [id]: { sent: { count: 2, dot: false } } });
  await expect(bo.call(appBadgeSet, { appid: id, userid: ada.userid, count: 9 })).rejects.toMatchObject({
    data: { code: 'app.only' },
  });
  const { secret: next } = await admin.call(appSecret, { appid: id });
  await expect(set({ secret, userids, count: 0 })).rejects.toMatchObject({ data: { code: 'app.secret' } });
  expect(await set({ secret: next, userids, menu_key: 'sent' })).toMatchObject({ count: 0, affected: 2 });
  expect(await bo.call(appBadgeList, {})).toEqual({});
});

test('entries are shared, private or published, and a change of an older version is refused', async () => {
  const id = idOf('board');
  await save({ id, name: 'Board', visible_to: 'all', menu: { url: 'https://board.example/' } });
  const [ada, bo] = [await person('ada', { live: true }), await person('bo')];
  const [a, b] = [await ada.call(appToken, { appid: id }), await bo.call(appToken, { appid: id })];
  const set = (token: string, input: object) => asked(token, 'apps/data/set', input);
  const list = async (token: string, input: object = {}) =>
    (await asked(token, 'apps/data/list', input)).data.list.map(({ key, value, userid }) => [key, value, userid]);
  expect((await set(a.token, { key: 'card:1', value: '{"text":"x"}', version: 0 })).data.version).toBe(1);
  await ada.receives('app', 'data');
  expect((await set(b.token, { key: 'card:1', value: '2', version: 0 })).data.code).toBe('app.data_changed');
  expect((await set(b.token, { key: 'card:1', value: '2', version: 1 })).data.version).toBe(2);
  expect(await list(a.token, { prefix: 'card:' })).toEqual([['card:1', 2, bo.userid]]);
  for (const [token, value] of [
    [a.token, '"a"'],
    [b.token, '"b"'],
  ] as const) {
    await set(token, { space: 'person', key: 'note', value });
    await set(token, { space: 'published', key: 'vote', value });
  }
  expect(await list(a.token, { space: 'person' })).toEqual([['note', 'a', ada.userid]]);
  expect(await list(b.token, { space: 'published' })).toEqual([
    ['vote', 'a', ada.userid],
    ['vote', 'b', bo.userid],
  ]);
  await asked(b.token, 'apps/data/delete', { space: 'published', key: 'vote' });
  expect(await list(a.token, { space: 'published' })).toEqual([['vote', 'a', ada.userid]]);
  for (const [value, code] of [
    ['{', 'parameter'],
    [`"${'x'.repeat(65_000)}${'€'.repeat(400)}"`, 'app.data_large'],
  ] as const) {
    expect(await set(a.token, { key: 'bad', value })).toMatchObject(refused(code));
  }
  const { app } = await testServer();
  await app.db
    .updateTable('micro_apps')
    .set({ data_bytes: 50 * 1024 * 1024 })
    .where('id', '=', id)
    .execute();
  expect((await set(a.token, { key: 'more', value: '1' })).data.code).toBe('app.data_full');
});

test('a long list of entries comes in pages', async () => {
  const id = idOf('long');
  await save({ id, name: 'Long', visible_to: 'all', menu: { url: 'https://long.example/' } });
  const ada = await person('ada');
  const { token } = await ada.call(appToken, { appid: id });
  const { app } = await testServer();
  await app.db
    .insertInto('micro_app_data')
    .values(
      Array.from({ length: 501 }, (_, index) => ({
        ...{ app_id: id, space: 'workspace', owner_id: 0, key: `k${String(index).padStart(4, '0')}` },
        ...{ value: '1', userid: ada.userid },
      })),
    )
    .execute();
  const first = (await asked(token, 'apps/data/list')).data;
  expect([first.list.length, first.list.at(-1)?.key]).toEqual([500, 'k0499']);
  const { list, next } = (await asked(token, 'apps/data/list', { after: first.next })).data;
  expect([list.map(({ key }) => key), next]).toEqual([['k0500'], '']);
});

test('everybody has an order of their own for the apps', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const sorts = { base: ['micro:calendar', 'system:calendar'], admin: ['system:ldap'] };
  await ada.call(appSortSave, { sorts });
  expect(await ada.call(appSort, {})).toEqual({ sorts: { ...NO_SORTS, ...sorts } });
  expect(await bo.call(appSort, {})).toEqual({ sorts: NO_SORTS });
  await ada.call(appSortSave, {});
  expect(await ada.call(appSort, {})).toEqual({ sorts: NO_SORTS });
});

test('a person’s sidebar is the same on all devices, and stays when the apps are sorted', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const phone = await anotherDevice(ada);
  await phone.listen();
  const side = {
    side: ['system:messenger', 'system:dashboard'],
    hidden: ['system:report'],
    bar: ['system:messenger', 'system:calendar'],
    projects: [9, 7],
    folders: [{ name: 'Clients', projects: [7] }],
    favorites: ['task:6', 'project:7'],
  };
  await ada.call(appSortSave, { sorts: side });
  await phone.receives('app', 'update');
  await ada.call(appSortSave, { sorts: { base: ['system:calendar'] } });
  expect((await ada.call(appSort, {})).sorts).toEqual({ ...side, base: ['system:calendar'], admin: [] });
  await ada.call(appSortSave, {});
  expect((await ada.call(appSort, {})).sorts).toEqual({ ...NO_SORTS, ...side });
  expect((await bo.call(appSort, {})).sorts).toEqual(NO_SORTS);
  const six = { sorts: { bar: ['a', 'b', 'c', 'd', 'e', 'f'] } };
  await expect(ada.call(appSortSave, six)).rejects.toMatchObject(refused('parameter'));
});

// covers C7-53
test('the list of installed apps is asked for with the headers Token and Language', async () => {
  const id = idOf('listed');
  const ada = await person('ada');
  const menu = { label: 'Listed', labels: { de: 'Gelistet' }, url: 'https://listed.example/' };
  await save({ id, name: 'Listed', visible_to: [ada.userid], menu });
  const { base } = await testServer();
  const installed = async (headers: Record<string, string>) => {
    const answer = await fetch(`${base}/appstore/api/v1/internal/installed`, { headers });
    return (await answer.json()) as { code: number; data: { id: string }[] | null };
  };
  const { code, data } = await installed({ Token: ada.token, Language: 'de' });
  expect(code).toBe(200);
  expect(data?.filter((each) => each.id === id)).toMatchObject([
    { id, name: 'Listed', version: 'custom', menu_items: [{ label: 'Gelistet', url: menu.url }] },
  ]);
  expect((await installed({ Token: (await person('bo')).token })).data?.some((each) => each.id === id)).toBe(false);
  expect(await installed({ Token: 'none' })).toMatchObject({ code: 401, data: null });
  const { token } = await ada.call(appToken, { appid: id });
  expect(await installed({ Token: token })).toMatchObject({ code: 401 });
});

test('an own app that is left out is gone with its badges, and needs a proof like every change', async () => {
  const id = idOf('gone');
  await save({ id, name: 'Gone', visible_to: 'all', menu: { url: 'https://gone.example/' } });
  const ada = await person('ada');
  await ada.call(appBadgeSet, { appid: id, count: 1 });
  await admin.call(appRemove, { appid: id });
  expect(await ada.call(appBadgeList, {})).toEqual({});
  const { app } = await testServer();
  await app.db
    .updateTable('devices')
    .set({ proved_at: new Date(0) })
    .where('userid', '=', admin.userid)
    .execute();
  await expect(save()).rejects.toMatchObject({ data: { code: 'proof.needed' } });
});
