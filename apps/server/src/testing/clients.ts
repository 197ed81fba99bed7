import { Client } from '@atrium/client/client.ts';
import type { ClientHost, KeyValueStore, SocketLike } from '@atrium/client/host.ts';
import WebSocket from 'ws';
import { previewText } from '#modules/dialogs/preview.service';
import { ask } from './ask.ts';

/** Storage that copies values, as a browser's does. */
export function memoryStorage(): KeyValueStore {
  const values = new Map<string, unknown>();
  return {
    get: async (key) => structuredClone(values.get(key)),
    set: async (key, value) => void values.set(key, structuredClone(value)),
    delete: async (key) => void values.delete(key),
    clear: async () => values.clear(),
    keys: async () => [...values.keys()],
  };
}

export interface Network {
  /** The server's current address. */
  base(): string;
  random(): number;
  /** The share of requests that are lost, and again of answers. */
  loss: number;
  /** Passes calls to a server in this process, for hundreds of runs; otherwise they use HTTP. */
  carry?(url: string, init: CallInit): Promise<{ status: number; text(): Promise<string> }>;
}
type CallInit = Parameters<ClientHost['fetch']>[1];

/** Delays are shortened by this factor, timeouts are not. */
const HURRY = 0.02;
const LATE_MS = 5000;

/** A device whose connection can be cut. */
export class TestHost implements ClientHost {
  readonly storage = memoryStorage();
  /** Frames of its connections, for the report of a failing run. */
  readonly log: string[] = [];
  #opened = 0;
  readonly #network: Network;
  readonly #sockets = new Set<WebSocket>();

  constructor(network: Network) {
    this.#network = network;
  }

  async fetch(url: string, init: CallInit) {
    const lose = () => {
      if (this.#network.random() < this.#network.loss) throw new Error('lost');
    };
    lose();
    const { carry } = this.#network;
    if (!carry) {
      const { status, text } = await ask(this.#network.base() + url, init);
      lose();
      return { status, text: async () => text };
    }
    const carried = await carry(url, init);
    lose();
    return carried;
  }

  openSocket(url: string): SocketLike {
    const socket = new WebSocket(this.#network.base().replace('http', 'ws') + url);
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    const at = ++this.#opened;
    this.log.push(`${at} connects ${url.slice(url.indexOf('cursor='))}`);
    socket.on('close', () => this.log.push(`${at} closes`));
    socket.on('message', (data: Buffer) => this.log.push(`${at} ${data.toString().slice(0, 160)}`));
    return socket as unknown as SocketLike;
  }

  /** The connection breaks without a close frame. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  now = () => Date.now();
  setTimer = (run: () => void, ms: number) => setTimeout(run, ms >= LATE_MS ? ms : ms * HURRY);
  clearTimer = (timer: unknown) => clearTimeout(timer as NodeJS.Timeout);
  random = () => Math.random();
}

export const clientOn = (host: ClientHost) =>
  new Client(host, {
    base: '',
    language: 'en',
    version: '1.0.0',
    platform: 'test',
    preview: (message) => previewText(message, 'en'),
  });
