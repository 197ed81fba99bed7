import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as m from '@atrium/contract/chat/meetings.ts';
import { systemStatus } from '@atrium/contract/workspace/status.ts';
import { type ClaimGrants, TokenVerifier } from 'livekit-server-sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RoomClient } from '#testing/roomClient';
import { administrator, person, startServer, TestClient, type TestServer } from '#testing/world';

/**
 * A LiveKit server carries audio and video. No such program runs here: this one speaks its HTTP interface, and its own
 * library checks the tokens.
 */
const KEY = 'APIkey';
const SECRET = 'a-secret-of-the-livekit-server-with-32-letters';
const asked: { method: string; input: Record<string, unknown>; grants: ClaimGrants['video'] }[] = [];
let isDown = false;
const verifier = new TokenVerifier(KEY, SECRET);
const answers: Record<string, object> = {
  GetParticipant: {
    tracks: [
      { sid: 'TR_cam', source: 'CAMERA' },
      { sid: 'TR_mic', source: 'MICROPHONE' },
    ],
  },
};

async function answerTo(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const input = JSON.parse(await text(request)) as Record<string, unknown>;
  if (isDown) return { status: 503, body: { code: 'unavailable' } };
  const claims = await verifier.verify(String(request.headers.authorization).replace('Bearer ', ''));
  const method = request.url?.replace('/twirp/livekit.RoomService/', '') ?? '';
  asked.push({ method, input, grants: claims.video });
  return { status: 200, body: answers[method] ?? {} };
}
const api = createServer((request, response) => {
  answerTo(request).then(
    ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    () => response.writeHead(401).end('{"code":"unauthenticated"}'),
  );
});

let server: TestServer;
let url = '';
beforeAll(async () => {
  // The first account of the database.
  await administrator();
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(api.address() as AddressInfo).port}`;
  server = await startServer({ meet: { port: 0, hosts: [], livekit: { url, key: KEY, secret: SECRET } } });
});
afterAll(async () => {
  await server.close();
  api.close();
});
const callsOf = (name: string) => asked.filter(({ method }) => method === name);

test('participants get a token of their own for one room, and leave there when they leave here', async () => {
  const [ada, bo] = [await person('ada', { server }), await person('bo', { server })];
  const mine = await ada.call(m.meetingOpen, { type: 'create', name: 'Harbour talk' });
  const his = await bo.call(m.meetingOpen, { type: 'join', meetingid: mine.meetingid });
  const first = await RoomClient.enter(mine.token, { audio: true }, {}, server.base);
  const second = await RoomClient.enter(his.token, { audio: true }, {}, server.base);
  const [one, two] = [await first.receives('grant'), await second.receives('grant')];
  expect(one.url).toBe(url);
  const [own, other] = [await verifier.verify(one.token), await verifier.verify(two.token)];
  expect(own).toMatchObject({
    sub: String(mine.uid),
    name: mine.nickname,
    video: { roomJoin: true, canPublish: true, canSubscribe: true, canPublishData: false },
  });
  expect(own.video).not.toHaveProperty('roomAdmin');
  expect([other.sub, other.video?.room]).toEqual([String(his.uid), own.video?.room]);
  // Nobody else's server is asked for, and the page may speak with this one.
  const page = await fetch(`${server.base}/health`);
  expect(page.headers.get('content-security-policy')).toContain(` ${url} ${url.replace('ws', 'http')}`);

  // A host mutes at the server; the browser cannot prevent it.
  first.say({ type: 'control', action: 'mute', uid: his.uid });
  await second.receives('asked');
  await expect
    .poll(() => callsOf('MutePublishedTrack'))
    .toEqual([
      {
        method: 'MutePublishedTrack',
        input: { room: own.video?.room, identity: String(his.uid), trackSid: 'TR_mic', muted: true },
        grants: { room: own.video?.room, roomAdmin: true },
      },
    ]);
  second.forget();
  second.say({ type: 'again' });
  expect(await verifier.verify((await second.receives('grant')).token)).toMatchObject({ sub: String(his.uid) });
  first.say({ type: 'control', action: 'remove', uid: his.uid });
  await second.ended();
  const removed = { room: own.video?.room, identity: String(his.uid), revoke_token_ts: expect.any(Number) };
  await expect.poll(() => callsOf('RemoveParticipant').map(({ input }) => input)).toEqual([removed]);

  // Bo comes back to LiveKit with his old token, without being in the room.
  answers['ListParticipants'] = { participants: [{ identity: String(mine.uid) }, { identity: String(his.uid) }] };
  await expect
    .poll(() => callsOf('RemoveParticipant').map(({ input }) => input), { timeout: 8000 })
    .toEqual([removed, removed]);
  delete answers['ListParticipants'];
  first.leave();
});

test('a LiveKit server that does not answer, or refuses the key, is named to administrators', async () => {
  isDown = true;
  const broken = await startServer({ meet: { port: 0, hosts: [], livekit: { url, key: KEY, secret: 'another' } } });
  try {
    const admin = new TestClient(broken.base);
    admin.token = (await administrator()).token;
    await expect(admin.call(m.meetingTest, {})).rejects.toMatchObject({ data: { code: 'meeting.engine' } });
    await expect(admin.call(m.meetingOpen, { type: 'create', name: 'Talk' })).rejects.toMatchObject({
      data: { code: 'meeting.engine' },
    });
    const said = async () => JSON.stringify(await admin.call(systemStatus, {}));
    expect(await said()).toContain(`The LiveKit server ${url} can’t be used`);
    isDown = false;
    expect(await said()).toContain('401');
  } finally {
    isDown = false;
    await broken.close();
  }
});
