import type { BinItem, driveBin, driveBinDelete, driveBinEmpty, driveBinRestore } from '@atrium/contract/files/bin.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { dropHidden, dropOrphans } from '#modules/files/files.service';
import { requestIndexing } from '#modules/searchIndex/requestIndexing.service';
import { keepingOf } from '#modules/system/permits.service';
import type { App } from '#platform/app';
import { Failure, fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { driveFor, type Place, placeFor } from '../drive.access.ts';
import { announceFile } from '../drive.events.ts';
import { presentDrive } from '../drive.present.ts';
import { lockFolder, lockTrees, nameIn, requireRoom } from '../drive.queries.ts';
import {
  type BinRow,
  findEntry,
  listBin,
  listBinIds,
  lockEntries,
  pruneVersionRows,
  purgeBefore,
  purgeById,
  restoreEntry,
} from './bin.queries.ts';

/**
 * The bin of the file area.
 *
 * 1. An entry is a file, or a folder with its content at the time, that was deleted at once. It belongs to the files'
 *    owner.
 * 2. Shares and links ended with the deletion, and do not come back.
 * 3. A person who deletes what they made in another person's folder may bring it back while they may write there.
 * 4. The bin does not count for quotas; where storage is short, it is emptied first (`freeDeleted`).
 */

const DAY_MS = 86_400_000;
const PAGE = 100;

export async function listDeleted(
  view: View,
  { before_id }: InputOf<typeof driveBin>,
): Promise<OutputOf<typeof driveBin>> {
  const { tx, caller, app } = view;
  const last = before_id ? await findEntry(tx, before_id) : undefined;
  const before = last && { at: last.deleted_at, id: last.id };
  const rows = await listBin(tx, caller.userid, before, PAGE + 1);
  const { bin_days: days } = await keepingOf(app);
  return { list: rows.slice(0, PAGE).map((row) => present(row, days)), has_more: rows.length > PAGE, days };
}

const present = (row: BinRow, days: number): BinItem => ({
  id: row.id,
  name: row.name,
  ext: row.ext,
  type: row.type,
  size: Number(row.size),
  files: row.files,
  folder: row.pid === 0 ? '' : (row.folder ?? ''),
  is_homeless: row.pid > 0 && row.folder === null,
  deleted_by: row.deleted_by,
  deleted_at: wireTime(row.deleted_at),
  purged_at: wireTime(new Date(row.deleted_at.getTime() + days * DAY_MS)),
});

/** Restores items to the old folder, or to the owner's top level if that is gone. @throws file.gone, drive.full */
export async function restoreDeleted(work: Work, { ids }: InputOf<typeof driveBinRestore>) {
  await lockTrees(work);
  const rows = await lockEntries(work.tx, ids);
  if (rows.length < ids.length) throw fail('file.gone');
  const restored = [];
  for (const row of rows) {
    const place = await oldPlace(work, row);
    await lockFolder(work, place.id);
    await requireRoom(work, place);
    const all = await restoreEntry(work.tx, row.id, place, await nameIn(work, place, row.name, row.ext));
    work.audit({ action: 'file.restored', target: { type: 'file', id: row.id, name: fullName(row) } });
    const fresh = await driveFor(work, row.id, 'read');
    await announceFile(work, 'added', fresh);
    await requestIndexing(work, 'file', all);
    restored.push(presentDrive(fresh, work.caller.userid));
  }
  return restored;
}

/** @throws file.gone  for everybody but the owner, and the person who made and deleted it and may still write there */
async function oldPlace(work: Work, row: BinRow): Promise<Place> {
  const { userid } = work.caller;
  const isOwn = row.userid === userid;
  if (!isOwn && (row.deleted_by !== userid || row.created_id !== userid)) throw fail('file.gone');
  const top: Place = { id: 0, pids: [], userid, pshare: 0 };
  const there = row.pid > 0 ? await writableFolder(work, row.pid) : undefined;
  // If the folder has another owner now, the file would pass to them.
  if (there?.userid === row.userid) return there;
  if (isOwn) return top;
  throw fail('file.gone');
}

const writableFolder = (work: Work, id: number): Promise<Place | undefined> =>
  placeFor(work, id).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });

/** Deletes entries of the caller's bin for good. @throws file.gone */
export async function deleteForGood(work: Work, { ids }: InputOf<typeof driveBinDelete>) {
  const rows = await lockEntries(work.tx, ids);
  if (rows.length < ids.length || rows.some(({ userid }) => userid !== work.caller.userid)) throw fail('file.gone');
  await purge(work, rows);
  return { ids: [...ids] };
}

/** @returns how many entries the bin had */
export async function emptyBin(work: Work, _input: InputOf<typeof driveBinEmpty>) {
  const rows = await lockEntries(work.tx, await listBinIds(work.tx, work.caller.userid));
  await purge(work, rows);
  return { count: rows.length };
}

async function purge(work: Work, rows: readonly BinRow[]): Promise<void> {
  for (const row of rows) {
    work.audit({ action: 'file.purged', target: { type: 'file', id: row.id, name: fullName(row) } });
  }
  dropHidden(
    work,
    await purgeById(
      work.tx,
      rows.map(({ id }) => id),
    ),
  );
}

/**
 * Deletes for good what has been in the bin for the days that administrators set; its content is collected once nothing
 * uses it. Safe to run at any time.
 */
export async function forgetDeleted(app: App, now = new Date()): Promise<void> {
  const { bin_days: days } = await keepingOf(app);
  const before = new Date(now.getTime() - days * DAY_MS);
  const stored = await purgeBefore(app.db, before);
  if (stored.length > 0) await dropOrphans(app, { ids: stored });
}

const AT_ONCE = 1000;

/** Deletes earlier versions beyond the number and the age that administrators set. Safe to run at any time. */
export async function pruneVersions(app: App, now = new Date()): Promise<void> {
  const { versions_most, versions_days } = await keepingOf(app);
  if (versions_most === 0 && versions_days === 0) return;
  const most = versions_most > 0 ? versions_most : null;
  const before = versions_days > 0 ? new Date(now.getTime() - versions_days * DAY_MS) : null;
  for (;;) {
    const { count, stored } = await pruneVersionRows(app.db, { most, before, limit: AT_ONCE });
    if (stored.length > 0) await dropOrphans(app, { ids: stored });
    if (count < AT_ONCE) return;
  }
}
