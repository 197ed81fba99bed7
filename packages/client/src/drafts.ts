import type { ClientHost, Timer } from './host.ts';

export interface SavedDraft {
  /** A dialog's id, or `t_<task id>`. */
  id: string;
  content: string;
  /** When it was saved, milliseconds. */
  time: number;
  /** The writer went elsewhere and left it: the list says so. */
  tag: boolean;
}

/** What the writer was answering, or editing, when they went elsewhere. */
export interface SavedQuote {
  /** As a draft's. */
  id: string;
  type: 'reply' | 'update';
  /** The message's id. */
  content: number;
  time: number;
}

const KEY = 'drafts';
const QUOTES = 'quotes';
const SAVE_MS = 600;
/** What an editor holds when nothing is in it. */
const isEmpty = (content: string) => content.replace(/<(?!img\b)[^>]*>|&nbsp;|\s/gi, '') === '';

/** What was written and not sent, per conversation. */
export class Drafts {
  readonly #host: ClientHost;
  #saved = new Map<string, SavedDraft>();
  #quotes = new Map<string, SavedQuote>();
  readonly #written = new Map<string, { content: string; timer: Timer }>();
  readonly #listeners = new Set<() => void>();

  constructor(host: ClientHost) {
    this.#host = host;
  }

  async restore(): Promise<void> {
    const kept = ((await this.#host.storage.get(KEY)) as SavedDraft[] | undefined) ?? [];
    const last = this.#takeLastWords();
    this.#saved = new Map([...[...kept, ...last].map((draft) => [draft.id, draft] as const), ...this.#saved]);
    if (last.length > 0) this.#keep();
    const quotes = ((await this.#host.storage.get(QUOTES)) as SavedQuote[] | undefined) ?? [];
    this.#quotes = new Map([...quotes.map((quote) => [quote.id, quote] as const), ...this.#quotes]);
    this.#notify();
  }

  get(id: string): SavedDraft | undefined {
    return this.#saved.get(id);
  }
  /** What to put into the editor: the newest words, saved or not. */
  content(id: string): string {
    return this.#written.get(id)?.content ?? this.#saved.get(id)?.content ?? '';
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The writer typed; saved when they pause. */
  write(id: string, content: string): void {
    this.#host.clearTimer(this.#written.get(id)?.timer);
    const timer = this.#host.setTimer(() => this.#save(id, content, this.#saved.get(id)?.tag ?? false), SAVE_MS);
    this.#written.set(id, { content, timer });
  }
  /** The page may go any moment: what was typed is saved now. */
  flush(): void {
    const going = [...this.#written];
    for (const [id, { content }] of going) this.#save(id, content, this.#saved.get(id)?.tag ?? false);
    const last = going.flatMap(([id]) => this.#saved.get(id) ?? []);
    if (last.length > 0) this.#host.lastWords?.set(JSON.stringify(last));
  }
  /** The writer left the conversation with this in the editor. */
  close(id: string, content: string = this.content(id)): void {
    this.#save(id, content, true);
  }
  /** The writer is back. */
  open(id: string): void {
    const draft = this.#saved.get(id);
    if (draft?.tag) this.#save(id, draft.content, false);
  }
  remove(id: string): void {
    this.#save(id, '', false);
  }
  quoteOf(id: string): SavedQuote | undefined {
    return this.#quotes.get(id);
  }
  /** Null: nothing is answered or edited any more. */
  quote(id: string, quote: Pick<SavedQuote, 'type' | 'content'> | null): void {
    if (!quote && !this.#quotes.has(id)) return;
    if (quote) this.#quotes.set(id, { id, ...quote, time: this.#host.now() });
    else this.#quotes.delete(id);
    void this.#host.storage.set(QUOTES, [...this.#quotes.values()]).catch(() => {});
  }
  async clear(): Promise<void> {
    this.#host.lastWords?.set(null);
    this.#quotes.clear();
    await this.#host.storage.delete(QUOTES);
    this.#saved.clear();
    this.#notify();
    await this.#host.storage.delete(KEY);
  }

  #save(id: string, content: string, tag: boolean): void {
    this.#host.clearTimer(this.#written.get(id)?.timer);
    this.#written.delete(id);
    if (isEmpty(content)) this.#saved.delete(id);
    else this.#saved.set(id, { id, content, time: this.#host.now(), tag });
    this.#keep();
    this.#notify();
  }
  #keep(): void {
    void this.#host.storage.set(KEY, [...this.#saved.values()]).catch(() => {});
  }
  #takeLastWords(): SavedDraft[] {
    const words = this.#host.lastWords?.get();
    if (!words) return [];
    this.#host.lastWords?.set(null);
    return JSON.parse(words) as SavedDraft[];
  }
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
