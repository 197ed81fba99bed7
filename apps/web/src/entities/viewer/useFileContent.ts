import { useEffect, useEffectEvent, useState } from 'react';
import { type Reason, readBytes, ViewerError } from './fileBytes.ts';
import { fileKindOf, limitOf } from './fileKinds.ts';
import { useViewedAddress, type ViewedFile } from './viewedFile.ts';

export interface Refusal {
  reason: Reason;
  /** Bytes, for `large`. */
  limit: number;
}
export interface LoadState<T> {
  /** The content; undefined until it has loaded. */
  data: T | undefined;
  refusal: Refusal | undefined;
  again: () => void;
}

export const refusalOf = (error: unknown): Refusal =>
  error instanceof ViewerError ? { reason: error.reason, limit: error.limit } : { reason: 'broken', limit: 0 };

/** Runs `load` with the file's address, once it has one; only the last file's result counts. */
export function useContentFrom<T>(
  viewed: ViewedFile,
  load: (address: string, signal: AbortSignal) => Promise<T>,
): LoadState<T> {
  const address = useViewedAddress(viewed);
  const [result, setResult] = useState<{ of: string; data?: T; refusal?: Refusal }>({ of: '' });
  const [turn, setTurn] = useState(0);
  const run = useEffectEvent(load);
  useEffect(() => {
    if (!address) return;
    const controller = new AbortController();
    const of = `${turn} ${address}`;
    run(address, controller.signal).then(
      (data) => !controller.signal.aborted && setResult({ of, data }),
      (error: unknown) => !controller.signal.aborted && setResult({ of, refusal: refusalOf(error) }),
    );
    return () => controller.abort();
  }, [address, turn]);
  const isCurrent = result.of === `${turn} ${address}`;
  return {
    data: isCurrent ? result.data : undefined,
    refusal: isCurrent ? result.refusal : undefined,
    again: () => setTurn(turn + 1),
  };
}

/** Loads a file up to the limit of its kind, and passes its bytes to `parse`. */
export const useFileContent = <T>(
  viewed: ViewedFile,
  parse: (bytes: Uint8Array<ArrayBuffer>) => T | Promise<T>,
): LoadState<T> =>
  useContentFrom(viewed, async (address, signal) => {
    const limit = limitOf(fileKindOf(viewed.file));
    if (viewed.file.size > limit) throw new ViewerError('large', limit);
    return parse(await readBytes(address, limit, signal));
  });
