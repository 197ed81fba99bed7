import { afterAll, beforeAll, expect, test } from 'vitest';
import { MediaClient } from '#testing/mediaClient';
import { makeLog } from '../log.ts';
import { forkedEngine, type MeetEngine } from './engine.ts';
import type { ParticipantMessage } from './messages.ts';
import { keyframeRequest } from './rtp.ts';

let engine: MeetEngine;
beforeAll(async () => {
  engine = forkedEngine({ port: 0, hosts: ['127.0.0.1'] }, makeLog('silent'));
  await engine.ready();
});
afterAll(() => engine.close());

/** A connection takes a second if its first packet arrives too early. */
const SOON = { timeout: 20_000 };

async function room(name: string, count: number): Promise<MediaClient[]> {
  const clients = Array.from({ length: count }, (_, index) => new MediaClient(`${name}${index}`, engine));
  for (const client of clients) {
    client.join(name);
    await expect.poll(() => client.isIn, SOON).toBe(true);
  }
  return clients as MediaClient[];
}
const of = (client: MediaClient, mid: string) => client.received.get(mid) ?? [];

test('what one participant sends reaches all the others and nobody else', async () => {
  const [ada, bo, cleo] = await room('all', 3);
  const [eve] = await room('elsewhere', 1);
  if (!ada || !bo || !cleo || !eve) return;
  await expect.poll(() => ada.placed.seats.map((seat) => seat.peer), SOON).toEqual(['all1', 'all2']);
  expect(cleo.placed.seats.map((seat) => seat.peer)).toEqual(['all0', 'all1']);
  let seq = 10;
  await expect
    .poll(() => {
      bo.sendSound(++seq);
      return Math.min(of(ada, 'a0').length, of(cleo, 'a1').length);
    }, SOON)
    .toBeGreaterThan(3);
  const heard = of(ada, 'a0');
  // Complete, in order, under one name and with its own numbering.
  expect(heard.map((each) => each.payload.length)).toEqual(heard.map(() => 80));
  expect(heard.map((each) => each.seq)).toEqual(heard.map((_, index) => index + 1));
  expect(new Set(heard.map((each) => each.ssrc)).size).toBe(1);
  expect(heard[0]?.ssrc).not.toBe(of(cleo, 'a1')[0]?.ssrc);
  expect([of(bo, 'a0').length, of(bo, 'a1').length, eve.count]).toEqual([0, 0, 0]);
  for (const client of [ada, bo, cleo, eve]) client.leave();
});

test('a video starts with a key frame on request, and lost packets are requested again', async () => {
  const [ada, bo] = await room('film', 2);
  if (!ada || !bo) return;
  let seq = 100;
  await expect
    .poll(() => {
      bo.sendPicture(++seq);
      return bo.pictures;
    }, SOON)
    .toBeGreaterThan(0);
  expect(of(ada, 'v0')).toEqual([]);
  bo.sendPicture(++seq, { key: true });
  await expect.poll(() => of(ada, 'v0').length, SOON).toBe(1);
  // A receiver without a picture may ask for one, too.
  const before = bo.pictures;
  await expect
    .poll(() => {
      ada.say('v0', keyframeRequest(of(ada, 'v0')[0]?.ssrc ?? 0));
      return bo.pictures;
    }, SOON)
    .toBeGreaterThan(before);
  // One is lost on the way up.
  const lost = ++seq;
  bo.sendPicture(++seq);
  await expect.poll(() => bo.missed, SOON).toContain(lost);
  bo.sendPicture(lost);
  await expect.poll(() => of(ada, 'v0').map((each) => each.seq), SOON).toEqual([1, 3, 2]);
  for (const client of [ada, bo]) client.leave();
});

test('seats are reused, and more are added when none are free', async () => {
  const clients = await room('many', 6);
  const [ada, bo] = clients;
  if (!ada || !bo) return;
  await expect.poll(() => ada.placed.seats.map((seat) => seat.n), SOON).toEqual([0, 1, 2, 3, 4]);
  let seq = 0;
  await expect
    .poll(() => {
      clients[5]?.sendSound(++seq);
      return of(ada, 'a4').length;
    }, SOON)
    .toBeGreaterThan(0);
  bo.leave();
  await expect.poll(() => ada.placed.seats.map((seat) => seat.peer), SOON).not.toContain('many1');
  const late = new MediaClient('late', engine);
  late.join('many');
  await expect.poll(() => ada.placed.seats.find((seat) => seat.peer === 'late')?.n, SOON).toBe(0);
  await expect.poll(() => late.isIn, SOON).toBe(true);
  await expect
    .poll(() => {
      late.sendSound(++seq);
      return of(ada, 'a0').length;
    }, SOON)
    .toBeGreaterThan(0);
  for (const client of [...clients, late]) client.leave();
});

test('a new connection replaces the old one for both sides', async () => {
  const [ada, bo] = await room('again', 2);
  if (!ada || !bo) return;
  engine.again('anew1');
  let seq = 0;
  await expect.poll(() => bo.isIn, SOON).toBe(true);
  await expect
    .poll(() => {
      bo.sendSound(++seq);
      ada.sendSound(seq);
      return Math.min(of(ada, 'a0').length, of(bo, 'a0').length);
    }, SOON)
    .toBeGreaterThan(3);
  for (const client of [ada, bo]) client.leave();
});

test('invalid input harms no other participant', async () => {
  const [ada, bo] = await room('odd', 2);
  if (!ada || !bo) return;
  const mallory = new MediaClient('mallory', engine);
  let turn = 0;
  const hear = (says: ParticipantMessage) => {
    if (says.t === 'offer') turn = says.turn;
  };
  engine.join('odd', 'mallory', hear, { uid: 1, name: 'Mallory' });
  await expect.poll(() => turn, SOON).toBeGreaterThan(0);
  for (const sdp of ['', 'v=0', 'nonsense\r\n'.repeat(500), 'v=0\r\nm=audio 9 X 111\r\na=mid:up-audio\r\n']) {
    engine.answer('mallory', turn, sdp);
    engine.candidate('mallory', turn, sdp, 'x');
  }
  engine.answer('nobody', 1, 'v=0');
  let seq = 0;
  await expect
    .poll(() => {
      ada.sendSound(++seq);
      return of(bo, 'a0').length;
    }, SOON)
    .toBeGreaterThan(3);
  for (const client of [ada, bo, mallory]) client.leave();
});
