import { socketStatus } from '@atrium/contract/people/sessions.ts';
import { type Api, CallError } from '../api.ts';
import type { ClientHost } from '../host.ts';
import type { EventStream } from './eventStream.ts';
import { LiveSocket } from './socket.ts';

/** The time that the server may take to say if it knows this connection. */
const STATUS_MS = 6000;

interface Parts {
  host: ClientHost;
  api: Api;
  /** The server's address, without a trailing slash. */
  base: string;
  stream: EventStream;
  opened: () => void;
  /** Called when everything missed has arrived. */
  caughtUp: () => void;
  /** Called when the gap is too old, and the base state has to be loaded. */
  reset: () => void;
  closed: () => void;
  sessionEnded: (msg: string) => void;
}

/** The connection over which events arrive; it resumes from the position of `stream`. */
export class LiveConnection {
  readonly #parts: Parts;
  readonly #socket: LiveSocket;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { host, api, stream } = parts;
    this.#socket = new LiveSocket(host, () => this.#address(), {
      opened: (fd) => {
        api.fd = fd;
        parts.opened();
      },
      frame: (frame) => stream.receive(frame),
      resumed: (cursor) => {
        stream.caughtUp(cursor);
        parts.caughtUp();
      },
      reset: parts.reset,
      cursor: (cursor) => stream.pageComplete(cursor),
      behind: () => stream.fallBehind(),
      closed: () => {
        api.fd = '';
        stream.fallBehind();
        parts.closed();
      },
      sessionEnded: parts.sessionEnded,
    });
  }

  connect(): void {
    this.#parts.stream.fallBehind();
    this.#socket.connect();
  }
  /** Closes the connection until the next `connect`. Calls still name it. */
  pause(): void {
    this.#socket.stop();
  }
  stop(): void {
    this.#socket.stop();
    this.#parts.api.fd = '';
  }
  /** Asks for a sign of life; false if none came in time, and the connection was opened again. */
  handshake(): Promise<boolean> {
    return this.#socket.handshake();
  }
  /**
   * Asks the server whether it still has this connection, which may have died unnoticed while nothing ran here; false
   * if it was reopened.
   */
  async wake(): Promise<boolean> {
    const [isKnown, isAlive] = await Promise.all([this.#isKnown(), this.handshake()]);
    if (isAlive && !isKnown) this.#socket.renew();
    return isKnown && isAlive;
  }
  reportPath(path: string): void {
    this.#socket.reportPath(path);
  }

  async #isKnown(): Promise<boolean> {
    const { api } = this.#parts;
    const { fd } = api;
    if (!fd) return true;
    try {
      await api.call(socketStatus, { fd }, { timeoutMs: STATUS_MS });
      return true;
    } catch (error) {
      // The answer is about the previous connection if it has changed meanwhile.
      return !(error instanceof CallError) || error.code !== 'socket.gone' || fd !== api.fd;
    }
  }

  #address(): string {
    const { api, stream, base } = this.#parts;
    const query = new URLSearchParams({
      action: 'web',
      token: api.token,
      language: api.language,
      cursor: stream.cursor,
      seen: String(stream.seen),
    });
    return `${base.replace(/^http/, 'ws')}/ws?${query.toString()}`;
  }
}
