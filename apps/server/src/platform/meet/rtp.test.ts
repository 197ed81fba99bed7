import { expect, test } from 'vitest';
import { Incoming } from './incoming.ts';
import { fieldsOf, Outgoing, type Source } from './outgoing.ts';
import * as rtp from './rtp.ts';

const SSRC = 77;
/** A packet with these numbers; `key` starts a key frame. */
function packet(seq: number, time = seq * 3000, { key = false, ssrc = SSRC } = {}): Buffer {
  const head = Buffer.alloc(12);
  head[0] = 0x80;
  head[1] = 96;
  head.writeUInt16BE(seq & 0xffff, 2);
  head.writeUInt32BE(time >>> 0, 4);
  head.writeUInt32BE(ssrc, 8);
  // Start of the first partition, after a picture id of 15 bits.
  return Buffer.concat([head, Buffer.from([0x90, 0x80, 0x81, 0x02, key ? 0x10 : 0x11, 0, 0])]);
}

const sourceOf = (clock: number): Source => ({ incoming: new Incoming(clock), shownBy: new Set() });

interface Sent {
  seq: number;
  time: number;
  ssrc: number;
}
function receiver(kind: 'audio' | 'video') {
  const sent: Sent[] = [];
  const raw: Buffer[] = [];
  const track = {
    isOpen: () => true,
    sendMessageBinary(bytes: Buffer) {
      raw.push(Buffer.from(bytes));
      sent.push({ seq: rtp.seqOf(bytes), time: rtp.timeOf(bytes), ssrc: rtp.ssrcOf(bytes) });
      return true;
    },
  };
  const outgoing = new Outgoing('v0', track as never, 500, kind);
  const pass = (from: Source, bytes: Buffer, now = 0) => {
    if (from.incoming.take(bytes, now)) {
      outgoing.send(bytes, from, fieldsOf(bytes, rtp.seqOf(bytes), kind === 'video'), now);
    }
  };
  return { outgoing, sent, raw, pass };
}

test('sequence numbers compare correctly across the wrap', () => {
  expect([
    rtp.sequenceDistance(5, 3),
    rtp.sequenceDistance(3, 5),
    rtp.sequenceDistance(2, 65_534),
    rtp.sequenceDistance(65_534, 2),
    rtp.sequenceDistance(7, 7),
  ]).toEqual([2, -2, 4, -4, 0]);
});

test('media is distinguished from feedback, and the first packet of a frame from the others', () => {
  expect([rtp.isMedia(packet(1)), rtp.isFeedback(packet(1))]).toEqual([true, false]);
  const loss = rtp.keyframeRequest(SSRC);
  expect([rtp.isMedia(loss), rtp.isFeedback(loss)]).toEqual([false, true]);
  expect(rtp.isMedia(Buffer.alloc(5))).toBe(false);
  expect([rtp.beginsKeyframe(packet(1, 0, { key: true })), rtp.beginsKeyframe(packet(1))]).toEqual([true, false]);
  expect(rtp.beginsKeyframe(packet(1).subarray(0, 13))).toBe(false);
});

test('feedback is parsed fully: key frame requests, missing packets and sender reports', () => {
  const asked = Buffer.concat([rtp.keyframeRequest(9), rtp.retransmissionRequest(9, [65_535, 0, 7])]);
  expect(rtp.readFeedback(asked)).toEqual([{ kind: 'keyframe' }, { kind: 'again', seqs: [65_535, 0, 7] }]);
  // One number and a bit mask of those that follow it.
  const row = rtp.retransmissionRequest(9, [10]);
  row.writeUInt16BE(0b101, 14);
  expect(rtp.readFeedback(row)).toEqual([{ kind: 'again', seqs: [10, 11, 13] }]);
  const report = Buffer.alloc(28);
  report[0] = 0x80;
  report[1] = 200;
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(0xaabbccdd, 10);
  report.writeUInt32BE(4_294_967_000, 16);
  expect(rtp.readFeedback(report)).toMatchObject([{ kind: 'sent', ntp: 0xaabbccdd }]);
  const copy = rtp.reportFor(report, 500, 1000);
  expect([copy.readUInt32BE(4), copy.readUInt32BE(16)]).toEqual([500, 704]);
  expect(rtp.readFeedback(asked.subarray(0, 20))).toEqual([{ kind: 'keyframe' }]);
  expect(rtp.readFeedback(Buffer.alloc(40, 0xff))).toEqual([]);
});

test('the bitrate limit is encoded as its standard requires', () => {
  const words = rtp.bitrateLimit(SSRC, 1_500_000);
  expect(words.toString('latin1', 12, 16)).toBe('REMB');
  const field = words.readUIntBE(17, 3);
  expect((field & 0x3ffff) * 2 ** (field >> 18)).toBeCloseTo(1_500_000, -2);
  expect(words.readUInt32BE(20)).toBe(SSRC);
});

