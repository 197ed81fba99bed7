import { type ReceptionReport, seqOf, sequenceDistance, ssrcOf, timeOf } from './rtp.ts';

/** Packets stored for receivers who missed one: two to four seconds of video. */
const KEPT = 1024;
const ASK_TIMES = 4;
const ASK_EVERY_MS = 60;
/** If more than this are missing at once, a new key frame is better than the old packets. */
const MISSING_MOST = 128;

/** The packets of all streams since the last report: how many should have come, and how many did not. */
let traffic = { packets: 0, lost: 0 };
export function takeTraffic(): { packets: number; lost: number } {
  const taken = traffic;
  traffic = { packets: 0, lost: 0 };
  return taken;
}

/**
 * One stream from its sender: counts missing packets, makes the reports to the sender, and stores packets that can be
 * sent again.
 */
export class Incoming {
  ssrc = 0;
  /** Arrival of the last packet, as `performance.now()`. */
  lastAt = 0;
  /** The bits of the last second. */
  bits = 0;
  #bytes = 0;
  #measuredAt = 0;
  readonly #clock: number;
  readonly #kept: (Buffer | undefined)[] = Array.from({ length: KEPT });
  readonly #missing = new Map<number, { asked: number; at: number }>();
  /** The highest number, with the number of wraps added. */
  #highest = -1;
  #base = 0;
  #received = 0;
  #before = { expected: 0, received: 0 };
  #jitter = 0;
  #transit = 0;
  #report = { ntp: 0, at: 0 };

  constructor(clock: number) {
    this.#clock = clock;
  }

  /** Returns false for a duplicate, which is not forwarded. */
  take(packet: Buffer, now: number): boolean {
    const seq = seqOf(packet);
    const ssrc = ssrcOf(packet);
    if (ssrc !== this.ssrc) this.#begin(ssrc, seq);
    const step = sequenceDistance(seq, this.#highest & 0xffff);
    if (step > 1) this.#note(this.#highest + 1, this.#highest + step, now);
    const wasMissing = step <= 0 && this.#missing.delete(this.#highest + step);
    const isFirst = this.#received === 0;
    if (step <= 0 && !wasMissing && !isFirst && this.#isKept(seq)) return false;
    if (step > 0) this.#highest += step;
    this.#received++;
    this.lastAt = now;
    this.#bytes += packet.length;
    this.#kept[seq % KEPT] = Buffer.from(packet);
    if (step > 0 || isFirst) this.#measureJitter(timeOf(packet), now);
    return true;
  }

  measure(now: number): void {
    const elapsed = now - this.#measuredAt;
    this.bits = elapsed > 0 ? (8000 * this.#bytes) / elapsed : 0;
    this.#bytes = 0;
    this.#measuredAt = now;
  }

  reported(ntp: number, now: number): void {
    this.#report = { ntp, at: now };
  }

  packetOf(seq: number): Buffer | undefined {
    return this.#isKept(seq) ? this.#kept[seq % KEPT] : undefined;
  }

  /** The packets to request again now. */
  missing(now: number): number[] {
    const seqs: number[] = [];
    for (const [seq, entry] of this.#missing) {
      if (entry.asked > 0 && now - entry.at < ASK_EVERY_MS) continue;
      entry.at = now;
      entry.asked++;
      if (entry.asked >= ASK_TIMES) this.#missing.delete(seq);
      seqs.push(seq & 0xffff);
    }
    return seqs;
  }

  reception(now: number): ReceptionReport | null {
    if (this.#received === 0) return null;
    const expected = this.#highest - this.#base + 1;
    const lost = Math.max(0, expected - this.#received);
    const expectedNow = expected - this.#before.expected;
    const lostNow = Math.max(0, expectedNow - (this.#received - this.#before.received));
    this.#before = { expected, received: this.#received };
    traffic.packets += Math.max(0, expectedNow);
    traffic.lost += lostNow;
    return {
      ssrc: this.ssrc,
      fraction: expectedNow > 0 ? Math.min(255, Math.floor((256 * lostNow) / expectedNow)) : 0,
      lost,
      highest: this.#highest,
      jitter: Math.round(this.#jitter),
      lastReport: this.#report.ntp,
      sinceReport: this.#report.at ? Math.round(((now - this.#report.at) * 65536) / 1000) : 0,
    };
  }

  #begin(ssrc: number, seq: number): void {
    this.ssrc = ssrc;
    // The number begins above zero, so that slightly older packets have one too.
    this.#highest = 0x10000 + seq;
    this.#base = this.#highest;
    this.#received = 0;
    this.#before = { expected: 0, received: 0 };
    this.#missing.clear();
    this.#kept.fill(undefined);
  }

  #isKept(seq: number): boolean {
    const packet = this.#kept[seq % KEPT];
    return packet !== undefined && seqOf(packet) === seq;
  }

  #note(from: number, to: number, now: number): void {
    if (to - from > MISSING_MOST || this.#missing.size > MISSING_MOST) {
      this.#missing.clear();
      return;
    }
    for (let seq = from; seq < to; seq++) this.#missing.set(seq, { asked: 0, at: now });
  }

  #measureJitter(time: number, now: number): void {
    const transit = (now * this.#clock) / 1000 - time;
    if (this.#transit !== 0) {
      const change = Math.abs(transit - this.#transit);
      if (change < 10 * this.#clock) this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
  }
}
