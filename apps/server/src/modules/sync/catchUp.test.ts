import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveAdd, driveSave, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { cloneTemplate } from '#testing/database';
import {
  allCommitted,
  type Frame,
  person,
  startServer,
  type TestClient,
  type TestServer,
  unique,
} from '#testing/world';
import { beginEpoch } from './epochs.service.ts';

const STALL_MS = 1500;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    databaseUrl: await cloneTemplate(`catchup_${process.pid}`),
    socketStallMs: STALL_MS,
  });
  await person('admin', { server });
});
afterAll(() => server.close());

async function cursorOf(client: TestClient): Promise<string> {
  await allCommitted(server.app);
  return (await client.call(syncStart, {})).cursor;
}

/** Events for one person that every client may hear: `count` of them, each with `bytes` of text. */
async function writeEvents(userid: number, count: number, bytes: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into events (type, action, aud, users, data)
    select 'user', 'tags', 'users', array[${userid}]::int[], jsonb_build_object('userid', ${userid}::int, 'filler', repeat('x', ${bytes}::int))
    from generate_series(1, ${count}::int) returning id`.execute(server.app.db);
  return rows.map(({ id }) => Number(id));
}

interface Reading {
  socket: WebSocket;
  frames: Frame[];
  ended: Promise<number>;
  receives(type: string): Promise<Frame>;
}

/** A client with a controlled reading speed. */
function read(
  client: TestClient,
  cursor: string,
  onFrame: (frame: Frame, reading: Reading) => void = () => {},
): Reading {
  const query = new URLSearchParams({ action: 'web', token: client.token, language: 'en', cursor });
  const socket = new WebSocket(`${server.base.replace('http', 'ws')}/ws?${query.toString()}`);
  const frames: Frame[] = [];
  const ended = new Promise<number>((resolve) => socket.on('close', resolve));
  const reading: Reading = {
    socket,
    frames,
    ended,
    async receives(type) {
      for (;;) {
        const found = frames.find((frame) => frame.type === type);
        if (found) return found;
        if (socket.readyState === WebSocket.CLOSED) throw new Error(`closed before ${type}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
  };
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame;
    frames.push(frame);
    onFrame(frame, reading);
  });
  return reading;
}

const idsOf = (frames: readonly Frame[]) =>
  frames.filter(({ type, action }) => type === 'user' && action === 'tags').map(({ id }) => id);

