/** The assumed bandwidth of a new connection, in bits per second. */
const START = 1_500_000;
const MOST = 12_000_000;
const LEAST = 60_000;
/** The growth per second before the first congestion, and after it. */
const FAST = 1.2;
const SLOW = 1.08;
/** After a congestion the rate stays below this multiple of the congested rate for a pause, which doubles each time. */
const CEILING = 1.2;
const PAUSE_MS = 10_000;
const PAUSE_MOST_MS = 300_000;
/** A line without congestion for this long after a pause starts again with the shortest pause. */
const CALM_MS = 60_000;
/** The most that one fall of the browser's limit reduces the rate, and the time until the next fall counts. */
const FALL = 0.7;
const FALL_MS = 1000;
/** A second fall within this time is not an accident. */
const AGAIN_MS = 3000;
/** A rate counts as proved after this many seconds without a fall. */
const PROOF_SECONDS = 3;
/** Rates vary by this factor while nothing changes. */
const MORE = 1.1;
const MUCH_LOSS = 0.1;

/**
 * Estimates the bandwidth of one receiver, in bits per second, from the limit that its browser reports and the loss of
 * its streams. A browser's limit grows by a few percent a second, and only with the data it receives: it is far too low
 * for half a minute after more is sent. A fall of the limit indicates congestion, but its value says little. A machine
 * that is busy for a moment causes a fall too, so a single fall at a rate that worked before is ignored.
 */
export class Downlink {
  bits = START;
  #growth = FAST;
  #limit = 0;
  #fellAt = Number.NEGATIVE_INFINITY;
  #ceiling = MOST;
  #until = 0;
  #pauseMs = PAUSE_MS;
  #losses: number[] = [];
  #lossySeconds = 0;
  #sent = 0;
  /** The bits per second that were carried during the last seconds without a drop. */
  #carried: number[] = [];
  #proven = 0;

  heardLimit(bits: number, now: number): void {
    const before = this.#limit;
    this.#limit = bits;
    if (bits >= before * 0.97 || bits >= this.#sent || now - this.#fellAt < FALL_MS) return;
    const isFirst = now - this.#fellAt > AGAIN_MS;
    this.#fellAt = now;
    this.#carried = [];
    if (isFirst && this.#sent <= this.#proven * MORE) {
      // No larger rate is tried at once.
      this.bits = Math.min(this.bits, Math.max(bits, this.#sent * CEILING));
      this.#growth = SLOW;
      return;
    }
    this.#congested(Math.max(bits, this.#sent * FALL), now);
  }

  heardLoss(fraction: number): void {
    if (this.#losses.length < 100) this.#losses.push(fraction);
  }

  /** Updates the estimate once a second. @param sent  bits of the last second */
  tick(sent: number, now: number): void {
    this.#sent = sent;
    this.#carried = [...this.#carried, sent].slice(-PROOF_SECONDS);
    if (this.#carried.length === PROOF_SECONDS) this.#proven = Math.max(this.#proven, Math.min(...this.#carried));
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
    this.#growth = SLOW;
    this.#proven = 0;
    this.#carried = [];
    const found = Math.max(LEAST, Math.min(this.bits, bits));
    // A further fall says nothing new while the first one is being acted upon.
    if (now >= this.#until) {
      if (now - this.#until > CALM_MS) this.#pauseMs = PAUSE_MS;
      this.#until = now + this.#pauseMs;
      this.#pauseMs = Math.min(PAUSE_MOST_MS, this.#pauseMs * 2);
    }
    this.#ceiling = Math.max(LEAST, found * CEILING);
    this.bits = found;
  }
}
