import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { localBus } from '../events/bus.ts';
import type { Audience, Topics } from '../events/events.ts';
import { makeLog } from '../log.ts';
import { makeMetrics } from '../metrics.ts';
import { Connection } from './connection.ts';
import { Hub } from './hub.ts';

/** The text of a frame, after its header. */
const textOf = (frame: Buffer) => frame.subarray(frame.indexOf('{')).toString();

test('an event whose receivers cannot be looked up for a moment is delivered later, in order', async () => {
  const hub = new Hub(localBus<Topics>(), makeLog('silent'), makeMetrics());
  const heard: unknown[] = [];
  const connection = {
    ...{
      fd: 'a',
      userid: 7,
      deviceId: 1,
      lang: 'en',
      path: '',
      watching: 0,
      liveAfter: 0,
      isPast: (xid: string) => Number(xid) < 50,
    },
    deliver: (frame: Buffer) => heard.push((JSON.parse(textOf(frame)) as { id: number }).id),
    send: () => undefined,
    sendTogether: () => undefined,
    close: () => undefined,
  } as unknown as Connection;
  hub.add(connection);
  let asked = 0;
  hub.loadMembersWith('dialog', async () => {
    asked++;
    if (asked <= 2) throw new Error('Connection terminated unexpectedly');
    return { version: 2, users: new Set([7]) };
  });
  const event = (id: number, version: number) =>
    hub.deliver({ id, type: 'dialog', action: 'update', data: {}, audience: { aud: 'dialog', ref: 3, version } });
  event(1, 1);
  event(2, 2);
  // A cursor made now would be past events that nobody has received.
  expect(hub.waitsSince(performance.now())).toBe(true);
  await expect.poll(() => heard).toEqual([1, 2]);
  expect(asked).toBe(3);
  await expect.poll(() => hub.waitsSince(performance.now())).toBe(false);
  hub.remove(connection);
  await hub.close();
});

test('an event waiting for its receivers does not reach a connection opened after it', async () => {
  const hub = new Hub(localBus<Topics>(), makeLog('silent'), makeMetrics());
  const heard: unknown[] = [];
  const open = (fd: string) =>
    ({
      ...{
        fd,
        userid: 7,
        deviceId: 1,
        lang: 'en',
        path: '',
        watching: 0,
        liveAfter: 0,
        isPast: (xid: string) => Number(xid) < 50,
      },
      deliver: (frame: Buffer) => heard.push([fd, (JSON.parse(textOf(frame)) as { id: number }).id]),
      send: () => undefined,
      sendTogether: () => undefined,
      close: () => undefined,
    }) as unknown as Connection;
  const [early, late] = [open('early'), open('late')];
  hub.add(early);
  const lookup = Promise.withResolvers<{ version: number; users: Set<number> }>();
  hub.loadMembersWith('dialog', () => lookup.promise);
  const event = (id: number) =>
    hub.deliver({ id, type: 'dialog', action: 'update', data: {}, audience: { aud: 'dialog', ref: 3, version: 1 } });
  event(1);
  // It has read the log by now, event 1 included, and perhaps newer ones of the same dialog.
  hub.add(late);
  event(2);
  lookup.resolve({ version: 1, users: new Set([7]) });
  await expect
    .poll(() => heard)
    .toEqual([
      ['early', 1],
      ['early', 2],
      ['late', 2],
    ]);
  for (const connection of [early, late]) hub.remove(connection);
  await hub.close();
});

test('an event announced late from the log does not reach a connection that has read past it', async () => {
  const hub = new Hub(localBus<Topics>(), makeLog('silent'), makeMetrics());
  const heard: number[] = [];
  const connection = {
    ...{ fd: 'a', userid: 7, deviceId: 1, lang: 'en', path: '', watching: 0, liveAfter: 0 },
    isPast: (xid: string) => Number(xid) < 50,
    deliver: (frame: Buffer) => heard.push((JSON.parse(textOf(frame)) as { id: number }).id),
    send: () => undefined,
    sendTogether: () => undefined,
    close: () => undefined,
  } as unknown as Connection;
  hub.add(connection);
  const event = (id: number, xid?: string) =>
    hub.deliver({
      ...{ id, type: 'dialog', action: 'update', data: {}, audience: { aud: 'users', users: [7] } },
      ...(xid && { xid }),
    });
  event(1, '49');
  event(2, '50');
  event(3);
  expect(heard).toEqual([2, 3]);
  hub.remove(connection);
  await hub.close();
});

test('an event that names its receivers waits for older ones, and later ones wait for it', async () => {
  const hub = new Hub(localBus<Topics>(), makeLog('silent'), makeMetrics());
  const heard: unknown[] = [];
  const connection = {
    ...{ fd: 'a', userid: 7, deviceId: 1, lang: 'en', path: '', watching: 0, liveAfter: 0, isPast: () => false },
    deliver: (frame: Buffer) => heard.push((JSON.parse(textOf(frame)) as { id: number }).id),
    send: () => undefined,
    sendTogether: () => undefined,
    close: () => undefined,
  } as unknown as Connection;
  hub.add(connection);
  const slow = Promise.withResolvers<{ version: number; users: Set<number> }>();
  const members = { version: 1, users: new Set([7]) };
  hub.loadMembersWith('project', (ref) => (ref === 3 ? slow.promise : Promise.resolve(members)));
  const deliver = (id: number, audience: Audience) =>
    hub.deliver({ id, type: 'projectTask', action: 'update', data: {}, audience });
  deliver(1, { aud: 'project', ref: 4, version: 1 });
  await expect.poll(() => heard).toEqual([1]);
  deliver(2, { aud: 'project', ref: 3, version: 1 });
  // For another project, and nothing before it names its receivers.
  deliver(3, { aud: 'project', ref: 4, version: 1 });
  expect(heard).toEqual([1, 3]);
  deliver(4, { aud: 'users', users: [7] });
  deliver(5, { aud: 'project', ref: 4, version: 1 });
  deliver(6, { aud: 'all' });
  deliver(7, { aud: 'project', ref: 3, version: 1 });
  expect(heard).toEqual([1, 3]);
  slow.resolve(members);
  await expect.poll(() => heard.length).toBe(7);
  expect(heard).toEqual([1, 3, 2, 4, 5, 6, 7]);
  deliver(8, { aud: 'users', users: [7] });
  expect(heard.at(-1)).toBe(8);
  expect(hub.waitsSince(performance.now())).toBe(false);
  hub.remove(connection);
  await hub.close();
});

test('events held by a connection are not repeated after the log has delivered them', () => {
  const written: unknown[] = [];
  const socket = Object.assign(new EventEmitter(), {
    ...{ readyState: 1, OPEN: 1, bufferedAmount: 0 },
    send: (frame: string) => written.push(frame),
    ping: () => undefined,
    terminate: () => undefined,
  });
  const wire = { cork: () => undefined, uncork: () => undefined, write: () => true };
  const person = { userid: 7, deviceId: 1, lang: 'en' } as const;
  const connection = new Connection(socket as unknown as WebSocket, wire, 'a', person, makeMetrics());
  connection.cursor = 'epoch.15.0.0';
  connection.hold(0);
  // Written by another server and announced from the log: one before the end of the catch-up, one after it.
  connection.deliver('old', '20');
  connection.deliver('new', '30');
  connection.deliver('own');
  expect(written).toEqual([]);
  expect(connection.goLive('epoch.25.0.0')).toBe(true);
  expect(written).toEqual(['new', 'own']);
  expect([connection.isPast('20'), connection.isPast('30')]).toEqual([true, false]);
});
