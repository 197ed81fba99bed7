import { columnUpdate, projectOne } from '@atrium/contract/projects/projects.ts';
import { expect, test } from 'vitest';
import { Api, type CallError } from './api.ts';
import { People } from './store/people.ts';
import { Store } from './store/store.ts';
import { FakeHost } from './testing.ts';

function client() {
  const host = new FakeHost();
  const api = new Api(host, { base: 'http://x', language: 'de', version: '1.2', platform: 'web' });
  api.token = 't';
  api.fd = 'f';
  return { host, api };
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as CallError,
  );

// covers C7-01
test('a call carries content type, language, token, fd, version, platform and its mutation', async () => {
  const { host, api } = client();
  await api.call(columnUpdate, { column_id: 3, name: 'n' }, { mutation: 'm1' });
  expect(host.requests).toEqual([
    {
      url: 'http://x/api/project/column/update',
      init: {
        method: 'POST',
        body: '{"column_id":3,"name":"n"}',
        headers: {
          'content-type': 'application/json',
          language: 'de',
          token: 't',
          fd: 'f',
          version: '1.2',
          platform: 'web',
          addresses: 'bare',
          mutation: 'm1',
        },
      },
    },
  ]);
});

test('a refusal has ret, code, message and data; an invalid token ends the session', async () => {
  const { host, api } = client();
  let ended = 0;
  api.onSessionEnd = () => ended++;
  host.answer = () => '{"ret":-4001,"msg":"Weg","data":{"code":"project.gone","project_id":4}}';
  expect(await caught(api.call(projectOne, { project_id: 4 }))).toMatchObject({
    ret: -4001,
    code: 'project.gone',
    msg: 'Weg',
    data: { project_id: 4 },
  });
  expect(ended).toBe(0);
  host.answer = () => '{"ret":-1,"msg":"Login","data":{"code":"auth.ended"}}';
  await caught(api.call(projectOne, { project_id: 4 }));
  expect(ended).toBe(1);
});

test('an answer in an unknown format has a code of its own', async () => {
  const { host, api } = client();
  host.answer = () => '<html>';
  expect(await caught(api.call(projectOne, { project_id: 4 }))).toMatchObject({ code: 'unparseable', isLost: true });
});

// covers C5-01, C7-57
test('a read lost in the network is retried once after a second, a change is not', async () => {
  const { host, api } = client();
  host.answer = () => Promise.reject(new Error('offline'));
  const change = caught(api.call(columnUpdate, { column_id: 3 }));
  await host.pass(5000);
  expect(await change).toMatchObject({ ret: -1001 });
  expect(host.requests).toHaveLength(1);
  const read = caught(api.read(projectOne, { project_id: 4 }));
  await host.pass(999);
  expect(host.requests).toHaveLength(2);
  await host.pass(1);
  expect(await read).toMatchObject({ ret: -1001 });
  expect(host.requests).toHaveLength(3);
});

// covers A7-03
test('no answer within 30 s is a network failure', async () => {
  const { host, api } = client();
  host.answer = () => new Promise(() => {});
  const call = caught(api.call(projectOne, { project_id: 4 }));
  await host.pass(30_000);
  expect(await call).toMatchObject({ ret: -1001, code: 'timeout' });
});

// covers C7-06
test('people are loaded in batches of 30 and not again within 30 s', async () => {
  const { host, api } = client();
  host.answer = () => '{"ret":1,"msg":"","data":[]}';
  const people = new People(host, api, new Store());
  const ids = Array.from({ length: 40 }, (_, index) => index + 1);
  people.want(ids);
  people.want([1, 2]);
  await host.pass(100);
  const asked = () => host.requests.map(({ init }) => (JSON.parse(init.body) as { userid: number[] }).userid.length);
  expect(asked()).toEqual([30, 10]);
  people.want([1]);
  await host.pass(29_000);
  expect(asked()).toHaveLength(2);
  await host.pass(1000);
  people.want([1]);
  await host.pass(100);
  expect(asked()).toEqual([30, 10, 1]);
  // A new base includes some of them; the others are unknown now.
  people.rebased([2]);
  people.want([1, 2]);
  await host.pass(100);
  expect(asked()).toEqual([30, 10, 1, 1]);
});

// covers C5-02
test('a call refused for a missing nickname or phone number is retried once it is there', async () => {
  const { host, api } = client();
  const nickname = '{"ret":-2,"msg":"Please","data":{"code":"profile.nickname"}}';
  const phone = '{"ret":-3,"msg":"Please","data":{"code":"profile.phone"}}';
  let answers = [nickname, phone, '{"ret":1,"msg":"","data":{}}'];
  host.answer = () => answers.shift() ?? '';
  const asked: string[] = [];
  api.onMissing = async (what) => asked.push(what) > 0;
  await api.call(columnUpdate, { column_id: 3, name: 'n' }, { mutation: 'm1' });
  expect(asked).toEqual(['nickname', 'tel']);
  expect(host.requests.map(({ init }) => [init.body, init.headers['mutation']])).toEqual(
    Array.from({ length: 3 }, () => ['{"column_id":3,"name":"n"}', 'm1']),
  );
  // Without a value the call fails.
  answers = [nickname];
  api.onMissing = async () => false;
  expect(await caught(api.call(columnUpdate, { column_id: 3 }))).toMatchObject({ ret: -2, msg: 'Please' });
  expect(host.requests).toHaveLength(4);
});