test('a gap of 20 MB reaches a slow reader in pages, each event once and in order, with bounded buffers', async () => {
  const bo = await person('bo', { server });
  const cursor = await cursorOf(bo);
  const ids = await writeEvents(bo.userid, 2000, 10_000);
  let most = 0;
  const reading = read(bo, cursor, (_frame, { socket, frames }) => {
    for (const { readyState, bufferedAmount } of server.server.websocketServer.clients) {
      if (readyState === WebSocket.OPEN) most = Math.max(most, bufferedAmount);
    }
    if (frames.length % 50 !== 0) return;
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  await reading.receives('resume');
  expect(idsOf(reading.frames)).toEqual(ids);
  expect(reading.frames.filter(({ type }) => type === 'cursor').length).toBeGreaterThan(50);
  expect(most).toBeLessThan(1024 * 1024);
  reading.socket.terminate();
});

test('a connection lost halfway resumes from the last page received', async () => {
  const bo = await person('bo', { server });
  let cursor = await cursorOf(bo);
  // One transaction has one place in the log: pages end between transactions.
  const ids: number[] = [];
  for (let part = 0; part < 20; part++) ids.push(...(await writeEvents(bo.userid, 20, 10_000)));
  // A page's cursor waits for older transactions, also those of tests beside this one.
  await allCommitted(server.app);
  const heard: (number | undefined)[] = [];
  let attempts = 0;
  for (let isDone = false; !isDone; ) {
    attempts++;
    const reading = read(bo, cursor, (_frame, { socket, frames }) => {
      if (idsOf(frames).length === 150) socket.terminate();
    });
    const last = await Promise.race([reading.receives('resume'), reading.ended.then(() => undefined)]).catch(
      () => undefined,
    );
    isDone = last !== undefined;
    heard.push(...idsOf(reading.frames));
    cursor = String(reading.frames.findLast(({ type }) => type === 'cursor')?.data.cursor ?? cursor);
    reading.socket.terminate();
  }
  expect([...new Set(heard)].sort((a = 0, b = 0) => a - b)).toEqual(ids);
  expect(attempts).toBeGreaterThan(2);
  expect(heard.length).toBeLessThan(ids.length + attempts * 60);
});

test('a reader that makes no progress is disconnected', async () => {
  const bo = await person('bo', { server });
  const cursor = await cursorOf(bo);
  await writeEvents(bo.userid, 2000, 10_000);
  const reading = read(bo, cursor);
  await reading.receives('open');
  reading.socket.pause();
  const { fd } = (await reading.receives('open')).data as { fd: string };
  const until = Date.now() + 20_000;
  while (server.app.hub.find(fd) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.app.hub.find(fd)).toBeUndefined();
  reading.socket.terminate();
});

test('a reader that answers pings it has not read makes no progress', async () => {
  const bo = await person('bo', { server });
  const cursor = await cursorOf(bo);
  await writeEvents(bo.userid, 2000, 10_000);
  const reading = read(bo, cursor);
  const { fd } = (await reading.receives('open')).data as { fd: string };
  reading.socket.pause();
  const liar = setInterval(() => reading.socket.pong('page'), 20);
  const until = Date.now() + 20_000;
  while (server.app.hub.find(fd) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  clearInterval(liar);
  expect(server.app.hub.find(fd)).toBeUndefined();
  reading.socket.terminate();
});

test('a reader that needs longer than the stall time for 64 KB is not disconnected', async () => {
  const bo = await person('bo', { server });
  const cursor = await cursorOf(bo);
  const ids = await writeEvents(bo.userid, 50, 10_000);
  let bytes = 0;
  const reading = read(bo, cursor, (frame, { socket }) => {
    bytes += JSON.stringify(frame).length;
    if (bytes < 64_000) return;
    bytes = 0;
    socket.pause();
    setTimeout(() => socket.resume(), STALL_MS * 0.6);
  });
  await reading.receives('resume');
  expect(idsOf(reading.frames)).toEqual(ids);
  reading.socket.terminate();
});

test('a handshake during a catch-up is answered before its end', async () => {
  const bo = await person('bo', { server });
  const cursor = await cursorOf(bo);
  await writeEvents(bo.userid, 1000, 10_000);
  const reading = read(bo, cursor, (frame, { socket }) => {
    if (frame.type === 'open') socket.send(JSON.stringify({ type: 'handshake', msgId: 'h' }));
  });
  await reading.receives('resume');
  const types = reading.frames.map(({ type }) => type);
  expect(types.indexOf('receipt')).toBeGreaterThan(0);
  expect(types.indexOf('receipt')).toBeLessThan(types.indexOf('resume'));
  reading.socket.terminate();
});

test('a live reader that falls behind continues from the log and misses nothing', async () => {
  const bo = await person('bo', { server });
  const reading = read(bo, await cursorOf(bo));
  await reading.receives('resume');
  reading.socket.pause();
  const ids: number[] = [];
  const { behind } = server.app.metrics;
  const before = (await behind.get()).values[0]?.value ?? 0;
  // Until the network buffers are full too.
  while (((await behind.get()).values[0]?.value ?? 0) === before) {
    ids.push(...(await writeEvents(bo.userid, 100, 50_000)));
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  ids.push(...(await writeEvents(bo.userid, 10, 100)));
  reading.socket.resume();
  await reading.receives('behind');
  while (!ids.every((id) => idsOf(reading.frames).includes(id)))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const state = () => reading.frames.findLast(({ type }) => type === 'behind' || type === 'resume')?.type;
  await expect.poll(state).toBe('resume');
  reading.socket.terminate();
});

test('a replay omits tasks, projects, files and messages whose access was revoked, for any cursor', async () => {
  const [ada, bo] = await Promise.all([person('ada', { server }), person('bo', { server })]);
  const cursors = [await cursorOf(bo)];
  const open = await ada.call(projectAdd, { name: unique('Open'), columns: 'To do' });
  const closed = await ada.call(projectAdd, {
    name: unique('Closed'),
    desc: 'secret of the project',
    columns: 'To do',
  });
  for (const { id } of [open, closed]) await ada.call(projectUser, { project_id: id, userid: [ada.userid, bo.userid] });
  const task = await ada.call(taskAdd, { project_id: open.id, name: 'secret of the task', owner: [ada.userid] });
  const file = await ada.call(driveAdd, { name: 'secret of the file', type: 'document' });
  await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid], permission: 0 });
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  const said = await ada.call(msgSendtext, { dialog_id: dialog.id, text: 'first words' });
  await ada.call(msgSendtext, { dialog_id: dialog.id, text: 'secret of the message', update_id: said.id });
  cursors.push(await cursorOf(bo));
  await ada.call(taskUpdate, { task_id: task.id, content: 'more secret of the task' });
  await ada.call(driveSave, { id: file.id, content: '{"type":"md","content":"x"}' }).catch(() => undefined);
  cursors.push(await cursorOf(bo));

  await ada.call(taskUpdate, { task_id: task.id, visibility: 2 });
  await ada.call(projectUser, { project_id: closed.id, userid: [ada.userid] });
  await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid], permission: -1 });
  await ada.call(msgWithdraw, { msg_id: said.id });
  await allCommitted(server.app);
  for (const cursor of cursors) {
    const reading = read(bo, cursor);
    await reading.receives('resume');
    const shown = reading.frames.filter(({ action }) => action !== 'delete');
    expect(JSON.stringify(shown)).not.toContain('secret');
    const ends = reading.frames.map((frame) => `${frame.type}/${frame.action ?? frame.mode}`);
    expect(ends).toEqual(
      expect.arrayContaining(['projectTask/delete', 'project/delete', 'file/delete', 'dialog/delete']),
    );
    reading.socket.terminate();
  }
});

