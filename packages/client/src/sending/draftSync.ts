import { DRAFT_CHARS, draftLists, draftSave, type SavedDraft } from '@atrium/contract/chat/drafts.ts';
import { type Api, CallError } from '../api.ts';
import { type ClientHost, sleep, type Timer } from '../host.ts';
import type { Drafts } from './drafts.ts';

/** The drafts of conversations and tasks, which are synced; others are not. */
const SHARED = /^(t_)?[1-9]\d*$/;
const KEY = 'draftSync:';
/** The pause after a draft is saved here, which is 600 ms after the last key: about one call per sentence. */
const PUSH_MS = 1500;
const RETRY_MS = 3000;
/**
 * The time after which another page sends a draft: the page it was written in has sent it by then, unless it is closed.
 */
const OTHERS_MS = 6000;
/** A person who typed within this time is still typing, so another device's draft waits. */
const TYPING_MS = 5000;
const MOST = 100;
const MOST_MS = 2_147_483_647;

/** A message from one page of a browser to the others: there is new text, or the server has it. */
type TabMessage =
  | { draft: string; content: string; quote: Quote | null; at: number; time: number }
  | { draft: string; sent: number; seen: number };
type Quote = { type: 'reply' | 'update'; content: number };

interface Place {
  /** The server's time of the version that this device has, 0 if the server never had the draft. */
  seen: number;
  /** The time of the change here by this device's clock; null if the server has it. */
  changedAt: number | null;
}

/**
 * Syncs drafts between devices.
 *
 * 1. A change here is sent a little later, and at once when the conversation is left; it counts as of the time it was
 *   made, sent as an age, because clocks differ. The server keeps the later one and returns it.
 * 2. A change elsewhere is fetched when an event announces it, and all of them whenever the connection is back.
 * 3. An unsent change here is never replaced, nor is a field that was just typed in: that waits for a pause.
 */
export class DraftSync {
  readonly #host: ClientHost;
  readonly #api: Api;
  readonly #drafts: Drafts;
  readonly #isOpen: (key: string) => boolean;
  readonly #places = new Map<string, Place>();
  readonly #sending = new Set<string>();
  /**
   * Times from events that were received meanwhile. Those of our own drafts arrive before the answers they belong to.
   */
  readonly #serverTimes = new Map<string, number>();
  #isLive = false;
  #generation = 0;
  #pushTimer: Timer | undefined;
  #pushAt = Infinity;

