import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as c from '@atrium/contract/checkin.ts';
import { dialogOne, dialogOpenUser } from '@atrium/contract/dialogs.ts';
import { msgSendlocation } from '@atrium/contract/locations.ts';
import * as m from '@atrium/contract/messages.ts';
import { systemSetting } from '@atrium/contract/system.ts';
import { userLists, userOperation } from '@atrium/contract/users.ts';
import { sql } from 'kysely';
import pg from 'pg';
import readSheets from 'read-excel-file/node';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { allCommitted, person, startServer, type TestClient, type TestServer } from '#testing/world';
import { performWork } from '../../platform/work.ts';
import { runExport } from '../exports/run.service.ts';
import { nobody } from '../users/bots.service.ts';
import { followPunches } from './bot.service.ts';
import { punch } from './punch.service.ts';
import { remindOfCheckins } from './reminders.service.ts';
import { routerScript } from './router.ts';

/** Servers of their own: what is set here is set for everybody. */
let servers: [TestServer, TestServer];
let admin: TestClient;
let server: TestServer;

/** All day and night, so that whoever checks in now is in time. */
const ALWAYS = { time: ['00:00', '23:59'], days: [1, 2, 3, 4, 5, 6, 7], advance: 0, delay: 0 };
const GATE = { lng: 13.377704, lat: 52.516275, radius: 500 };
const set = (change: Record<string, unknown>) => admin.call(c.checkinSetting, { type: 'save', ...change });

beforeAll(async () => {
  const databaseUrl = await cloneTemplate(`atrium_checkin_${process.pid}`);
  server = await startServer({ databaseUrl });
  servers = [server, await startServer({ databaseUrl })];
  admin = await person('admin', { server });
  await set({ ...ALWAYS, modes: ['auto', 'manual', 'locat', 'face'], locat_point: GATE, edit: 'open', open: 'open' });
});
afterAll(() => Promise.all(servers.map((each) => each.close())));

const people = (...names: string[]) => Promise.all(names.map((name) => person(name, { server })));
async function ada(): Promise<TestClient> {
  const [one] = await people('ada');
  if (!one) throw new Error('nobody');
  return one;
}
/** A picture of somebody's own. */
async function upload(who: TestClient): Promise<string> {
  const image = sharp({ create: { width: 40, height: 40, channels: 3, background: '#4f5bd5' } }).jpeg();
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(await image.toBuffer())]), 'me.jpg');
  return String((await who.raw('system/imgupload', { method: 'POST', body })).data['path']);
}
let serial = 0;
const freshMac = () =>
  `A4:83:E7:00:${[++serial >> 8, serial & 255].map((each) => each.toString(16).padStart(2, '0').toUpperCase()).join(':')}`;

