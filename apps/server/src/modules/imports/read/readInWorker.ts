import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@atrium/contract/contract.ts';
import { fail } from '#platform/fail';
import type { ImportPlan } from '../imports.plan.ts';
import type { Look } from '../report.ts';

export interface ReadOrder {
  kind: ImportPlan['source'];
  path: string;
  /** True if the plan itself is needed; otherwise only a summary. */
  isWhole: boolean;
}
export type ReadAnswer = { refused: ErrorCode } | { look: Look; plan: ImportPlan | null };

/** A larger export is refused: it must not exhaust the server's memory. */
const MEMORY_MB = 1024;

/**
 * Reads an export in a worker thread: hundreds of megabytes of JSON would block the server for seconds.
 *
 * @throws the import's errors in the sender's language
 */
export async function readInWorker(order: ReadOrder): Promise<Exclude<ReadAnswer, { refused: ErrorCode }>> {
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const answer = await new Promise<ReadAnswer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ refused: 'import.too_large' });
      else reject(error);
    });
    worker.once('exit', () => reject(new Error('the reader of an export ended without an answer')));
  });
  if ('refused' in answer) throw fail(answer.refused);
  return answer;
}