  constructor(host: ClientHost, api: Api, drafts: Drafts, isOpen: (key: string) => boolean) {
    this.#host = host;
    this.#api = api;
    this.#drafts = drafts;
    this.#isOpen = isOpen;
    drafts.onChanged = (id, at, isOver) => this.#changed(id, at, isOver);
    host.channel?.hear((words) => this.#onPageMessage(words as TabMessage));
  }

  /** `unheard` is the final data of a closing page, which it cannot have sent. */
  async restore(unheard: readonly string[]): Promise<void> {
    const { storage } = this.#host;
    const keys = (await storage.keys()).filter((key) => key.startsWith(KEY));
    for (const key of keys) {
      const id = key.slice(KEY.length);
      const place = (await storage.get(key)) as Place | undefined;
      if (place && !this.#places.has(id)) this.#places.set(id, place);
    }
    for (const id of unheard) {
      this.#note(id, this.#drafts.get(id)?.time);
      this.#keep(id);
    }
  }
  /** Called when the connection is back, and events arrive again. */
  live(): void {
    this.#isLive = true;
    void this.#pull();
  }
  away(): void {
    this.#isLive = false;
    this.#host.clearTimer(this.#pushTimer);
    this.#pushAt = Infinity;
  }
  async clear(): Promise<void> {
    this.#generation++;
    this.away();
    this.#places.clear();
    const { storage } = this.#host;
    const keys = (await storage.keys()).filter((key) => key.startsWith(KEY));
    await Promise.all(keys.map((key) => storage.delete(key)));
  }

  /** Called for an event with the time of the server's draft. */
  onServerTime(id: string, time: number): void {
    if (this.#sending.has(id)) this.#serverTimes.set(id, Math.max(time, this.#serverTimes.get(id) ?? 0));
    else if (time <= (this.#places.get(id)?.seen ?? 0)) return;
    // The server decides which of the two is later.
    else if (!this.#isClean(id)) this.#plan(PUSH_MS);
    else void this.#fetch(id);
  }

  /** Sends unsent drafts. */
  async push(): Promise<void> {
    this.#host.clearTimer(this.#pushTimer);
    this.#pushAt = Infinity;
    if (!this.#isLive) return;
    const waiting = [...this.#places].filter(([id, { changedAt }]) => changedAt !== null && !this.#sending.has(id));
    await Promise.all(waiting.map(([id, place]) => this.#send(id, place)));
  }

  #changed(id: string, at: number, isOver: boolean): void {
    const { type, content } = this.#drafts.quoteOf(id) ?? {};
    const quote = type && content ? { type, content } : null;
    const { content: words = '', time = at } = this.#drafts.get(id) ?? {};
    this.#host.channel?.tell({ draft: id, content: words, quote, at, time } satisfies TabMessage);
    if (!SHARED.test(id)) return;
    this.#note(id, at);
    this.#keep(id);
    this.#plan(isOver ? 0 : PUSH_MS);
  }
  /** If the person is typing here, the draft here is the later one, and is sent in turn. */
  #onPageMessage(message: TabMessage): void {
    const { draft: id } = message;
    if ('sent' in message) {
      if (this.#places.get(id)?.changedAt === message.sent)
        this.#places.set(id, { seen: message.seen, changedAt: null });
      return;
    }
    const { content, quote, at, time } = message;
    if (this.#drafts.isTyping(id, 0) || time < (this.#drafts.get(id)?.time ?? 0)) return;
    this.#note(id, at);
    this.#drafts.replace(id, { content, quote, time, tag: !this.#isOpen(id) });
    if (this.#pushAt === Infinity) this.#plan(OTHERS_MS);
  }
  #isClean = (id: string) => (this.#places.get(id)?.changedAt ?? null) === null;
  #note(id: string, changedAt = this.#host.now()): void {
    if (SHARED.test(id)) this.#places.set(id, { seen: this.#places.get(id)?.seen ?? 0, changedAt });
  }
  #plan(ms: number): void {
    if (!this.#isLive) return;
    // Typing delays sending, but not the draft of a conversation that was left.
    if (this.#pushAt <= this.#host.now()) return;
    this.#host.clearTimer(this.#pushTimer);
    this.#pushAt = this.#host.now() + ms;
    this.#pushTimer = this.#host.setTimer(() => void this.push(), ms);
  }

  async #send(id: string, place: Place): Promise<void> {
    const content = this.#drafts.get(id)?.content ?? '';
    const quote = this.#drafts.quoteOf(id);
    const { changedAt } = place;
    if (changedAt === null || content.length > DRAFT_CHARS) return this.#settle(id, changedAt, place.seen);
    const generation = this.#generation;
    const age = Math.min(Math.max(0, Math.round(this.#host.now() - changedAt)), MOST_MS);
    let pause = PUSH_MS;
    this.#sending.add(id);
    try {
      const said = await this.#api.call(draftSave, {
        key: id,
        content,
        age,
        ...(quote && { quote_type: quote.type, quote_id: quote.content }),
      });
      if (generation !== this.#generation) return;
      this.#settle(id, changedAt, said.is_newest ? said.time : place.seen);
      if (!said.is_newest) this.#serverTimes.set(id, said.time);
    } catch (error) {
      if (generation !== this.#generation) return;
      // A refusal is final: the server stores no draft for a conversation that the person has left.
      if (error instanceof CallError && !error.isLost) this.#settle(id, changedAt, place.seen);
      else pause = RETRY_MS;
    } finally {
      this.#sending.delete(id);
    }
    const time = this.#serverTimes.get(id) ?? 0;
    this.#serverTimes.delete(id);
    if (!this.#isClean(id)) this.#plan(pause);
    else this.onServerTime(id, time);
  }
  /** Notes that the server has the changes up to this time, but not later ones. */
  #settle(id: string, changedAt: number | null, seen: number): void {
    const now = this.#places.get(id);
    const isSame = now?.changedAt === changedAt;
    this.#places.set(id, { seen, changedAt: isSame ? null : (now?.changedAt ?? null) });
    this.#keep(id);
    if (isSame && changedAt !== null)
      this.#host.channel?.tell({ draft: id, sent: changedAt, seen } satisfies TabMessage);
  }

  async #fetch(id: string): Promise<void> {
    const list = await this.#ask([id]);
    for (const draft of list ?? []) this.#take(draft);
  }
  /** Reads all existing drafts; those that were cleared elsewhere are missing. */
  async #pull(): Promise<void> {
    const list = await this.#ask();
    if (!list) return;
    const there = new Set(list.map((draft) => draft.key));
    for (const draft of list) this.#take(draft);
    const missing = this.#drafts.ids().filter((id) => SHARED.test(id) && !there.has(id) && this.#isClean(id));
    await this.#lookFor(missing.slice(0, MOST));
    await this.push();
  }
  /** Handles drafts here that the server does not list: they were cleared elsewhere, or never sent. */
  async #lookFor(missing: readonly string[]): Promise<void> {
    const before = new Map(missing.map((id) => [id, this.#places.get(id)]));
    const known = missing.filter((id) => before.get(id)?.seen);
    const list = known.length > 0 ? await this.#ask(known) : [];
    if (!list) return;
    for (const draft of list) this.#take(draft);
    const there = new Set(list.map((draft) => draft.key));
    for (const id of missing) {
      if (!there.has(id) && this.#places.get(id) === before.get(id)) {
        this.#note(id, this.#drafts.get(id)?.time);
        this.#keep(id);
      }
    }
  }
  async #ask(keys?: string[]): Promise<SavedDraft[] | undefined> {
    const generation = this.#generation;
    for (;;) {
      try {
        const { list } = await this.#api.read(draftLists, keys ? { keys } : {});
        return generation === this.#generation ? list : undefined;
      } catch (error) {
        if (!(error instanceof CallError) || !error.isLost || !this.#isLive) return undefined;
        await sleep(this.#host, RETRY_MS);
        if (generation !== this.#generation || !this.#isLive) return undefined;
      }
    }
  }

  #take(draft: SavedDraft): void {
    const { key: id, time } = draft;
    if (time <= (this.#places.get(id)?.seen ?? 0) || !this.#isClean(id)) return;
    if (this.#drafts.isTyping(id, TYPING_MS)) {
      this.#host.setTimer(() => void this.#fetch(id), TYPING_MS);
      return;
    }
    this.#places.set(id, { seen: time, changedAt: null });
    const quote = draft.quote_type ? { type: draft.quote_type, content: draft.quote_id } : null;
    this.#drafts.replace(id, { content: draft.content, quote, time, tag: !this.#isOpen(id) });
    this.#keep(id);
  }

  #keep(id: string): void {
    const { storage } = this.#host;
    const place = this.#places.get(id);
    const isWorth = place && (place.changedAt !== null || this.#drafts.get(id) || this.#drafts.quoteOf(id));
    void (isWorth ? storage.set(KEY + id, place) : storage.delete(KEY + id)).catch(() => {});
  }
}
