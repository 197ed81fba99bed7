interface Slot {
  id: number;
  isSettled: boolean;
  publish: (() => void) | undefined;
}

/**
 * Events go out in the order of their commits. The database lets go of a transaction's rows before it tells us that it
 * is committed: where its process is held up in between, a later change of the same rows may be told first. By then the
 * number of the earlier one's event is known, because events are written before the commit; the later one waits for it.
 */
export class CommitOrder {
  /** By number. */
  readonly #open: Slot[] = [];

  /** An event has this number and is not committed yet. */
  written(id: number): Slot {
    const slot: Slot = { id, isSettled: false, publish: undefined };
    const later = this.#open.findIndex((other) => other.id > id);
    this.#open.splice(later < 0 ? this.#open.length : later, 0, slot);
    return slot;
  }

  /** It is committed, and is published in its turn; without `publish` it was undone. */
  settle(slot: Slot, publish?: () => void): void {
    slot.isSettled = true;
    slot.publish = publish;
    while (this.#open[0]?.isSettled) this.#open.shift()?.publish?.();
  }
}
