import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile, { type Cell } from 'write-excel-file/node';
import { sheetNames } from './sheetNames.ts';
import type { Column, Value, WorkbookNews, WorkbookOrder } from './workbook.ts';

const { path, sheets, columns, zone } = workerData as WorkbookOrder;
const rows: Cell[][][] = sheets.map(() => []);

/** Characters that XML, and therefore spreadsheet programs, do not allow. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Maximum length of a cell. */
const MOST = 32_000;

/** Converts a moment to one whose time in UTC, which cells have, is that of the requester's clock. */
function onClock(value: Date): Date {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(value.getTime()).toZonedDateTimeISO(zone);
  return new Date(value.getTime() + offsetNanoseconds / 1_000_000);
}

function cell(value: Value, { kind }: Column): Cell {
  if (value === null || value === '') return null;
  if (value instanceof Date) return { value: onClock(value), type: Date, format: 'yyyy-mm-dd hh:mm' };
  // Texts are always written as text, so that nothing is evaluated as a formula.
  if (typeof value === 'string')
    return { value: value.toWellFormed().replace(NO_XML, '').slice(0, MOST), type: String };
  return { value, type: Number, ...(kind === 'hours' && { format: '0.00' }) };
}

async function write(): Promise<void> {
  const head = columns.map(({ header }): Cell => ({ value: header, type: String, fontWeight: 'bold' }));
  const widths = columns.map(({ width }) => ({ width }));
  const names = sheetNames(sheets);
  await writeExcelFile(
    rows.map((data, index) => ({
      data: [head, ...data],
      sheet: names[index] ?? '',
      columns: widths,
      stickyRowsCount: 1,
    })),
  ).toFile(path);
}

parentPort?.on('message', (news: WorkbookNews) => {
  if (news === 'end') {
    parentPort?.close();
    void write();
    return;
  }
  const sheet = rows[news.sheet];
  for (const row of news.rows) sheet?.push(row.map((value, index) => cell(value, columns[index] as Column)));
});