test('after a restore, clients ahead of the backup reload; others resume', async () => {
  const bo = await person('bo', { server });
  const old = await cursorOf(bo);
  const [first = 0] = await writeEvents(bo.userid, 1, 10);
  const resumed = async (cursor: string, seen?: number) => {
    const query = new URLSearchParams({ action: 'web', token: bo.token, cursor, ...(seen && { seen: String(seen) }) });
    const socket = new WebSocket(`${server.base.replace('http', 'ws')}/ws?${query.toString()}`);
    const type = await new Promise<string>((resolve) => {
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString()) as Frame;
        if (frame.type === 'resume' || frame.type === 'reset') resolve(frame.type);
      });
    });
    socket.terminate();
    return type;
  };
  // A restart changes nothing.
  await beginEpoch(server.app);
  expect(await resumed(old)).toBe('resume');
  expect(await resumed(old, first)).toBe('resume');
  const late = await cursorOf(bo);
  expect(await resumed(late)).toBe('resume');

  // A backup from before `lost` is restored: the server starts on it and writes other events with the same ids.
  const [lost = 0] = await writeEvents(bo.userid, 1, 10);
  const gone = await cursorOf(bo);
  await sql`delete from events where id >= ${lost}`.execute(server.app.db);
  await beginEpoch(server.app);
  await writeEvents(bo.userid, 3, 10);
  expect(await resumed(old)).toBe('resume');
  expect(await resumed(late)).toBe('resume');
  expect(await resumed(late, lost)).toBe('reset');
  expect(await resumed(gone)).toBe('reset');
  // From an epoch that the backup does not know.
  const [, ...rest] = gone.split('.');
  expect(await resumed([crypto.randomUUID(), ...rest].join('.'))).toBe('reset');
  // From the future of the current epoch.
  const [epoch, xid, seconds] = (await cursorOf(bo)).split('.');
  expect(await resumed([epoch, xid, seconds, 1_000_000].join('.'))).toBe('reset');
});
