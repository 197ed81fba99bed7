import { Replay } from './replay.ts';
import type { Frame } from './socket.ts';

interface Options {
  apply: (frame: Frame) => void;
  /** True if all requests caused by events are done: the cursor advances only then. */
  isIdle: () => boolean;
  /** Called when the cursor has changed and needs to be stored. */
  moved: () => void;
}

/**
 * This device's position in the server's event log, and the arriving events.
 *
 * 1. While it catches up, events wait until their page is complete, and are applied in order of their ids.
 * 2. The cursor advances only while no requests of events are open, so that these survive a reload.
 * 3. `replay` stores events, for answers that were made before them.
 */
export class EventStream {
  readonly replay = new Replay();
  readonly #options: Options;
  #cursor = '';
  #next = '';
  #seen = 0;
  /** The events of the incoming page, while catching up. */
  #early: Frame[] | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The position to resume from; '' without a base state. */
  get cursor(): string {
    return this.#cursor;
  }
  /** The highest event id since the base was loaded: a server restored to an earlier state detects this. */
  get seen(): number {
    return this.#seen;
  }

  /** Starts at a stored or a fresh cursor; '' for none. */
  begin(cursor: string, seen = 0): void {
    this.#cursor = cursor;
    this.#seen = seen;
    this.#next = '';
  }
  /** Drops a cursor that waits for open requests. */
  dropNext(): void {
    this.#next = '';
  }

  /** Switches to events from the log, page by page. */
  fallBehind(): void {
    this.#early = [];
  }
  /** Called when a page of missed events is complete; while live, only the cursor is new. */
  pageComplete(cursor: string): void {
    this.#takeEarly();
    this.#offer(cursor);
  }
  /** Called when all missed events have arrived. */
  caughtUp(cursor: string): void {
    this.#takeEarly();
    this.#early = undefined;
    this.#offer(cursor);
  }
  receive(frame: Frame): void {
    if (this.#early && frame.id > 0) this.#early.push(frame);
    else this.#take(frame);
  }

  /** Advances to the newest cursor. */
  adopt(): void {
    if (!this.#next) return;
    this.#cursor = this.#next;
    this.#next = '';
    this.#options.moved();
  }
  #offer(cursor: string): void {
    if (!cursor) return;
    this.#next = cursor;
    if (this.#options.isIdle()) this.adopt();
  }

  #takeEarly(): void {
    if (!this.#early) return;
    const early = new Map(this.#early.map((frame) => [frame.id, frame]));
    this.#early = [];
    for (const frame of [...early.values()].sort((a, b) => a.id - b.id)) this.#take(frame);
  }
  #take(frame: Frame): void {
    if (frame.id > this.#seen) this.#seen = frame.id;
    this.replay.note(frame);
    this.#options.apply(frame);
  }
}
