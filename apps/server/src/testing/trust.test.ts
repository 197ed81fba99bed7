import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd } from '@atrium/contract/files/drive.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { deviceList } from '@atrium/contract/people/sessions.ts';
import { projectAdd, projectOne } from '@atrium/contract/projects/projects.ts';
import { msgSearch } from '@atrium/contract/workspace/search.ts';
import { expect, test, vi } from 'vitest';
import { usualHash } from '#platform/cheapHashes.testing';
import {
  administrator,
  anotherDevice,
  INVITE_CODE,
  PASSWORD,
  person,
  type TestClient,
  testServer,
  unique,
  world,
} from './world.ts';

const post = async (client: TestClient, path: string, body: Record<string, unknown>) =>
  client.raw(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('protected fields are ignored beside allowed ones', async () => {
  await administrator();
  const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
  const before = await ada.call(userInfo, {});
  const mine = {
    identity: ['admin'],
    userid: bo.userid,
    email: 'x@example.com',
    bot: 1,
    email_verity: 1,
    department: [1],
  };
  expect(
    await post(ada, 'users/editdata', { nickname: 'Ada L', ...mine, password: 'x', created_at: '2001-01-01 00:00:00' }),
  ).toMatchObject({ ret: 1 });
  const { userid, email, identity, department, email_verity, changepass } = before;
  const fixed = { userid, email, identity, department, email_verity, changepass };
  expect(await ada.call(userInfo, {})).toMatchObject({ nickname: 'Ada L', ...fixed });
  // The password is unchanged too.
  await anotherDevice(ada);

  const project = await ada.call(projectAdd, { name: 'Harbour', columns: 'a' });
  await post(ada, 'project/update', {
    project_id: project.id,
    name: 'Haven',
    userid: bo.userid,
    owner_userid: bo.userid,
    personal: 1,
    dialog_id: 1,
    id: 1,
  });
  expect(await ada.call(projectOne, { project_id: project.id })).toMatchObject({
    id: project.id,
    name: 'Haven',
    personal: project.personal,
    dialog_id: project.dialog_id,
    owner_userid: ada.userid,
  });

  const fresh = `${unique('new')}@example.com`;
  const made = await post(bo, 'users/login', {
    type: 'reg',
    email: fresh,
    password: PASSWORD,
    invite: INVITE_CODE,
    identity: ['admin'],
    userid: 1,
  });
  expect(made).toMatchObject({ ret: 1, data: { email: fresh, identity: [] } });
});

test('the time of a refused sign-in does not reveal whether an account exists', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => person('ada')));
  // Tests hash at the lowest cost; an unknown account is compared with a hash of the usual cost.
  const { db } = (await testServer()).app;
  const password = await usualHash(PASSWORD);
  const ids = people.map(({ userid }) => userid);
  await db.updateTable('users').set({ password }).where('userid', 'in', ids).execute();
  const strangers = people.map(() => `${unique('nobody')}@example.com`);
  const visitor = people[0] as TestClient;
  const median = async (emails: readonly string[]) => {
    const times: number[] = [];
    for (const email of emails) {
      const started = performance.now();
      expect(await post(visitor, 'users/login', { email, password: 'wrong-Password1' })).toMatchObject({
        data: { code: 'need' },
      });
      times.push(performance.now() - started);
    }
    return times.toSorted((a, b) => a - b)[2] ?? 0;
  };
  const known = await median(people.map((each) => each.email));
  const unknown = await median(strangers);
  // Hashing a password takes many times as long as everything else in a sign-in.
  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

test('overlong user agents and texts are handled quickly and stored as sent', async () => {
  const ada = await person('ada');
  const started = performance.now();
  const device = await anotherDevice(ada, { 'user-agent': `Mozilla/5.0 ${'(iPhone; '.repeat(800)}` });
  const { list } = await device.call(deviceList, {});
  expect(list.find((each) => each.is_current)?.detail).toMatchObject({ os: 'iOS' });

  const family = '👩🏽‍👩🏼‍👧🏾‍👦🏻';
  const group = await ada.call(groupAdd, { chat_name: 'Signs', userids: [] }).catch(() => null);
  const bo = await person('bo');
  const { id } = group ?? (await ada.call(groupAdd, { chat_name: 'Signs', userids: [bo.userid] }));
  const flood = family.repeat(400);
  const combining = `a${'\u0301'.repeat(4000)}`;
  for (const text of [flood, combining, '\u202e'.repeat(2000) + 'x', '🏴'.repeat(1500)]) {
    const sent = await ada.call(msgSendtext, { dialog_id: id, text });
    expect(sent.id).toBeGreaterThan(0);
  }
  const said = (await ada.call(msgList, { dialog_id: id })).list.map(({ msg }) => String(msg['text']));
  expect(said.some((text) => text.includes(flood))).toBe(true);
  await ada.call(msgSearch, { key: flood.slice(0, 200) });
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('a NUL in a URL or an invalid number is refused with a message and not logged as an error', async () => {
  const { ada } = await world({ members: ['ada'] });
  const { base, app } = await testServer();
  const errors = vi.spyOn(app.log, 'error');
  const token = 'a'.repeat(23);
  const doors = [
    '/sticker/a%00b',
    '/picture/a%00b',
    '/picture/a%00b/thumb',
    `/file/${token}%00/x`,
    `/file/pack/${token}%00/x`,
  ];
  for (const door of doors) {
    const answer = await fetch(base + door, { headers: { token: ada.token } });
    expect([door, answer.status]).toEqual([door, 400]);
  }
  const file = await ada.call(driveAdd, { name: unique('Words'), type: 'document' });
  const content = `${base}/api/file/content?down=yes`;
  for (const query of [
    `id=a%00b`,
    ...['99999999999999', 'abc', '1.5', 'Infinity'].map((history) => `id=${file.id}&history_id=${history}`),
  ]) {
    const answer = await fetch(`${content}&${query}`, { headers: { token: ada.token } });
    expect([query, answer.status]).toEqual([query, 403]);
  }
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

test('a body over 256 KB is read for signed-in people only', async () => {
  const { ada } = await world({ members: ['ada'] });
  const { base } = await testServer();
  const large = JSON.stringify({ name: 'x'.repeat(300_000) });
  const send = (init: RequestInit, token?: string) =>
    fetch(`${base}/api/project/lists`, {
      method: 'POST',
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(token && { token }),
        ...(init.headers as Record<string, string>),
      },
    }).then((answer) => answer.json() as Promise<{ ret: number; data: { code?: string } }>);
  expect((await send({ body: large })).data.code).toBe('auth.required');
  expect((await send({ body: large }, 'none')).data.code).toBe('auth.ended');
  // Broken at its end: a parser that reads all of it reports that.
  expect((await send({ body: `${large.slice(0, -1)},` })).data.code).toBe('auth.required');
  const chunks = () =>
    new ReadableStream({
      start(controller) {
        for (let n = 0; n < 6; n++) controller.enqueue(new TextEncoder().encode('x'.repeat(60_000)));
        controller.close();
      },
    });
  const chunked = { body: chunks(), duplex: 'half' } as RequestInit;
  expect((await send(chunked)).data.code).toBe('body.large');
  const form = new FormData();
  form.set('name', 'x'.repeat(300_000));
  const multipart = await fetch(`${base}/api/project/lists`, { method: 'POST', body: form });
  expect(((await multipart.json()) as { data: { code: string } }).data.code).toBe('auth.required');
  expect(await send({ body: large }, ada.token)).toMatchObject({ ret: 1 });
});
