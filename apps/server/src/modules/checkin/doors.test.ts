import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import * as c from '@atrium/contract/workspace/checkin.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clientOn, TestHost } from '#testing/clients';
import { differences, viewOf } from '#testing/view';
import type { TestClient } from '#testing/world';
import { ALL_MODES, ALWAYS, checkinServers, freshMac } from './checkin.testing.ts';
import { routerScript } from './router.ts';

const site = checkinServers('doors');

test('a router reports devices with a plain request and gets readable errors', async () => {
  const [bo, cy, gone] = await Promise.all([site.person('bo'), site.person('cy'), site.person('gone')]);
  const { key, face_key } = await site.set({});
  const [mac, other, lost] = [freshMac(), freshMac(), freshMac()];
  const { list } = await bo.call(c.checkinSave, {
    type: 'mac',
    list: [{ mac: mac.toLowerCase().replaceAll(':', '-'), remark: 'Phone' }],
  });
  expect(list).toEqual([{ id: expect.any(Number), userid: bo.userid, mac, remark: 'Phone' }]);
  await cy.call(c.checkinSave, { type: 'mac', list: [{ mac: other }] });
  await gone.call(c.checkinSave, { type: 'mac', list: [{ mac: lost }] });
  await site.admin.call(userOperation, { userid: gone.userid, type: 'setdisable' });
  const good = { key, mac: `${mac},${lost},FF:FF:FF:FF:FF:FF,nonsense,${freshMac()}`, time: '0' };

  expect(await site.report({ ...good, key: 'x' })).toMatchObject({ status: 200, text: 'key error' });
  expect((await site.report({ ...good, type: 'face' })).text).toBe('key error');
  expect(await site.report(good)).toEqual({ status: 200, type: 'text/plain; charset=utf-8', text: 'success' });
  expect((await site.report(good)).text).toBe('success');
  expect(await site.keysReceived(bo)).toEqual(['bot.checkin_in']);
  expect(await site.keysReceived(cy)).toEqual([]);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from checkin_days where userid = ${gone.userid}`.execute(site.server.app.db);
  expect(rows[0]?.n).toBe(0);
  // Face devices have a key of their own, and people are given by id.
  expect((await site.report({ key: face_key, type: 'face', mac: `face-${cy.userid}` })).text).toBe('success');
  expect(await site.keysReceived(cy)).toEqual(['bot.checkin_in']);

  await site.set({ modes: ['manual'] });
  expect((await site.report(good)).text).toBe('mode off');
  await site.set({ open: 'close' });
  expect((await site.report(good)).text).toBe('function off');
  const fresh = await site.set({ ...ALWAYS, open: 'open', modes: ALL_MODES });
  // A copy of the old script stops working.
  expect((await site.report(good)).text).toBe('key error');
  expect(fresh.key).not.toBe(key);
  expect(fresh.cmd).toBe(`wget -qO- 'http://atrium.test/api/public/checkin/install?key=${fresh.key}' | sh`);
  expect((await site.report({ ...good, key: fresh.key })).text).toBe('success');
});

test('open devices show the same bot announcements as a fresh load', async () => {
  const [max, ned] = await Promise.all([site.person('max'), site.person('ned')]);
  const seen = { projectId: 0, dialogIds: [] };
  const device = async ({ token }: TestClient) => {
    const client = clientOn(new TestHost({ base: () => site.server.base, random: () => 1, loss: 0 }));
    await client.start(token);
    await expect.poll(() => client.state).toBe('ready');
    return client;
  };
  // Max has a chat with the bot already, Ned does not.
  await site.talk(max);
  const open = await Promise.all([max, ned].map(device));
  const { face_key } = await site.set({});
  const mac = [max, ned].map(({ userid }) => `face-${userid}`).join(',');
  expect((await site.report({ key: face_key, type: 'face', mac })).text).toBe('success');
  for (const [at, who] of [max, ned].entries()) {
    const fresh = await device(who);
    const old = open[at];
    if (!old) throw new Error('no device');
    await expect.poll(() => differences(viewOf(old, seen), viewOf(fresh, seen)), { timeout: 5000 }).toEqual([]);
    expect(fresh.store.all('dialog').map(({ unread, email }) => [email, unread])).toContainEqual([
      'check-in@bot.system',
      1,
    ]);
    await fresh.stop();
  }
  await Promise.all(open.map((client) => client.stop()));
});

/** Cannot be converted to text. */
const UNTELLABLE = { toString: 1, valueOf: 1 };

test('unknown requests to the check-in endpoints are refused without harm', async () => {
  const { key } = await site.set({});
  const door = `${site.server.base}/api/public/checkin/report`;
  const json = (body: string) => fetch(door, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const answers = await Promise.all([
    fetch(door),
    fetch(`${door}?key[]=${key}&mac[a]=1`),
    json('{'),
    json('[1]'),
    json(JSON.stringify({ key: { $ne: 1 } })),
    json(JSON.stringify({ key, mac: { a: 1 }, time: 'soon' })),
    json(JSON.stringify({ key, mac: ['face-99999999999', 'manual-0', '\u0000', 7, null], time: -5 })),
    json(JSON.stringify({ key, mac: [UNTELLABLE], time: UNTELLABLE })),
    json(JSON.stringify({ key, mac: UNTELLABLE })),
  ]);
  const words = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect([words[0], words[1], words[4]]).toEqual(['key error', 'key error', 'key error']);
  expect(words.slice(5)).toEqual(['success', 'success', 'success', 'success']);
});

test('key guesses and excessive reports are limited', async () => {
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => site.report({ key: `k${n}`, mac: '' })));
  expect(guesses.some(({ status }) => status === 429)).toBe(true);
  const { key } = await site.set({});
  // The right key still works until all requests exceed the limit.
  expect((await site.report({ key, mac: '' })).text).toBe('success');
  const reports = await Promise.all(Array.from({ length: 150 }, () => site.report({ key, mac: '' })));
  expect(reports.some(({ status }) => status === 429)).toBe(true);
});

test('the router script installs once and reports the devices that answer', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'atrium-router-'));
  const tool = (name: string, words: string) =>
    writeFileSync(path.join(dir, name), `#!/bin/sh\n${words}\n`, { mode: 0o700 });
  tool('ping', 'exit 0');
  tool('sleep', 'exit 0');
  tool('curl', `for each in "$@"; do echo "$each" >> ${dir}/sent; done`);
  tool('crontab', `if [ "$1" = -l ]; then cat ${dir}/cron; else cat > ${dir}/next; mv ${dir}/next ${dir}/cron; fi`);
  const line = (end: number, flags: string) => `10.0.0.${end} 0x1 ${flags} a4:83:e7:00:00:0${end} * br-lan`;
  writeFileSync(path.join(dir, 'arp'), ['IP', line(5, '0x2'), line(6, '0x0'), line(7, '0x2'), ''].join('\n'));
  const script = routerScript("http://it's.example", 'k1')
    .replaceAll('/etc/atrium-checkin.sh', `${dir}/report.sh`)
    .replaceAll('/etc/crontabs', `${dir}/none`)
    .replaceAll('/proc/net/arp', `${dir}/arp`)
    .replaceAll('/tmp/dhcp.leases', `${dir}/none`);
  writeFileSync(path.join(dir, 'install.sh'), script);
  const env = { ...process.env, PATH: `${dir}:${process.env.PATH}` };
  for (const file of ['install.sh', 'install.sh', 'report.sh']) execFileSync('sh', [path.join(dir, file)], { env });
  expect(readFileSync(path.join(dir, 'cron'), 'utf8')).toBe(`* * * * * ${dir}/report.sh\n`);
  const sent = readFileSync(path.join(dir, 'sent'), 'utf8').trim().split('\n');
  expect(sent.at(-1)).toBe("http://it's.example/api/public/checkin/report");
  expect(sent.at(-2)).toMatch(/^key=k1&mac=A4:83:E7:00:00:05,A4:83:E7:00:00:07&time=\d{10}$/);
});
