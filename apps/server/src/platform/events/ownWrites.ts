/** A change counts as recent for this long. */
const RECENT_MS = 5000;
const MAX_USERS = 20_000;

/**
 * The last event written by each person's changes on this server, for answers that must include one's own changes. A
 * change made on another server may be visible slightly later.
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

  /** The id of a person's last event; 0 if it is not recent. */
  of(userid: number): number {
    const last = this.#last.get(userid);
    return last && performance.now() - last.at < RECENT_MS ? last.eventId : 0;
  }
}
