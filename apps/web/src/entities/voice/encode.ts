/** The samples per second, which are plenty for a voice. */
export const RATE = 32_000;

/** Encodes audio as mono mp3 with 64 kbit/s, in a worker so that typing continues meanwhile. */
export function encodeMp3(samples: Float32Array<ArrayBuffer>): Promise<Blob> {
  const worker = new Worker(new URL('./encode.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<BlobPart[]>) => resolve(new Blob(data, { type: 'audio/mpeg' }));
    worker.onerror = () => reject(new Error('the encoder failed'));
    worker.postMessage({ samples, rate: RATE }, [samples.buffer]);
  }).finally(() => worker.terminate());
}
