/** What a new line is believed to carry. */
const START = 2_000_000;
const MOST = 12_000_000;
const LEAST = 60_000;
/** Growth per second before the first congestion, and after it. */
const FAST = 1.2;
const SLOW = 1.08;
/** After a congestion nothing beyond this share of its rate is tried for a while, which doubles each time. */
const CEILING = 1.2;
const PAUSE_MS = 30_000;
const PAUSE_MOST_MS = 300_000;
/** A browser's limit follows new streams with a delay: it counts as too low after this time. */
const BELOW_MS = 3000;
const MUCH_LOSS = 0.1;

/**
 * What one receiver's line carries, in bits per second, by the limit that its browser reports and by the loss of its
 * streams. A browser's limit grows only with what it receives: a fall tells of congestion, its height does not.
 */
export class Downlink {
  bits = START;
  #growth = FAST;
  #limit = 0;
  #belowSince = 0;
  #ceiling = MOST;
  #until = 0;
  #pauseMs = PAUSE_MS;
  #losses: number[] = [];
  #lossySeconds = 0;
  #sent = 0;

  heardLimit(bits: number, now: number): void {
    const before = this.#limit;
    this.#limit = bits;
    if (bits < before * 0.97 && bits < this.#sent) return this.#congested(bits, now);
    if (bits >= this.#sent * 0.8) this.#belowSince = 0;
    else if (!this.#belowSince) this.#belowSince = now;
    else if (now - this.#belowSince > BELOW_MS) this.#congested(bits, now);
  }

  heardLoss(fraction: number): void {
    if (this.#losses.length < 100) this.#losses.push(fraction);
  }

  /** Once a second. @param sent  bits of the last second */
  tick(sent: number, now: number): void {
    this.#sent = sent;
    const loss = this.#losses.length ? this.#losses.reduce((sum, each) => sum + each, 0) / this.#losses.length : 0;
    this.#losses = [];
    this.#lossySeconds = loss > MUCH_LOSS ? this.#lossySeconds + 1 : 0;
    if (this.#lossySeconds >= 2) {
      this.#lossySeconds = 0;
      return this.#congested(sent * (1 - loss), now);
    }
    if (now >= this.#until) this.#ceiling = MOST;
    this.bits = Math.max(this.bits, Math.min(this.#ceiling, this.bits * this.#growth));
  }

  #congested(bits: number, now: number): void {
    this.#belowSince = 0;
    this.#growth = SLOW;
    const found = Math.max(LEAST, Math.min(this.bits, bits));
    // Another fall while the first one is being acted upon tells nothing new.
    if (now >= this.#until) {
      this.#until = now + this.#pauseMs;
      this.#pauseMs = Math.min(PAUSE_MOST_MS, this.#pauseMs * 2);
    }
    this.#ceiling = Math.max(LEAST, found * CEILING);
    this.bits = found;
  }
}
