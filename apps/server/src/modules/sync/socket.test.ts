import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { userEditpass, userInfo } from '@atrium/contract/people/profile.ts';
import { deviceList, deviceLogout, logout, socketStatus } from '@atrium/contract/people/sessions.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import {
  administrator,
  allCommitted,
  anotherDevice,
  type Frame,
  PASSWORD,
  person,
  refused,
  type TestClient,
  testServer,
  unique,
} from '#testing/world';

const closed = (client: TestClient) =>
  new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error('the socket stayed open')), 5000);
    if (client.socket?.readyState === WebSocket.CLOSED) resolve(0);
    client.socket?.on('close', resolve);
  });

async function pair(live: 'both' | 'none' = 'both') {
  await administrator();
  const [ada, bo] = await Promise.all([
    person('ada', { live: live === 'both' }),
    person('bo', { live: live === 'both' }),
  ]);
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  const say = (text: string) => ada.call(msgSendtext, { dialog_id: dialog.id, text });
  return { ada, bo, dialog, say };
}

// covers A7-23, C7-55
test('the socket opens, answers a handshake and has an fd', async () => {
  const { ada } = await pair();
  await ada.settled();
  expect(await ada.call(socketStatus, { fd: ada.fd })).toMatchObject({ fd: ada.fd, userid: ada.userid });
  ada.send({ type: 'receipt', msgId: 'r1' });
  ada.send({ type: 'whatever', msgId: 7 });
  expect(await ada.receives('receipt', undefined, (frame) => frame.msgId === 7)).toMatchObject({ data: [] });
  expect(ada.frames.some((frame) => frame.msgId === 'r1')).toBe(false);
});