/** The conversation with the bot. */
async function talk(who: TestClient): Promise<number> {
  const { userid } = await server.app.db
    .selectFrom('users')
    .select('userid')
    .where('email', '=', 'check-in@bot.system')
    .executeTakeFirstOrThrow();
  return (await who.call(dialogOpenUser, { userid })).id;
}
/** What the bot has said to somebody, the oldest first. */
async function told(who: TestClient) {
  const { list } = await who.call(m.msgList, { dialog_id: await talk(who) });
  return list.flatMap(({ msg }) => (msg['key'] ? [{ key: msg['key'], content: msg['content'] }] : [])).reverse();
}
const keysTold = async (who: TestClient) => (await told(who)).map(({ key }) => key);
/** Both servers read what was said. */
async function heard(): Promise<void> {
  await allCommitted(server.app);
  await Promise.all(servers.map(({ app }) => followPunches(app)));
}
const report = async (fields: Record<string, string>, path = 'report') => {
  const answer = await fetch(`${server.base}/api/public/checkin/${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const today = () => new Date().toISOString().slice(0, 10);
const month = () => today().slice(0, 7);
const refused = (code: string) => ({ ret: 0, data: { code } });

test('a button of the bot checks in, once a day in each direction', async () => {
  const who = await ada();
  const dialog_id = await talk(who);
  await who.listen();
  const { quick_msgs } = await who.call(dialogOne, { dialog_id }, { language: 'de' });
  expect(quick_msgs).toEqual([
    { key: 'locat-checkin', label: 'Hier anmelden', config: { type: 'wgs84', key: '', ...GATE } },
    { key: 'manual-checkin', label: 'Anmelden' },
  ]);
  const press = () =>
    who.call(m.msgSendtext, { dialog_id, text: '<p><span data-quick-key="manual-checkin">Check in</span></p>' });
  await press();
  await heard();
  expect(await told(who)).toEqual([
    { key: 'bot.checkin_in', content: expect.stringMatching(new RegExp(`^${today()} \\d\\d:\\d\\d$`)) },
  ]);
  expect(
    await who.hears('dialog', 'add', ({ data: { msg } }) => (msg as { key?: string }).key === 'bot.checkin_in'),
  ).toBeTruthy();
  // A second later; within the second nothing is said at all.
  await press();
  await heard();
  expect(await keysTold(who)).toEqual(['bot.checkin_in']);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await press();
  await heard();
  expect(await keysTold(who)).toEqual(['bot.checkin_in', 'bot.checkin_again_in']);
  const [day, ...more] = await who.call(c.checkinList, { ym: month() });
  expect(more).toEqual([]);
  expect(day?.date).toBe(today());
  expect(day?.section).toHaveLength(1);
  // What was said is read by then.
  const { list } = await who.call(m.msgList, { dialog_id });
  expect(list.filter(({ userid }) => userid === who.userid).every(({ read }) => read === 1)).toBe(true);
});

test('a place counts within its radius, by where it is and not by what the message says of it', async () => {
  const [near, far, other] = await people('near', 'far', 'other');
  if (!near || !far || !other) throw new Error('nobody');
  const go = async (who: TestClient, place: { lng: number; lat: number; type?: 'baidu' }) =>
    who.call(msgSendlocation, { dialog_id: await talk(who), title: 'Here', distance: 1, ...place });
  await go(near, { lng: GATE.lng, lat: GATE.lat + 0.004 });
  await go(far, { lng: GATE.lng, lat: GATE.lat + 0.005 });
  await go(other, { lng: GATE.lng, lat: GATE.lat, type: 'baidu' });
  await heard();
  expect(await keysTold(near)).toEqual(['bot.checkin_in']);
  expect(await told(far)).toEqual([{ key: 'bot.checkin_far', content: '556 m > 500 m' }]);
  expect(await keysTold(other)).toEqual(['bot.checkin_map']);
  expect(await far.call(c.checkinList, { ym: month() })).toEqual([]);
});

test('out of hours, in a way that is closed, and where all is closed, the bot says why', async () => {
  const who = await ada();
  const dialog_id = await talk(who);
  const press = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await who.call(m.msgSendtext, { dialog_id, text: 'manual-checkin' });
    await heard();
  };
  const hour = new Date().getUTCHours();
  const time = hour < 12 ? ['22:00', '23:00'] : ['01:00', '02:00'];
  await set({ time });
  await press();
  await set({ ...ALWAYS, modes: ['auto'] });
  await press();
  expect((await who.call(dialogOne, { dialog_id })).quick_msgs).toEqual([]);
  await set({ open: 'close' });
  await press();
  const all = { ...ALWAYS, modes: ['auto', 'manual', 'locat', 'face'], open: 'open' };
  await expect(who.call(c.checkinGet, {})).rejects.toMatchObject(refused('checkin.closed'));
  await expect(who.call(c.checkinList, { ym: month() })).rejects.toMatchObject(refused('checkin.closed'));
  await expect(who.call(c.checkinSave, { type: 'mac', list: [] })).rejects.toMatchObject(refused('checkin.closed'));
  expect((await who.call(systemSetting, {})).checkin).toBe('close');
  await set(all);
  expect((await who.call(systemSetting, {})).checkin).toBe('open');
  expect(await told(who)).toEqual([
    { key: 'bot.checkin_window', content: time.join(' – ') },
    { key: 'bot.checkin_mode', content: '' },
    { key: 'bot.checkin_closed', content: '' },
  ]);
}, 20_000);

test('a router reports devices in plain words, and is told what is wrong', async () => {
  const [bo, cy, gone] = await people('bo', 'cy', 'gone');
  if (!bo || !cy || !gone) throw new Error('nobody');
  const { key, face_key } = await set({});
  const [mac, other, lost] = [freshMac(), freshMac(), freshMac()];
  const { list } = await bo.call(c.checkinSave, {
    type: 'mac',
    list: [{ mac: mac.toLowerCase().replaceAll(':', '-'), remark: 'Phone' }],
  });
  expect(list).toEqual([{ id: expect.any(Number), userid: bo.userid, mac, remark: 'Phone' }]);
  await cy.call(c.checkinSave, { type: 'mac', list: [{ mac: other }] });
  await gone.call(c.checkinSave, { type: 'mac', list: [{ mac: lost }] });
  await admin.call(userOperation, { userid: gone.userid, type: 'setdisable' });
  const good = { key, mac: `${mac},${lost},FF:FF:FF:FF:FF:FF,nonsense,${freshMac()}`, time: '0' };

  expect(await report({ ...good, key: 'x' })).toMatchObject({ status: 200, text: 'key error' });
  expect((await report({ ...good, type: 'face' })).text).toBe('key error');
  expect(await report(good)).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: 'success' });
  expect((await report(good)).text).toBe('success');
  expect(await keysTold(bo)).toEqual(['bot.checkin_in']);
  expect(await keysTold(cy)).toEqual([]);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from checkin_days where userid = ${gone.userid}`.execute(server.app.db);
  expect(rows[0]?.n).toBe(0);
  // Faces have a key of their own, and people are named by their number.
  expect((await report({ key: face_key, type: 'face', mac: `face-${cy.userid}` })).text).toBe('success');
  expect(await keysTold(cy)).toEqual(['bot.checkin_in']);

  await set({ modes: ['manual'] });
  expect((await report(good)).text).toBe('mode off');
  await set({ open: 'close' });
  expect((await report(good)).text).toBe('function off');
  const fresh = await set({ ...ALWAYS, open: 'open', modes: ['auto', 'manual', 'locat', 'face'] });
  // Whoever copied the old one has nothing any more.
  expect((await report(good)).text).toBe('key error');
  expect(fresh.key).not.toBe(key);
  expect(fresh.cmd).toBe(`wget -qO- 'http://atrium.test/api/public/checkin/install?key=${fresh.key}' | sh`);
  expect((await report({ ...good, key: fresh.key })).text).toBe('success');
});

