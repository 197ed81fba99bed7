import type { ClientHost, Timer } from '../host.ts';
import type { Store } from '../store/store.ts';

const HOUR_MS = 3_600_000;

/** As many as the list is begun with; older ones that were opened since say nothing of those between. */
const LISTED = 100;

/** Conversations that changed before this may lie beyond the list, which is begun with the latest ones only. */
export function listedSince(store: Store): string {
  const times = store.all('dialog').flatMap(({ last_at }) => (last_at ? [last_at] : []));
  return times.sort().slice(-LISTED)[0] ?? '';
}

/** Once an hour it is looked whether something unread or to do lies in conversations older than those in the list. */
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
      // Offline or refused: an hour later again.
      this.#run().catch(() => undefined);
    }, HOUR_MS);
  }
  stop(): void {
    this.#host.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
