import WebSocket from 'ws';
import type { Frame } from './support.ts';

/** A client like ours: it reconnects with its cursor and the highest event it knows, and drops what it has. */
export class Client {
  readonly ids = new Set<number>();
  /** Messages of the conversation, in the order of arrival. */
  readonly messages: number[] = [];
  readonly reconnects: number[] = [];
  resets = 0;
  repeated = 0;
  isLive = false;
  readonly #base: string;
  readonly #token: string;
  readonly #dialogId: number;
  #cursor = '';
  #lostAt = 0;
  #isClosed = false;
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(base: string, token: string, dialogId: number, cursor: string) {
    this.#base = base;
    this.#token = token;
    this.#dialogId = dialogId;
    this.#cursor = cursor;
    this.#open(1);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #open(attempt: number): void {
    const seen = String(Math.max(0, ...this.ids));
    const query = new URLSearchParams({
      action: 'web',
      token: this.#token,
      language: 'en',
      cursor: this.#cursor,
      seen,
    });
    const socket = new WebSocket(`${this.#base.replace('http', 'ws')}/ws?${query.toString()}`);
    this.#socket = socket;
    const inThisReplay = new Set<number>();
    let tries = attempt;
    socket.on('message', (bytes: Buffer) => {
      const frame = JSON.parse(bytes.toString()) as Frame;
      if (frame.type === 'cursor' || frame.type === 'resume') this.#cursor = String(frame.data.cursor);
      if (frame.type === 'reset') this.resets++;
      if (frame.type === 'error') socket.terminate();
      if (frame.type === 'open') {
        tries = 1;
        if (this.#lostAt > 0) this.reconnects.push(performance.now() - this.#lostAt);
        this.#lostAt = 0;
        this.isLive = true;
      }
      if (!frame.id) return;
      if (inThisReplay.has(frame.id)) this.repeated++;
      inThisReplay.add(frame.id);
      if (this.ids.has(frame.id)) return;
      this.ids.add(frame.id);
      if (frame.type === 'dialog' && frame.mode === 'add' && frame.data.dialog_id === this.#dialogId) {
        this.messages.push(Number(frame.data.id));
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isLive = false;
      if (this.#isClosed) return;
      if (this.#lostAt === 0) this.#lostAt = performance.now();
      // Sooner than our own client, which waits three seconds: the figure is the server's.
      this.#timer = setTimeout(() => this.#open(tries + 1), Math.min(100 * tries, 500));
    });
  }
}