test('guessing keys and reporting without end are stopped', async () => {
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => report({ key: `k${n}`, mac: '' })));
  expect(guesses.some(({ status }) => status === 429)).toBe(true);
  const { key } = await set({});
  // The right one is still heard, until there are too many of all.
  expect((await report({ key, mac: '' })).text).toBe('success');
  const reports = await Promise.all(Array.from({ length: 150 }, () => report({ key, mac: '' })));
  expect(reports.some(({ status }) => status === 429)).toBe(true);
});

test('the script for routers is one that a shell reads, and carries a quoted key', () => {
  const script = routerScript("http://it's.example", 'k1');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'atrium-router-')), 'install.sh');
  writeFileSync(file, script);
  execFileSync('sh', ['-n', file]);
  const inner = script.slice(script.indexOf("<<'ATRIUM_REPORT'\n") + 18, script.indexOf('\nATRIUM_REPORT\n'));
  writeFileSync(file, inner);
  execFileSync('sh', ['-n', file]);
  expect(inner).toContain(String.raw`url='http://it'\''s.example/api/public/checkin/report'`);
});

test('devices are few, real and one person’s; pictures are one’s own', async () => {
  const [dee, eve] = await people('dee', 'eve');
  if (!dee || !eve) throw new Error('nobody');
  const save = (who: TestClient, ...macs: string[]) =>
    who.call(c.checkinSave, { type: 'mac', list: macs.map((mac) => ({ mac })) });
  const mac = freshMac();
  await expect(save(dee, 'A4:83:E7:12:34')).rejects.toMatchObject(refused('checkin.mac'));
  await expect(save(dee, freshMac(), freshMac(), freshMac(), freshMac())).rejects.toMatchObject(
    refused('checkin.macs'),
  );
  await save(dee, mac, mac);
  expect((await dee.call(c.checkinGet, {})).list.map((each) => each.mac)).toEqual([mac]);
  await expect(save(eve, freshMac(), mac)).rejects.toMatchObject(refused('checkin.taken'));
  expect((await eve.call(c.checkinGet, {})).list).toEqual([]);
  await expect(dee.call(c.checkinSave, { type: 'face', faceimg: 'x' })).rejects.toMatchObject(refused('checkin.face'));
  await set({ edit: 'close', face_upload: 'open' });
  await expect(save(dee)).rejects.toMatchObject(refused('checkin.edit'));
  await expect(
    dee.call(c.checkinSave, { type: 'face', faceimg: 'picture/not-a-picture-of-mine' }),
  ).rejects.toMatchObject(refused('parameter'));
  // An administrator does it for others, also where they may not.
  const [phone] = [freshMac()];
  const picture = await upload(dee);
  const own = await dee.call(c.checkinSave, { type: 'face', faceimg: picture });
  expect(own.faceimg).toBe(`http://atrium.test/${picture}`);
  await expect(eve.call(c.checkinSave, { type: 'face', faceimg: picture })).rejects.toMatchObject(refused('parameter'));
  await admin.call(userOperation, {
    userid: eve.userid,
    type: 'checkin_macs',
    checkin_macs: [{ mac: phone, remark: 'Tag' }],
  });
  await expect(
    admin.call(userOperation, { userid: eve.userid, type: 'checkin_macs', checkin_macs: [{ mac }] }),
  ).rejects.toMatchObject(refused('checkin.taken'));
  const listed = async (keys: object) => {
    const { data } = await admin.call(userLists, { keys, get_checkin_data: true, pagesize: 50 });
    return data.map(({ userid, checkin_face, checkin_macs }) => ({
      userid,
      checkin_face,
      macs: checkin_macs?.map((each) => each.mac),
    }));
  };
  const deeShown = { userid: dee.userid, checkin_face: `http://atrium.test/${picture}`, macs: [mac] };
  expect(await listed({ checkin_mac: phone.toLowerCase() })).toEqual([
    { userid: eve.userid, checkin_face: '', macs: [phone] },
  ]);
  expect(await listed({ checkin_face: 'yes' })).toEqual([deeShown]);
  expect(await listed({ checkin_face: 'no' })).not.toContainEqual(deeShown);
  // With the account goes what it was known by.
  await admin.call(userOperation, { userid: dee.userid, type: 'delete', delete_reason: 'gone' });
  expect(await listed({ checkin_face: 'yes' })).toEqual([]);
  await set({ edit: 'open', face_upload: 'close' });
  await save(eve, mac);
});

