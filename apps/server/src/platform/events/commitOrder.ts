interface Slot {
  /** The id of the transaction's first event; half above the highest known id if it has no event. */
  id: number;
  isSettled: boolean;
  publish: (() => void) | undefined;
}

/**
 * Publishes events in commit order. PostgreSQL releases a transaction's row locks before it answers the commit, so a
 * later change of the same rows may be answered first. By then the id of the earlier one's event is known, because
 * events are written before the commit; the later one waits for it.
 */
export class CommitOrder {
  /** Sorted by id. */
  readonly #open: Slot[] = [];
  #highest = 0;

  /** Notes that an event has this id and is not committed yet. */
  written(id: number): Slot {
    if (id > this.#highest) this.#highest = id;
    return this.#insert(id);
  }

  /** Inserts a transaction of unknown outcome: everything later waits. */
  barrier(): Slot {
    return this.#insert(this.#highest + 0.5);
  }

  /** Marks a transaction as ended, to be published in its turn; without `publish` it has no events. */
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
