import { EVENTS, NOTICES, QUESTIONS } from '@atrium/contract/shell/bridge.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeShell } from '#testing/fakeShell.ts';
import type { Host } from './host.ts';

const INFO = {
  name: 'Atrium',
  version: '1.2.0',
  device_name: 'Desk',
  app_brand: 'Acme',
  app_model: 'Slate',
  app_os: 'OS 9',
};
const PUSH = { endpoint: 'https://push.example/1', p256dh: 'key', auth: 'word' };
const SETTINGS = {
  start_at_login: true,
  screenshot_key: 'S',
  lock: false,
  can_start: true,
  can_lock: false,
  can_key: true,
};
const ANSWERS = {
  info: INFO,
  update: { version: '1.3.0', notes: 'New' },
  latest_photo: { id: '7', name: 'a.jpg', taken_at: 1, preview: 'AAAA' },
  upload_photo: { ret: 1, msg: '', data: '{}' },
  push: PUSH,
  servers: { list: [{ url: 'https://a.example', name: 'A', unread: 2 }] },
  settings: SETTINGS,
  save_settings: {},
};

async function hostIn(port?: ReturnType<typeof fakeShell>['port']): Promise<Host> {
  vi.resetModules();
  globalThis.atriumHost = port;
  return (await import('./browser.ts')).host;
}
afterEach(() => {
  globalThis.atriumHost = undefined;
  vi.resetModules();
});

const NOTE = {
  ...{ title: 'Team', body: 'Lunch?', icon: '/icon.svg', place: '/manage/messenger?dialog=3' },
  ...{ dialog_id: 3, msg_id: 8, silent: false, reply: 'Reply' },
};

// covers A1-07
test('the host passes every message on to a shell, and hears everything that a shell says', async () => {
  const shell = fakeShell('mobile', ANSWERS);
  const host = await hostIn(shell.port);
  expect([host.kind, host.router, host.notifyPermission()]).toEqual(['mobile', 'hash', 'granted']);
  expect(await host.requestNotifications()).toBe('granted');

  host.ready();
  host.setBadge(4);
  host.notify(NOTE);
  host.openWindow('/single/task/5');
  host.openOutside('mailto:ada@example.com');
  host.call('+4940');
  host.vibrate(80);
  host.tellSession(7, 'Ada');
  host.giveAlias('https://a.example/api/users/umeng/alias', 'token');
  host.chooseServer();
  host.switchServer('https://b.example');
  host.openFile('https://a.example/file/7', 'plan.pdf');
  host.installUpdate();
  host.leave();
  expect(await host.info()).toEqual(INFO);
  expect(await host.findUpdate()).toEqual(ANSWERS.update);
  expect(await host.latestPhoto(60_000, 1000)).toEqual(ANSWERS.latest_photo);
  const photo = { id: '7', url: 'https://a.example/api', token: 't', dialog_id: 3 };
  expect(await host.uploadPhoto(photo, 1000)).toEqual(ANSWERS.upload_photo);
  expect([host.canPush(), await host.subscribePush('key')]).toEqual([true, PUSH]);
  expect(await host.listServers()).toEqual(ANSWERS.servers.list);
  expect(await host.readSettings()).toEqual(SETTINGS);
  await host.saveSettings({ start_at_login: false, screenshot_key: '', lock: true });

  const names = shell.heard.map((message) => ('say' in message ? message.say : message.ask));
  expect(new Set(names)).toEqual(new Set([...Object.keys(NOTICES), ...Object.keys(QUESTIONS)]));
  expect(shell.heard).toContainEqual({ say: 'notify', ...NOTE });

  const heard: unknown[] = [];
  const note = (what: unknown) => heard.push(what);
  const ends = [
    host.onBack(() => note('back')),
    host.onNotePlace(note),
    host.onNoteReply(note),
    host.onShare(note),
    host.onActive(() => note('active')),
    host.onUpdate(note),
    host.onCaptured(note),
    host.onDownload(note),
  ];
  expect(ends).toHaveLength(Object.keys(EVENTS).length);
  const speak = () => {
    shell.say('back', {});
    shell.say('open_place', { place: '/manage/calendar' });
    shell.say('reply', { dialog_id: 3, msg_id: 8, text: 'Yes' });
    shell.say('share', { text: 'see', files: [] });
    shell.say('active', { is_active: true });
    shell.say('active', { is_active: false });
    shell.say('update', { version: '1.3.0', notes: '' });
    shell.say('captured', { name: 'a.png', bytes: 'AAAA' });
    shell.say('download', { id: '1', name: 'a.pdf', received: 1, total: 2, state: 'running' });
  };
  speak();
  expect(heard).toEqual([
    'back',
    '/manage/calendar',
    { dialog_id: 3, msg_id: 8, text: 'Yes' },
    { text: 'see', files: [] },
    'active',
    { version: '1.3.0', notes: '' },
    { name: 'a.png', bytes: 'AAAA' },
    { id: '1', name: 'a.pdf', received: 1, total: 2, state: 'running' },
  ]);
  for (const end of ends) end();
  speak();
  expect(heard).toHaveLength(8);
});

