import { type ClientHost, randomId } from '../host.ts';

export interface Progress {
  /** The bytes that have arrived, and the total. */
  sent: number;
  total: number;
}

const nameOf = (key: string) => `file:${key}`;

/**
 * Files that wait to be sent. They are in memory for display, and in the storage, so that a reload continues with them.
 */
export class OutgoingFiles {
  readonly #host: ClientHost;
  readonly #files = new Map<string, Blob>();
  readonly #progress = new Map<string, Progress>();
  readonly #listeners = new Set<() => void>();

  constructor(host: ClientHost) {
    this.#host = host;
  }

  add(content: Blob): string {
    const key = randomId(this.#host);
    this.#files.set(key, content);
    void this.#host.storage.set(nameOf(key), content).catch(() => {});
    return key;
  }
  /** The file in memory, if any; `get` also reads the storage. */
  peek(key: string): Blob | undefined {
    return this.#files.get(key);
  }
  async get(key: string): Promise<Blob | undefined> {
    const known = this.#files.get(key);
    if (known) return known;
    const kept = await this.#host.storage.get(nameOf(key)).catch(() => undefined);
    // A storage may return something else for a file it could not store.
    if (!(kept instanceof Blob)) return undefined;
    this.#files.set(key, kept);
    this.#notify();
    return kept;
  }
  drop(key: string): void {
    this.#files.delete(key);
    this.#progress.delete(key);
    void this.#host.storage.delete(nameOf(key)).catch(() => {});
    this.#notify();
  }

  progress(key: string): Progress | undefined {
    return this.#progress.get(key);
  }
  report(key: string, sent: number, total: number): void {
    this.#progress.set(key, { sent, total });
    this.#notify();
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
