import { createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { crc32 } from 'node:zlib';

/**
 * Carries connections of browsers whose network blocks UDP (ICE over TCP, RFC 6544) to the UDP port: each packet comes
 * with its length in front (RFC 4571). The first one must be a check for a connection that this unit has offered.
 *
 * Chromium sends 0 as the tiebreaker over TCP, which the library refuses (libjuice issue 355): it gets another one, and
 * the check is signed again.
 */
const CONNECTIONS = 500;
const CONNECTIONS_PER_ADDRESS = 50;
const FIRST_MS = 10_000;
const IDLE_MS = 30_000;
const PACKET_BYTES = 4096;
/** The line is too slow if more bytes wait, and packets are dropped as they would be over UDP. */
const WAITING_BYTES = 128 * 1024;
/** The number of offered connections whose credentials are stored. */
const OFFERS = 2000;

const MAGIC = 0x2112a442;
const USERNAME = 0x0006;
const INTEGRITY = 0x0008;
const FINGERPRINT = 0x8028;
const CONTROLLED = 0x8029;
const CONTROLLING = 0x802a;

export class TcpBridge {
  readonly #port: number;
  readonly #secrets = new Map<string, string>();
  readonly #perAddress = new Map<string, number>();
  readonly #server: Server;
  #count = 0;

  /** @param udpPort  where packets are carried, on this machine */
  constructor(udpPort: number) {
    this.#port = udpPort;
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  }

  /** @returns the port, or 0 if it is taken: everybody else still meets over UDP */
  listen(port: number, address?: string): Promise<number> {
    return new Promise((resolve) => {
      this.#server.once('error', () => resolve(0));
      this.#server.listen({ port, ...(address && { host: address }) }, () => {
        const bound = this.#server.address();
        resolve(typeof bound === 'object' && bound ? bound.port : 0);
      });
    });
  }

  /** Remembers the credentials of an offer. */
  know(sdp: string): void {
    const fragment = /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1];
    const password = /^a=ice-pwd:(\S+)/m.exec(sdp)?.[1];
    if (!fragment || !password) return;
    this.#secrets.delete(fragment);
    this.#secrets.set(fragment, password);
    const [oldest] = this.#secrets.keys();
    if (this.#secrets.size > OFFERS && oldest !== undefined) this.#secrets.delete(oldest);
  }

  close(): void {
    this.#server.close();
  }

  #accept(socket: Socket): void {
    const from = socket.remoteAddress ?? '';
    const count = (this.#perAddress.get(from) ?? 0) + 1;
    if (this.#count >= CONNECTIONS || count > CONNECTIONS_PER_ADDRESS) return void socket.destroy();
    this.#count++;
    this.#perAddress.set(from, count);
    const udp = createSocket('udp4');
    const tiebreaker = randomBytes(8);
    let isKnown = false;
    let rest: Buffer = Buffer.alloc(0);
    socket.setTimeout(FIRST_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    udp.on('error', () => socket.destroy());
    udp.on('message', (packet) => {
      if (socket.writableLength > WAITING_BYTES) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(packet.length);
      socket.write(Buffer.concat([length, packet]));
    });
    socket.on('close', () => {
      udp.close();
      this.#count--;
      const left = (this.#perAddress.get(from) ?? 1) - 1;
      if (left > 0) this.#perAddress.set(from, left);
      else this.#perAddress.delete(from);
    });
    socket.on('data', (bytes: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      while (rest.length >= 2) {
        const size = rest.readUInt16BE(0);
        if (size > PACKET_BYTES) return socket.destroy();
        if (rest.length < 2 + size) break;
        const packet = rest.subarray(2, 2 + size);
        rest = rest.subarray(2 + size);
        const secret = this.#secretOf(packet);
        if (!isKnown && secret === undefined) return socket.destroy();
        if (!isKnown) socket.setTimeout(IDLE_MS);
        isKnown = true;
        udp.send(secret === undefined ? packet : withTiebreaker(packet, secret, tiebreaker), this.#port, '127.0.0.1');
      }
    });
  }

  /** The password of the connection that a check is for; undefined for all other packets. */
  #secretOf(packet: Buffer): string | undefined {
    const name = attributesOf(packet).find(({ type }) => type === USERNAME);
    return name && this.#secrets.get(packet.toString('utf8', name.from, name.until).split(':')[0] ?? '');
  }
}

/** The attributes of a request of STUN (RFC 8489); none for all other packets. */
function attributesOf(packet: Buffer): { type: number; at: number; from: number; until: number }[] {
  const isRequest = packet.length >= 20 && packet.readUInt16BE(0) === 1 && packet.readUInt32BE(4) === MAGIC;
  if (!isRequest || packet.readUInt16BE(2) + 20 !== packet.length) return [];
  const attributes = [];
  for (let at = 20; at + 4 <= packet.length; ) {
    const until = at + 4 + packet.readUInt16BE(at + 2);
    if (until > packet.length) break;
    attributes.push({ type: packet.readUInt16BE(at), at, from: at + 4, until });
    at = until + ((4 - (until % 4)) % 4);
  }
  return attributes;
}

/** Replaces the tiebreaker of a check if it is 0, and signs the check again. */
export function withTiebreaker(packet: Buffer, secret: string, tiebreaker: Buffer): Buffer {
  const attributes = attributesOf(packet);
  const role = attributes.find(({ type }) => type === CONTROLLED || type === CONTROLLING);
  const signature = attributes.find(({ type }) => type === INTEGRITY);
  if (!role || role.until - role.from !== 8 || signature?.until !== (signature?.from ?? 0) + 20) return packet;
  if (packet.readBigUInt64BE(role.from) !== 0n) return packet;
  const copy = Buffer.from(packet);
  tiebreaker.copy(copy, role.from, 0, 8);
  // The signature is computed as if it were the last attribute, and the checksum likewise.
  copy.writeUInt16BE(signature.until - 20, 2);
  createHmac('sha1', secret).update(copy.subarray(0, signature.at)).digest().copy(copy, signature.from);
  copy.writeUInt16BE(packet.readUInt16BE(2), 2);
  const checksum = attributes.find(({ type }) => type === FINGERPRINT);
  if (checksum) copy.writeUInt32BE((crc32(copy.subarray(0, checksum.at)) ^ 0x5354554e) >>> 0, checksum.from);
  return copy;
}
