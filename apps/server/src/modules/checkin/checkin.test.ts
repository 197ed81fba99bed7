import { dialogOne, dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendlocation } from '@atrium/contract/chat/locations.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { userLists, userOperation } from '@atrium/contract/people/accounts.ts';
import * as c from '@atrium/contract/workspace/checkin.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { sql } from 'kysely';
import readSheets from 'read-excel-file/node';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { systemCaller } from '#platform/callers';
import { cloneTemplate } from '#testing/database';
import { person, refused, startServer, type TestClient } from '#testing/world';
import { performWork } from '../../platform/work.ts';
import { runExport } from '../exports/run.service.ts';
import { ALL_MODES, ALWAYS, checkinServers, freshMac, GATE, month, today } from './checkin.testing.ts';
import { punch } from './punch.service.ts';

const site = checkinServers('checkin');

/** Uploads a picture of the person's own. */
async function upload(who: TestClient): Promise<string> {
  const image = sharp({ create: { width: 40, height: 40, channels: 3, background: '#4f5bd5' } }).jpeg();
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(await image.toBuffer())]), 'me.jpg');
  return String((await who.raw('system/imgupload', { method: 'POST', body })).data['path']);
}

test('a button of the bot checks in once a day in each direction', async () => {
  const who = await site.person('ada');
  const dialog_id = await site.talk(who);
  await who.listen();
  const { quick_msgs } = await who.call(dialogOne, { dialog_id }, { language: 'de' });
  expect(quick_msgs).toEqual([
    { key: 'locat-checkin', label: 'Hier einchecken', config: { type: 'wgs84', key: '', ...GATE } },
    { key: 'manual-checkin', label: 'Einchecken' },
  ]);
  const press = () =>
    who.call(m.msgSendtext, { dialog_id, text: '<p><span data-quick-key="manual-checkin">Check in</span></p>' });
  // The second press within a second is ignored. Both are read at once: only then it is the same server that counts them.
  await press();
  await press();
  await site.readLog();
  expect(await site.botMessages(who)).toEqual([
    { key: 'bot.checkin_in', content: expect.stringMatching(new RegExp(`^${today()} \\d\\d:\\d\\d$`)) },
  ]);
  expect(
    await who.receives('dialog', 'add', ({ data: { msg } }) => (msg as { key?: string }).key === 'bot.checkin_in'),
  ).toBeTruthy();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await press();
  await site.readLog();
  expect(await site.keysReceived(who)).toEqual(['bot.checkin_in', 'bot.checkin_again_in']);
  const [day, ...more] = await who.call(c.checkinList, { ym: month() });
  expect(more).toEqual([]);
  expect(day?.date).toBe(today());
  expect(day?.section).toHaveLength(1);
  // The messages are read by now.
  const { list } = await who.call(m.msgList, { dialog_id });
  expect(list.filter(({ userid }) => userid === who.userid).every(({ read }) => read === 1)).toBe(true);
});

// covers C5-10
test('a location counts by its coordinates within the radius, whatever the message says', async () => {
  const [near, far, other] = await Promise.all([site.person('near'), site.person('far'), site.person('other')]);
  const go = async (who: TestClient, place: { lng: number; lat: number; type?: 'baidu' }) =>
    who.call(msgSendlocation, { dialog_id: await site.talk(who), title: 'Here', distance: 1, ...place });
  await go(near, { lng: GATE.lng, lat: GATE.lat + 0.004 });
  await go(far, { lng: GATE.lng, lat: GATE.lat + 0.005 });
  await go(other, { lng: GATE.lng, lat: GATE.lat, type: 'baidu' });
  await site.readLog();
  expect(await site.keysReceived(near)).toEqual(['bot.checkin_in']);
  expect(await site.botMessages(far)).toEqual([{ key: 'bot.checkin_far', content: '556 m > 500 m' }]);
  expect(await site.keysReceived(other)).toEqual(['bot.checkin_map']);
  expect(await far.call(c.checkinList, { ym: month() })).toEqual([]);
});

test('a muted member can still check in', async () => {
  const [who, other] = await Promise.all([site.person('ada'), site.person('bo')]);
  const dialog_id = await site.talk(who);
  const between = await who.call(dialogOpenUser, { userid: other.userid });
  await site.admin.call(systemSetting, { type: 'save', user_private_chat_mute: 'close' });
  const press = (id: number) => who.call(m.msgSendtext, { dialog_id: id, text: 'manual-checkin' });
  await expect(press(between.id)).rejects.toMatchObject(refused('message.muted'));
  expect((await who.call(dialogOne, { dialog_id })).dialog_mute).toBe('open');
  await press(dialog_id);
  await who.call(msgSendlocation, { dialog_id, title: 'Here', ...GATE });
  await site.readLog();
  expect(await site.keysReceived(who)).toEqual(['bot.checkin_in']);
  await site.admin.call(systemSetting, { type: 'save', user_private_chat_mute: 'open' });
});

