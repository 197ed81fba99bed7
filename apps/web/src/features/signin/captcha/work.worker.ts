import { sha256 } from '@noble/hashes/sha2.js';

interface Work {
  salt: string;
  bits: number;
}

const text = new TextEncoder();

addEventListener('message', ({ data: { salt, bits } }: MessageEvent<Work>) => {
  for (let number = 0; ; number++) {
    const digest = sha256(text.encode(`${salt}:${number}`));
    if (new DataView(digest.buffer, digest.byteOffset).getUint32(0) >>> (32 - bits) === 0) {
      postMessage(String(number));
      return;
    }
  }
});
