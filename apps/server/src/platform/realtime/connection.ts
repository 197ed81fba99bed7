import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Language } from '@atrium/i18n/languages.ts';
import type { WebSocket } from 'ws';
import type { Metrics } from '../metrics.ts';

/** With this many bytes unread in our buffers a connection gets no more live events and catches up from the log. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** While events are held back for the end of a catch-up, at most this many bytes of them. */
const MAX_HELD_BYTES = 256 * 1024;
/** A reader that makes no progress for this long is dropped. */
export const STALL_MS = 30_000;

/** In this many equal steps, so that a server that was itself held up drops nobody for it. */
const STALL_CHECKS = 6;
/** Bytes of live events between two markers: a reader at 3 KB/s answers one within the stall time. */
const MARKER_BYTES = 64 * 1024;

const FAREWELL_MS = 1000;

/** A ping that is answered only by a client that has read everything before it. */
interface Marker {
  /** Nobody can answer it without having read it. */
  nonce: string;
  resolve: () => void;
}

/**
 * - `live`: events are written as they happen.
 * - `behind`: they are in the log and come from there; none is written as it happens.
 * - `holding`: the last part of the log is being read; events that happen now are kept for the moment after it.
 */
type Mode = 'live' | 'behind' | 'holding';

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
  /** The last cursor sent on it: everything before that has been written. Empty before the first. */
  cursor = '';
  /** The number of the last event (`Hub.published`) that it gets from the log, or has already. */
  liveAfter = 0;
  /** Called when a reader is too slow for live events. */
  onBehind: () => void = () => undefined;
  readonly #socket: WebSocket;
  readonly #wire: Pick<Socket, 'cork' | 'uncork' | 'write'>;
  readonly #metrics: Metrics;
  readonly #stallMs: number;
  #mode: Mode = 'live';
  #held: { frame: string | Buffer; xid: string | undefined }[] = [];
  #heldBytes = 0;
  /** Those that wait for their answer, in the order of their pings. */
  readonly #markers: Marker[] = [];
  /** Bytes written since the last marker. */
  #unmarked = 0;
  /** Runs while markers wait. */
  #watch: NodeJS.Timeout | undefined;
  /** How often in succession it saw no progress. */
  #checksWithout = 0;
  #unsentBefore = 0;

  /** @param wire what the frames are written to */
  constructor(
    socket: WebSocket,
    wire: Pick<Socket, 'cork' | 'uncork' | 'write'>,
    fd: string,
    { userid, deviceId, lang }: { userid: number; deviceId: number; lang: Language },
    metrics: Metrics,
    stallMs = STALL_MS,
  ) {
    this.#socket = socket;
    this.#wire = wire;
    this.fd = fd;
    this.userid = userid;
    this.deviceId = deviceId;
    this.lang = lang;
    this.#metrics = metrics;
    this.#stallMs = stallMs;
    socket.on('pong', (data: Buffer) => this.#answer(data.toString()));
    socket.on('close', () => this.#settle(this.#markers.length));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }
  /**
   * Whether the cursor is past a transaction, so that its events have been sent, or were in what the client loaded.
   * The second part of a cursor is the transaction below which everything is known (`sync/cursor.ts`).
   */
  isPast(xid: string): boolean {
    const [, known = ''] = this.cursor.split('.');
    return /^\d+$/.test(known) && BigInt(xid) < BigInt(known);
  }
  get isLive(): boolean {
    return this.#mode === 'live';
  }

  /** Writes a frame that is in no log: an answer, presence. Too slow a reader goes without it. */
  send(frame: string): void {
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) return;
    this.#write(frame);
  }

  /**
   * Writes a frame of an event in the log, unless it comes from there later.
   *
   * @param frame  its text, or the bytes that `textFrame` made of it for all receivers
   * @param xid  its transaction, if it was read back from the log
   */
  deliver(frame: string | Buffer, xid?: string): void {
    if (this.#mode === 'behind' || !this.isOpen) return;
    if (this.#mode === 'holding') {
      this.#held.push({ frame, xid });
      this.#heldBytes += frame.length;
      if (this.#heldBytes > MAX_HELD_BYTES) this.fallBehind();
    } else if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.goOnFromLog();
    } else {
      this.#write(frame);
    }
  }

  #write(frame: string | Buffer): void {
    if (!this.isOpen) return;
    this.#metrics.delivered.inc();
    if (typeof frame === 'string') this.#socket.send(frame, { binary: false, compress: false });
    else this.#wire.write(frame);
    this.#unmarked += frame.length;
    if (this.#unmarked > MARKER_BYTES) this.#mark();
  }

  // Catching up --------------------------------------------------------------------------------------------------------

  /** From now on events come from the log only. */
  fallBehind(): void {
    this.#mode = 'behind';
    this.#held = [];
    this.#heldBytes = 0;
  }

  /** Takes a live connection to the log, from the last cursor it got. */
  goOnFromLog(): void {
    if (!this.isOpen) return;
    // It is reading the log already: one more round brings what was missed just now.
    if (this.#mode !== 'live') return this.fallBehind();
    this.fallBehind();
    this.#metrics.behind.inc();
    this.onBehind();
  }

  /**
   * Keeps the events from now on for the end of the catch-up.
   *
   * @param published how many were published before the log is read: it has these
   */
  hold(published: number): void {
    this.liveAfter = published;
    this.#mode = 'holding';
  }

  /**
   * Writes what was held; from now on events are written as they happen. False if there was too much to hold.
   *
   * @param cursor of a client that has read the log to its end
   */
  goLive(cursor: string): boolean {
    if (this.#mode === 'behind') return false;
    this.#mode = 'live';
    this.cursor = cursor;
    // An event that another server wrote is announced late, and may be older than what the log has brought meanwhile.
    for (const { frame, xid } of this.#held.splice(0)) if (xid === undefined || !this.isPast(xid)) this.#write(frame);
    this.#heldBytes = 0;
    return true;
  }

  /** Writes frames however slow the reader is: the sender waits for `progress`, or they are few. */
  writeTogether(frames: readonly string[]): void {
    this.#wire.cork();
    for (const frame of frames) this.#write(frame);
    this.#wire.uncork();
  }

  // Progress of the reader ---------------------------------------------------------------------------------------------

  /**
   * Resolves once the other side has read everything written so far, or is gone. A ping is answered in its place among
   * the frames, by every WebSocket client, so this sees through the buffers of the network.
   */
  async progress(): Promise<void> {
    if (!this.isOpen) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#mark(resolve);
    await promise;
  }

  /** Asks for a sign of life. */
  beat(): void {
    if (this.#markers.length === 0) this.#mark();
  }

  #mark(resolve: () => void = () => undefined): void {
    const nonce = randomBytes(9).toString('base64');
    this.#markers.push({ nonce, resolve });
    this.#unmarked = 0;
    this.#socket.ping(nonce);
    if (this.#watch) return;
    this.#checksWithout = 0;
    this.#unsentBefore = this.#socket.bufferedAmount;
    this.#watch = setInterval(() => this.#check(), this.#stallMs / STALL_CHECKS);
    this.#watch.unref();
  }

  /** The answer to a ping stands for the ones before it too (RFC 6455, 5.5.3). */
  #answer(nonce: string): void {
    const at = this.#markers.findIndex((marker) => marker.nonce === nonce);
    if (at >= 0) this.#settle(at + 1);
  }

  #settle(count: number): void {
    this.#checksWithout = 0;
    for (const { resolve } of this.#markers.splice(0, count)) resolve();
    if (this.#markers.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Progress is an answered marker, or bytes that left for the network. Without any for the stall time it is dropped. */
  #check(): void {
    const unsent = this.#socket.bufferedAmount;
    this.#checksWithout = unsent < this.#unsentBefore ? 0 : this.#checksWithout + 1;
    this.#unsentBefore = unsent;
    if (this.#checksWithout < STALL_CHECKS) return;
    this.#metrics.dropped.inc();
    this.#socket.terminate();
  }

  // Presence and the end -----------------------------------------------------------------------------------------------

  /** Several frames in one write. */
  sendTogether(frames: readonly string[]): void {
    if (frames.length === 0) return;
    this.#wire.cork();
    for (const frame of frames) this.send(frame);
    this.#wire.uncork();
  }

  /** Ends it with an error frame that says why. */
  end(error: string): void {
    this.#write(JSON.stringify({ type: 'error', data: { error } }));
    this.#socket.close(4001, 'session ended');
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  /** Its token is another one now; who has that comes back with it. */
  renew(): void {
    this.#socket.close(4002, 'token renewed');
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  close(): void {
    this.#socket.close(1012, 'restarting');
    // A client that does not answer the farewell must not keep the server from ending.
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }
}
