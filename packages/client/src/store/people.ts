import { userBasic } from '@atrium/contract/people/users.ts';
import type { Api } from '../api.ts';
import type { ClientHost } from '../host.ts';
import type { Store } from './store.ts';

const BATCH = 30;
const FRESH_MS = 30_000;
const GATHER_MS = 20;

/** People that something shows. They are loaded in batches, and again only when the data is old. */
export class People {
  readonly #host: ClientHost;
  readonly #api: Api;
  readonly #store: Store;
  readonly #askedAt = new Map<number, number>();
  #wanted = new Set<number>();

  constructor(host: ClientHost, api: Api, store: Store) {
    this.#host = host;
    this.#api = api;
    this.#store = store;
  }

  want(userids: readonly number[]): void {
    const now = this.#host.now();
    const stale = userids.filter((id) => id > 0 && now - (this.#askedAt.get(id) ?? 0) >= FRESH_MS);
    if (stale.length === 0) return;
    if (this.#wanted.size === 0) this.#host.setTimer(() => void this.#ask(), GATHER_MS);
    for (const id of stale) {
      this.#wanted.add(id);
      this.#askedAt.set(id, now);
    }
  }

  /** Notes that a first load included these people. All others are loaded again when they are shown. */
  rebased(userids: readonly number[]): void {
    this.#askedAt.clear();
    for (const id of userids) this.#askedAt.set(id, this.#host.now());
  }

  async #ask(): Promise<void> {
    const wanted = [...this.#wanted];
    this.#wanted = new Set();
    for (let at = 0; at < wanted.length; at += BATCH) {
      const userid = wanted.slice(at, at + BATCH);
      try {
        for (const user of await this.#api.read(userBasic, { userid })) this.#store.base.user.put(user);
      } catch {
        for (const id of userid) this.#askedAt.delete(id);
      }
    }
  }
}