test('outside the hours, or with a disabled method, the bot explains the refusal', async () => {
  const who = await site.person('ada');
  const dialog_id = await site.talk(who);
  const press = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await who.call(m.msgSendtext, { dialog_id, text: 'manual-checkin' });
    await site.readLog();
  };
  const time = ['22:00', '23:00'];
  await site.set({ time });
  await press();
  await site.set({ ...ALWAYS, modes: ['auto'] });
  await press();
  expect((await who.call(dialogOne, { dialog_id })).quick_msgs).toEqual([]);
  await site.set({ open: 'close' });
  await press();
  const all = { ...ALWAYS, modes: ALL_MODES, open: 'open' };
  await expect(who.call(c.checkinGet, {})).rejects.toMatchObject(refused('checkin.closed'));
  await expect(who.call(c.checkinList, { ym: month() })).rejects.toMatchObject(refused('checkin.closed'));
  await expect(who.call(c.checkinSave, { type: 'mac', list: [] })).rejects.toMatchObject(refused('checkin.closed'));
  expect((await who.call(systemSetting, {})).checkin).toBe('close');
  await site.set(all);
  expect((await who.call(systemSetting, {})).checkin).toBe('open');
  expect(await site.botMessages(who)).toEqual([
    { key: 'bot.checkin_window', content: time.join(' – ') },
    { key: 'bot.checkin_mode', content: '' },
    { key: 'bot.checkin_closed', content: '' },
  ]);
}, 20_000);

