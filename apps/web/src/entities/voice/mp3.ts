import { Mp3Encoder } from '@breezystack/lamejs';

const KBPS = 64;
/** The encoder's block size. */
const BLOCK = 1152;
const LOUDEST = 32_767;

/** Encodes mono samples between -1 and 1 as mp3 frames. */
export function encodeVoice(samples: Float32Array, rate: number): Uint8Array<ArrayBuffer>[] {
  const encoder = new Mp3Encoder(1, rate, KBPS);
  const whole = Int16Array.from(samples, (value) => Math.max(-1, Math.min(1, value)) * LOUDEST);
  const frames: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < whole.length; at += BLOCK) {
    frames.push(new Uint8Array(encoder.encodeBuffer(whole.subarray(at, at + BLOCK))));
  }
  frames.push(new Uint8Array(encoder.flush()));
  return frames;
}
