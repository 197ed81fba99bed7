import { expect, test } from 'vitest';
import { encodeVoice } from './mp3.ts';

const RATE = 32_000;

// covers B9-02
test('a voice recording is an mp3 of 64 kbit/s at 32 kHz, mono', () => {
  const tone = Float32Array.from({ length: RATE }, (_, at) => Math.sin(at / 12) * 2);
  const bytes = encodeVoice(tone, RATE).flatMap((frame) => [...frame]);
  // The header of a frame: MPEG 1 layer 3, bit rate 5 (64), sample rate 2 (32,000), mode 3 (mono).
  expect(bytes[0]).toBe(0xff);
  expect((bytes[1] ?? 0) & 0xfe).toBe(0xfa);
  expect([(bytes[2] ?? 0) >> 4, ((bytes[2] ?? 0) >> 2) & 3, (bytes[3] ?? 0) >> 6]).toEqual([5, 2, 3]);
  // 8,000 bytes a second, and one or two frames more.
  expect(bytes.length).toBeGreaterThan(7500);
  expect(bytes.length).toBeLessThan(9000);
});