test('stays break where nobody was seen for more than an hour, in whatever order they come', async () => {
  const who = await ada();
  const { app } = server;
  await set({ time: ['09:00', '18:00'], advance: 120, delay: 480 });
  // 2 March 2026, and after midnight of it.
  const times = ['10:00', '12:30', '11:00', '14:00', '13:31', '23:10'].map((clock) => `2026-03-02T${clock}:00Z`);
  for (const time of [...times, '2026-03-03T00:05:00Z', '2026-03-03T04:00:00Z']) {
    const at = new Date(time);
    await performWork(app, nobody, (work) => punch(work, { userids: [who.userid], at, mode: 'auto' }));
  }
  const section = [
    ['10:00', '11:00'],
    ['12:30', ''],
    ['13:31', '14:00'],
    ['23:10', '00:05'],
  ];
  expect(await who.call(c.checkinList, { ym: '2026-05', before: 2 })).toEqual([{ date: '2026-03-02', section }]);
  expect(await who.call(c.checkinList, { ym: '2026-05', before: 1 })).toEqual([]);
  expect(await keysTold(who)).toEqual(['bot.checkin_in', 'bot.checkin_out']);
  await set(ALWAYS);
});

test('a workbook tells who came when, for administrators', async () => {
  const [fay, gus] = await people('fay', 'gus');
  if (!fay || !gus) throw new Error('nobody');
  await sql`insert into checkin_days (userid, date, spans) values
    (${fay.userid}, '2026-03-02', '{[2026-03-02 08:55+00, 2026-03-02 13:00+00],[2026-03-02 13:30+00,2026-03-02 18:31+00]}'),
    (${fay.userid}, '2026-03-03', '{[2026-03-03 09:20+00, 2026-03-03 10:20+00]}')`.execute(server.app.db);
  const order = {
    userid: [fay.userid, gus.userid],
    date: ['2026-03-02', '2026-03-03'],
    time: ['09:00', '18:00'],
  } as const;
  await expect(
    fay.call(c.checkinExport, { ...order, userid: [...order.userid], time: [...order.time] }),
  ).rejects.toMatchObject({ ret: 0 });
  const ask = (change: object) =>
    admin.call(c.checkinExport, { ...order, userid: [...order.userid], time: [...order.time], ...change });
  await expect(ask({ userid: [] })).rejects.toMatchObject(refused('export.people'));
  await expect(ask({ date: ['2026-03-01', '2026-04-05'] })).rejects.toMatchObject(refused('export.days'));
  await expect(ask({ date: ['2026-02-30', '2026-03-01'] })).rejects.toMatchObject(refused('export.time'));
  await expect(ask({ time: ['18:00', '09:00'] })).rejects.toMatchObject(refused('checkin.hours'));
  await ask({});
  const made = () =>
    server.app.db
      .selectFrom('exports')
      .selectAll()
      .where('kind', '=', 'checkin')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  await runExport(server.app, (await made()).id);
  const { token, name, status } = await made();
  expect(status).toBe('done');
  const url = `${server.base}/file/export/${token}/${encodeURIComponent(name)}`;
  expect((await fetch(url, { headers: { token: fay.token } })).status).toBe(404);
  const answer = await fetch(url, { headers: { token: admin.token } });
  const [sheet] = await readSheets(Buffer.from(await answer.arrayBuffer()));
  const [head, ...lines] = sheet?.data ?? [];
  expect(head?.slice(1, 5)).toEqual(['Day', 'Working hours', 'Came', 'Coming']);
  expect(lines.map((line) => line.slice(1))).toEqual([
    ['2026-03-02', '09:00 – 18:00', '08:55', 'On time', '17:31', 'Early', '08:55 – 12:00, 13:30 – 17:31'],
    ['2026-03-03', '09:00 – 18:00', '09:20', 'Late', null, 'Missing', '09:20'],
    ['2026-03-02', '09:00 – 18:00', null, 'Missing', null, 'Missing', null],
    ['2026-03-03', '09:00 – 18:00', null, 'Missing', null, 'Missing', null],
  ]);
});

