import { isFields } from '../api.ts';
import type { ClientHost, SocketLike, Timer } from '../host.ts';

/** An event from the server. */
export interface Frame {
  type: string;
  /** `mode` or `action` on the wire. */
  action: string;
  data: Record<string, unknown>;
  /** The event's id; 0 if it is not stored (such as presence). */
  id: number;
  /** The mutation of this client that caused the event, if any. */
  mutation: string;
  silence: boolean;
}

export interface SocketListener {
  opened(fd: string): void;
  frame(frame: Frame): void;
  /** Called when all events since the cursor have arrived. */
  resumed(cursor: string): void;
  /** Called when the gap is too old, and everything must be reloaded. */
  reset(): void;
  /** Called with the position to resume from: all earlier events have arrived. */
  cursor(cursor: string): void;
  /** Called when this connection was too slow for live events: missed ones follow, then `resumed`. */
  behind(): void;
  closed(): void;
  sessionEnded(msg: string): void;
}

/** The delay of the first retry; each further one waits twice as long, up to a minute. */
const RECONNECT_MS = 3000;
const MAX_RECONNECT_MS = 60_000;
/** A random extra share of the delay, so that not all clients reconnect to a restarting server at once. */
const JITTER = 0.3;
const REPEAT_MS = 3000;
const HANDSHAKE_MS = 6000;
/** The time that a connection may take to open: a proxy may accept one and never pass it on. */
const OPEN_MS = 30_000;
const PATH_MS = 1000;

/**
 * The live connection. States: stopped, connecting, open, waiting.
 *
 * 1. `connect` ends an existing connection and opens a new one; only the newest may deliver or reconnect.
 * 2. A close or an error leads to waiting; after 3 s it reconnects with the current cursor, then after 6, 12 and so on
 *   up to 60 s, each with up to 30 % extra. A connection that delivered something, or stayed open for a minute, resets
 *   the delay: one that only opens and breaks would keep a busy server busy. Not opening within 30 s is a loss too.
 * 3. An event received less than 3 s ago is dropped: live delivery and catching up may both send it. The replay itself
 *   is passed on completely: an old event in it, applied again, is corrected only if the later ones are applied again
 *   too.
 * 4. `error` means that the token is invalid: stopped, without reconnecting.
 */
export class LiveSocket {
  readonly #host: ClientHost;
  readonly #listener: SocketListener;
  readonly #url: () => string;
  #socket: SocketLike | undefined;
  #isOpen = false;
  #isCatchingUp = false;
  #reconnect: Timer | undefined;
  #openTimer: Timer | undefined;
  #failures = 0;
  #openedAt = 0;
  #path = '';
  #pathTimer: Timer | undefined;
  #nextMsg = 1;
  readonly #recentIds = new Map<number, number>();
  readonly #handshakes = new Set<() => void>();

  constructor(host: ClientHost, url: () => string, listener: SocketListener) {
    this.#host = host;
    this.#url = url;
    this.#listener = listener;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  connect(): void {
    this.stop();
    let socket: SocketLike;
    try {
      socket = this.#host.openSocket(this.#url());
    } catch {
      this.#wait();
      return;
    }
    this.#socket = socket;
    this.#isCatchingUp = true;
    const isCurrent = () => this.#socket === socket;
    socket.onmessage = (event) => {
      if (isCurrent()) this.#receive(String(event.data));
    };
    const lost = () => {
      if (!isCurrent()) return;
      if (this.#isOpen && this.#host.now() - this.#openedAt >= MAX_RECONNECT_MS) this.#failures = 0;
      this.stop();
      this.#listener.closed();
      this.#wait();
    };
    socket.onclose = lost;
    socket.onerror = lost;
    this.#openTimer = this.#host.setTimer(lost, OPEN_MS);
  }

  stop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isOpen = false;
    this.#host.clearTimer(this.#reconnect);
    this.#host.clearTimer(this.#openTimer);
    try {
      socket?.close();
    } catch {
      // Closing may fail for a socket that never opened, which is abandoned.
    }
  }

