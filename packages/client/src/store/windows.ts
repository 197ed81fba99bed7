/**
 * The ranges of each conversation known without a gap. A stretch is a closed range of ids: every message of the dialog
 * with an id inside is in the store. `from` 0 reaches the beginning, `to` Infinity the live end.
 */
export interface IdRange {
  from: number;
  to: number;
}

export class Windows {
  readonly #byDialog = new Map<number, IdRange[]>();

  of(dialogId: number): readonly IdRange[] {
    return this.#byDialog.get(dialogId) ?? [];
  }
  live(dialogId: number): IdRange | undefined {
    return this.of(dialogId).at(-1)?.to === Infinity ? this.of(dialogId).at(-1) : undefined;
  }
  around(dialogId: number, id: number): IdRange | undefined {
    return this.of(dialogId).find((stretch) => stretch.from <= id && id <= stretch.to);
  }

  /** Adds a range and merges it with those it touches. */
  add(dialogId: number, added: IdRange): void {
    const apart: IdRange[] = [];
    let { from, to } = added;
    for (const old of this.of(dialogId)) {
      if (old.to + 1 < from || old.from > to + 1) apart.push(old);
      else [from, to] = [Math.min(from, old.from), Math.max(to, old.to)];
    }
    this.#byDialog.set(
      dialogId,
      [...apart, { from, to }].sort((a, b) => a.from - b.from),
    );
  }

  /** Removes everything below an id: the older messages were trimmed. */
  cutBelow(dialogId: number, id: number): void {
    const kept = this.of(dialogId)
      .filter((stretch) => stretch.to >= id)
      .map((stretch) => ({ from: Math.max(stretch.from, id), to: stretch.to }));
    if (kept.length > 0) this.#byDialog.set(dialogId, kept);
    else this.#byDialog.delete(dialogId);
  }

  delete(dialogId: number): void {
    this.#byDialog.delete(dialogId);
  }
  clear(): void {
    this.#byDialog.clear();
  }
  dialogs(): number[] {
    return [...this.#byDialog.keys()];
  }
  snapshot(): [number, IdRange[]][] {
    return [...this.#byDialog].map(([id, list]) => [id, list.map((stretch) => ({ ...stretch }))]);
  }
  restore(snapshot: readonly [number, IdRange[]][]): void {
    this.clear();
    for (const [id, list] of snapshot) this.#byDialog.set(id, list);
  }
}
