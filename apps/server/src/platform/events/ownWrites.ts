/** How long a change counts as recent. */
const RECENT_MS = 5000;
const MAX_USERS = 20_000;

/**
 * The last event that each person's changes wrote on this server, for answers that must include one's own changes.
 * Somebody who changed something on another server may read it a moment later.
 */
export class OwnWrites {
  readonly #last = new Map<number, { eventId: number; at: number }>();

  note(userid: number, eventId: number): void {
    this.#last.delete(userid);
    this.#last.set(userid, { eventId, at: performance.now() });
    if (this.#last.size <= MAX_USERS) return;
    const oldest = this.#last.keys().next().value;
    if (oldest !== undefined) this.#last.delete(oldest);
  }

  /** The number of that event; 0 where it is not recent. */
  of(userid: number): number {
    const last = this.#last.get(userid);
    return last && performance.now() - last.at < RECENT_MS ? last.eventId : 0;
  }
}
