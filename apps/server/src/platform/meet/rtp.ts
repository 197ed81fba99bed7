/**
 * The few fields of RTP (RFC 3550), its feedback (RFC 4585) and VP8's payload (RFC 7741) that forwarding needs. Nothing
 * is decoded here.
 */

const HEADER = 12;
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;

/** Types 192 to 223 are feedback; the bit above them is RTP's marker. */
export const isFeedback = (packet: Buffer): boolean => {
  const type = packet[1] ?? 0;
  return type >= 192 && type <= 223;
};
export const isMedia = (packet: Buffer): boolean =>
  packet.length > HEADER && (packet[0] ?? 0) >> 6 === 2 && !isFeedback(packet);

export const seqOf = (packet: Buffer): number => packet.readUInt16BE(2);
export const timeOf = (packet: Buffer): number => packet.readUInt32BE(4);
export const ssrcOf = (packet: Buffer): number => packet.readUInt32BE(8);

/** The distance of `to` from `from`, as 16-bit numbers that wrap around; negative if `to` is behind. */
export const sequenceDistance = (to: number, from: number): number => ((to - from + 0x18000) & 0xffff) - 0x8000;

/** Overwrites the fields that differ between receivers. */
export function rewriteHeader(packet: Buffer, ssrc: number, seq: number, time: number): void {
  packet.writeUInt16BE(seq & 0xffff, 2);
  packet.writeUInt32BE(time >>> 0, 4);
  packet.writeUInt32BE(ssrc >>> 0, 8);
}

function payloadStart(packet: Buffer): number {
  const first = packet[0] ?? 0;
  const end = HEADER + 4 * (first & 0x0f);
  if (!(first & 0x10) || packet.length < end + 4) return end;
  return end + 4 + 4 * packet.readUInt16BE(end + 2);
}

/** True if a key frame begins here. */
export function beginsKeyframe(packet: Buffer): boolean {
  let at = payloadStart(packet);
  const descriptor = packet[at++] ?? 0;
  // True for the first packet of the first partition only.
  if (!(descriptor & 0x10) || descriptor & 0x07) return false;
  if (descriptor & 0x80) {
    const more = packet[at++] ?? 0;
    if (more & 0x80) at += (packet[at] ?? 0) & 0x80 ? 2 : 1;
    if (more & 0x40) at += 1;
    if (more & 0x30) at += 1;
  }
  return at < packet.length && ((packet[at] ?? 1) & 0x01) === 0;
}

/** The offset of the picture's 15-bit id (RFC 7741); -1 if the packet has none. */
export function pictureIdAt(packet: Buffer): number {
  const at = payloadStart(packet);
  if (at + 4 > packet.length) return -1;
  const [first = 0, more = 0, id = 0] = packet.subarray(at, at + 3);
  return first & 0x80 && more & 0x80 && id & 0x80 ? at + 2 : -1;
}
export const pictureIdOf = (packet: Buffer, at: number): number => packet.readUInt16BE(at) & 0x7fff;
export const writePictureId = (packet: Buffer, at: number, id: number): void =>
  void packet.writeUInt16BE(0x8000 | (id & 0x7fff), at);

/** Feedback of a receiver, or a sender's report. */
export type RtcpFeedback =
  | { kind: 'keyframe' }
  /** The bandwidth of the receiver, in bits per second (REMB). */
  | { kind: 'limit'; bits: number }
  /** The worst loss of the streams it reports on, 0 to 1. */
  | { kind: 'loss'; fraction: number }
  | { kind: 'again'; seqs: number[] }
  | { kind: 'sent'; ntp: number; packet: Buffer };

/** Reads the feedback in a compound packet. Unknown or truncated packets are skipped. */
export function readFeedback(compound: Buffer): RtcpFeedback[] {
  const said: RtcpFeedback[] = [];
  for (let at = 0; at + 8 <= compound.length; ) {
    const size = 4 * (compound.readUInt16BE(at + 2) + 1);
    const packet = compound.subarray(at, at + size);
    at += size;
    if (packet.length < size) break;
    const format = (packet[0] ?? 0) & 0x1f;
    const type = packet[1] ?? 0;
    if (type === SENDER_REPORT && size >= 28) said.push({ kind: 'sent', ntp: packet.readUInt32BE(10), packet });
    else if (type === RECEIVER_REPORT && format > 0 && size >= 8 + 24 * format) {
      const fractions = Array.from({ length: format }, (_, block) => packet[12 + 24 * block] ?? 0);
      said.push({ kind: 'loss', fraction: Math.max(...fractions) / 256 });
    } else if (type === PAYLOAD_FEEDBACK && (format === 1 || format === 4)) said.push({ kind: 'keyframe' });
    else if (type === PAYLOAD_FEEDBACK && format === 15 && size >= 20 && packet.toString('latin1', 12, 16) === 'REMB') {
      const limit = packet.readUIntBE(17, 3);
      said.push({ kind: 'limit', bits: (limit & 0x3ffff) * 2 ** (limit >> 18) });
    } else if (type === TRANSPORT_FEEDBACK && format === 1) said.push({ kind: 'again', seqs: missingIn(packet) });
  }
  return said;
}