test('a link, a reply and shared content that a shell says before anybody listens arrive once', async () => {
  const shell = fakeShell('mobile');
  const host = await hostIn(shell.port);
  shell.say('share', { text: 'see', files: [] });
  shell.say('open_place', { place: '/manage/calendar' });
  shell.say('active', { is_active: true });
  const heard: unknown[] = [];
  const end = host.onShare((shared) => heard.push(shared.text));
  host.onNotePlace((place) => heard.push(place));
  // Not what is no longer true by then.
  host.onActive(() => heard.push('active'));
  expect(heard).toEqual(['see', '/manage/calendar']);
  end();
  shell.say('share', { text: 'later', files: [] });
  host.onShare(() => heard.push('twice'));
  expect(heard).toEqual(['see', '/manage/calendar']);
});

test('a window of a shell that was opened at a path shows that screen', async () => {
  const before = location.pathname + location.search;
  history.replaceState(null, '', '/single/task/5?tab=log');
  const host = await hostIn(fakeShell('desktop').port);
  expect([location.pathname, location.hash, host.place()]).toEqual([
    '/',
    '#/single/task/5?tab=log',
    '/single/task/5?tab=log',
  ]);
  // People in browsers get a path.
  expect(host.addressOf(host.place())).toBe(`${location.origin}/single/task/5?tab=log`);
  history.replaceState(null, '', before);
});

test('noise, late and wrong answers of a shell do no harm', async () => {
  const shell = fakeShell('desktop', { info: { name: 7 }, update: { refused: 'failed' }, servers: null });
  const host = await hostIn(shell.port);
  for (const noise of ['', '{', 'null', '{"answer":99,"ok":true}', '{"say":"open_place","place":"//evil"}'])
    shell.sayRaw(noise);
  await expect(host.info()).rejects.toMatchObject({ why: 'failed' });
  await expect(host.findUpdate()).rejects.toMatchObject({ why: 'failed' });
  await expect(host.readSettings()).rejects.toMatchObject({ why: 'unknown' });
  vi.useFakeTimers();
  const late = expect(host.listServers()).rejects.toMatchObject({ why: 'timeout' });
  await vi.advanceTimersByTimeAsync(10_000);
  await late;
});

test('a page asks for capabilities: what a shell lacks, it does not offer', async () => {
  const bare = await hostIn(fakeShell('desktop', {}, ['badge', 'updates']).port);
  expect([bare.canCall(), bare.canPush(), bare.canLatestPhoto(), bare.canChooseServer(), bare.canSet()]).toEqual([
    ...[false, false, false, false, false],
  ]);
  expect(bare.canUpdate()).toBe(true);
  await expect(bare.latestPhoto(1, 1)).rejects.toMatchObject({ why: 'unknown' });
  // An alias is for phones.
  expect((await hostIn(fakeShell('desktop').port)).canAlias()).toBe(false);
  expect((await hostIn(fakeShell('mobile').port)).canAlias()).toBe(true);
});

// covers A1-08
test('a browser has no capability of a shell, and its own addresses', async () => {
  const host = await hostIn();
  expect([host.kind, host.router]).toEqual(['browser', 'history']);
  expect([host.canUpdate(), host.canChooseServer(), host.canSet(), host.canAlias(), host.canLatestPhoto()]).toEqual([
    ...[false, false, false, false, false],
  ]);
  expect(await host.info()).toBeNull();
  expect(host.addressOf('/manage/calendar')).toBe(`${location.origin}/manage/calendar`);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  host.openOutside('https://x.example/');
  expect(opened).toHaveBeenCalledWith('https://x.example/', '_blank', 'noopener');
  host.onBack(() => expect.unreachable())();
  // A port of the future is another protocol only if it is older.
  expect((await hostIn({ ...fakeShell('desktop').port, version: 0 })).kind).toBe('browser');
});

test('two tabs that hear of a message show one notification of it', async () => {
  const shown: { data: unknown }[] = [];
  const registration = {
    active: {},
    getNotifications: async () => [...shown],
    showNotification: vi.fn(async (_title: string, { data }: { data: unknown }) => void shown.splice(0, 1, { data })),
  };
  let last = Promise.resolve();
  const locks = { request: (_name: string, run: () => Promise<void>) => (last = last.then(run)) };
  const serviceWorker = { getRegistration: async () => registration };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker, locks }));
  const [first, second] = [await hostIn(), await hostIn()];
  first.notify(NOTE);
  second.notify(NOTE);
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  await last;
  expect(registration.showNotification).toHaveBeenCalledOnce();
  second.notify({ ...NOTE, msg_id: NOTE.msg_id + 1 });
  await vi.waitFor(() => expect(registration.showNotification).toHaveBeenCalledTimes(2));
  vi.unstubAllGlobals();
});

test('push in a first visit installs the worker that it needs', async () => {
  let installed = (_registration: object) => {};
  const ready = new Promise<object>((resolve) => (installed = resolve));
  const subscription = { toJSON: () => ({ endpoint: 'https://push', keys: { p256dh: 'a', auth: 'b' } }) };
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
  const register = vi.fn(async () => installed({ pushManager }));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { ready, register } }));
  vi.stubGlobal('PushManager', {});
  const subscribed = await (await hostIn()).subscribePush('QUJD');
  expect(subscribed).toEqual({ endpoint: 'https://push', p256dh: 'a', auth: 'b' });
  expect(register).toHaveBeenCalledWith('/sw.js');
  vi.unstubAllGlobals();
});
