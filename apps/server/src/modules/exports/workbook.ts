import { Worker } from 'node:worker_threads';

/** The value of a cell: text, a number, a time, hours, or nothing. */
export type Value = string | number | Date | null;
export interface Column {
  header: string;
  /** The width in characters. */
  width: number;
  kind: 'text' | 'number' | 'time' | 'hours';
}
export interface WorkbookOrder {
  path: string;
  /** The names of the sheets in order; they are made valid for spreadsheets. */
  sheets: readonly string[];
  columns: readonly Column[];
  /** The time zone of the requester: cells have the time of its clock. */
  zone: string;
}
/** Rows of one sheet, or the end. */
export type WorkbookNews = { sheet: number; rows: Value[][] } | 'end';

const MEMORY_MB = 768;

/** Writes a workbook in a worker thread: compressing many rows takes seconds. */
export function writeWorkbook(order: WorkbookOrder) {
  const worker = new Worker(new URL('./workbook.worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const ended = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a workbook's thread ended with ${code}`)),
    );
  });
  // `end` reports the error. Until it is called, an error would be unhandled.
  ended.catch(() => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (news: WorkbookNews) => worker.postMessage(news);
  return {
    add: (sheet: number, rows: Value[][]) => post({ sheet, rows }),
    end(): Promise<void> {
      post('end');
      return ended;
    },
    drop: () => worker.terminate(),
  };
}
