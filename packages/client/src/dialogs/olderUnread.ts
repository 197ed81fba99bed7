import type { ClientHost, Timer } from '../host.ts';
import type { Store } from '../store/store.ts';

const HOUR_MS = 3_600_000;

/** The number of conversations in the first list. Older ones that were opened since say nothing about those between. */
const LISTED = 100;

/** Conversations that changed before this may be missing from the list, which starts with the latest ones. */
export function listedSince(store: Store): string {
  const times = store.all('dialog').flatMap(({ last_at }) => (last_at ? [last_at] : []));
  return times.sort().slice(-LISTED)[0] ?? '';
}

/** Checks once an hour for unread messages and to-dos in conversations older than those in the list. */
export class OlderUnreadCheck {
  readonly #host: ClientHost;
  readonly #run: () => Promise<unknown>;
  #timer: Timer | undefined;

  constructor(host: ClientHost, run: () => Promise<unknown>) {
    this.#host = host;
    this.#run = run;
  }

  start(): void {
    this.stop();
    this.#timer = this.#host.setTimer(() => {
      this.start();
      // If this fails, for example offline, it is repeated an hour later.
      this.#run().catch(() => undefined);
    }, HOUR_MS);
  }
  stop(): void {
    this.#host.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
