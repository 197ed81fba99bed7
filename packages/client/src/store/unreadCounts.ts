/**
 * The unread counts of each dialog: the server's last count, and the messages received since. The server's count
 * names the newest message in it (`last_seq`), so each message counts exactly once, in any order of counters and
 * messages, and however often they arrive.
 */
export interface CountedMessage {
  id: number;
  unread: number;
  mention: number;
}

interface Page {
  /** The last `seq` that the server's count includes, or that was merged into it. */
  floor: number;
  /** The version of the server's count. */
  ms: number;
  // The messages received since, by `seq`. The name is that of data which browsers have stored.
  heard: Map<number, CountedMessage>;
  /** Recently read ranges of `seq`: a message may arrive after the news that it was read. */
  read: [from: number, to: number][];
}

/** The number of messages that are tracked; a busy dialog is not tracked forever. */
const KEPT = 400;
const KEPT_READS = 50;

export class UnreadCounts {
  readonly #pages = new Map<number, Page>();

  page(dialogId: number): Readonly<Page> | undefined {
    return this.#pages.get(dialogId);
  }

  /** Records a message; false if it is counted already. */
  add(dialogId: number, seq: number, heard: CountedMessage): boolean {
    const page = this.#pages.get(dialogId);
    if (!page || seq <= page.floor || page.heard.has(seq)) return false;
    page.heard.set(seq, heard);
    if (page.heard.size > KEPT) while (page.heard.delete(page.floor + 1)) page.floor++;
    return true;
  }

  /**
   * Takes a new count by the server. Returns the messages that it does not include yet; undefined if it is older than
   * ours.
   */
  count(dialogId: number, counted: { last_seq: number; user_ms: number }): CountedMessage[] | undefined {
    const page = this.#pages.get(dialogId) ?? { floor: 0, ms: 0, heard: new Map<number, CountedMessage>(), read: [] };
    if (counted.user_ms < page.ms) return undefined;
    const later = [...page.heard].filter(([seq]) => seq > counted.last_seq);
    this.#pages.set(dialogId, { ...page, floor: counted.last_seq, ms: counted.user_ms, heard: new Map(later) });
    return later.sort(([a], [b]) => a - b).map(([, heard]) => heard);
  }

  noteRead(dialogId: number, ranges: readonly [number, number][]): void {
    const page = this.#pages.get(dialogId);
    if (page) page.read = [...page.read, ...ranges].slice(-KEPT_READS);
  }
  isRead(dialogId: number, seq: number): boolean {
    return this.#pages.get(dialogId)?.read.some(([from, to]) => from <= seq && seq <= to) ?? false;
  }

  delete(dialogId: number): void {
    this.#pages.delete(dialogId);
  }
  clear(): void {
    this.#pages.clear();
  }
  snapshot(): [number, Page][] {
    return [...this.#pages].map(([id, page]) => [id, { ...page, heard: new Map(page.heard) }]);
  }
  restore(snapshot: readonly [number, Page][]): void {
    this.#pages.clear();
    for (const [id, page] of snapshot) this.#pages.set(id, page);
  }
}
