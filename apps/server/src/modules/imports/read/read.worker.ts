import { parentPort, workerData } from 'node:worker_threads';
import { ImportRefused } from '../imports.plan.ts';
import { summarize } from '../report.ts';
import { readExport } from './readExport.ts';
import type { ReadAnswer, ReadOrder } from './readInWorker.ts';

const { kind, path, isWhole } = workerData as ReadOrder;

/** Reads one export and ends. Errors other than refusals are thrown and end the worker. */
async function answer(): Promise<ReadAnswer> {
  try {
    const plan = await readExport(kind, path);
    return { look: summarize(plan), plan: isWhole ? plan : null };
  } catch (error) {
    if (error instanceof ImportRefused) return { refused: error.code };
    if ((error as { code?: string }).code === 'ENOENT') return { refused: 'import.file_gone' };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await answer());
