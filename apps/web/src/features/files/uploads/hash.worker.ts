import { sha256 } from '@noble/hashes/sha2.js';

/** Bytes read at once: the file may be larger than the memory. */
const STEP = 4 * 1024 * 1024;

addEventListener('message', ({ data: file }: MessageEvent<File>) => {
  void hash(file).then(
    (digest) => postMessage({ digest }),
    // It was changed or removed since it was chosen.
    () => postMessage({ digest: '' }),
  );
});

async function hash(file: File): Promise<string> {
  const sum = sha256.create();
  for (let start = 0; start < file.size; start += STEP) {
    sum.update(new Uint8Array(await file.slice(start, start + STEP).arrayBuffer()));
    postMessage({ done: Math.min(start + STEP, file.size) });
  }
  return [...sum.digest()].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
