import type { Track } from 'node-datachannel';
import type { Incoming } from './incoming.ts';
import { beginsKeyframe, reportFor, rewriteHeader, sequenceDistance, timeOf } from './rtp.ts';

/** Packets after which anything older than the first one can no longer arrive. */
const YOUNG = 2000;

/**
 * One stream to one receiver, which shows the streams of different people in turn: for the receiver it is one stream,
 * with continuous numbers and times.
 */
export class Outgoing {
  readonly mid: string;
  readonly #track: Track;
  readonly #ssrc: number;
  readonly #clock: number;
  readonly #needsKeyframe: boolean;
  source: Incoming | null = null;
  /** Incoming packets cannot be shown before a key frame. */
  isWaiting = false;
  #seqOffset = 0;
  #timeOffset = 0;
  #first = 0;
  #young = 0;
  #seq = 0;
  #time = 0;
  /** When the newest one was sent; below zero: never. */
  #at = -1;
  #isStarted = false;

  constructor(mid: string, track: Track, ssrc: number, kind: 'audio' | 'video') {
    this.mid = mid;
    this.#track = track;
    this.#ssrc = ssrc;
    this.#clock = kind === 'audio' ? 48_000 : 90_000;
    this.#needsKeyframe = kind === 'video';
  }

  show(source: Incoming | null): void {
    this.source = source;
    this.#isStarted = false;
    this.isWaiting = source !== null && this.#needsKeyframe;
  }

  /** Overwrites the packet: a caller that sends it to several receivers must not read it afterwards. */
  send(packet: Buffer, seq: number, time: number, now: number): void {
    if (!this.#track.isOpen()) return;
    if (!this.#isStarted) {
      if (this.#needsKeyframe && !beginsKeyframe(packet)) return;
      this.#start(seq, time, now);
    }
    if (this.#isBefore(seq)) return;
    if (this.#young > 0) this.#young--;
    const outSeq = (seq + this.#seqOffset) & 0xffff;
    const outTime = (time + this.#timeOffset) >>> 0;
    if (sequenceDistance(outSeq, this.#seq) > 0) {
      this.#seq = outSeq;
      this.#time = outTime;
      this.#at = now;
    }
    rewriteHeader(packet, this.#ssrc, outSeq, outTime);
    this.#track.sendMessageBinary(packet);
  }

  /** Sends missed packets again, under the receiver's numbers. */
  sendAgain(seqs: readonly number[]): void {
    if (!this.#isStarted || !this.source || !this.#track.isOpen()) return;
    for (const outSeq of seqs.slice(0, 100)) {
      const seq = (outSeq - this.#seqOffset) & 0xffff;
      const kept = this.#isBefore(seq) ? undefined : this.source.packetOf(seq);
      if (!kept) continue;
      const copy = Buffer.from(kept);
      rewriteHeader(copy, this.#ssrc, outSeq, timeOf(kept) + this.#timeOffset);
      this.#track.sendMessageBinary(copy);
    }
  }

  report(packet: Buffer): void {
    if (this.#isStarted && this.#track.isOpen()) {
      this.#track.sendMessageBinary(reportFor(packet, this.#ssrc, this.#timeOffset));
    }
  }

  /** Older than the receiver's start: its number belongs to another stream. */
  #isBefore(seq: number): boolean {
    return this.#young > 0 && sequenceDistance(seq, this.#first) < 0;
  }

  #start(seq: number, time: number, now: number): void {
    const passed = this.#at >= 0 ? Math.round(((now - this.#at) * this.#clock) / 1000) : 0;
    this.#first = seq;
    this.#young = YOUNG;
    this.#seqOffset = (this.#seq + 1 - seq) & 0xffff;
    this.#timeOffset = (this.#time + passed + 1 - time) | 0;
    this.#isStarted = true;
    this.isWaiting = false;
  }
}
