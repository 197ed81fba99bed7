import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { beforeAll, expect, test } from 'vitest';
import { person, TestClient, testServer } from '#testing/world';
import { discardUnreadBody } from './params.ts';

/** Limits on the content of one request, before sign-in as after it. */

let ada: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  const { base } = await testServer();
  ada = await person('ada');
  stranger = new TestClient(base);
});

const body = (type: string, text: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: text,
});
const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=xx';
const field = (name: string, value: string, more = '') =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

test('more parameters than any call needs are refused, before sign-in too, in every spelling', async () => {
  // As many bytes as a stranger may send. Parsing 240 KB of this once took nine seconds; a refusal takes no measurable
  // time.
  const form = 'a[]=1&'.repeat(40_000);
  const keys = `{${Array.from({ length: 21_000 }, (_, at) => `"k${at}":1`).join()}}`;
  const list = `{"userid":[${'1,'.repeat(100_000)}1]}`;
  const parts = `${field('a[]', '1').repeat(6000)}--xx--\r\n`;
  for (const client of [stranger, ada]) {
    for (const [type, text] of [
      [FORM, form],
      ['text/plain', form],
      [JSON_TYPE, keys],
      [JSON_TYPE, list],
      ['text/plain', keys],
      [MULTIPART, parts],
    ] as const) {
      const { ret, data } = await client.raw(`${userBasic.path}?language=de`, body(type, text));
      // This many parts are more bytes than are read from a stranger.
      const isUnread = client === stranger && type === MULTIPART;
      const wanted = isUnread ? { ret: -1, code: 'auth.required' } : { ret: 0, code: 'body.many' };
      expect({ ret, code: data.code }, `${type} ${text.slice(0, 20)}`).toEqual(wanted);
    }
    const query = await client.raw(`${userBasic.path}?${'a=&'.repeat(5100)}`);
    expect(query.data.code).toBe('body.many');
  }
  const { msg } = await stranger.raw(`${userBasic.path}?language=de`, body(FORM, form));
  expect(msg).toBe('Die Anfrage enthält zu viele Werte.');
});

test('as many parameters as a call needs are accepted, in order', async () => {
  const ids = Array.from({ length: 50 }, (_, at) => ada.userid + at * 1_000_000);
  for (const [type, text] of [
    [FORM, ids.map((id) => `userid[]=${id}`).join('&')],
    [MULTIPART, `${ids.map((id) => field('userid[]', String(id))).join('')}--xx--\r\n`],
  ] as const) {
    const { ret, data } = await ada.raw(userBasic.path, body(type, text));
    expect({ ret, people: (data as unknown as { userid: number }[]).map(({ userid }) => userid) }).toEqual({
      ret: 1,
      people: [ada.userid],
    });
  }
});

test('fields of a multipart body share one limit', async () => {
  const third = 'x'.repeat(2 * 1024 * 1024);
  const text = `${field('a', third)}${field('b', third)}${field('c', third)}--xx--\r\n`;
  for (const client of [stranger, ada]) {
    expect((await client.raw(userBasic.path, body(MULTIPART, text))).data.code).toBe('body.large');
  }
  // A call that takes files counts its fields as well.
  expect((await ada.raw('dialog/msg/sendfile', body(MULTIPART, text))).data.code).toBe('body.large');
});

test('one field beyond the limit is refused, not truncated', async () => {
  const text = `${field('nickname', 'x'.repeat(5 * 1024 * 1024))}--xx--\r\n`;
  expect((await ada.raw(userEditdata.path, body(MULTIPART, text))).data.code).toBe('body.large');
});

test('a file sent to a call that takes none is refused', async () => {
  const text = `${field('nickname', 'Ada')}${field('file', 'abc', '; filename="a.txt"')}--xx--\r\n`;
  expect((await ada.raw(userEditdata.path, body(MULTIPART, text))).data.code).toBe('body.files');
});

test('before sign-in a body is small', async () => {
  const text = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(300 * 1024) });
  expect((await stranger.raw('users/login', body(JSON_TYPE, text))).data.code).toBe('body.large');
});

test('JSON in a multipart field has the limits of a body', async () => {
  const part = (text: string) =>
    `--xx\r\ncontent-disposition: form-data; name="keys"\r\ncontent-type: application/json\r\n\r\n${text}\r\n--xx--\r\n`;
  const deep = '['.repeat(5000) + ']'.repeat(5000);
  const { ret, data } = await ada.raw('users/search', body(MULTIPART, part(deep)));
  expect({ ret, code: data.code }).toEqual({ ret: 0, code: 'parameter' });
  expect((await ada.raw('users/search', body(MULTIPART, part('{"key":"ada"}')))).ret).toBe(1);
});

test('a NUL is a parameter error anywhere and names the parameter', async () => {
  const send = (value: object) => ada.raw(projectAdd.path, body(JSON_TYPE, JSON.stringify(value)));
  for (const [value, name] of [
    [{ name: 'P', columns: 'To do,\0,Done' }, 'columns'],
    [{ name: 'P', columns: ['To do', 'Do\0ing'] }, 'columns'],
    [{ name: 'P\0lan' }, 'name'],
  ] as const) {
    expect(await send(value), JSON.stringify(value)).toMatchObject({ ret: 0, data: { code: 'parameter', name } });
  }
  expect((await ada.raw(`${projectAdd.path}?name=P&columns=a%00b`)).data.code).toBe('parameter');
  expect((await ada.raw(projectAdd.path, body(FORM, 'name=P%00'))).data.code).toBe('parameter');
  const inJson = { keys: '{"key":"a\\u0000"}' };
  expect((await ada.raw('users/search', body(JSON_TYPE, JSON.stringify(inJson)))).data.code).toBe('parameter');
});

test('a client that is gone before its body has ended leaves no error behind', async () => {
  const gone = Object.assign(new PassThrough(), { socket: null });
  const left: unknown[] = [];
  const note = (error: unknown) => left.push(error);
  process.on('unhandledRejection', note);
  await discardUnreadBody(gone as unknown as IncomingMessage, { shouldKeepAlive: true } as ServerResponse);
  gone.destroy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  expect(left).toEqual([]);
});
