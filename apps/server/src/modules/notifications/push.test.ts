import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { dialogLists, dialogOpenUser, dialogSilence, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgRead, msgSendtext } from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import {
  type PushNote,
  pauseShow,
  pushAlias,
  pushCheck,
  pushInfo,
  pushQuiet,
  pushSetting,
  pushSubscribe,
  pushUnsubscribe,
} from '@atrium/contract/people/notifications.ts';
import { userEditdata, userStatus } from '@atrium/contract/people/profile.ts';
import { deviceList, logout } from '@atrium/contract/people/sessions.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { Logger, runMigrations, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OutboundRequest } from '#platform/outside/outbound';
import {
  administrator,
  allCommitted,
  anotherDevice,
  person,
  startServer,
  TestClient,
  type TestServer,
  unique,
} from '#testing/world';
import { pushFollower, pushTasks } from './push.service.ts';

/** A subscribed browser: only it can decrypt its notifications. */
interface Browser {
  endpoint: string;
  p256dh: string;
  auth: string;
  read(body: Buffer): PushNote;
}
function browser(): Browser {
  const ecdh = createECDH('prime256v1');
  const own = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint: `https://push.example/${unique('p')}`,
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    // RFC 8291 and 8188: one record.
    read(body) {
      const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
      const derive = (key: Buffer, by: Buffer, info: Buffer, size: number) =>
        Buffer.from(hkdfSync('sha256', key, by, info, size));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs]);
      const key = derive(ecdh.computeSecret(theirs), auth, info, 32);
      const cek = derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const cipher = createDecipheriv('aes-128-gcm', cek, nonce).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as PushNote;
    },
  };
}

const logger = new Logger(() => () => {});
let server: TestServer;
let asked: OutboundRequest[] = [];
let statusOf: (url: string) => number = () => 201;

beforeAll(async () => {
  await administrator();
  server = await startServer({
    outbound: async (request) => {
      asked.push(request);
      return { status: statusOf(request.url), body: '' };
    },
  });
  await runMigrations({ pgPool: server.app.pool, logger });
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
  statusOf = () => 201;
});

async function someone(name: string): Promise<TestClient & { browser: Browser }> {
  const client = await person(name, { server });
  const own = browser();
  await client.call(pushSubscribe, { endpoint: own.endpoint, p256dh: own.p256dh, auth: own.auth });
  return Object.assign(client, { browser: own });
}

/** Runs all pending jobs at once. */
async function followAndRunJobs(): Promise<void> {
  await followed();
  await runJobs();
}
async function followed(): Promise<void> {
  await allCommitted(server.app);
  while (await pushFollower.step(server.app));
}
async function runJobs(): Promise<void> {
  const { app } = server;
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
  await runOnce({ pgPool: app.pool, taskList: pushTasks(app), noHandleSignals: true, logger });
}
const notesOf = ({ browser: { endpoint, read } }: { browser: Browser }) =>
  asked.filter((each) => each.url === endpoint).map((each) => read(each.body ?? Buffer.alloc(0)));

async function team() {
  const [ada, bo, cy] = await Promise.all([someone('ada'), someone('bo'), someone('cy')]);
  const group = await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: 'Team' });
  await followAndRunJobs();
  asked = [];
  return { ada, bo, cy, dialog_id: group.id };
}
const mention = (userid: number) =>
  `<p><span class="mention" data-denotation-char="@" data-id="${userid}" data-value="x">@x</span> look</p>`;

test('a closed tab gets a notification with sender, conversation, text and link', async () => {
  const { ada, bo, dialog_id } = await team();
  await ada.call(userEditdata, { nickname: 'Ada L' });
  const message = await ada.call(msgSendtext, { dialog_id, text: '<p>Lunch at <b>twelve</b>?</p>' });
  expect(asked).toEqual([]);
  await followAndRunJobs();
  expect(notesOf(bo)).toEqual([
    {
      title: 'Team (Ada L)',
      body: 'Lunch at twelve?',
      icon: '/avatar/Ada%20L.svg',
      place: `/manage/messenger?dialog=${dialog_id}&msg=${message.id}`,
      msg_id: message.id,
      dialog_id,
      silent: false,
      reply: 'Reply',
      read: 'Mark as read',
      badge: 1,
    },
  ]);
  expect(notesOf(ada)).toEqual([]);
  const [request] = asked;
  expect(request?.headers).toMatchObject({ TTL: '3600', Urgency: 'high', 'Content-Encoding': 'aes128gcm' });
  expect(request?.headers['Authorization']).toMatch(/^vapid t=/);
  // In a direct chat the sender's name is enough.
  const direct = await ada.call(dialogOpenUser, { userid: bo.userid });
  await ada.call(msgSendtext, { dialog_id: direct.id, text: 'hi' });
  await followAndRunJobs();
  expect(notesOf(bo).at(-1)).toMatchObject({ title: 'Ada L', body: 'hi' });
});

