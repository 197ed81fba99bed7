import type { Reader, Writer } from '#platform/db/pool';
import type { WritingView } from '#platform/work';
import {
  deleteAllOldRecents,
  deleteOldRecents,
  insertRecent,
  listOpeningRows,
  listRecentRows,
  type RecentType,
} from './note.queries.ts';

type Tx = Reader;

/** The number of records per kind that are stored. */
export const KEPT = 100;

export interface ViewedItem {
  userid: number;
  type: RecentType;
  target_id: number;
  /** For a file: the task or conversation it was opened in. */
  source_id?: number;
}

/** Records that a person looked at something; the oldest record is dropped. */
export async function recordView(
  tx: Writer,
  { userid, type, target_id, source_id = 0 }: ViewedItem,
  at: Date,
): Promise<void> {
  await insertRecent(tx, userid, type, target_id, source_id, at);
  await deleteOldRecents(tx, userid, type, KEPT);
}

/** Records that the caller opened a file. A failure does not affect the download. */
export async function recordFileView(
  { tx, caller, now, app }: WritingView,
  looked: Omit<ViewedItem, 'userid'>,
): Promise<void> {
  if (caller.userid === 0) return;
  await recordView(tx, { userid: caller.userid, ...looked }, now).catch((error: unknown) =>
    app.log.warn({ err: error, file: looked.target_id }, 'could not record file view'),
  );
}

/** Deletes all but the newest records of each kind; returns the number. */
export async function forgetLooks(tx: Writer, userid: number, keep: number): Promise<number> {
  const rows = await deleteAllOldRecents(tx, userid, keep);
  return rows.length;
}

export const listRecentViews = (tx: Tx, userid: number, type?: RecentType) => listRecentRows(tx, userid, type);

export const listOpenings = (tx: Tx, fileId: number, limit: number) => listOpeningRows(tx, fileId, limit);
