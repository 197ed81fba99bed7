import type { Socket } from 'node:net';
import type { Language } from '@atrium/i18n/languages.ts';
import type { WebSocket } from 'ws';
import type { Metrics } from '../metrics.ts';

/** A client that has this much unread in our buffers is not reading: it is dropped, and resumes from the event log. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

const FAREWELL_MS = 1000;

/** One live connection. */
export class Connection {
  readonly fd: string;
  readonly userid: number;
  readonly deviceId: number;
  readonly lang: Language;
  readonly connectedAt = new Date();
  path = '';
  /** The dialog that it has open without being in it; 0 = none. */
  watching = 0;
  isAlive = true;
  readonly #socket: WebSocket;
  readonly #wire: Pick<Socket, 'cork' | 'uncork'>;
  readonly #metrics: Metrics;

  /** @param wire what the frames are written to */
  constructor(
    socket: WebSocket,
    wire: Pick<Socket, 'cork' | 'uncork'>,
    fd: string,
    { userid, deviceId, lang }: { userid: number; deviceId: number; lang: Language },
    metrics: Metrics,
  ) {
    this.#socket = socket;
    this.#wire = wire;
    this.fd = fd;
    this.userid = userid;
    this.deviceId = deviceId;
    this.lang = lang;
    this.#metrics = metrics;
  }

  /** Hands over a frame that is serialised already. */
  send(frame: string | Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#metrics.dropped.inc();
      this.#socket.terminate();
      return;
    }
    this.#metrics.delivered.inc();
    this.#socket.send(frame, { binary: false, compress: false });
  }

  /** Several frames in one write. */
  sendTogether(frames: readonly string[]): void {
    if (frames.length === 0) return;
    this.#wire.cork();
    for (const frame of frames) this.send(frame);
    this.#wire.uncork();
  }

  /** Ends it with an error frame that says why. */
  end(error: string): void {
    this.send(JSON.stringify({ type: 'error', data: { error } }));
    this.#socket.close(4001, 'session ended');
  }

  /** Its token is another one now; who has that comes back with it. */
  renew(): void {
    this.#socket.close(4002, 'token renewed');
  }

  close(): void {
    this.#socket.close(1012, 'restarting');
    // A client that does not answer the farewell must not keep the server from ending.
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  /** Asks for a sign of life; one that gave none since the last time is gone. */
  beat(): void {
    if (!this.isAlive) return this.#socket.terminate();
    this.isAlive = false;
    this.#socket.ping();
  }
}
