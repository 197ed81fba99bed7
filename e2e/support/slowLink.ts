import { createSocket, type Socket } from 'node:dgram';
import type { Page } from '@playwright/test';

/**
 * A line between a page and the server's media port, thinner than this machine: packets down wait in a queue, and are
 * dropped when it is full. The page connects through it.
 */
export class SlowLink {
  readonly #port: number;
  readonly #front = createSocket('udp4');
  readonly #back = new Map<number, Socket>();
  #bitsPerSecond: number;
  /** The time at which the link has sent everything that waits. */
  #freeAt = 0;
  #isClosed = false;
  #isCut = false;
  dropped = 0;
  passed = 0;

  /** @param port  the server's media port */
  constructor(port: number, bitsPerSecond: number) {
    this.#port = port;
    this.#bitsPerSecond = bitsPerSecond;
  }

  /** @param hasTcp  the page may also connect over TCP, beside this line */
  async open(page: Page, { hasTcp = false } = {}): Promise<void> {
    await new Promise<void>((resolve) => this.#front.bind(0, '127.0.0.1', resolve));
    this.#front.on('message', (packet, from) => {
      if (!this.#isCut) this.#socketFor(from.port).send(packet, this.#port, '127.0.0.1');
    });
    await page.addInitScript(throughPort(this.#front.address().port, hasTcp));
  }
  /** From now on nothing passes. */
  cut(): void {
    this.#isCut = true;
  }
  close(): void {
    this.#isClosed = true;
    this.#front.close();
    for (const socket of this.#back.values()) socket.close();
  }
  set bitsPerSecond(bits: number) {
    this.#bitsPerSecond = bits;
  }

  #socketFor(port: number): Socket {
    const known = this.#back.get(port);
    if (known) return known;
    const socket = createSocket('udp4');
    this.#back.set(port, socket);
    socket.on('message', (packet) => this.#down(packet, port));
    return socket;
  }

  #down(packet: Buffer, port: number): void {
    const now = performance.now();
    const wait = Math.max(0, this.#freeAt - now);
    if (this.#isCut || wait > QUEUE_MS) {
      this.dropped++;
      return;
    }
    this.passed++;
    this.#freeAt = now + wait + (8000 * packet.length) / this.#bitsPerSecond;
    setTimeout(() => {
      if (!this.#isClosed) this.#front.send(packet, port, '127.0.0.1');
    }, this.#freeAt - now);
  }
}
const QUEUE_MS = 250;

/** Candidates of the page's own are not sent to the server. */
const SILENT = `
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (typeof data !== 'string' || !data.startsWith('{"type":"candidate"')) return send.call(this, data);
  };`;

/** For the page: the server is reachable at another port only, and does not learn the page's own addresses. */
const throughPort = (port: number, hasTcp: boolean) => `{
  const add = RTCPeerConnection.prototype.addIceCandidate;
  RTCPeerConnection.prototype.addIceCandidate = function (candidate) {
    const parts = (candidate?.candidate ?? '').split(' ');
    if (/tcp/i.test(parts[2] ?? '')) return ${hasTcp} ? add.call(this, candidate) : Promise.resolve();
    if (!/udp/i.test(parts[2] ?? '') || parts[4] !== '127.0.0.1') return Promise.resolve();
    parts[5] = '${port}';
    return add.call(this, { ...candidate, candidate: parts.join(' ') });
  };
  ${SILENT}
}`;

/** For the page: packets over UDP go nowhere, in either direction. */
export const WITHOUT_UDP = `{
  const add = RTCPeerConnection.prototype.addIceCandidate;
  RTCPeerConnection.prototype.addIceCandidate = function (candidate) {
    return / udp /i.test(candidate?.candidate ?? '') ? Promise.resolve() : add.call(this, candidate);
  };
  ${SILENT}
}`;