test('missing packets are requested a few times, duplicates are dropped, and reports count losses', () => {
  const incoming = new Incoming(90_000);
  for (const seq of [65_534, 65_535, 1, 4]) expect(incoming.take(packet(seq), 0)).toBe(true);
  expect(incoming.missing(0)).toEqual([0, 2, 3]);
  expect(incoming.missing(10)).toEqual([]);
  expect(incoming.take(packet(2), 20)).toBe(true);
  expect(incoming.take(packet(2), 20)).toBe(false);
  expect([100, 200, 300, 400].map((now) => incoming.missing(now))).toEqual([[0, 3], [0, 3], [0, 3], []]);
  expect(incoming.packetOf(2)?.equals(packet(2))).toBe(true);
  expect(incoming.packetOf(3)).toBeUndefined();
  const seen = incoming.reception(1000);
  // Seven were expected, two are missing.
  expect(seen).toMatchObject({ ssrc: SSRC, lost: 2, fraction: Math.floor((256 * 2) / 7), lastReport: 0 });
  incoming.reported(42, 1000);
  incoming.take(packet(5), 1500);
  expect(incoming.reception(1500)).toMatchObject({ lost: 2, fraction: 0, lastReport: 42, sinceReport: 32_768 });
  const report = rtp.receiverReport(seen as rtp.ReceptionReport);
  expect([report.readUInt32BE(8), report.readUIntBE(13, 3)]).toEqual([SSRC, 2]);
  expect(new Incoming(48_000).reception(0)).toBeNull();
});

test('a receiver’s stream continues without a gap when its source changes, starting with a key frame', () => {
  const { outgoing, sent, pass } = receiver('video');
  const [first, second] = [sourceOf(90_000), sourceOf(90_000)];
  outgoing.show(first);
  pass(first, packet(1000));
  expect([sent.length, outgoing.awaited]).toEqual([0, first]);
  pass(first, packet(1001, 9000, { key: true }));
  pass(first, packet(1002, 12_000));
  expect(outgoing.awaited).toBeNull();
  outgoing.show(second);
  pass(second, packet(40, 5, { ssrc: 88 }), 1000);
  pass(second, packet(41, 3005, { key: true, ssrc: 88 }), 1000);
  pass(second, packet(42, 6005, { ssrc: 88 }), 1033);
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(sent.every(({ ssrc }) => ssrc === 500)).toBe(true);
  const times = sent.map(({ time }) => time);
  // A second passed between the two people: 90,000 steps of the video clock.
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([3000, 90_001, 3000]);
});

test('retransmissions use the receiver’s own numbers and only the current source', () => {
  const { outgoing, sent, raw, pass } = receiver('audio');
  const incoming = sourceOf(48_000);
  outgoing.show(incoming);
  for (const seq of [65_535, 0, 1]) pass(incoming, packet(seq));
  // Late, but before what was sent first.
  pass(incoming, packet(65_533));
  outgoing.sendAgain([2, 0, 900]);
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3, 2]);
  expect(raw[3]?.equals(raw[1] as Buffer)).toBe(true);
});

test('another size of the same picture takes over at its key frame, without a gap in numbers and picture ids', () => {
  const { outgoing, sent, raw, pass } = receiver('video');
  const [small, large] = [sourceOf(90_000), sourceOf(90_000)];
  outgoing.show(small);
  pass(small, packet(10, 0, { key: true }));
  outgoing.turnTo(large);
  expect([outgoing.target, outgoing.awaited]).toEqual([large, large]);
  // Until then the small one continues.
  pass(large, packet(700, 90_000, { ssrc: 88 }), 20);
  pass(small, packet(11, 3000), 33);
  pass(large, packet(701, 93_000, { key: true, ssrc: 88 }), 66);
  pass(small, packet(12, 6000), 70);
  pass(large, packet(702, 96_000, { ssrc: 88 }), 99);
  expect(sent.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect([small.shownBy.size, large.shownBy.size]).toEqual([0, 1]);
  const ids = raw.map((each) => rtp.pictureIdOf(each, rtp.pictureIdAt(each)));
  // The helper gives every picture the same id: the stream of the second size begins with the next one.
  expect(ids).toEqual([1, 1, 2, 2]);
});

test('a browser’s limit and losses are read from its reports', () => {
  const said = rtp.readFeedback(Buffer.concat([rtp.bitrateLimit(5, 600_000), lossReport([0, 64])]));
  expect(said).toEqual([
    { kind: 'limit', bits: expect.closeTo(600_000, -2) },
    { kind: 'loss', fraction: 0.25 },
  ]);
});

/** A receiver report with these fractions, in 256ths. */
function lossReport(fractions: readonly number[]): Buffer {
  const report = Buffer.alloc(8 + 24 * fractions.length);
  report[0] = 0x80 | fractions.length;
  report[1] = 201;
  report.writeUInt16BE(report.length / 4 - 1, 2);
  for (const [index, fraction] of fractions.entries()) report[12 + 24 * index] = fraction;
  return report;
}