test('whoever came lately is reminded before work and after it, once, by whichever server', async () => {
  const [hal, ivy, jon, kim, lea] = await people('hal', 'ivy', 'jon', 'kim', 'lea');
  if (!hal || !ivy || !jon || !kim || !lea) throw new Error('nobody');
  const { db } = server.app;
  await sql`delete from checkin_days`.execute(db);
  const span = '{[2030-03-01 08:00+00, 2030-03-01 09:00+00]}';
  // hal: yesterday; ivy: long ago; jon: yesterday, and is here already; kim: yesterday, but is disabled.
  await sql`insert into checkin_days (userid, date, spans) values
    (${hal.userid}, '2030-03-04', ${span}), (${ivy.userid}, '2030-03-01', ${span}), (${jon.userid}, '2030-03-04', ${span}),
    (${jon.userid}, '2030-03-05', ${span}), (${kim.userid}, '2030-03-04', ${span})`.execute(db);
  await admin.call(userOperation, { userid: kim.userid, type: 'setdisable' });
  await set({
    time: ['09:00', '18:00'],
    days: [1, 2, 3, 4, 5],
    timezone: 'Europe/Berlin',
    remindin: 5,
    remindexceed: 10,
  });
  const tick = (iso: string) => Promise.all(servers.map(({ app }) => remindOfCheckins(app, new Date(iso))));
  for (const iso of ['2030-03-05T07:54:00Z', '2030-03-05T07:55:00Z', '2030-03-05T07:56:00Z', '2030-03-05T08:11:00Z'])
    await tick(iso);
  // Saturday.
  await tick('2030-03-09T07:56:00Z');
  expect(await told(hal)).toEqual([
    { key: 'bot.checkin_before', content: '09:00 – 18:00' },
    { key: 'bot.checkin_after', content: '09:00 – 18:00' },
  ]);
  const others = await Promise.all([ivy, jon, lea].map(keysTold));
  expect(others).toEqual([[], [], []]);
  await set({ ...ALWAYS, timezone: '' });
});

