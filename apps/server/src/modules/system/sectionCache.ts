import { LatestRead } from '#platform/events/latestRead';

/** Sections of settings by name, each as it was read or saved last. */
export class SectionCache {
  readonly #values = new Map<string, Promise<unknown>>();
  readonly #newest = new Map<string, LatestRead>();

  get(name: string): Promise<unknown> | undefined {
    return this.#values.get(name);
  }

  /** Replaces the section at once: `get` returns the value that is being read. A value that cannot be read is removed. */
  put(name: string, value: Promise<unknown>): void {
    const isNewest = this.#begin(name);
    isNewest();
    this.#values.set(name, value);
    value.catch(() => isNewest() && this.#values.delete(name));
  }

  /** Replaces the section once the new value is there. @returns whether it was read, and nothing newer is there */
  async replace(name: string, value: Promise<unknown>): Promise<boolean> {
    const isNewest = this.#begin(name);
    const isRead = await value.then(
      () => true,
      () => false,
    );
    if (!isNewest()) return false;
    if (isRead) this.#values.set(name, value);
    else this.#values.delete(name);
    return isRead;
  }

  #begin(name: string): () => boolean {
    const newest = this.#newest.get(name) ?? new LatestRead();
    this.#newest.set(name, newest);
    return newest.begin();
  }
}
