import type { ClientHost } from '../host.ts';

const DELAY_MS = 50;
const BATCH = 100;
const TRIES = 3;

/** Collects visible messages, and reports them to the server together. Refused ones are retried. */
export class Reader {
  readonly #host: ClientHost;
  readonly #send: (ids: number[]) => Promise<unknown>;
  readonly #seen = new Map<number, number>();
  readonly #sent = new Set<number>();
  #isPlanned = false;

  constructor(host: ClientHost, send: (ids: number[]) => Promise<unknown>) {
    this.#host = host;
    this.#send = send;
  }

  see(id: number, tries = 0): void {
    if (id <= 0 || this.#sent.has(id)) return;
    this.#seen.set(id, tries);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#host.setTimer(() => this.#flush(), DELAY_MS);
  }

  #flush(): void {
    this.#isPlanned = false;
    const batch = [...this.#seen].slice(0, BATCH);
    for (const [id] of batch) {
      this.#seen.delete(id);
      this.#sent.add(id);
    }
    if (this.#seen.size > 0) {
      this.#isPlanned = true;
      this.#host.setTimer(() => this.#flush(), DELAY_MS);
    }
    if (batch.length === 0) return;
    const release = () => {
      for (const [id] of batch) this.#sent.delete(id);
    };
    this.#send(batch.map(([id]) => id)).then(release, () => {
      release();
      for (const [id, tries] of batch) if (tries < TRIES) this.see(id, tries + 1);
    });
  }
}
