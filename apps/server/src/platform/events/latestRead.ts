/**
 * Orders the reads of a value that is read again after each change. If reads overlap, the one that began last counts,
 * in whichever order they end.
 */
export class LatestRead {
  #begun = 0;
  #used = 0;

  /**
   * Called before a read. The returned function is called when the value has been read, and returns true if the value
   * is to be used.
   */
  begin(): () => boolean {
    const order = ++this.#begun;
    return () => {
      if (order < this.#used) return false;
      this.#used = order;
      return true;
    };
  }
}

/** The instance that belongs to `key`, created on first use. */
export function latestReadOf<Key extends WeakKey>(all: WeakMap<Key, LatestRead>, key: Key): LatestRead {
  const newest = all.get(key) ?? new LatestRead();
  all.set(key, newest);
  return newest;
}
