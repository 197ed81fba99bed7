/**
 * The SHA-256 of a file, read piece by piece in a worker; '' if it cannot be read, or there are no workers: it is sent
 * without one then.
 *
 * @param onProgress  gets the bytes read so far
 */
export function hashOfFile(file: File, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ done?: number; digest?: string }>) => {
      if (data.digest !== undefined) resolve(data.digest);
      else onProgress(data.done ?? 0);
    };
    worker.onerror = () => resolve('');
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.postMessage(file, []);
  }).finally(() => worker.terminate());
}
