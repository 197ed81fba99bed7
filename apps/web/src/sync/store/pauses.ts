/** A page's message to the worker that is being installed: its reader is doing something. */
export const BUSY = 'BUSY';

/** How long the worker waits after each such message, in ms. */
const PAUSE_MS = 2000;
/** All pauses together, in ms: browsers end an installation that takes five minutes. */
const LONGEST_MS = 120_000;

/** Makes work in the background wait while a reader is doing something. */
export class Pauses {
  #until = 0;
  #left = LONGEST_MS;

  note(): void {
    this.#until = Date.now() + PAUSE_MS;
  }

  /** Resolves once the reader has paused, or has been busy for too long. */
  async wait(): Promise<void> {
    for (;;) {
      const ms = Math.min(this.#until - Date.now(), this.#left);
      if (ms <= 0) return;
      this.#left -= ms;
      await new Promise((resolve) => setTimeout(resolve, ms));
    }
  }
}
