import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { type Api, CallError } from '../api.ts';
import type { ClientHost, Timer } from '../host.ts';
import type { Scene } from '../live/frames.ts';
import type { Draft } from '../store/rows.ts';
import type { Overlay, Store } from '../store/store.ts';
import { mentions, renamed } from '../store/tempIds.ts';
import type { Drafts } from './drafts.ts';
import type { OutgoingFiles } from './outgoingFiles.ts';
import { QUEUE_KEY as KEY } from './sendLater.ts';

/** The values that an optimistic change may use besides its input. They are the same each time it runs. */
export interface OptimisticContext<Local> {
  /** The wire's time of the change. */
  now: string;
  me: number;
  /** The temporary id of the record that the change creates; it is negative. */
  tempId: number;
  /** The state on the screen when the person decided, for example the direction of a toggle. */
  local: Local;
  /** The server's error; only if `keeps` retains refused ones. */
  error: string;
}

/** The parameters of a change that takes more than one call. */
export interface MutationContext<C extends Call, Local> {
  readonly api: Api;
  readonly host: ClientHost;
  readonly files: OutgoingFiles;
  /** Identifies the change for the server. */
  readonly id: string;
  readonly input: InputOf<C>;
  readonly local: Local;
  /** Stores `local` for the next attempt, also after a reload. */
  keep(local: Local): void;
  /** Aborted when the person cancels the change. */
  readonly signal: AbortSignal;
}

export interface Mutation<C extends Call = Call, Local = undefined> {
  readonly name: string;
  readonly call: C;
  optimistic?(draft: Draft, input: InputOf<C>, occasion: OptimisticContext<Local>): void;
  /** Runs the change, if one call is not enough. If it is lost it runs again, and continues from its stored state. */
  perform?(on: MutationContext<C, Local>): Promise<OutputOf<C>>;
  /** Called when the change ended: it was answered or canceled. */
  dropped?(
    on: { api: Api; files: OutgoingFiles; drafts: Drafts },
    local: Local,
    isSent: boolean,
    input: InputOf<C>,
  ): void;
  /** Called when the server refused it, also one from before a reload: what was typed goes back to the drafts. */
  refused?(drafts: Drafts, input: InputOf<C>): void;
  /**
   * Applies the answer to the base state; events since the request are applied again after it. If an earlier attempt
   * was lost, the answer may belong to that one and predate known events: then it is ignored, unless it `isEvent`, and
   * the change's own event applies it.
   */
  confirmed?(scene: Scene, answer: OutputOf<C>, input: InputOf<C>, local: Local): void;
  /** True if `confirmed` works like the event, which recognizes what is older than the base. */
  readonly isEvent?: boolean;
  /** Mutations of one lane are sent in order; lanes do not wait for each other. */
  order?(input: InputOf<C>): string;
  /** True if a refused change stays, marked, until it is sent again or discarded. */
  readonly keeps?: boolean;
}

/** Defines a change: its call, its optimistic state, and how its answer is applied. */
export const mutation = <C extends Call, Local = undefined>(
  name: string,
  call: C,
  rules: Omit<Mutation<C, Local>, 'name' | 'call'>,
): Mutation<C, Local> => ({ name, call, ...rules });

type State = 'waiting' | 'sending' | 'answered' | 'refused';

/** A pending change as it is stored, so that a reload sends it. */
interface Entry {
  id: string;
  name: string;
  input: unknown;
  local: unknown;
  now: string;
  tempId: number;
  state: State;
  error: string;
  /** True if an attempt was lost, or may have been. */
  isRepeated?: boolean;
}

/** A change that the server has not accepted yet. */
export interface Unsent {
  id: string;
  name: string;
  input: Readonly<Record<string, unknown>>;
  /** The time of the change, in UTC as on the wire. */
  now: string;
  /** The server's error if it was refused, else ''. */
  error: string;
}

export interface Refusal {
  id: string;
  name: string;
  input: unknown;
  error: CallError;
}

const LINGER_MS = 1000;
const RETRY_MS = [1000, 2000, 5000, 10_000, 30_000];
const INTERNAL_TRIES = 3;

interface QueueDeps {
  host: ClientHost;
  api: Api;
  files: OutgoingFiles;
  drafts: Drafts;
  store: Store;
  mutations: Readonly<Record<string, Mutation<Call, never>>>;
  me(): number;
  wireNow(): string;
  /** Runs `apply`, and then the events received since `mark` again. */
  settle(mark: number, apply: (scene: Scene) => void): void;
  mark(): number;
  unmark(mark: number): void;
  /** True if it is caught up with the server, so that events arrive at once. */
  isLive(): boolean;
  /** Called when the server refused a change. `mark` is from before the request. */
  refused(refusal: Refusal, mark: number): void;
}

