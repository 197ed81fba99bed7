import type { ClientHost, KeyValueStore, Timer } from '../host.ts';

export interface SavedDraft {
  /** The id of a draft: a dialog's id, or `t_<task id>`. */
  id: string;
  content: string;
  /** The time of saving, in milliseconds. */
  time: number;
  /** True if the writer went elsewhere and left the draft, which the list then marks. */
  tag: boolean;
}

/** The message being replied to or edited when the writer left. */
export interface SavedQuote {
  /** The id of a draft. */
  id: string;
  type: 'reply' | 'update';
  /** The message's id. */
  content: number;
  time: number;
}

type Quote = Pick<SavedQuote, 'type' | 'content'>;
const isSame = (a: Quote | null | undefined, b: Quote | null | undefined) =>
  a?.type === b?.type && a?.content === b?.content;

/** Each draft is stored separately: of two pages, each stores only what was typed in it. */
const KEY = 'draft:';
interface StoredDraft {
  draft: SavedDraft | null;
  quote: SavedQuote | null;
}
const SAVE_MS = 600;
/** The id of a form's input, as JSON, which stays on this device. */
export const formKey = (name: string) => `form:${name}`;
/** The form in which the next subtask of a task is typed. */
export const subtaskForm = (taskId: number) => `subtask_${taskId}`;
export const descriptionKey = (taskId: number) => `t_${taskId}_desc`;
/** The content of an empty editor. */
const isEmpty = (content: string) => content.replace(/<(?!img\b)[^<>]*>|&nbsp;|\s/gi, '') === '';

/** The id of a draft whose record got its final id: the temporary one is part of it, as in `t_-3_desc`. */
const withFinalId = (draft: string, temporary: number, id: number) =>
  draft.replace(new RegExp(`(^|[_:])${temporary}(?=_|$)`), (_, sign: string) => sign + id);

/** Does the same for stored drafts, while no page is open. `names` has the final ids by temporary ones. */
export async function renameStoredDrafts(storage: KeyValueStore, names: ReadonlyMap<number, number>): Promise<void> {
  for (const key of await storage.keys()) {
    if (!key.startsWith(KEY)) continue;
    let id = key.slice(KEY.length);
    for (const [temporary, final] of names) id = withFinalId(id, temporary, final);
    if (KEY + id === key) continue;
    const { draft, quote } = (await storage.get(key)) as StoredDraft;
    await storage.set(KEY + id, { draft: draft && { ...draft, id }, quote: quote && { ...quote, id } });
    await storage.delete(key);
  }
}

/** Unsent text, per conversation. */
export class Drafts {
  readonly #host: ClientHost;
  #saved = new Map<string, SavedDraft>();
  #quotes = new Map<string, SavedQuote>();
  readonly #written = new Map<string, { content: string; timer: Timer }>();
  readonly #typedAt = new Map<string, number>();
  /** Drafts that this page stored as final data although it stayed open. */
  readonly #lastLeft = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #replacedListeners = new Set<(id: string) => void>();
  /** Called when the writer has changed a draft. `isOver`: it was sent, or left. */
  onChanged: (id: string, at: number, isOver: boolean) => void = () => {};

  constructor(host: ClientHost) {
    this.#host = host;
  }

  /** Returns drafts from a page's final data, which only this device has. */
  async restore(): Promise<string[]> {
    const { storage } = this.#host;
    const keys = (await storage.keys()).filter((key) => key.startsWith(KEY));
    const all = await Promise.all(keys.map((key) => storage.get(key) as Promise<StoredDraft | undefined>));
    const kept = new Map(all.flatMap((each) => (each?.draft ? [[each.draft.id, each.draft]] : [])));
    // If a page continued after its final data, its later draft is newer.
    const last = this.#takeLastWords().filter(({ id, time }) => time >= (kept.get(id)?.time ?? 0));
    for (const draft of last) kept.set(draft.id, draft);
    this.#saved = new Map([...kept, ...this.#saved]);
    const quotes = all.flatMap((each) => (each?.quote ? [[each.quote.id, each.quote] as const] : []));
    this.#quotes = new Map([...quotes, ...this.#quotes]);
    for (const { id } of last) this.#keep(id);
    this.#notify();
    return last.map((draft) => draft.id);
  }

