import { Mp3Encoder } from '@breezystack/lamejs';

const KBPS = 64;
/** What the encoder takes at once. */
const BLOCK = 1152;
const LOUDEST = 32_767;

/** One channel of samples between -1 and 1 as the frames of an mp3. */
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
