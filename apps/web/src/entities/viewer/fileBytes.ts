/** The reason why a file is not shown. */
export type Reason = 'large' | 'broken' | 'locked' | 'network' | 'unsupported';

/** A file that is not shown, with the reason for its reader. */
export class ViewerError extends Error {
  readonly reason: Reason;
  /** Bytes, for `large`. */
  readonly limit: number;

  constructor(reason: Reason, limit = 0) {
    super(reason);
    this.reason = reason;
    this.limit = limit;
  }
}

/** Content that can be read in parts. */
export interface Source {
  size: number;
  /** Bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

export const sourceOf = (bytes: Uint8Array<ArrayBuffer>): Source => ({
  size: bytes.length,
  read: async (start, end) => bytes.subarray(start, end),
});

async function answerTo(address: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, { signal, headers });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ViewerError('network');
  }
  if (!answer.ok) throw new ViewerError('network');
  return answer;
}

/**
 * Loads a whole file.
 *
 * @throws ViewerError  if it is larger than `limit`, whatever its headers say, or cannot be loaded
 */
export async function readBytes(address: string, limit: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await answerTo(address, signal);
  const length = Number(answer.headers.get('content-length') ?? 0);
  if (length > limit) {
    await answer.body?.cancel();
    throw new ViewerError('large', limit);
  }
  return answer.body ? collect(answer.body, limit) : new Uint8Array(await answer.arrayBuffer());
}

/** @throws ViewerError  once more than `limit` bytes have come */
export async function collect(stream: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel().catch(() => undefined);
      throw new ViewerError('large', limit);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A file on the server, read in ranges: the directory of an archive is a small part of it. */
export const remoteSource = (address: string, size: number, signal: AbortSignal): Source => ({
  size,
  async read(start, end) {
    const answer = await answerTo(address, signal, { range: `bytes=${start}-${end - 1}` });
    if (answer.status === 206) return collect(nonNull(answer.body), end - start);
    // A server without ranges sends the whole file, which is read only if it fits.
    const all = await collect(nonNull(answer.body), end);
    return all.subarray(start, end);
  },
});

function nonNull<T>(value: T | null): T {
  if (value === null) throw new ViewerError('broken');
  return value;
}
