import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { cleanup } from 'node-datachannel';
import { takeTraffic } from './incoming.ts';
import type { FromUnit, ToUnit } from './messages.ts';
import { type Network, Peer } from './peer.ts';
import { TcpBridge } from './tcp.ts';

/**
 * The forwarding unit: a process of its own, without secrets. It knows rooms and peers by meaningless names, and
 * forwards each one's streams to the others. It ends with the server that started it.
 */
const TICK_MS = 50;
const REPORT_MS = 1000;
/** The limit of each camera depends on how many are on, because together they must fit one connection. */
const videoBits = (room: Map<string, Peer>) => {
  const cameras = [...room.values()].filter((peer) => peer.hasCamera).length;
  return Math.max(300_000, Math.min(1_500_000, Math.floor(6_000_000 / Math.max(1, cameras - 1))));
};

const rooms = new Map<string, Map<string, Peer>>();
const roomOf = new Map<string, string>();
const say = (message: FromUnit) => process.send?.(message);

async function begin(): Promise<void> {
  const [wantedPort = '0', wantedTcpPort = '0', names = ''] = process.argv.slice(2);
  const port = await freePort(Number(wantedPort));
  const bridge = new TcpBridge(port);
  const announced = await addressesOf(names);
  const network: Network = { port, tcpPort: 0, announced, onOffer: (sdp) => bridge.know(sdp) };
  // If only loopback addresses are announced, no others are used.
  if (announced.length > 0 && announced.every(isLoopback)) network.bindAddress = '127.0.0.1';
  if (wantedTcpPort !== NO_PORT) {
    network.tcpPort = await bridge.listen(Number(wantedTcpPort), network.bindAddress);
    if (!network.tcpPort) say({ t: 'trouble', why: `TCP port ${wantedTcpPort} of meetings is taken` });
  }
  process.on('message', (message: ToUnit) => {
    try {
      receive(message, network);
    } catch (error) {
      // The browser sent invalid input, and has no media until it asks for a new connection.
      if (message.t !== 'candidate') say({ t: 'trouble', why: String(error) });
    }
  });
  let reportedAt = 0;
  setInterval(() => {
    const now = performance.now();
    const isReport = now - reportedAt >= REPORT_MS;
    if (isReport) reportedAt = now;
    for (const room of rooms.values()) {
      const bits = videoBits(room);
      for (const peer of room.values()) {
        peer.tick(now);
        if (isReport) peer.report(now, bits);
      }
    }
    if (!isReport) return;
    const traffic = takeTraffic();
    if (traffic.packets > 0) say({ t: 'traffic', ...traffic });
  }, TICK_MS);
  say({ t: 'ready', port: network.port });
}

function receive(message: ToUnit, network: Network): void {
  if (message.t === 'join') {
    leave(message.peer);
    const room = rooms.get(message.room) ?? new Map<string, Peer>();
    rooms.set(message.room, room);
    roomOf.set(message.peer, message.room);
    const peer = new Peer(message.peer, network, (says) => say({ peer: message.peer, ...says }));
    room.set(message.peer, peer);
    peer.open();
    settle(room);
    return;
  }
  const room = rooms.get(roomOf.get(message.peer) ?? '');
  const peer = room?.get(message.peer);
  if (!room || !peer) return;
  switch (message.t) {
    case 'answer':
      return peer.answer(message.turn, message.sdp);
    case 'candidate':
      return peer.candidate(message.turn, message.candidate, message.mid);
    case 'media':
      if (peer.turnOn(message.media)) settle(room);
      return;
    case 'views':
      return peer.view(message.large, message.small);
    case 'again':
      peer.open();
      for (const other of room.values()) other.relink(peer);
      return settle(room);
    case 'leave':
      return leave(message.peer);
  }
}

function leave(id: string): void {
  const name = roomOf.get(id);
  const room = rooms.get(name ?? '');
  const peer = room?.get(id);
  if (!name || !room || !peer) return;
  roomOf.delete(id);
  room.delete(id);
  if (room.size === 0) rooms.delete(name);
  settle(room);
  peer.close();
}

function settle(room: Map<string, Peer>): void {
  const all = [...room.values()];
  for (const peer of all) peer.see(all.filter((other) => other !== peer));
}

/** The value that replaces the port if connections over TCP are turned off. */
const NO_PORT = '-';

/** @throws if it is taken */
function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createSocket('udp4');
    probe.once('error', reject);
    probe.bind(port, () => {
      const { port: bound } = probe.address();
      probe.close(() => resolve(bound));
    });
  });
}

async function addressesOf(names: string): Promise<string[]> {
  const found = await Promise.all(
    names
      .split(',')
      .filter(Boolean)
      .map(async (name) =>
        isIP(name) ? [name] : (await lookup(name, { all: true }).catch(() => [])).map((each) => each.address),
      ),
  );
  return [...new Set(found.flat())];
}
const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

process.on('disconnect', () => {
  cleanup();
  process.exit(0);
});
begin().catch((error: unknown) => {
  say({ t: 'trouble', why: String(error) });
  setTimeout(() => process.exit(1), 100);
});
