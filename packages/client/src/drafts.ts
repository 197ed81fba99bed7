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

const KEY = 'drafts';
const SAVE_MS = 600;
/** What an editor holds when nothing is in it. */
const isEmpty = (content: string) => content.replace(/<(?!img\b)[^>]*>|&nbsp;|\s/gi, '') === '';

/** What was written and not sent, per conversation. */
export class Drafts {
  readonly #host: ClientHost;
  #saved = new Map<string, SavedDraft>();
  readonly #written = new Map<string, { content: string; timer: Timer }>();
  readonly #listeners = new Set<() => void>();

  constructor(host: ClientHost) {
    this.#host = host;
  }

  async restore(): Promise<void> {
    const kept = ((await this.#host.storage.get(KEY)) as SavedDraft[] | undefined) ?? [];
    this.#saved = new Map([...kept.map((draft) => [draft.id, draft] as const), ...this.#saved]);
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
  async clear(): Promise<void> {
    this.#saved.clear();
    this.#notify();
    await this.#host.storage.delete(KEY);
  }

  #save(id: string, content: string, tag: boolean): void {
    this.#host.clearTimer(this.#written.get(id)?.timer);
    this.#written.delete(id);
    if (isEmpty(content)) this.#saved.delete(id);
    else this.#saved.set(id, { id, content, time: this.#host.now(), tag });
    void this.#host.storage.set(KEY, [...this.#saved.values()]).catch(() => {});
    this.#notify();
  }
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