function missingIn(packet: Buffer): number[] {
  const seqs: number[] = [];
  for (let at = 12; at + 4 <= packet.length; at += 4) {
    const first = packet.readUInt16BE(at);
    const more = packet.readUInt16BE(at + 2);
    seqs.push(first);
    for (let bit = 0; bit < 16; bit++) if (more & (1 << bit)) seqs.push((first + bit + 1) & 0xffff);
  }
  return seqs;
}

/** Makes a sender's report for one receiver's copy, which sets its clocks. */
export function reportFor(report: Buffer, ssrc: number, timeOffset: number): Buffer {
  const copy = Buffer.from(report.subarray(0, 28));
  copy[0] = 0x80;
  copy.writeUInt16BE(6, 2);
  copy.writeUInt32BE(ssrc >>> 0, 4);
  copy.writeUInt32BE((copy.readUInt32BE(16) + timeOffset) >>> 0, 16);
  return copy;
}

/** The SSRC of our own feedback; we send no media of our own. */
const OWN_SSRC = 1;

export interface ReceptionReport {
  ssrc: number;
  /** The lost share in 256ths, since the last report. */
  fraction: number;
  lost: number;
  highest: number;
  jitter: number;
  /**
   * The middle part of the time in the sender's last report, and the time since it arrived, in 65536ths of a second.
   */
  lastReport: number;
  sinceReport: number;
}
export function receiverReport(of: ReceptionReport): Buffer {
  const packet = Buffer.alloc(32);
  packet[0] = 0x81;
  packet[1] = RECEIVER_REPORT;
  packet.writeUInt16BE(7, 2);
  packet.writeUInt32BE(OWN_SSRC, 4);
  packet.writeUInt32BE(of.ssrc, 8);
  packet[12] = of.fraction;
  packet.writeUIntBE(Math.min(of.lost, 0x7fffff), 13, 3);
  packet.writeUInt32BE(of.highest >>> 0, 16);
  packet.writeUInt32BE(of.jitter >>> 0, 20);
  packet.writeUInt32BE(of.lastReport >>> 0, 24);
  packet.writeUInt32BE(of.sinceReport >>> 0, 28);
  return packet;
}

const feedback = (type: number, format: number, ssrc: number, more: Buffer): Buffer => {
  const packet = Buffer.alloc(12 + more.length);
  packet[0] = 0x80 | format;
  packet[1] = type;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(OWN_SSRC, 4);
  packet.writeUInt32BE(ssrc >>> 0, 8);
  more.copy(packet, 12);
  return packet;
};

/** Requests a key frame from a sender. */
export const keyframeRequest = (ssrc: number): Buffer => feedback(PAYLOAD_FEEDBACK, 1, ssrc, Buffer.alloc(0));

/** Requests missing packets from a sender. */
export function retransmissionRequest(ssrc: number, seqs: readonly number[]): Buffer {
  const pairs = Buffer.alloc(4 * seqs.length);
  for (const [index, seq] of seqs.entries()) pairs.writeUInt16BE(seq & 0xffff, 4 * index);
  return feedback(TRANSPORT_FEEDBACK, 1, ssrc, pairs);
}

/** Limits a sender's bitrate, in bits per second (REMB). */
export function bitrateLimit(ssrc: number, bits: number): Buffer {
  let exponent = 0;
  let mantissa = Math.floor(bits);
  for (; mantissa > 0x3ffff; exponent++) mantissa = Math.floor(mantissa / 2);
  const more = Buffer.alloc(12);
  more.write('REMB', 0, 'latin1');
  more[4] = 1;
  more.writeUIntBE((exponent << 18) | mantissa, 5, 3);
  more.writeUInt32BE(ssrc >>> 0, 8);
  return feedback(PAYLOAD_FEEDBACK, 15, 0, more);
}