test('a notification brings the number for the icon: what is unread, and mentions of what is muted', async () => {
  const { ada, bo, cy, dialog_id } = await team();
  const muted = await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: 'Noise' });
  await bo.call(dialogSilence, { dialog_id: muted.id, type: 'set' });
  await followAndRunJobs();
  const badges = async (text: string) => {
    const { id } = await ada.call(msgSendtext, { dialog_id, text });
    await followAndRunJobs();
    return { id, of: [bo, cy].map((each) => notesOf(each).at(-1)?.badge) };
  };
  const before = await badges('one');
  await ada.call(msgSendtext, { dialog_id: muted.id, text: 'two' });
  await ada.call(msgSendtext, { dialog_id: muted.id, text: mention(bo.userid) });
  const after = await badges('three');
  const [boBefore = 0, cyBefore = 0] = before.of;
  expect(after.of).toEqual([boBefore + 2, cyBefore + 3]);
  await bo.call(msgRead, { id: String(after.id) });
  expect((await badges('four')).of).toEqual([boBefore + 2, cyBefore + 4]);
  // The same number that the pages show.
  const rows = (await bo.call(dialogLists, {})).data;
  const shown = rows.reduce(
    (sum, each) => sum + (each.silence ? each.mention || each.mark_unread : each.unread || each.mark_unread),
    0,
  );
  expect(shown).toBe(boBefore + 2);
});

test('placeholders such as [Picture] are in the reader’s language', async () => {
  const { ada, bo, dialog_id } = await team();
  await bo.call(userEditdata, { lang: 'de' });
  await ada.call(msgSendtext, {
    dialog_id,
    text: '<p><img class="browse" src="https://x.example/a.png" width="10" height="10"></p>',
  });
  await followAndRunJobs();
  expect(notesOf(bo)[0]?.body).toBe('[Bild]');
});

test('a muted conversation notifies of mentions only; a silent message never notifies', async () => {
  const { ada, bo, cy, dialog_id } = await team();
  await bo.call(dialogSilence, { dialog_id, type: 'set' });
  await ada.call(msgSendtext, { dialog_id, text: 'one' });
  await followAndRunJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([0, 1]);
  await ada.call(msgSendtext, { dialog_id, text: mention(bo.userid) });
  await followAndRunJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([1, 2]);
  await ada.call(msgSendtext, { dialog_id, text: mention(bo.userid), silence: true });
  await followAndRunJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([1, 2]);
});

test('the conversation of a project can be muted too', async () => {
  const { ada, bo } = await team();
  const { id, dialog_id } = await ada.call(projectAdd, { name: 'Harbour' });
  await ada.call(projectUser, { project_id: id, userid: [ada.userid, bo.userid] });
  expect(await bo.call(dialogSilence, { dialog_id, type: 'set' })).toMatchObject({ silence: 1 });
  await ada.call(msgSendtext, { dialog_id, text: 'one' });
  await ada.call(msgSendtext, { dialog_id, text: mention(bo.userid) });
  await followAndRunJobs();
  expect(notesOf(bo)).toHaveLength(1);
});

test('a busy conversation notifies once, with the newest unread message', async () => {
  const { ada, bo, cy, dialog_id } = await team();
  await bo.call(dialogSilence, { dialog_id, type: 'set' });
  const first = await ada.call(msgSendtext, { dialog_id, text: mention(bo.userid) });
  const second = await ada.call(msgSendtext, { dialog_id, text: 'two' });
  const third = await ada.call(msgSendtext, { dialog_id, text: 'three' });
  await ada.call(msgWithdraw, { msg_id: third.id });
  await followAndRunJobs();
  expect(notesOf(bo).map((note) => note.msg_id)).toEqual([first.id]);
  expect(notesOf(cy).map((note) => note.msg_id)).toEqual([second.id]);
});

