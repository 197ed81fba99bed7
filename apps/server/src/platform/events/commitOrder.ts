interface Slot {
  /** The number of its first event; half above the highest number known where it has none. */
  id: number;
  isSettled: boolean;
  publish: (() => void) | undefined;
}

/**
 * Publishes events in the order of their commits. PostgreSQL releases a transaction's row locks before it answers the
 * commit, so a later change of the same rows may be answered first. By then the number of the earlier one's event is
 * known, because events are written before the commit; the later one waits for it.
 */
export class CommitOrder {
  /** By number. */
  readonly #open: Slot[] = [];
  #highest = 0;

  /** An event has this number and is not committed yet. */
  written(id: number): Slot {
    if (id > this.#highest) this.#highest = id;
    return this.#insert(id);
  }

  /** The outcome of a transaction is unknown, and whether it has written events: everything later waits. */
  barrier(): Slot {
    return this.#insert(this.#highest + 0.5);
  }

  /** It is committed, and is published in its turn; without `publish` there is nothing to publish. */
  settle(slot: Slot, publish?: () => void): void {
    slot.isSettled = true;
    slot.publish = publish;
    while (this.#open[0]?.isSettled) this.#open.shift()?.publish?.();
  }

  #insert(id: number): Slot {
    const slot: Slot = { id, isSettled: false, publish: undefined };
    const later = this.#open.findIndex((other) => other.id > id);
    this.#open.splice(later < 0 ? this.#open.length : later, 0, slot);
    return slot;
  }
}
