import { connect } from 'node:net';
import { userBasic } from '@atrium/contract/people/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLog } from '#platform/log';
import { person, startServer, type TestClient, type TestServer } from '#testing/world';

/**
 * Bodies that do not arrive. The limits are shortened: the tests show that they exist, and which requests are exempt.
 */

const logged: unknown[] = [];
let server: TestServer;
let ada: TestClient;
beforeAll(async () => {
  const log = makeLog('silent');
  log.error = (...words: unknown[]) => logged.push(words);
  server = await startServer({ log, minimumSpeed: { checkMs: 100, minBytes: 100, totalMs: 1000 } });
  ada = await person('ada', { server });
});
afterAll(async () => server.close());

/** Sends a head and then `chunk` every 20 ms, until the server ends the connection or the body is complete. */
function dribble(path: string, head: string, chunk: string, times: number): Promise<{ answer: string; sent: number }> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
    let answer = '';
    let sent = 0;
    const timer = setInterval(() => {
      if (sent === times) return;
      sent++;
      socket.write(chunk);
    }, 20);
    socket.on('data', (part) => {
      answer += part.toString();
      if (answer.includes('}')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer, sent });
    });
    socket.write(`POST /api/${path} HTTP/1.1\r\nhost: x\r\ntoken: ${ada.token}\r\n${head}\r\n\r\n`);
  });
}

const slow = /^HTTP\/1\.1 200 OK\r\n.*"code":"body\.slow"/s;

test('a stalled or trickling body is ended with an answer in the envelope', async () => {
  const json = 'content-type: application/json\r\ncontent-length: 100000';
  expect((await dribble(userBasic.path, json, '', 0)).answer).toMatch(slow);
  expect((await dribble(userBasic.path, json, ' ', 100_000)).answer).toMatch(slow);
  const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked';
  expect((await dribble(`${userBasic.path}?language=de`, chunked, '', 0)).answer).toContain('zu langsam');
  const upload = 'content-type: multipart/form-data; boundary=xx\r\ncontent-length: 100000';
  expect((await dribble('dialog/msg/sendfile', upload, '', 0)).answer).toMatch(slow);
});

test('a body without files has a total time limit, even while bytes arrive', async () => {
  const json = 'content-type: application/json\r\ncontent-length: 10000000';
  const { answer } = await dribble(userBasic.path, json.replace('10000000', '4000000'), ' '.repeat(200), 20_000);
  expect(answer).toMatch(slow);
});

test('an upload that makes progress is not cut off', async () => {
  const times = 100;
  const head =
    '--xx\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n';
  const tail = '\r\n--xx--\r\n';
  const chunk = 'x'.repeat(400);
  const body = head + chunk.repeat(times) + tail;
  const parts = body.match(/.{1,400}/gs) ?? [];
  const { answer } = await new Promise<{ answer: string }>((resolve) => {
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
    let text = '';
    const timer = setInterval(() => {
      const part = parts.shift();
      if (part !== undefined) socket.write(part);
    }, 20);
    socket.on('data', (part) => {
      text += part.toString();
    });
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer: text });
    });
    socket.write(
      `POST /api/dialog/msg/sendfile HTTP/1.1\r\nhost: x\r\ntoken: ${ada.token}\r\nconnection: close\r\n` +
        `content-type: multipart/form-data; boundary=xx\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
  });
  // Two seconds, twice the limit of other calls. The answer is that it names no conversation.
  expect(answer).toContain('"code":"parameter.missing"');
});

test('slow clients are not logged as server errors', () => {
  expect(logged).toEqual([]);
});
