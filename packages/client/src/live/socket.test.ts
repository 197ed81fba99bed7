import { expect, test } from 'vitest';
import { FakeHost } from '../testing.ts';
import { type Frame, LiveSocket } from './socket.ts';

function live() {
  const host = new FakeHost();
  const heard: string[] = [];
  const frames: Frame[] = [];
  const socket = new LiveSocket(host, () => `/ws?n=${host.sockets.length}`, {
    opened: (fd) => heard.push(`open ${fd}`),
    frame: (frame) => frames.push(frame),
    resumed: (cursor) => heard.push(`resume ${cursor}`),
    reset: () => heard.push('reset'),
    cursor: (cursor) => heard.push(`cursor ${cursor}`),
    behind: () => heard.push('behind'),
    closed: () => heard.push('closed'),
    sessionEnded: () => heard.push('ended'),
  });
  const newest = () => {
    const last = host.sockets.at(-1);
    if (!last) throw new Error('nothing was opened');
    return last;
  };
  socket.connect();
  newest().receive({ type: 'open', data: { fd: 'a', ud: 1 } });
  newest().receive({ type: 'resume', data: { cursor: 'c1' } });
  return { host, socket, heard, frames, newest };
}

// covers C4-26
test('it reconnects 3 s after a close, and drops an identical message within 3 s', async () => {
  const { host, heard, frames, newest } = live();
  const event = { type: 'dialog', mode: 'add', data: { id: 1 }, id: 7 };
  newest().receive(event);
  newest().receive(event);
  expect(frames).toHaveLength(1);
  await host.pass(3001);
  newest().receive(event);
  expect(frames).toHaveLength(2);

  newest().breakOff();
  await host.pass(2999);
  expect(host.sockets).toHaveLength(1);
  await host.pass(1000);
  expect(host.sockets).toHaveLength(2);
  expect(heard).toEqual(['open a', 'resume c1', 'closed']);
});

test('retry delays double up to a minute plus a random share; a connection that delivers resets them', async () => {
  const { host, newest } = live();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    const [before, began] = [host.sockets.length, host.now()];
    newest().breakOff();
    while (host.sockets.length === before) await host.pass(10);
    waits.push((host.now() - began) / 1000);
  }
  for (const [attempt, least] of [3, 6, 12, 24, 48, 60, 60].entries()) {
    expect(waits[attempt]).toBeGreaterThanOrEqual(least);
    expect(waits[attempt]).toBeLessThan(least * 1.3 + 0.1);
  }
  expect(new Set(waits.map((wait) => wait % 1)).size).toBeGreaterThan(1);
  // A server that accepts connections and cannot serve them is not contacted every three seconds.
  newest().receive({ type: 'open', data: { fd: 'b', ud: 1 } });
  newest().breakOff();
  let before = host.sockets.length;
  await host.pass(59_000);
  expect(host.sockets).toHaveLength(before);
  await host.pass(20_000);
  expect(host.sockets).toHaveLength(before + 1);

  newest().receive({ type: 'open', data: { fd: 'c', ud: 1 } });
  newest().receive({ type: 'cursor', data: { cursor: 'c2' } });
  newest().breakOff();
  before = host.sockets.length;
  await host.pass(3999);
  expect(host.sockets).toHaveLength(before + 1);

  // In a quiet workspace nothing happens: a connection that stays open is healthy too.
  newest().breakOff();
  await host.pass(7999);
  newest().receive({ type: 'open', data: { fd: 'd', ud: 1 } });
  await host.pass(60_000);
  newest().breakOff();
  before = host.sockets.length;
  await host.pass(3999);
  expect(host.sockets).toHaveLength(before + 1);
});

test('any frame proves that a connection lives, so a long catch-up is not cut off', async () => {
  const { host, socket, newest } = live();
  const alive = socket.handshake();
  newest().receive({ type: 'dialog', mode: 'add', data: { id: 1 }, id: 8 });
  await host.pass(6001);
  expect(await alive).toBe(true);
  expect(host.sockets).toHaveLength(1);
});

test('messages after `behind` are passed on completely, even recent duplicates', () => {
  const { heard, frames, newest } = live();
  const event = { type: 'projectColumn', action: 'update', data: { id: 1 }, id: 7 };
  newest().receive(event);
  newest().receive({ type: 'behind', data: {} });
  newest().receive(event);
  expect(frames).toHaveLength(2);
  newest().receive({ type: 'resume', data: { cursor: 'c2' } });
  newest().receive(event);
  expect(frames).toHaveLength(2);
  expect(heard.slice(-2)).toEqual(['behind', 'resume c2']);
});

test('only the newest connection delivers or reconnects', async () => {
  const { host, socket, frames } = live();
  const old = host.sockets[0];
  socket.connect();
  old?.receive({ type: 'dialog', mode: 'add', data: {}, id: 9 });
  old?.breakOff();
  await host.pass(10_000);
  expect(frames).toEqual([]);
  expect(host.sockets).toHaveLength(2);
});

test('messages replayed in a catch-up are passed on completely, even recent duplicates', () => {
  const { socket, frames, newest } = live();
  const event = { type: 'projectColumn', action: 'update', data: { id: 1 }, id: 7 };
  newest().receive(event);
  socket.connect();
  newest().receive({ type: 'open', data: { fd: 'b', ud: 1 } });
  newest().receive(event);
  expect(frames).toHaveLength(2);
});

test('an invalid token stops it for good; a frame with a msgId is acknowledged', async () => {
  const { host, heard, newest } = live();
  newest().receive({ type: 'dialog', mode: 'add', data: {}, id: 3, msgId: 'm' });
  expect(newest().sent).toContainEqual({ type: 'receipt', msgId: 'm' });
  newest().receive({ type: 'error', data: { error: 'gone' } });
  await host.pass(60_000);
  expect(heard.at(-1)).toBe('ended');
  expect(host.sockets).toHaveLength(1);
});

// covers A4-32, A8-14, A9-13
test('a connection without a sign of life for 6 s is replaced', async () => {
  const { host, socket, newest } = live();
  const alive = socket.handshake();
  newest().receive({ type: 'receipt', msgId: String(newest().sent[0]?.['msgId']), data: [] });
  expect(await alive).toBe(true);
  const dead = socket.handshake();
  await host.pass(6000);
  expect(await dead).toBe(false);
  expect(host.sockets).toHaveLength(2);
});

test('a connection that neither opens nor closes within 30 s is replaced', async () => {
  const { host, heard, newest } = live();
  newest().breakOff();
  await host.pass(4000);
  const hung = newest();
  await host.pass(29_000);
  expect([host.sockets.length, hung.isClosed]).toEqual([2, false]);
  await host.pass(1000);
  expect([hung.isClosed, heard.at(-1)]).toEqual([true, 'closed']);
  await host.pass(8000);
  expect(host.sockets).toHaveLength(3);
  // One that opens in time stays.
  newest().receive({ type: 'open', data: { fd: 'b', ud: 1 } });
  await host.pass(60_000);
  expect([host.sockets.length, newest().isClosed]).toEqual([3, false]);
});

test('the page is reported once, a second after it changed', async () => {
  const { host, socket, newest } = live();
  socket.reportPath('/a');
  await host.pass(500);
  socket.reportPath('/b');
  await host.pass(1000);
  expect(newest().sent).toEqual([{ type: 'path', data: { path: '/b' } }]);
});
