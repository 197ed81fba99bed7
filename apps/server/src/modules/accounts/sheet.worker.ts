import { parentPort, workerData } from 'node:worker_threads';
import { readLines, type SheetOrder } from './sheet.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await readLines(workerData as SheetOrder));