test('others see until when a pause lasts, and nothing of the next one', async () => {
  const [ada, bo] = [await person('ada', { server }), await person('bo', { server })];
  const start = Date.now();
  const until = async () => (await bo.call(pauseShow, { userid: ada.userid })).until;
  const hour = (by: number) => `${new Date(start + by * 3_600_000).toISOString().slice(11, 13)}:00`;
  const endOf = (by: number) =>
    `${new Date(start + by * 3_600_000).toISOString().slice(0, 13)}:00:00`.replace('T', ' ');
  expect(await until()).toBeNull();
  await ada.call(pushQuiet, { quiet_from: hour(2), quiet_to: hour(5), timezone: 'UTC' });
  expect(await until()).toBeNull();
  // The quiet hours that follow a pause are nobody's business before they begin.
  const paused = await ada.call(userStatus, { emoji: '', text: 'Away', minutes: 180, dnd: true });
  expect(await until()).toBe(paused.dnd_until);
  await ada.call(userStatus, { emoji: '', text: '' });
  await ada.call(pushQuiet, { quiet_from: hour(-2), quiet_to: hour(5), timezone: 'UTC' });
  expect(await until()).toBe(endOf(5));
  await ada.call(userStatus, { emoji: '', text: 'Away', minutes: 30, dnd: true });
  expect(await until()).toBe(endOf(5));
  await server.app.db.updateTable('users').set({ disable_at: new Date() }).where('userid', '=', ada.userid).execute();
  expect(await until()).toBeNull();
});

test('messages already read or arriving in quiet hours do not notify', async () => {
  const { ada, bo, cy, dialog_id } = await team();
  const hour = (offset: number) => `${String((new Date().getUTCHours() + offset + 24) % 24).padStart(2, '0')}:00`;
  const hours = { quiet_from: hour(-2), quiet_to: hour(2), timezone: 'UTC', quiet_days: [1, 2, 3, 4, 5, 6, 7] };
  expect(await cy.call(pushQuiet, hours)).toEqual(hours);
  expect(await cy.call(pushInfo, {})).toMatchObject(hours);
  const { id } = await ada.call(msgSendtext, { dialog_id, text: 'one' });
  await bo.call(msgRead, { id: String(id) });
  await followAndRunJobs();
  expect(asked).toEqual([]);
  await cy.call(pushQuiet, {});
  await ada.call(msgSendtext, { dialog_id, text: 'two' });
  await followAndRunJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([1, 1]);
  // With the status they pause at once, and it ends with it.
  await cy.call(userStatus, { emoji: '🎧', text: 'Focusing', minutes: 30, dnd: true });
  await ada.call(msgSendtext, { dialog_id, text: 'three' });
  await followAndRunJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([2, 1]);
  await cy.call(userStatus, { emoji: '', text: '' });
  await ada.call(msgSendtext, { dialog_id, text: 'four' });
  await followAndRunJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([3, 2]);
});

test('a subscription the browser gave up is deleted; an unreachable one is retried alone', async () => {
  const { ada, bo, cy, dialog_id } = await team();
  const dora = await person('dora', { server });
  statusOf = (url) => (url === bo.browser.endpoint ? 410 : url === cy.browser.endpoint ? 503 : 201);
  await ada.call(msgSendtext, { dialog_id, text: 'one' });
  await followAndRunJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([1, 1]);
  expect((await bo.call(pushInfo, {})).subscribed).toBe(false);
  statusOf = () => 201;
  await runJobs();
  expect([notesOf(bo).length, notesOf(cy).length]).toEqual([1, 2]);
  await runJobs();
  expect(notesOf(cy)).toHaveLength(2);
  expect((await dora.call(pushInfo, {})).subscribed).toBe(false);
});

test('a browser subscription belongs to one person: it ends at sign-out and moves with the next sign-in', async () => {
  const { ada, bo, cy, dialog_id } = await team();
  const { public_key, subscribed } = await bo.call(pushInfo, {});
  expect(subscribed).toBe(true);
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65);
  expect((await cy.call(pushInfo, {})).public_key).toBe(public_key);
  await bo.call(logout, {});
  const { endpoint, p256dh, auth } = cy.browser;
  const eve = await person('eve', { server });
  await eve.call(pushSubscribe, { endpoint, p256dh, auth });
  await ada.call(msgSendtext, { dialog_id, text: 'one' });
  await followAndRunJobs();
  expect(asked).toEqual([]);
  await eve.call(pushUnsubscribe, {});
  expect((await eve.call(pushInfo, {})).subscribed).toBe(false);
});

