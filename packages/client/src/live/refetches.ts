import { CallError } from '../api.ts';
import type { ClientHost } from '../host.ts';
import type { Refetch } from './frames.ts';

const RETRY_MS = 3000;
/** Delay before a project’s counts are requested, so that a burst of changes causes one request. */
const PAUSE_MS: Record<Refetch, number> = { dialog: 0, unread: 20, project: 1000, tasks: 0, message: 1000, page: 0 };

/**
 * Requests that events make necessary. Each runs once at a time; if it is wanted meanwhile, it runs again afterwards. A
 * lost one is repeated until it is answered: otherwise the store would stay outdated.
 */
export class Refetches {
  readonly #host: ClientHost;
  readonly #run: (refetch: Refetch, id: number) => Promise<void>;
  /** Called when no refetch is left. */
  readonly #done: () => void;
  readonly #open = new Map<string, 'planned' | 'running' | 'again'>();
  #generation = 0;

  constructor(host: ClientHost, run: (refetch: Refetch, id: number) => Promise<void>, done: () => void) {
    this.#host = host;
    this.#run = run;
    this.#done = done;
  }

  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  want(refetch: Refetch, id: number): void {
    const key = `${refetch}:${id}`;
    const state = this.#open.get(key);
    if (state) {
      if (state === 'running') this.#open.set(key, 'again');
      return;
    }
    this.#plan(key, refetch, id, PAUSE_MS[refetch]);
  }

  /** Cancels open requests, because everything is reloaded. */
  clear(): void {
    this.#generation++;
    this.#open.clear();
  }

  #plan(key: string, refetch: Refetch, id: number, ms: number): void {
    const generation = this.#generation;
    this.#open.set(key, 'planned');
    this.#host.setTimer(() => {
      if (generation === this.#generation) void this.#go(key, refetch, id);
    }, ms);
  }

  async #go(key: string, refetch: Refetch, id: number): Promise<void> {
    const generation = this.#generation;
    this.#open.set(key, 'running');
    let pause = 0;
    try {
      await this.#run(refetch, id);
    } catch (error) {
      // Only lost requests are repeated; a refusal is an answer.
      if (error instanceof CallError && !error.isLost) pause = 0;
      else pause = RETRY_MS;
    }
    if (generation !== this.#generation) return;
    const isWanted = this.#open.get(key) === 'again';
    this.#open.delete(key);
    if (pause > 0 || isWanted) this.#plan(key, refetch, id, pause || PAUSE_MS[refetch]);
    else if (this.isIdle) this.#done();
  }
}
