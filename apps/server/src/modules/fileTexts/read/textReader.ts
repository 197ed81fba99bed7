import { Worker } from 'node:worker_threads';
import type { TextAnswer, TextOrder } from './textOf.ts';

const MEMORY_MB = 256;
/** A file that takes longer than this to read is given up. */
const OVERDUE_MS = 20_000;

/** Reads files from strangers in a thread with little memory and time, one at a time. */
export class TextReader {
  #worker: Worker | undefined;
  readonly #overdueMs: number;

  constructor(overdueMs = OVERDUE_MS) {
    this.#overdueMs = overdueMs;
  }

  /** @throws if the file is broken, or takes too long or too much memory */
  async read(order: TextOrder): Promise<TextAnswer> {
    const worker = this.#worker ?? this.#start();
    try {
      return await this.#answer(worker, order);
    } catch (error) {
      // The thread is ended, so that nothing that the file did to it remains.
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./read.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      env: {},
    });
    // An error is the answer for the file that is being read. This listener prevents an unhandled error afterwards.
    worker.on('error', () => undefined);
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #answer(worker: Worker, order: TextOrder): Promise<TextAnswer> {
    return new Promise<TextAnswer>((resolve, reject) => {
      const timer = setTimeout(() => finish(() => reject(new Error('took too long'))), this.#overdueMs);
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', failed).off('exit', ended);
        settle();
      };
      const answered = (answer: TextAnswer | { failed: string }) =>
        finish(() => ('failed' in answer ? reject(new Error(answer.failed)) : resolve(answer)));
      const failed = (error: Error) => finish(() => reject(error));
      const ended = () => finish(() => reject(new Error('the thread ended')));
      worker.on('message', answered).on('error', failed).on('exit', ended);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(order);
    });
  }
}
