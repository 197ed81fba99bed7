import type { CommittedEvent } from './events.ts';

/** A missing id is looked up in the log after this time: longer than a commit takes, and than the bus needs. */
const GAP_MS = 20;
/** A look-up that fails is repeated this often. */
const TRIES = 20;
const RETRY_MS = 100;

interface Parts {
  /** Passes an event on to this node's connections. */
  deliver: (event: CommittedEvent) => void;
  /** Reads the events with ids above `after` and below `before` that are in the log and not held here. */
  lookUp: (after: number, before: number) => Promise<readonly CommittedEvent[]>;
  gapMs?: number;
}

/**
 * Puts the events of several nodes into the order of their ids, which is the commit order of transactions that changed
 * the same rows: events are written last, while the rows are locked.
 *
 * 1. An event whose predecessors are known is delivered at once; one behind a gap waits.
 * 2. After 20 ms the missing ids are looked up. Those in the log are delivered in their place.
 * 3. Those that are not in the log are of transactions that have not committed, or never will. They cannot concern the
 *   same rows as an event that is committed and has a higher id, so nothing waits for them, and they are delivered
 *   whenever they come.
 */
export class LogOrder {
  readonly #deliver: Parts['deliver'];
  readonly #lookUp: Parts['lookUp'];
  readonly #gapMs: number;
  readonly #held = new Map<number, CommittedEvent>();
  #next = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ deliver, lookUp, gapMs = GAP_MS }: Parts) {
    this.#deliver = deliver;
    this.#lookUp = lookUp;
    this.#gapMs = gapMs;
  }

  /** Ids of events that wait for earlier ones. */
  get held(): Iterable<number> {
    return this.#held.keys();
  }
  has(id: number): boolean {
    return this.#held.has(id);
  }

  /** Starts with everything up to this id counted as delivered. */
  start(highest: number): void {
    this.#held.clear();
    this.#next = highest + 1;
  }

  add(event: CommittedEvent): void {
    if (event.id < this.#next) return this.#deliver(event);
    this.#held.set(event.id, event);
    this.#drain();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #drain(): void {
    for (;;) {
      const event = this.#held.get(this.#next);
      if (!event) break;
      this.#held.delete(this.#next++);
      this.#deliver(event);
    }
    if (this.#held.size > 0 && !this.#timer && !this.#isClosed) this.#wait(this.#gapMs, 1);
  }

  #wait(ms: number, attempt: number): void {
    this.#timer = setTimeout(() => void this.#fill(attempt), ms);
    this.#timer.unref();
  }

  async #fill(attempt: number): Promise<void> {
    const last = Math.max(...this.#held.keys());
    // All events that this one waited for have arrived.
    if (!Number.isFinite(last)) {
      this.#timer = undefined;
      return;
    }
    let found: readonly CommittedEvent[] = [];
    try {
      found = await this.#lookUp(this.#next - 1, last);
    } catch {
      if (this.#isClosed) return;
      if (attempt < TRIES) return this.#wait(RETRY_MS, attempt + 1);
    }
    for (const event of found) if (event.id >= this.#next && !this.#held.has(event.id)) this.#held.set(event.id, event);
    const due = [...this.#held.keys()].filter((id) => id <= last).sort((a, b) => a - b);
    for (const id of due) {
      const event = this.#held.get(id);
      this.#held.delete(id);
      if (event) this.#deliver(event);
    }
    this.#next = Math.max(this.#next, last + 1);
    this.#timer = undefined;
    this.#drain();
  }
}
