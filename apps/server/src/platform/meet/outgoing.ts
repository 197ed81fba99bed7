import type { Track } from 'node-datachannel';
import type { Incoming } from './incoming.ts';
import {
  beginsKeyframe,
  pictureIdAt,
  pictureIdOf,
  reportFor,
  rewriteHeader,
  sequenceDistance,
  timeOf,
  writePictureId,
} from './rtp.ts';

/** After this many packets, anything older than the first one can no longer arrive. */
const YOUNG = 2000;

/** A stream of a sender, and the streams to receivers that show it or are about to. */
export interface Source {
  incoming: Incoming;
  shownBy: Set<Outgoing>;
}
/** The fields that differ between receivers, with their original values: sending overwrites them. */
export interface Fields {
  seq: number;
  time: number;
  /** The position and value of the picture's id; -1 if the packet has none. */
  pictureAt: number;
  picture: number;
}
export function fieldsOf(packet: Buffer, seq: number, isVideo: boolean): Fields {
  const pictureAt = isVideo ? pictureIdAt(packet) : -1;
  return { seq, time: timeOf(packet), pictureAt, picture: pictureAt < 0 ? 0 : pictureIdOf(packet, pictureAt) };
}

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
  #source: Source | null = null;
  /** The source that is shown from its next key frame on; until then the present one continues. */
  #next: Source | null = null;
  #seqOffset = 0;
  #timeOffset = 0;
  #pictureOffset = 0;
  #first = 0;
  #young = 0;
  #seq = 0;
  #time = 0;
  #picture = 0;
  /** The time at which the newest packet was sent; a negative value means never. */
  #at = -1;
  #isStarted = false;
  #bytes = 0;

  constructor(mid: string, track: Track, ssrc: number, kind: 'audio' | 'video') {
    this.mid = mid;
    this.#track = track;
    this.#ssrc = ssrc;
    this.#clock = kind === 'audio' ? 48_000 : 90_000;
    this.#needsKeyframe = kind === 'video';
  }

  /** The source that is shown, or will be. */
  get target(): Source | null {
    return this.#next ?? this.#source;
  }
  /** The source whose key frame is missing. */
  get awaited(): Source | null {
    if (this.#next) return this.#next;
    return this.#needsKeyframe && !this.#isStarted ? this.#source : null;
  }

  /** Replaces what is shown, at once. */
  show(source: Source | null): void {
    this.#source?.shownBy.delete(this);
    this.#next?.shownBy.delete(this);
    this.#next = null;
    this.#source = source;
    source?.shownBy.add(this);
    this.#isStarted = false;
  }

  /** Shows another size of the same picture as soon as that begins. */
  turnTo(source: Source): void {
    if (!this.#isStarted) return this.show(source);
    if (this.#next && this.#next !== this.#source) this.#next.shownBy.delete(this);
    this.#next = source === this.#source ? null : source;
    this.#next?.shownBy.add(this);
  }

  /** Overwrites the packet: a caller that sends it to several receivers must not read it afterwards. */
  send(packet: Buffer, from: Source, fields: Fields, now: number): void {
    if (!this.#track.isOpen()) return;
    if (from === this.#next && beginsKeyframe(packet)) this.show(from);
    if (from !== this.#source) return;
    const { seq, time, pictureAt, picture } = fields;
    if (!this.#isStarted) {
      if (this.#needsKeyframe && !beginsKeyframe(packet)) return;
      this.#start(fields, now);
    }
    if (this.#isBefore(seq)) return;
    if (this.#young > 0) this.#young--;
    const outSeq = (seq + this.#seqOffset) & 0xffff;
    const outTime = (time + this.#timeOffset) >>> 0;
    if (sequenceDistance(outSeq, this.#seq) > 0) {
      this.#seq = outSeq;
      this.#time = outTime;
      this.#at = now;
      if (pictureAt >= 0) this.#picture = (picture + this.#pictureOffset) & 0x7fff;
    }
    this.#write(packet, fields, outSeq, outTime);
  }

  /** Sends missed packets again, under the receiver's numbers. */
  sendAgain(seqs: readonly number[]): void {
    if (!this.#isStarted || !this.#source || !this.#track.isOpen()) return;
    for (const outSeq of seqs.slice(0, 100)) {
      const seq = (outSeq - this.#seqOffset) & 0xffff;
      const kept = this.#isBefore(seq) ? undefined : this.#source.incoming.packetOf(seq);
      if (!kept) continue;
      const copy = Buffer.from(kept);
      this.#write(copy, fieldsOf(copy, seq, this.#needsKeyframe), outSeq, timeOf(kept) + this.#timeOffset);
    }
  }

  report(packet: Buffer, from: Source): void {
    if (from === this.#source && this.#isStarted && this.#track.isOpen()) {
      this.#track.sendMessageBinary(reportFor(packet, this.#ssrc, this.#timeOffset));
    }
  }

  /** Returns the bytes sent since the last call. */
  takeBytes(): number {
    const bytes = this.#bytes;
    this.#bytes = 0;
    return bytes;
  }

  #write(packet: Buffer, { pictureAt, picture }: Fields, seq: number, time: number): void {
    rewriteHeader(packet, this.#ssrc, seq, time);
    if (pictureAt >= 0) writePictureId(packet, pictureAt, picture + this.#pictureOffset);
    this.#bytes += packet.length;
    this.#track.sendMessageBinary(packet);
  }

  /** True for a packet from before the receiver's start, whose number belongs to another stream. */
  #isBefore(seq: number): boolean {
    return this.#young > 0 && sequenceDistance(seq, this.#first) < 0;
  }

  #start({ seq, time, picture }: Fields, now: number): void {
    const passed = this.#at >= 0 ? Math.round(((now - this.#at) * this.#clock) / 1000) : 0;
    this.#first = seq;
    this.#young = YOUNG;
    this.#seqOffset = (this.#seq + 1 - seq) & 0xffff;
    this.#timeOffset = (this.#time + passed + 1 - time) | 0;
    this.#pictureOffset = (this.#picture + 1 - picture) & 0x7fff;
    this.#isStarted = true;
  }
}