/**
 * Pending changes. An entry is waiting, sending, answered (its overlay remains until its event arrives), or refused.
 *
 * 1. Shown at once; sent in its lane's order with its own id, to which the server gives one answer however often it is
 *   asked. If lost: again, with growing delays and when the connection opens.
 * 2. Its overlay is removed when the answer was applied, when an event with its id arrives, or 1 s after the answer
 *   while live.
 * 3. Refused: the overlay is removed and listeners get the server's error, unless the kind retains refused ones.
 * 4. Waiting and refused ones survive a reload.
 */
export class MutationQueue {
  readonly #deps: QueueDeps;
  #entries: Entry[] = [];
  readonly #waiters = new Map<string, { resolve(answer: unknown): void; reject(error: unknown): void }>();
  readonly #shown = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #aborts = new Map<string, AbortController>();
  #tries = new Map<string, number>();
  #retryTimer: Timer | undefined;
  #nextTemp = -1;
  #isRunning = false;
  #isOwnRead = false;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
    const { host } = deps;
    // Temporary ids begin at random, because changes that another page left contain its own: no two pages may use the
    // same.
    if (host.tabs) this.#nextTemp -= Math.floor(host.random() * 2 ** 30) * 1024;
  }

  /** The number of changes without an answer. */
  get pending(): number {
    return this.#entries.filter((entry) => entry.state === 'waiting' || entry.state === 'sending').length;
  }

  /** The changes that were not sent, oldest first. */
  unsent(): Unsent[] {
    return this.#entries
      .filter((entry) => entry.state !== 'answered')
      .map(({ id, name, input, now, error }) => ({ id, name, input: input as Unsent['input'], now, error }));
  }

  /** Restores this page's changes, and those left by closed pages. */
  async restore(): Promise<void> {
    const { storage, tabs } = this.#deps.host;
    const open = new Set(await tabs?.open());
    const own = this.#key;
    const keys = (await storage.keys()).filter((key) => key.startsWith(KEY));
    const left = keys.filter((key) => key !== own && !open.has(key.slice(KEY.length)));
    // Only the first read counts: what this page has stored since is older than what it knows, because a change may
    // have been sent or discarded.
    const isFirst = !this.#isOwnRead;
    this.#isOwnRead = true;
    for (const key of isFirst ? [...left, own] : left) {
      this.#takeUp(((await storage.get(key)) as Entry[] | undefined) ?? []);
    }
    this.#overlay();
    if (left.length === 0) return;
    // The changes are stored as this page's own first, so that they remain even if the page ends in between.
    await this.#keep();
    for (const key of left) await storage.delete(key);
    this.#pump();
  }

  #takeUp(kept: readonly Entry[]): void {
    for (const entry of kept) {
      if (!this.#deps.mutations[entry.name] || this.#entries.some((other) => other.id === entry.id)) continue;
      const state = entry.state === 'refused' ? 'refused' : 'waiting';
      this.#entries.push({ ...entry, state, isRepeated: true });
      this.#shown.add(entry.id);
      this.#nextTemp = Math.min(this.#nextTemp, entry.tempId - 1);
    }
  }

  start(): void {
    this.#isRunning = true;
    this.wake();
  }
  stop(): void {
    this.#isRunning = false;
    this.#deps.host.clearTimer(this.#retryTimer);
  }
  /** Shows none of the changes any longer; they stay stored. */
  leave(): void {
    this.#entries = [];
    this.#shown.clear();
    this.#isOwnRead = false;
    this.#overlay();
  }
  async clear(): Promise<void> {
    this.leave();
    await this.#deps.host.storage.delete(this.#key);
  }
  /** Deletes all changes, also those that closed pages have left. */
  async clearAll(): Promise<void> {
    await this.clear();
    const { storage } = this.#deps.host;
    for (const key of await storage.keys()) if (key.startsWith(KEY)) await storage.delete(key);
  }

  /**
   * Shows a change and sends it in order. The promise resolves with the server's answer, whenever that arrives.
   *
   * @throws CallError  if the server refused it
   */
  mutate<C extends Call, Local>(
    kind: Mutation<C, Local>,
    input: InputOf<C>,
    local: Local,
  ): { id: string; tempId: number; answer: Promise<OutputOf<C>> } {
    const { api, wireNow } = this.#deps;
    const entry: Entry = {
      id: api.mutationId(),
      name: kind.name,
      input,
      local,
      now: wireNow(),
      tempId: this.#nextTemp--,
      state: 'waiting',
      error: '',
    };
    const answer = new Promise<OutputOf<C>>((resolve, reject) => {
      this.#waiters.set(entry.id, { resolve: (value) => resolve(value as OutputOf<C>), reject });
    });
    // Refusals of calls whose answer is not awaited go to the listener.
    answer.catch(() => {});
    this.#entries.push(entry);
    this.#shown.add(entry.id);
    this.#overlay();
    void this.#keep();
    this.#pump();
    return { id: entry.id, tempId: entry.tempId, answer };
  }

  /** Sends a refused one again; it is a new attempt, so it gets a new id. */
  retry(id: string): void {
    const entry = this.#entries.find((each) => each.id === id && each.state === 'refused');
    if (!entry) return;
    this.#shown.delete(id);
    Object.assign(entry, { id: this.#deps.api.mutationId(), state: 'waiting', error: '', isRepeated: false });
    this.#shown.add(entry.id);
    this.#overlay();
    void this.#keep();
    this.#pump();
  }
  discard(id: string): void {
    this.#drop(id);
  }
  /**
   * Discards a change with all changes that depend on it, such as the renaming of a new card or the edit of a message.
   */
  takeBack(id: string): void {
    const gone = new Set<number>();
    for (const entry of [...this.#entries]) {
      if (entry.id !== id && !mentions(entry.input, gone)) continue;
      gone.add(entry.tempId);
      this.#drop(entry.id);
    }
  }
  /** Finds the refused or waiting change with this temporary id. */
  byTempId(tempId: number): string | undefined {
    return this.#entries.find((entry) => entry.tempId === tempId)?.id;
  }

  /** Sends waiting changes now instead of after the delay, because the connection is back. */
  wake(): void {
    this.#tries.clear();
    this.#pump();
  }

  /** Called when an event of this mutation was applied: the base includes the change. */
  echoed(id: string, made: number): void {
    const entry = this.#entries.find((each) => each.id === id);
    if (!entry) return;
    if (made > 0) this.#deps.store.alias(entry.tempId, made);
    this.#hide(id);
    if (entry.state === 'answered') this.#drop(id);
  }

  #pump(): void {
    if (!this.#isRunning) return;
    for (const entry of this.#entries) {
      if (entry.state !== 'waiting') continue;
      const lane = this.#laneOf(entry);
      if (this.#busy.has(lane)) continue;
      this.#busy.add(lane);
      void this.#send(entry, lane);
    }
  }

  #kindOf(entry: Entry): Mutation | undefined {
    return this.#deps.mutations[entry.name] as Mutation | undefined;
  }
  #laneOf = (entry: Entry) => this.#kindOf(entry)?.order?.(entry.input as never) ?? 'main';

  async #send(entry: Entry, lane: string): Promise<void> {
    const kind = this.#kindOf(entry);
    if (!kind) return this.#drop(entry.id);
    entry.state = 'sending';
    const { id } = entry;
    const mark = this.#deps.mark();
    let isLost = false;
    try {
      const input = this.#resolved(entry.input);
      const answer = await this.#carryOut(entry, kind, input);
      this.#tries.delete(id);
      this.#answered(entry, kind, mark, answer);
    } catch (error) {
      // The change was canceled meanwhile, so the outcome does not matter.
      isLost = this.#entries.includes(entry) && this.#failed(entry, mark, error);
    } finally {
      this.#deps.unmark(mark);
      this.#aborts.delete(id);
    }
    // After a loss, the lane stays closed until the delay is over, so that later changes do not overtake this one.
    if (!isLost) {
      this.#busy.delete(lane);
      this.#pump();
      return;
    }
    const tries = (this.#tries.get(id) ?? 0) + 1;
    this.#tries.set(id, tries);
    this.#busy.delete(lane);
    this.#deps.host.clearTimer(this.#retryTimer);
    this.#retryTimer = this.#deps.host.setTimer(
      () => this.#pump(),
      RETRY_MS[Math.min(tries, RETRY_MS.length) - 1] ?? 0,
    );
  }

  #carryOut(entry: Entry, kind: Mutation, input: unknown): Promise<unknown> {
    const { api, host, files } = this.#deps;
    const { id } = entry;
    if (!kind.perform) return api.call(kind.call, input as never, { mutation: id });
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    const keep = (local: unknown) => {
      entry.local = local;
      void this.#keep();
    };
    return kind.perform({
      api,
      host,
      files,
      id,
      input: input as never,
      local: entry.local as never,
      keep,
      signal: abort.signal,
    });
  }

  #answered(entry: Entry, kind: Mutation, mark: number, answer: unknown): void {
    const { store, settle } = this.#deps;
    const made = (answer as { id?: unknown } | null)?.id;
    if (typeof made === 'number' && made > 0) store.alias(entry.tempId, made);
    entry.state = 'answered';
    // The id is also replaced in waiting changes, because a reload forgets aliases.
    for (const other of this.#entries) if (other.state === 'waiting') other.input = this.#resolved(other.input);
    void this.#keep();
    if (kind.confirmed && (kind.isEvent || !entry.isRepeated)) {
      settle(mark, (scene) => kind.confirmed?.(scene, answer as never, entry.input as never, entry.local as never));
      this.#drop(entry.id);
    } else if (!this.#shown.has(entry.id)) this.#drop(entry.id);
    else this.#linger(entry);
    this.#waiters.get(entry.id)?.resolve(answer);
    this.#waiters.delete(entry.id);
  }

  /** Shows an answered change until its event arrives, which is soon after all missed events. */
  #linger(entry: Entry): void {
    const { host, isLive } = this.#deps;
    host.setTimer(() => {
      if (isLive() || !this.#isRunning) this.#drop(entry.id);
      else if (this.#entries.includes(entry)) this.#linger(entry);
    }, LINGER_MS);
  }

  /** True if it is unknown whether the server received it. */
  #failed(entry: Entry, mark: number, error: unknown): boolean {
    const refused = error instanceof CallError ? error : new CallError(0, 'internal', String(error));
    const tries = this.#tries.get(entry.id) ?? 0;
    const isLost =
      refused.isLost ||
      refused.code === 'rate.limited' ||
      refused.code === 'database.away' ||
      (refused.code === 'internal' && tries < INTERNAL_TRIES) ||
      refused.isSessionOver;
    if (isLost) {
      Object.assign(entry, { state: 'waiting', isRepeated: true });
      return true;
    }
    if (this.#kindOf(entry)?.keeps) {
      Object.assign(entry, { state: 'refused', error: refused.msg });
      this.#overlay();
      void this.#keep();
    } else this.#drop(entry.id);
    const { id, name, input } = entry;
    this.#kindOf(entry)?.refused?.(this.#deps.drafts, this.#resolved(input) as never);
    this.#deps.refused({ id, name, input, error: refused }, mark);
    this.#waiters.get(id)?.reject(refused);
    this.#waiters.delete(id);
    return false;
  }

  /** Replaces the temporary ids of a change, some of which may have final ids by now. */
  #resolved = (value: unknown): unknown => renamed(value, this.#deps.store.aliases);

  #hide(id: string): void {
    if (this.#shown.delete(id)) this.#overlay();
  }
  #drop(id: string): void {
    const entry = this.#entries.find((each) => each.id === id);
    this.#shown.delete(id);
    if (!entry) return;
    this.#entries = this.#entries.filter((each) => each !== entry);
    this.#aborts.get(id)?.abort();
    this.#kindOf(entry)?.dropped?.(this.#deps, entry.local as never, entry.state === 'answered', entry.input as never);
    this.#overlay();
    void this.#keep();
  }

  #overlay(): void {
    const me = this.#deps.me();
    const overlays: Overlay[] = [];
    for (const entry of this.#entries) {
      const kind = this.#kindOf(entry);
      if (!this.#shown.has(entry.id) || !kind?.optimistic) continue;
      const { now, tempId, local, error } = entry;
      const apply = (draft: Draft) =>
        kind.optimistic?.(draft, this.#resolved(entry.input) as never, {
          now,
          me,
          tempId,
          local: local as never,
          error,
        });
      overlays.push({ id: entry.id, apply });
    }
    this.#deps.store.setOverlays(overlays);
  }

  /** The path of the change's call for the service worker, which sends it when no page is open. */
  #pathOf(entry: Entry): string {
    const kind = this.#kindOf(entry);
    return kind && !kind.perform ? kind.call.path : '';
  }
  async #keep(): Promise<void> {
    const kept = this.#entries
      .filter((entry) => entry.state !== 'answered')
      .map((entry) => ({ ...entry, path: this.#pathOf(entry) }));
    await this.#deps.host.storage.set(this.#key, kept).catch(() => {});
  }
  /** The storage key of this page: two pages that write the same key would overwrite each other. */
  get #key(): string {
    return KEY + (this.#deps.host.tabs?.id ?? '');
  }
}
