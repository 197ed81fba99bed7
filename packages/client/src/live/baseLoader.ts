import { type Start, syncStart } from '@atrium/contract/workspace/sync.ts';
import { type Api, CallError } from '../api.ts';
import type { ClientHost, Timer } from '../host.ts';
import type { Workspace } from '../workspace.ts';
import { replaceBase } from './base.ts';

const RETRY_MS = 3000;

interface Parts {
  host: ClientHost;
  api: Api;
  workspace: Workspace;
  /** Closes the live connection while the base state is replaced. */
  disconnect: () => void;
  /** Called when the answer has arrived; its data about the account is applied before its rows. */
  received: (start: Start) => Promise<void>;
  /** Called when the base state is replaced: the live connection continues from there. */
  replaced: () => Promise<void>;
  /** Called when the server cannot be reached, or its answer cannot be applied. The load is tried again. */
  failed: () => void;
}

/** Loads the state from which events continue: everything that is shown first, in one answer. */
export class BaseLoader {
  readonly #parts: Parts;
  #started = Promise.withResolvers<void>();
  /** The latest load, running or done. */
  #latest: Promise<void> | undefined;
  #retryTimer: Timer | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Makes `settled` wait for loads only from now on. */
  start(): void {
    this.#started.resolve();
  }
  /** Makes `settled` wait for the next start. */
  reset(): void {
    this.#started = Promise.withResolvers();
  }
  stop(): void {
    this.#parts.host.clearTimer(this.#retryTimer);
  }

  load(): Promise<void> {
    const loading = this.#load();
    this.#latest = loading.catch(() => {});
    return loading;
  }
  /**
   * Resolves once the base state is there: data that is loaded before the workspace has started, or during a load of
   * the base, would be lost.
   */
  async settled(): Promise<void> {
    await this.#started.promise;
    let seen: Promise<void> | undefined;
    while (seen !== this.#latest) {
      seen = this.#latest;
      await seen;
    }
  }

  /** Loads the data of the first screen and of open screens, and replaces the base in one step. */
  async #load(): Promise<void> {
    const { host, api, workspace, disconnect, received, replaced, failed } = this.#parts;
    const generation = workspace.restart();
    disconnect();
    workspace.dropRefetches();
    const { replay } = workspace.stream;
    const mark = replay.mark();
    try {
      const start = await api.read(syncStart, {});
      const open = await workspace.opened.fetch();
      if (generation !== workspace.generation) return;
      await received(start);
      workspace.apply(mark, (scene) => {
        replaceBase(scene, start);
        workspace.people.rebased(start.users.map((user) => user.userid));
        for (const take of open) take(scene);
      });
      await replaced();
    } catch (error) {
      if (generation !== workspace.generation) return;
      failed();
      host.clearTimer(this.#retryTimer);
      this.#retryTimer = host.setTimer(() => {
        if (generation === workspace.generation) void this.load();
      }, RETRY_MS);
      // Other errors are bugs, such as an answer that cannot be applied, which the page reports.
      if (!(error instanceof CallError)) throw error;
    } finally {
      replay.unmark(mark);
    }
  }
}