  get(id: string): SavedDraft | undefined {
    return this.#saved.get(id);
  }
  /** The text for the editor: the newest one, saved or not. */
  content(id: string): string {
    return this.#written.get(id)?.content ?? this.#saved.get(id)?.content ?? '';
  }
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  /** Calls `listener` when another device's draft replaced the one here. */
  onReplaced(listener: (id: string) => void): () => void {
    this.#replacedListeners.add(listener);
    return () => this.#replacedListeners.delete(listener);
  }
  /** The ids of all drafts that have a text or a quote. */
  ids(): string[] {
    return [...new Set([...this.#saved.keys(), ...this.#quotes.keys()])];
  }
  /** True if somebody typed here within these milliseconds. */
  isTyping(id: string, withinMs: number): boolean {
    return this.#written.has(id) || this.#host.now() - (this.#typedAt.get(id) ?? Number.NEGATIVE_INFINITY) < withinMs;
  }
  /** Applies another device's draft. It was not typed here, so it is not sent on. */
  replace(id: string, draft: { content: string; quote: Quote | null; time: number; tag: boolean }): void {
    const { content, quote, time, tag } = draft;
    const had = { content: this.content(id), quote: this.#quotes.get(id) };
    if (isEmpty(content)) this.#saved.delete(id);
    else this.#saved.set(id, { id, content, time, tag });
    if (quote) this.#quotes.set(id, { id, ...quote, time });
    else this.#quotes.delete(id);
    if (had.content === this.content(id) && isSame(had.quote, quote)) return;
    this.#keep(id);
    this.#notify();
    for (const listener of this.#replacedListeners) listener(id);
  }

  /** Called when the writer typed; the draft is saved when they pause. */
  write(id: string, content: string): void {
    this.#host.clearTimer(this.#written.get(id)?.timer);
    const timer = this.#host.setTimer(() => this.#save(id, content, this.#saved.get(id)?.tag ?? false), SAVE_MS);
    this.#written.set(id, { content, timer });
    this.#typedAt.set(id, this.#host.now());
  }
  /** Saves recent typing now, because the page may close at any moment. */
  flush(): void {
    const going = [...this.#written];
    for (const [id, { content }] of going) this.#save(id, content, this.#saved.get(id)?.tag ?? false, true);
    const last = going.flatMap(([id]) => this.#saved.get(id) ?? []);
    if (last.length === 0) return;
    for (const { id } of last) this.#lastLeft.add(id);
    this.#leaveLastWords((before) => [...before.filter(({ id }) => !this.#lastLeft.has(id)), ...last]);
  }
  /** Called when the writer left the conversation with this in the editor. */
  close(id: string, content: string = this.content(id)): void {
    this.#save(id, content, true, true);
  }
  /** Makes a refused text a draft again, unless something was written since. */
  giveBack(id: string, content: string): void {
    if (!this.content(id)) this.close(id, content);
  }
  /** Called when the writer is back. */
  open(id: string): void {
    const draft = this.#saved.get(id);
    if (draft?.tag) this.#save(id, draft.content, false);
  }
  remove(id: string): void {
    this.#save(id, '', false, true);
  }
  /** Moves the drafts of a record that got its final id. */
  rename(temporary: number, id: number): void {
    for (const key of new Set([...this.#saved.keys(), ...this.#written.keys()])) {
      const next = withFinalId(key, temporary, id);
      if (next === key) continue;
      this.#save(next, this.content(key), this.#saved.get(key)?.tag ?? false, true);
      this.remove(key);
    }
  }
  quoteOf(id: string): SavedQuote | undefined {
    return this.#quotes.get(id);
  }
  /** Sets the reply or edit of a draft; null if there is none anymore. */
  quote(id: string, quote: Quote | null): void {
    if (isSame(this.#quotes.get(id), quote)) return;
    if (quote) this.#quotes.set(id, { id, ...quote, time: this.#host.now() });
    else this.#quotes.delete(id);
    this.#keep(id);
    this.onChanged(id, this.#host.now(), false);
  }
  async clear(): Promise<void> {
    this.#host.lastWords?.set(null);
    // Pending saves are canceled, because they would restore the drafts after signing out.
    for (const { timer } of this.#written.values()) this.#host.clearTimer(timer);
    this.#written.clear();
    this.#typedAt.clear();
    this.#quotes.clear();
    this.#saved.clear();
    this.#notify();
    const { storage } = this.#host;
    const keys = (await storage.keys()).filter((key) => key.startsWith(KEY));
    await Promise.all(keys.map((key) => storage.delete(key)));
  }

  #save(id: string, content: string, tag: boolean, isOver = false): void {
    this.#host.clearTimer(this.#written.get(id)?.timer);
    this.#written.delete(id);
    const had = this.#saved.get(id)?.content ?? '';
    if (isEmpty(content)) this.#saved.delete(id);
    else this.#saved.set(id, { id, content, time: this.#host.now(), tag });
    if (this.#lastLeft.delete(id)) this.#leaveLastWords((before) => before.filter((each) => each.id !== id));
    this.#keep(id);
    this.#notify();
    const at = isOver ? this.#host.now() : (this.#typedAt.get(id) ?? this.#host.now());
    if (had !== (this.#saved.get(id)?.content ?? '')) this.onChanged(id, at, isOver);
  }
  #keep(id: string): void {
    const { storage } = this.#host;
    const kept: StoredDraft = { draft: this.#saved.get(id) ?? null, quote: this.#quotes.get(id) ?? null };
    const isKept = kept.draft ?? kept.quote;
    void (isKept ? storage.set(KEY + id, kept) : storage.delete(KEY + id)).catch(() => {});
  }
  #takeLastWords(): SavedDraft[] {
    const words = this.#host.lastWords?.get();
    if (!words) return [];
    this.#host.lastWords?.set(null);
    return JSON.parse(words) as SavedDraft[];
  }
  /** Stores the final data of this page along with that of other pages, which may close at the same moment. */
  #leaveLastWords(change: (before: SavedDraft[]) => SavedDraft[]): void {
    const left = change(JSON.parse(this.#host.lastWords?.get() ?? '[]') as SavedDraft[]);
    this.#host.lastWords?.set(left.length > 0 ? JSON.stringify(left) : null);
  }
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