  /** Tells whether the connection lives; one without a sign of life for 6 s is replaced. */
  async handshake(): Promise<boolean> {
    if (!this.#isOpen) {
      if (!this.#socket) this.connect();
      return false;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = this.#host.setTimer(() => resolve(false), HANDSHAKE_MS);
    const alive = () => resolve(true);
    this.#handshakes.add(alive);
    this.#send({ type: 'handshake', msgId: `h${this.#nextMsg++}` });
    const isAlive = await promise;
    this.#host.clearTimer(timer);
    this.#handshakes.delete(alive);
    if (!isAlive) this.renew();
    return isAlive;
  }

  /** Opens a new connection, because this one is dead even if its local state is open. */
  renew(): void {
    this.#listener.closed();
    this.connect();
  }

  /** Reports the current page; the server shows people with the same page to each other. */
  reportPath(path: string): void {
    this.#path = path;
    this.#host.clearTimer(this.#pathTimer);
    this.#pathTimer = this.#host.setTimer(() => this.#send({ type: 'path', data: { path: this.#path } }), PATH_MS);
  }

  #wait(): void {
    this.#host.clearTimer(this.#reconnect);
    const wait = Math.min(RECONNECT_MS * 2 ** this.#failures++, MAX_RECONNECT_MS);
    this.#reconnect = this.#host.setTimer(() => this.connect(), wait * (1 + JITTER * this.#host.random()));
  }

  #send(message: Record<string, unknown>): void {
    if (!this.#isOpen) return;
    try {
      this.#socket?.send(JSON.stringify(message));
    } catch {
      // The socket is closing, and the close event follows.
    }
  }

  #receive(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    if (!isFields(message) || typeof message['type'] !== 'string') return;
    const data = isFields(message['data']) ? message['data'] : {};
    // Any frame counts as a sign of life, because after a long catch-up the receipt would arrive too late.
    for (const alive of this.#handshakes) alive();
    switch (message['type']) {
      case 'open':
        this.#isOpen = true;
        this.#host.clearTimer(this.#openTimer);
        this.#openedAt = this.#host.now();
        if (this.#path) this.reportPath(this.#path);
        return this.#listener.opened(String(data['fd'] ?? ''));
      case 'resume':
        this.#isCatchingUp = false;
        this.#failures = 0;
        return this.#listener.resumed(String(data['cursor'] ?? ''));
      case 'reset':
        this.#failures = 0;
        return this.#listener.reset();
      case 'behind':
        this.#isCatchingUp = true;
        return this.#listener.behind();
      case 'cursor':
        this.#failures = 0;
        return this.#listener.cursor(String(data['cursor'] ?? ''));
      case 'receipt':
        return;
      case 'error':
        this.stop();
        return this.#listener.sessionEnded(String(data['error'] ?? ''));
      default:
        return this.#pass(message, data);
    }
  }

  #pass(message: Record<string, unknown>, data: Record<string, unknown>): void {
    if (message['msgId'] !== undefined) this.#send({ type: 'receipt', msgId: message['msgId'] });
    const id = typeof message['id'] === 'number' ? message['id'] : 0;
    if (id > 0 && this.#isRepeat(id)) return;
    this.#listener.frame({
      type: String(message['type']),
      action: String(message['mode'] ?? message['action'] ?? ''),
      data,
      id,
      mutation: typeof message['mutation'] === 'string' ? message['mutation'] : '',
      silence: Boolean(message['silence']),
    });
  }

  #isRepeat(id: number): boolean {
    const now = this.#host.now();
    for (const [old, at] of this.#recentIds) {
      if (now - at < REPEAT_MS) break;
      this.#recentIds.delete(old);
    }
    const isRepeat = this.#recentIds.has(id);
    if (!isRepeat) this.#recentIds.set(id, now);
    return isRepeat && !this.#isCatchingUp;
  }
}
