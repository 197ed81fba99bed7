import type { ClientHost, KeyValueStore, RequestLike, SocketLike, Tabs } from './host.ts';
import { type Columns, fromColumns } from './projects/columns.ts';
import type { TableName } from './store/rows.ts';

/** A host whose clock is stopped until the test moves it, with sockets and answers controlled by the test. */
export class FakeHost implements ClientHost {
  readonly requests: { url: string; init: RequestLike }[] = [];
  readonly sockets: IdleSocket[] = [];
  answer: (url: string, init: RequestLike) => Promise<string> | string = () => '{"ret":1,"msg":"","data":{}}';
  values = new Map<string, unknown>();
  tabs?: Tabs;
  channel?: ClientHost['channel'];
  #now = 1_800_000_000_000;
  #serial = 0;
  readonly #timers = new Map<number, { at: number; run: () => void }>();

  readonly storage: KeyValueStore = {
    get: async (key) => structuredClone(this.values.get(key)),
    set: async (key, value) => void this.values.set(key, structuredClone(value)),
    delete: async (key) => void this.values.delete(key),
    clear: async () => this.values.clear(),
    keys: async () => [...this.values.keys()],
  };

  words: string | null = null;
  lastWords = {
    get: () => this.words,
    set: (words: string | null) => {
      this.words = words;
    },
  };

  async fetch(url: string, init: RequestLike) {
    this.requests.push({ url, init });
    const text = await this.answer(url, init);
    return { status: 200, text: async () => text };
  }
  openSocket(url: string): SocketLike {
    const socket = new IdleSocket(url);
    this.sockets.push(socket);
    return socket;
  }
  now = () => this.#now;
  random = () => ((++this.#serial * 7919) % 1000) / 1000;
  setTimer = (run: () => void, ms: number) => {
    this.#timers.set(++this.#serial, { at: this.#now + ms, run });
    return this.#serial;
  };
  clearTimer = (timer: unknown) => void this.#timers.delete(timer as number);

  /** Advances the clock, and runs what is due. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await breathe();
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].run();
      await breathe();
    }
    this.#now = until;
  }
}

export class IdleSocket implements SocketLike {
  readonly url: string;
  readonly sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;

  constructor(url: string) {
    this.url = url;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  receive(frame: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  breakOff(): void {
    this.onclose?.(undefined as never);
  }
}

/** Lets resolved promises run. */
async function breathe(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}

/** A browser with several pages: they share one storage, and know which of them are open. */
export class FakeBrowser {
  readonly #values = new Map<string, unknown>();
  readonly #lastWords = new FakeHost().lastWords;
  readonly #open = new Set<string>();
  readonly #heard: { host: FakeHost; isOpen: () => boolean; listener: (words: unknown) => void }[] = [];
  readonly #heirs: { id: string; lead: () => void }[] = [];
  #serial = 0;

  page(): { host: FakeHost; close(): void } {
    const host = new FakeHost();
    const id = `page${++this.#serial}`;
    this.#open.add(id);
    host.values = this.#values;
    host.lastWords = this.#lastWords;
    // Each page's random numbers start elsewhere.
    for (let turn = 0; turn < this.#serial; turn++) host.random();
    host.tabs = {
      id,
      open: async () => [...this.#open],
      lead: () =>
        new Promise((resolve) => {
          this.#heirs.push({ id, lead: resolve });
          if (this.#heirs.length === 1) resolve();
        }),
    };
    const isOpen = () => this.#open.has(id);
    host.channel = {
      tell: (words) => {
        for (const heard of this.#heard)
          if (heard.host !== host && heard.isOpen()) heard.listener(structuredClone(words));
      },
      hear: (listener) => void this.#heard.push({ host, isOpen, listener }),
    };
    const close = () => {
      this.#open.delete(id);
      const wasLeading = this.#heirs[0]?.id === id;
      this.#heirs.splice(0, this.#heirs.length, ...this.#heirs.filter((heir) => heir.id !== id));
      if (wasLeading) this.#heirs[0]?.lead();
    };
    return { host, close };
  }
}

/** The rows that the next page of this browser finds stored. */
export function storedRows<T extends object>(host: FakeHost, table: TableName): T[] {
  const { rows, columns } = host.values.get(`table:${table}`) as { rows?: T[]; columns?: Columns };
  return rows ?? fromColumns<T>(columns ?? []);
}
