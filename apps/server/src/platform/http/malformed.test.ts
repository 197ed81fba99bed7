import { connect } from 'node:net';
import { userEditdata, userInfo } from '@atrium/contract/people/profile.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeLog } from '#platform/log';
import { person, startServer, type TestClient, testServer } from '#testing/world';

/**
 * Requests that are malformed before they are calls: all are answered in the envelope, and none is logged as a server
 * error.
 */

let ada: TestClient;
beforeAll(async () => {
  await testServer();
  ada = await person('ada', { live: true });
});

const multipart = (body: string, type = 'multipart/form-data; boundary=xx'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});
const field = (name: string, value: unknown) =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`;
const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

test('a list in a multipart form keeps all its values', async () => {
  const bo = await person('bo');
  const body = `${field('userid[]', ada.userid)}${field('userid[]', bo.userid)}--xx--\r\n`;
  const { data } = await ada.raw(userBasic.path, multipart(body));
  expect((data as unknown as { userid: number }[]).map(({ userid }) => userid).sort()).toEqual(
    [ada.userid, bo.userid].sort(),
  );
});

test('a multipart form without a boundary or an end is malformed and not logged as an error', async () => {
  const logged: unknown[] = [];
  const log = makeLog('silent');
  log.error = (...words: unknown[]) => logged.push(words);
  const server = await startServer({ log });
  try {
    const ask = async (path: string, init: RequestInit) => {
      const headers = { ...(init.headers as Record<string, string>), token: ada.token };
      const response = await fetch(`${server.base}/api/${path}`, { ...init, headers });
      return (await response.json()) as object;
    };
    const malformed = { ret: 0, data: { code: 'body.malformed' } };
    const cutIn = (disposition: string) =>
      `${field('userid', 1)}--xx\r\ncontent-disposition: form-data; ${disposition}\r\n\r\nabc`;
    for (const path of ['users/basic', 'upload/chunk', 'dialog/msg/sendfile']) {
      expect(await ask(path, multipart('x', 'multipart/form-data')), path).toMatchObject(malformed);
      const cut = cutIn(path === 'users/basic' ? 'name="other"' : 'name="file"; filename="a.txt"');
      expect(await ask(path, multipart(cut)), path).toMatchObject(malformed);
    }
    expect(logged).toEqual([]);
  } finally {
    await server.close();
  }
});

test('endless nesting is refused, in a body and in a text parameter', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const nested = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
  for (const body of [`{"keys":${deep}}`, `{"keys":${nested}}`]) {
    expect((await ada.raw('users/search', json(body))).data.code).toBe('body.deep');
  }
  for (const text of [deep, nested]) {
    const { data } = await ada.raw('users/search', json(JSON.stringify({ keys: text })));
    expect(data.code).toBe('parameter');
  }
});

test('an invalid address and an unknown path are answered in the envelope and the requested language', async () => {
  for (const path of ['users/%zz', 'users/%zz?language=de', '', '?language=de', 'no/such?language=de']) {
    const { ret, msg, data } = await ada.raw(path);
    expect({ ret, code: data.code, isGerman: msg.includes('Aufruf') }, path).toEqual({
      ret: 0,
      code: 'call.unknown',
      isGerman: path.includes('=de'),
    });
  }
  const { base } = await testServer();
  const bare = await fetch(`${base}/api`);
  expect([bare.status, ((await bare.json()) as { ret: number }).ret]).toEqual([200, 0]);
  expect((await fetch(`${base}/%zz`)).status).toBe(400);
});

test('broken JSON is answered in the URL’s language, an unknown call in the body’s', async () => {
  const broken = await ada.raw('users/basic?language=de', json('{"userid":'));
  expect(broken.msg).toBe('Die Anfrage konnte nicht gelesen werden.');
  const unknown = await ada.raw('no/such', json('{"language":"de"}'));
  expect(unknown.msg).toContain('Aufruf');
});

test('an overlong URL is answered in the envelope', async () => {
  const port = Number(new URL((await testServer()).base).port);
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (part) => {
        text += part.toString();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
      socket.write(`GET ${path}?language=de&x=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    });
  const answer = await ask('/api/users/info');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('Die Anfrage ist zu groß.');
  expect(await ask('/elsewhere')).toMatch(/^HTTP\/1\.1 431 /);
});

test('false is no text, a number is', async () => {
  const edit = (body: object) => ada.raw(userEditdata.path, json(JSON.stringify(body)));
  for (const value of [false, true]) {
    expect(await edit({ nickname: value }), String(value)).toMatchObject({ ret: 0, data: { code: 'parameter' } });
  }
  expect((await edit({ address: 12 })).data.address).toBe('12');
  expect((await ada.call(userInfo, {})).nickname).not.toBe('false');
});

test('a database failure is explained to callers, and service resumes on its own', async () => {
  const { app } = await testServer();
  const refuse = (state: string) =>
    sql`create or replace function out_of_room() returns trigger language plpgsql as
      ${sql.raw(`$$ begin raise exception 'x' using errcode = '${state}'; end $$`)}`.execute(app.db);
  await refuse('53100');
  await sql`create trigger full_disk before update of profession on users execute function out_of_room()`.execute(
    app.db,
  );
  const ask = () => ada.raw(userEditdata.path, json('{"profession":"Baker"}', { token: ada.token, language: 'de' }));
  expect(await ask()).toMatchObject({
    ret: 0,
    msg: expect.stringContaining('Speicher des Servers ist voll') as string,
    data: { code: 'disk.full' },
  });
  await refuse('53200');
  expect(await ask()).toMatchObject({ ret: 0, data: { code: 'server.exhausted' } });
  await sql`drop function out_of_room cascade`.execute(app.db);
  expect(await ask()).toMatchObject({ ret: 1 });
});