test('devices are limited, valid and unique to one person; photos are private', async () => {
  const [dee, eve] = await Promise.all([site.person('dee'), site.person('eve')]);
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
  await site.set({ edit: 'close', face_upload: 'open' });
  await expect(save(dee)).rejects.toMatchObject(refused('checkin.edit'));
  await expect(
    dee.call(c.checkinSave, { type: 'face', faceimg: 'picture/not-a-picture-of-mine' }),
  ).rejects.toMatchObject(refused('parameter'));
  // An administrator does it for others, even where they may not themselves.
  const [phone] = [freshMac()];
  const picture = await upload(dee);
  const own = await dee.call(c.checkinSave, { type: 'face', faceimg: picture });
  expect(own.faceimg).toBe(`http://atrium.test/${picture}`);
  await expect(eve.call(c.checkinSave, { type: 'face', faceimg: picture })).rejects.toMatchObject(refused('parameter'));
  await site.admin.call(userOperation, {
    userid: eve.userid,
    type: 'checkin_macs',
    checkin_macs: [{ mac: phone, remark: 'Tag' }],
  });
  await expect(
    site.admin.call(userOperation, { userid: eve.userid, type: 'checkin_macs', checkin_macs: [{ mac }] }),
  ).rejects.toMatchObject(refused('checkin.taken'));
  const listed = async (keys: object) => {
    const { data } = await site.admin.call(userLists, { keys, get_checkin_data: true, pagesize: 50 });
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
  // Deleting the account removes its devices and picture.
  await site.admin.call(userOperation, { userid: dee.userid, type: 'delete', delete_reason: 'gone' });
  expect(await listed({ checkin_face: 'yes' })).toEqual([]);
  await site.set({ edit: 'open', face_upload: 'close' });
  await save(eve, mac);
});

test('presence splits when nobody was seen for an hour, whatever the order of reports', async () => {
  const who = await site.person('ada');
  const { app } = site.server;
  await site.set({ time: ['09:00', '18:00'], advance: 120, delay: 480, timezone: 'UTC' });
  // 2 March 2026, and after midnight of that day.
  const times = ['10:00', '12:30', '11:00', '14:00', '13:31', '23:10'].map((clock) => `2026-03-02T${clock}:00Z`);
  for (const time of [...times, '2026-03-03T00:05:00Z', '2026-03-03T04:00:00Z']) {
    const at = new Date(time);
    await performWork(app, systemCaller, (work) => punch(work, { userids: [who.userid], at, mode: 'auto' }));
  }
  const section = [
    ['10:00', '11:00'],
    ['12:30', ''],
    ['13:31', '14:00'],
    ['23:10', '00:05'],
  ];
  expect(await who.call(c.checkinList, { ym: '2026-05', before: 2 })).toEqual([{ date: '2026-03-02', section }]);
  expect(await who.call(c.checkinList, { ym: '2026-05', before: 1 })).toEqual([]);
  expect(await site.keysReceived(who)).toEqual(['bot.checkin_in', 'bot.checkin_out']);
  await site.set(ALWAYS);
});

test('administrators export attendance as a workbook', async () => {
  const [fay, gus] = await Promise.all([site.person('fay'), site.person('gus')]);
  await sql`insert into checkin_days (userid, date, spans) values
    (${fay.userid}, '2026-03-02', '{[2026-03-02 08:55+00, 2026-03-02 13:00+00],[2026-03-02 13:30+00,2026-03-02 18:31+00]}'),
    (${fay.userid}, '2026-03-03', '{[2026-03-03 09:20+00, 2026-03-03 10:20+00]}')`.execute(site.server.app.db);
  const order = {
    userid: [fay.userid, gus.userid],
    date: ['2026-03-02', '2026-03-03'],
    time: ['09:00', '18:00'],
  } as const;
  await expect(
    fay.call(c.checkinExport, { ...order, userid: [...order.userid], time: [...order.time] }),
  ).rejects.toMatchObject(refused('forbidden'));
  const ask = (change: object) =>
    site.admin.call(c.checkinExport, { ...order, userid: [...order.userid], time: [...order.time], ...change });
  await expect(ask({ userid: [] })).rejects.toMatchObject(refused('export.people'));
  await expect(ask({ date: ['2026-03-01', '2026-04-05'] })).rejects.toMatchObject(refused('export.days'));
  await expect(ask({ date: ['2026-02-30', '2026-03-01'] })).rejects.toMatchObject(refused('export.time'));
  await expect(ask({ time: ['18:00', '09:00'] })).rejects.toMatchObject(refused('checkin.hours'));
  await site.set({ timezone: 'UTC' });
  const { id, key } = await ask({});
  const down = (ticket: string) =>
    fetch(`${site.server.base}/api/system/checkin/down?key=${encodeURIComponent(ticket)}`);
  expect((await down(key)).status).toBe(403);
  const made = () =>
    site.server.app.db
      .selectFrom('exports')
      .selectAll()
      .where('kind', '=', 'checkin')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  await runExport(site.server.app, id);
  expect((await down('x')).status).toBe(403);
  const taken = await down(key);
  expect([taken.status, taken.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  const { token, name, status } = await made();
  expect(status).toBe('done');
  const url = `${site.server.base}/file/export/${token}/${encodeURIComponent(name)}`;
  expect((await fetch(url, { headers: { token: fay.token } })).status).toBe(404);
  const answer = await fetch(url, { headers: { token: site.admin.token } });
  const [sheet] = await readSheets(Buffer.from(await answer.arrayBuffer()));
  const [head, ...lines] = sheet?.data ?? [];
  expect(head?.slice(1, 5)).toEqual(['Day', 'Working hours', 'Arrival', 'Arrival status']);
  expect(lines.map((line) => line.slice(1))).toEqual([
    ['2026-03-02', '09:00 – 18:00', '08:55', 'On time', '17:31', 'Early', '08:55 – 12:00, 13:30 – 17:31'],
    ['2026-03-03', '09:00 – 18:00', '09:20', 'Late', null, 'Missing', '09:20'],
    ['2026-03-02', '09:00 – 18:00', null, 'Missing', null, 'Missing', null],
    ['2026-03-03', '09:00 – 18:00', null, 'Missing', null, 'Missing', null],
  ]);
  await site.set(ALWAYS);
});

test('settings that would make check-in impossible are refused', async () => {
  await expect(site.set({ time: ['18:00', '09:00'] })).rejects.toMatchObject(refused('checkin.hours'));
  await expect(site.set({ time: ['09:00', '18:00'], advance: 800, delay: 100 })).rejects.toMatchObject({
    data: { code: 'checkin.window', most: 899 },
  });
  await expect(site.set({ days: [] })).rejects.toMatchObject(refused('checkin.days'));
  await expect(site.set({ days: [0] })).rejects.toMatchObject(refused('checkin.days'));
  await expect(site.set({ timezone: 'Europe/Atlantis' })).rejects.toMatchObject(refused('checkin.zone'));
  await expect(site.set({ modes: [] })).rejects.toMatchObject(refused('checkin.modes'));
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
