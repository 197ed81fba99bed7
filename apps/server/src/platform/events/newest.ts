/**
 * For a value that is read again after each change: of reads that overlap, the one that began last is used, in whichever
 * order they end.
 */
export class Newest {
  #begun = 0;
  #used = 0;

  /** Call it before reading, and the result when the value is there: whether to use it. */
  begin(): () => boolean {
    const order = ++this.#begun;
    return () => {
      if (order < this.#used) return false;
      this.#used = order;
      return true;
    };
  }

  /** The value is known without reading: what began before is not used. */
  supersede(): void {
    this.begin()();
  }
}

/** The one of an application, made when it is first asked for. */
export function newestOf<Key extends WeakKey>(all: WeakMap<Key, Newest>, key: Key): Newest {
  const newest = all.get(key) ?? new Newest();
  all.set(key, newest);
  return newest;
}
