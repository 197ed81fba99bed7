import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Language } from '@atrium/i18n/languages.ts';
import type { WebSocket } from 'ws';
import type { Metrics } from '../metrics.ts';
import { frameContent } from './textFrame.ts';

/** A connection with this many unsent bytes gets no more live events, and catches up from the log. */
const MAX_BUFFERED_BYTES = 256 * 1024;
/** Maximum size of events held back for the end of a catch-up. */
const MAX_HELD_BYTES = 256 * 1024;
/** Largest frame of a client. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** A reader that makes no progress for this long is disconnected. */
export const STALL_MS = 30_000;

/** The progress is checked in this many equal steps, so that a server that was itself blocked disconnects nobody. */
const STALL_CHECKS = 6;
/** The bytes of live events between two markers: a reader at 3 KB/s answers a marker within the stall time. */
const MARKER_BYTES = 64 * 1024;

const FAREWELL_MS = 1000;

/** A ping that a client can answer only after reading everything before it. */
interface Marker {
  /** A random value that only a client which received this ping can return. */
  nonce: string;
  resolve: () => void;
}

/** The content of a ping that is sent to one connection or to all. */
export const newNonce = (): string => randomBytes(9).toString('base64');

/**
 * - `live`: events are written as they happen.
 * - `behind`: events come from the log only.
 * - `holding`: the last part of the log is being read; events that happen now are held until after it.
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
  /** The dialog that the connection has open without its person being a member; 0 = none. */
  watching = 0;
  /** The last cursor that was sent: everything before it has been written. It is empty before the first. */
  cursor = '';
  /** The epoch that began during a catch-up, which the cursor at its end names. */
  #epoch = '';
  /** The number (`Hub.published`) of the last event that the connection gets from the log, or has already. */
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
  /** Markers without an answer, in the order of their pings. */
  readonly #markers: Marker[] = [];
  /** Bytes written since the last marker. */
  #unmarked = 0;
  /** The timer that runs while markers are unanswered. */
  #watch: NodeJS.Timeout | undefined;
  /** The number of consecutive checks without progress. */
  #checksWithout = 0;
  #unsentBefore = 0;
  /** Encrypts conversations for the client's key. */
  #cipher: ((text: string) => Promise<string>) | undefined;
  /** Frames that wait to be encrypted, in order, and their size. */
  #sealing: Promise<void> = Promise.resolve();
  #sealingBytes = 0;

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
   * True if the cursor is past a transaction: its events have been sent, or are part of the data that the client
   * loaded. The second part of a cursor is the transaction below which everything is known (`sync/cursor.ts`).
   */
  isPast(xid: string): boolean {
    const [, known = ''] = this.cursor.split('.');
    return /^\d+$/.test(known) && BigInt(xid) < BigInt(known);
  }
  get isLive(): boolean {
    return this.#mode === 'live';
  }

  /** Writes a frame that is in no log: an answer, presence. Skipped for a reader that is too slow. */
  send(frame: string): void {
    if (this.#unsent > MAX_BUFFERED_BYTES) return;
    this.#write(frame);
  }

  /**
   * Writes the frame of an event in the log, unless it comes from there later.
   *
   * @param frame  its text, or the bytes that `textFrame` made of it for all receivers
   * @param xid  its transaction, if it was read from the log
   */
  deliver(frame: string | Buffer, xid?: string): void {
    if (this.#mode === 'behind' || !this.isOpen) return;
    if (this.#mode === 'holding') {
      this.#held.push({ frame, xid });
      this.#heldBytes += frame.length;
      if (this.#heldBytes > MAX_HELD_BYTES) this.fallBehind();
    } else if (this.#unsent > MAX_BUFFERED_BYTES) {
      this.goOnFromLog();
    } else {
      this.#write(frame);
    }
  }

  #write(frame: string | Buffer): void {
    if (!this.isOpen) return;
    this.#metrics.delivered.inc();
    if (this.#cipher) this.#seal(frame, this.#cipher);
    else this.#put(frame);
  }

  #put(frame: string | Buffer): void {
    if (!this.isOpen) return;
    if (typeof frame === 'string') this.#socket.send(frame, { binary: false, compress: false });
    else this.#wire.write(frame);
    this.#unmarked += frame.length;
    if (this.#unmarked > MARKER_BYTES) this.#mark();
  }

  // Encryption
  // ---------------------------------------------------------------------------------------------------------

  /**
   * Encrypts events of conversations from now on. Other frames wait for those before them, so that the order stays.
   *
   * @param cipher  encrypts a text for the client
   * @param ms  how long its key is used; then the client connects again, with a new one
   */
  encryptWith(cipher: (text: string) => Promise<string>, ms: number): void {
    if (!this.#cipher) setTimeout(() => this.close(), ms).unref();
    this.#cipher = cipher;
  }

  #seal(frame: string | Buffer, cipher: (text: string) => Promise<string>): void {
    this.#sealingBytes += frame.length;
    this.#afterSealing(async () => {
      const text = typeof frame === 'string' ? frame : frameContent(frame);
      const isSecret = text.startsWith('{"type":"dialog"');
      const shown = isSecret ? JSON.stringify({ type: 'encrypt', encrypted: await cipher(text) }) : frame;
      this.#sealingBytes -= frame.length;
      this.#put(shown);
    });
  }

  #afterSealing(run: () => void | Promise<void>): void {
    // A frame that cannot be encrypted must not be skipped: the client connects again and resumes.
    this.#sealing = this.#sealing.then(run).catch(() => this.#socket.terminate());
  }

  get #unsent(): number {
    return this.#socket.bufferedAmount + this.#sealingBytes;
  }

  // Catching up
  // --------------------------------------------------------------------------------------------------------

  /** Switches to events from the log only. */
  fallBehind(): void {
    this.#mode = 'behind';
    this.#held = [];
    this.#heldBytes = 0;
  }

  /**
   * Changes the cursor to the epoch that a promoted standby has begun, at the same place in the log. With its earlier
   * epoch the client could not resume once it had seen an event of the new one.
   */
  moveToEpoch(epoch: string): void {
    this.#epoch = epoch;
    if (!this.isLive || !this.cursor) return;
    this.cursor = inEpoch(this.cursor, epoch);
    this.send(JSON.stringify({ type: 'cursor', data: { cursor: this.cursor } }));
  }

  /** Switches a live connection to the log, from its last cursor. */
  goOnFromLog(): void {
    if (!this.isOpen) return;
    // The connection is reading the log already, and another round brings what was just missed.
    if (this.#mode !== 'live') return this.fallBehind();
    this.fallBehind();
    this.#metrics.behind.inc();
    this.onBehind();
  }

  /**
   * Holds events back from now on, until the end of the catch-up.
   *
   * @param published how many were published before the log is read: it has these
   */
  hold(published: number): void {
    this.liveAfter = published;
    this.#mode = 'holding';
  }

  /**
   * Writes the held events; from now on events are written as they happen. False if there were too many.
   *
   * @param cursor of a client that has read the log to its end
   */
  goLive(cursor: string): boolean {
    if (this.#mode === 'behind') return false;
    this.#mode = 'live';
    this.cursor = this.#epoch ? inEpoch(cursor, this.#epoch) : cursor;
    // An event of another server is announced late, and may be older than events that the log has delivered meanwhile.
    for (const { frame, xid } of this.#held.splice(0)) if (xid === undefined || !this.isPast(xid)) this.#write(frame);
    this.#heldBytes = 0;
    return true;
  }

  /** Writes frames even to a slow reader: the sender waits for `progress`, or there are few frames. */
  writeTogether(frames: readonly string[]): void {
    this.#wire.cork();
    for (const frame of frames) this.#write(frame);
    this.#wire.uncork();
  }

  // Progress of the reader
  // ---------------------------------------------------------------------------------------------

  /**
   * Resolves once the other side has read everything written so far, or has disconnected. Every WebSocket client
   * answers a ping in order with the frames, so this measures through all network buffers.
   */
  async progress(): Promise<void> {
    if (this.#cipher) await this.#sealing;
    if (!this.isOpen) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#mark(resolve);
    await promise;
  }

  /** Asks for a sign of life. Ten thousand connections can share a nonce, because none knows it before it is asked. */
  beat(nonce: string): void {
    if (this.#markers.length === 0) this.#mark(undefined, nonce);
  }

  #mark(resolve: () => void = () => undefined, nonce = newNonce()): void {
    this.#markers.push({ nonce, resolve });
    this.#unmarked = 0;
    this.#socket.ping(nonce);
    if (this.#watch) return;
    this.#checksWithout = 0;
    this.#unsentBefore = this.#socket.bufferedAmount;
    this.#watch = setInterval(() => this.#check(), this.#stallMs / STALL_CHECKS);
    this.#watch.unref();
  }

  /** The answer to a ping also answers earlier ones (RFC 6455, 5.5.3). */
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

  /**
   * Progress is an answered marker, or bytes sent to the network. Without any for the stall time the connection is
   * closed.
   */
  #check(): void {
    const unsent = this.#socket.bufferedAmount;
    this.#checksWithout = unsent < this.#unsentBefore ? 0 : this.#checksWithout + 1;
    this.#unsentBefore = unsent;
    if (this.#checksWithout < STALL_CHECKS) return;
    this.#metrics.dropped.inc();
    this.#socket.terminate();
  }

  // Presence and the end
  // -----------------------------------------------------------------------------------------------

  /** Several frames in one write. */
  sendTogether(frames: readonly string[]): void {
    if (frames.length === 0) return;
    this.#wire.cork();
    for (const frame of frames) this.send(frame);
    this.#wire.uncork();
  }

  /** Closes the connection with an error frame that gives the reason. */
  end(error: string): void {
    this.#write(JSON.stringify({ type: 'error', data: { error } }));
    if (this.#cipher) this.#afterSealing(() => this.#socket.close(4001, 'session ended'));
    else this.#socket.close(4001, 'session ended');
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  /** Closes the connection because its token has been replaced; the client reconnects with the new one. */
  renew(): void {
    this.#socket.close(4002, 'token renewed');
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }

  close(): void {
    this.#socket.close(1012, 'restarting');
    // A client that does not answer the close must not delay the server's end.
    setTimeout(() => this.#socket.terminate(), FAREWELL_MS).unref();
  }
}

/** Replaces the epoch of a cursor, which is its first part (`sync/cursor.ts`). */
const inEpoch = (cursor: string, epoch: string): string => epoch + cursor.slice(cursor.indexOf('.'));