test('an invalid token gets an error and the connection closes', async () => {
  const { base } = await testServer();
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws?action=web&token=dead&language=en`);
  const message = new Promise<string>((resolve) => socket.on('message', (data: Buffer) => resolve(data.toString())));
  const code = new Promise<number>((resolve) => socket.on('close', resolve));
  expect(JSON.parse(await message)).toMatchObject({ type: 'error', data: { error: expect.stringMatching(/sign in/) } });
  expect(await code).toBe(4001);
});

test('a page of another origin cannot connect, even with a token', async () => {
  const { base } = await testServer();
  const ada = await person('ada');
  const connect = (origin: string) =>
    new Promise<string>((resolve) => {
      const url = `${base.replace('http', 'ws')}/ws?action=web&token=${ada.token}`;
      const socket = new WebSocket(url, { headers: { origin } });
      socket.on('message', (data: Buffer) => {
        resolve((JSON.parse(data.toString()) as { type: string }).type);
        socket.terminate();
      });
    });
  expect(await connect('https://evil.example')).toBe('error');
  expect(await connect('null')).toBe('error');
  expect(await connect('http://atrium.test')).toBe('open');
  expect(await connect(base)).toBe('open');
});

test('people come online with their first socket and go offline with their last', async () => {
  const { ada, bo } = await pair('none');
  await ada.listen();
  await bo.listen();
  const of = (online: boolean) => (frame: { data: Record<string, unknown> }) =>
    frame.data.userid === bo.userid && frame.data.online === online;
  await ada.receives('line', 'online', of(true));
  bo.hang();
  await ada.receives('line', 'offline', of(false));
});

test('readers of the same open file see each other; people without access see nobody', async () => {
  const { ada, bo } = await pair();
  const { id } = await ada.call(driveAdd, { name: 'Plan', type: 'document' });
  const path = `/single/file/${id}`;
  ada.send({ type: 'path', data: { path } });
  await ada.receives('path', undefined, (frame) => (frame.data.userids as number[]).length === 1);
  bo.send({ type: 'path', data: { path } });
  await bo.settled();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(bo.frameNames()).not.toContain('path/');
  await ada.call(driveShareUpdate, { id, userids: [bo.userid], permission: 0 });
  bo.send({ type: 'path', data: { path } });
  const both = await ada.receives('path', undefined, (frame) => (frame.data.userids as number[]).length === 2);
  expect(new Set(both.data.userids as number[])).toEqual(new Set([ada.userid, bo.userid]));
  const seen = ada.frames.length;
  const alone = (frame: Frame) => ada.frames.indexOf(frame) >= seen && (frame.data.userids as number[]).length === 1;
  bo.send({ type: 'path', data: { path: '/manage/dashboard' } });
  await ada.receives('path', undefined, alone);
  // A disconnected person no longer has it open.
  bo.send({ type: 'path', data: { path } });
  await ada.receives(
    'path',
    undefined,
    (frame) => ada.frames.indexOf(frame) > seen && (frame.data.userids as number[]).length === 2,
  );
  const before = ada.frames.length;
  bo.hang();
  await ada.receives('path', undefined, (frame) => ada.frames.indexOf(frame) >= before);
});

test('a call’s own socket does not hear its change; the caller’s other devices do', async () => {
  const { ada, say } = await pair();
  const desk = await (await anotherDevice(ada)).listen();
  const sent = await say('hi');
  expect((await desk.receives('dialog', 'add')).data).toMatchObject({ id: sent.id, read_at: expect.any(String) });
  await ada.settled();
  expect(ada.frameNames()).not.toContain('dialog/add');
});

test('an oversized frame or too many frames end the connection', async () => {
  const { ada, bo } = await pair();
  const large = closed(ada);
  ada.send({ type: 'path', data: { path: 'x'.repeat(70_000) } });
  expect(await large).toBe(1009);
  const flood = closed(bo);
  for (let i = 0; i < 80; i++) bo.send({ type: 'handshake', msgId: i });
  expect(await flood).toBe(1008);
});

test('invalid frames are ignored', async () => {
  const { ada } = await pair();
  for (const nonsense of ['', '{', 'null', '[]', '"x"', '{"type":5}']) ada.socket?.send(nonsense);
  await ada.settled();
});

test('signing a device out closes its sockets at once, and no others', async () => {
  const { ada } = await pair();
  const desk = await (await anotherDevice(ada)).listen();
  const { list } = await desk.call(deviceList, {});
  const gone = closed(desk);
  await ada.call(deviceLogout, { id: list.find((device) => device.is_current)?.id ?? 0 });
  await gone;
  await expect(desk.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  await ada.settled();
  const out = closed(ada);
  await ada.call(logout, {});
  await out;
});

test('a password change ends every device except the one with the new token; disabling ends all', async () => {
  const admin = await administrator();
  const { ada } = await pair();
  const desk = await (await anotherDevice(ada)).listen();
  const [gone, old] = [closed(desk), closed(ada)];
  const { token } = await ada.call(userEditpass, { oldpass: PASSWORD, newpass: 'Another-Pass8' });
  await Promise.all([gone, old]);
  await expect(ada.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
  ada.token = token;
  // Frames of the old socket do not count for the new one.
  ada.frames.splice(0);
  await ada.listen();
  await ada.settled();
  const end = closed(ada);
  await admin.call(userOperation, { userid: ada.userid, type: 'setdisable' });
  await end;
  await expect(ada.call(userInfo, {})).rejects.toMatchObject(refused('auth.ended'));
});

// Resuming -----------------------------------------------------------------------------------------------------------

test('a cursor brings exactly what was missed, in order', async () => {
  const { ada, bo, say } = await pair('none');
  await say('before');
  await allCommitted((await testServer()).app);
  const { cursor } = await bo.call(syncStart, {});
  const missed = [await say('one'), await say('two'), await say('three')];
  await ada.call(msgWithdraw, { msg_id: missed[1]?.id ?? 0 });

  await bo.listen({ cursor });
  const { data } = await bo.receives('resume');
  expect(bo.frameNames()).toEqual(['dialog/add', 'dialog/add', 'dialog/delete', 'resume/']);
  const texts = bo.frames.filter((frame) => frame.mode === 'add').map((frame) => frame.data.id);
  expect(texts).toEqual([missed[0]?.id, missed[2]?.id]);

  bo.hang();
  bo.frames.length = 0;
  const later = await say('four');
  await bo.listen({ cursor: String(data.cursor) });
  await bo.receives('resume');
  expect(bo.frames.filter((frame) => frame.mode === 'add').map((frame) => frame.data.id)).toContain(later.id);
});

test('an old, foreign or invalid cursor answers `reset`', async () => {
  const { bo } = await pair('none');
  const { cursor } = await bo.call(syncStart, {});
  const [instance, xid, seconds] = cursor.split('.');
  const wrong = [
    `${instance}.${xid}.${Number(seconds) - 8 * 86_400}`,
    `${crypto.randomUUID()}.${xid}.${seconds}`,
    'nonsense',
    unique('x'),
  ];
  for (const each of wrong) {
    bo.frames.length = 0;
    await bo.listen({ cursor: each });
    expect((await bo.receives('reset')).type, each).toBe('reset');
    bo.hang();
  }
});
