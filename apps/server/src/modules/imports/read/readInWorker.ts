import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '@atrium/contract/contract.ts';
import { fail } from '#platform/fail';
import type { ImportPlan } from '../imports.plan.ts';
import type { Look } from '../report.ts';

export interface ReadOrder {
  kind: ImportPlan['source'];
  path: string;
  /** The plan itself is wanted, not only a look at it. */
  isWhole: boolean;
}
export type ReadAnswer = { refused: ErrorCode } | { look: Look; plan: ImportPlan | null };

/** An export that needs more than this to be read is too large: it must not take the server's own memory. */
const MEMORY_MB = 1024;

/**
 * Reads an export in a thread of its own: hundreds of megabytes of JSON would hold everybody else up for seconds.
 *
 * @throws the errors of an import, in the language of the person who sent it
 */
export async function readApart(order: ReadOrder): Promise<Exclude<ReadAnswer, { refused: ErrorCode }>> {
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