test('a person tests notifications on their own device only', async () => {
  const ada = await someone('ada');
  const other = await anotherDevice(ada);
  await expect(other.call(pushCheck, {})).rejects.toMatchObject({ data: { code: 'push.none' } });
  await ada.call(pushCheck, {});
  expect(notesOf(ada)).toEqual([
    expect.objectContaining({ msg_id: 0, place: '/manage/setting/notification', body: expect.stringMatching(/./) }),
  ]);
  statusOf = () => 500;
  await expect(ada.call(pushCheck, {})).rejects.toMatchObject({ data: { code: 'push.failed' } });
});

test('an administrator turns push off for everybody and sets the contact for push services', async () => {
  const { ada, bo, dialog_id } = await team();
  const admin = await administrator();
  // The administrator's own contact is another server of this workspace.
  const setting = (change: Omit<InputOf<typeof pushSetting>, 'type'>) => setOn(admin, { type: 'save', ...change });
  const setOn = async (by: TestClient, input: InputOf<typeof pushSetting>) => {
    const here = new TestClient(server.base);
    here.token = by.token;
    return here.call(pushSetting, input);
  };
  const contactOf = ({ headers }: OutboundRequest) => {
    const [, claims = ''] = (/t=([^,]+)/.exec(headers['Authorization'] ?? '')?.[1] ?? '').split('.');
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
  };
  const before = await setOn(admin, {});
  expect(before).toMatchObject({ push: 'open', contact: '', default_contact: 'admin@atrium.test' });
  expect(before.devices).toBeGreaterThanOrEqual(3);
  for (const contact of ['nobody', 'http://x.example', 'https://']) {
    await expect(setting({ contact })).rejects.toMatchObject({ data: { code: 'push.contact' } });
  }
  await bo.call(pushCheck, {});
  await setting({ contact: 'ops@atrium.example' });
  await bo.call(pushCheck, {});
  await setting({ contact: 'https://atrium.example/ops' });
  await bo.call(pushCheck, {});
  expect(asked.map(contactOf)).toEqual([
    'mailto:admin@atrium.test',
    'mailto:ops@atrium.example',
    'https://atrium.example/ops',
  ]);
  asked = [];
  await ada.call(msgSendtext, { dialog_id, text: 'just before' });
  await followed();
  expect(await setting({ push: 'close' })).toMatchObject({ push: 'close', contact: 'https://atrium.example/ops' });
  expect((await bo.call(pushInfo, {})).is_open).toBe(false);
  await expect(bo.call(pushCheck, {})).rejects.toMatchObject({ data: { code: 'push.off' } });
  await runJobs();
  expect(asked).toEqual([]);
  await ada.call(msgSendtext, { dialog_id, text: 'while it was off' });
  await followed();
  // Messages sent meanwhile are not pushed later.
  await setting({ push: 'open', contact: '' });
  await followAndRunJobs();
  expect(asked).toEqual([]);
  const { id } = await ada.call(msgSendtext, { dialog_id, text: 'now' });
  await followAndRunJobs();
  expect(notesOf(bo).map((note) => note.msg_id)).toEqual([id]);
});

// covers A7-22
test('a mobile app registers its alias; a phone that hides notifications gets none', async () => {
  const { ada, bo, cy, dialog_id } = await team();
  const phone = {
    alias: 'phone-7',
    userAgent: 'Atrium/1.0 (Android 15)',
    deviceModel: 'Slate 3',
    appVersionName: '1.2',
  };
  await expect(bo.call(pushAlias, { ...phone, userAgent: 'Mozilla/5.0 (X11; Linux)' })).rejects.toMatchObject({
    data: { code: 'alias.platform' },
  });
  await expect(bo.call(pushAlias, { ...phone, isDebug: true })).rejects.toMatchObject({
    data: { code: 'alias.debug' },
  });
  await bo.call(pushAlias, { ...phone, isNotified: false });
  await cy.call(pushAlias, { ...phone, isNotified: true });
  const { list } = await bo.call(deviceList, {});
  expect(list[0]?.detail).toMatchObject({ app_model: 'Slate 3', app_version: '1.2' });
  await ada.call(msgSendtext, { dialog_id, text: 'hidden' });
  await followAndRunJobs();
  expect([notesOf(bo), notesOf(cy)].map((notes) => notes.map(({ body }) => body))).toEqual([[], ['hidden']]);
  await bo.call(pushAlias, { alias: 'phone-7', action: 'remove' });
  await ada.call(msgSendtext, { dialog_id, text: 'shown' });
  await followAndRunJobs();
  expect(notesOf(bo).map(({ body }) => body)).toEqual(['shown']);
});