test('a thousand are reminded in as many statements as one batch takes', async () => {
  const { db } = server.app;
  await sql`delete from checkin_days`.execute(db);
  await sql`with p as (insert into users (email, nickname) select 'crowd' || n || '@example.com', 'C' || n from generate_series(1, 1000) n returning userid)
    insert into checkin_days (userid, date, spans) select userid, '2030-03-04', '{[2030-03-04 08:00+00, 2030-03-04 09:00+00]}' from p`.execute(
    db,
  );
  await set({ time: ['09:00', '18:00'], timezone: 'UTC', remindin: 5 });
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await remindOfCheckins(server.app, new Date('2030-03-05T08:56:00Z'));
  const statements = asked.mock.calls.length;
  asked.mockRestore();
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from messages where msg ->> 'key' = 'bot.checkin_before' and created_at > now() - interval '1 minute'`.execute(
    db,
  );
  expect(rows[0]?.n).toBeGreaterThanOrEqual(1000);
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThan(60);
  await set(ALWAYS);
}, 20_000);

test('the setting is refused where people could not check in by it', async () => {
  await expect(set({ time: ['18:00', '09:00'] })).rejects.toMatchObject(refused('checkin.hours'));
  await expect(set({ time: ['09:00', '18:00'], advance: 800, delay: 100 })).rejects.toMatchObject({
    data: { code: 'checkin.window', most: 899 },
  });
  await expect(set({ days: [] })).rejects.toMatchObject(refused('checkin.days'));
  await expect(set({ days: [0] })).rejects.toMatchObject(refused('checkin.days'));
  await expect(set({ timezone: 'Europe/Atlantis' })).rejects.toMatchObject(refused('checkin.zone'));
  await expect(set({ modes: [] })).rejects.toMatchObject(refused('checkin.modes'));
  const fresh = await startServer({ databaseUrl: await cloneTemplate(`atrium_checkin2_${process.pid}`) });
  try {
    const other = await person('admin', { server: fresh });
    await expect(other.call(c.checkinSetting, { type: 'save', modes: ['locat'] })).rejects.toMatchObject(
      refused('checkin.point'),
    );
    expect(await other.call(c.checkinSetting, {})).toMatchObject({ open: 'close', key: '', face_key: '', cmd: '' });
  } finally {
    await fresh.close();
  }
});
