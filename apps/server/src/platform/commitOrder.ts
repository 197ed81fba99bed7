interface Slot {
  /** The number of its first event; while that is unknown, half above the highest number known when it was sent. */
  id: number;
  isSettled: boolean;
  publish: (() => void) | undefined;
}

/**
 * Publishes events in the order of their commits. PostgreSQL releases a transaction's row locks before it answers the
 * commit, so a later change of the same rows may be answered first. A transaction therefore takes its place when its
 * events are sent to the database, and later ones wait until its outcome is known.
 */
export class CommitOrder {
  /** By number. */
  readonly #open: Slot[] = [];
  #highest = 0;

  /** The statement that writes a transaction's events is on its way; every event numbered after it waits. */
  sending(): Slot {
    const slot: Slot = { id: this.#highest + 0.5, isSettled: false, publish: undefined };
    this.#insert(slot);
    return slot;
  }

  /** The database has answered with the number of the transaction's first event. It is not committed yet. */
  numbered(slot: Slot, id: number): void {
    if (id > this.#highest) this.#highest = id;
    this.#open.splice(this.#open.indexOf(slot), 1);
    slot.id = id;
    this.#insert(slot);
    this.#flush();
  }

  /** It is committed, and is published in its turn; without `publish` there is nothing to publish. */
  settle(slot: Slot, publish?: () => void): void {
    slot.isSettled = true;
    slot.publish = publish;
    this.#flush();
  }

  #insert(slot: Slot): void {
    const later = this.#open.findIndex((other) => other.id > slot.id);
    this.#open.splice(later < 0 ? this.#open.length : later, 0, slot);
  }

  #flush(): void {
    while (this.#open[0]?.isSettled) this.#open.shift()?.publish?.();
  }
}
