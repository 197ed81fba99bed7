import type * as contract from '@atrium/contract/files/drive.ts';
import type { DriveFile } from '@atrium/contract/files/drive.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { searchTerms } from '@atrium/richtext/search/searchTerms.ts';
import { sql } from 'kysely';
import { dropOrphans } from '#modules/files/files.service';
import { isShownNowhereElse } from '#modules/files/shown.access';
import { awaitOwnChange, matches } from '#modules/searchIndex/match.service';
import { wantIndexed } from '#modules/searchIndex/requestIndexing.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import {
  type DriveRow,
  driveAll,
  driveByHandle,
  driveFor,
  isSeen,
  isShared,
  listRows,
  placeFor,
} from './drive.access.ts';
import { freshRow, tellFile, tellGone } from './drive.events.ts';
import { presentDrive } from './drive.present.ts';
import {
  insertDrive,
  insertVersion,
  listShared,
  lockFolder,
  lockTrees,
  moveTree,
  nameIn,
  removeTree,
  requireRoom,
} from './drive.queries.ts';
import { givenName } from './names.ts';

const OWN_LISTED = 500;
const SHARED_LISTED = 100;

const shownTo = (view: View, rows: readonly DriveRow[]) => rows.map((row) => presentDrive(row, view.caller.userid));

export async function listFolder(view: View, { pid }: InputOf<typeof contract.driveLists>): Promise<DriveFile[]> {
  if (!pid) return listTop(view);
  const folder = await driveFor(view, pid, 'read');
  if (folder.type !== 'folder') throw fail('drive.folder');
  const children = await listRows(view, sql`f.pid = ${pid} order by f.id limit ${OWN_LISTED}`);
  const above = await listRows(view, sql`f.id = any(${[...folder.pids, folder.id]}::int[]) and ${isSeen(view)}`);
  return shownTo(view, [...children, ...above]);
}

async function listTop(view: View): Promise<DriveFile[]> {
  const { userid } = view.caller;
  const own = await listRows(view, sql`f.pid = 0 and f.userid = ${userid} order by f.id limit ${OWN_LISTED}`);
  const shared = await listRows(
    view,
    sql`f.pshare = f.id and f.userid <> ${userid} and ${isSeen(view)} order by f.id limit ${SHARED_LISTED}`,
  );
  return shownTo(view, [...own, ...shared]);
}

/** Those of these that the caller may see. */
export async function listSeenDrive(view: View, ids: readonly number[]): Promise<DriveFile[]> {
  if (ids.length === 0) return [];
  return shownTo(view, await listRows(view, sql`f.id = any(${ids}::int[]) and ${isSeen(view)}`));
}

export async function searchDrive(view: View, input: InputOf<typeof contract.driveSearch>): Promise<DriveFile[]> {
  const { key = '', link = '', take = 50 } = input;
  const code = /\/single\/file\/([\w-]{1,200})(?:[?#]|$)/.exec(link || key)?.[1] ?? (link || '');
  if (code) {
    const found = await driveByHandle(view, code).catch(() => undefined);
    return found ? shownTo(view, [found]) : [];
  }
  if (searchTerms(key).length === 0) return [];
  await awaitOwnChange(view);
  const rows = await listRows(
    view,
    sql`${isSeen(view)} and ${matches('file', sql`f.id`, key)} order by f.updated_at desc, f.id desc limit ${take}`,
  );
  return shownTo(view, rows);
}

/** Creates a folder or document, or renames one. */
export async function addDrive(work: Work, input: InputOf<typeof contract.driveAdd>): Promise<DriveFile> {
  const { id, pid = 0, name, type = 'folder' } = input;
  if (id) return renameDrive(work, id, name);
  const ext = type === 'document' ? 'md' : '';
  const wanted = givenName(name, ext);
  await lockFolder(work, pid);
  const place = await placeFor(work, pid);
  await requireRoom(work, place);
  const made = await insertDrive(work, place, { name: await nameIn(work, place, wanted, ext), ext, type });
  const row = await driveFor(work, made, 'read');
  await tellFile(work, 'added', row);
  return presentDrive(row, work.caller.userid);
}

async function renameDrive(work: Work, id: number, text: string): Promise<DriveFile> {
  await lockTrees(work);
  const before = await driveFor(work, id, 'write');
  const name = givenName(text, before.ext);
  const place = { id: before.pid, userid: before.userid, pids: [], pshare: 0 };
  await work.tx
    .updateTable('files')
    .set({ name: await nameIn(work, place, name, before.ext, id), updated_at: work.now })
    .where('id', '=', id)
    .execute();
  const row = await driveFor(work, id, 'read');
  await tellFile(work, 'updated', row);
  return presentDrive(row, work.caller.userid);
}

/** A copy has the newest content of what it was copied from, and no history. */
export async function copyDrive(work: Work, { id, pid }: InputOf<typeof contract.driveCopy>): Promise<DriveFile> {
  const source = await driveFor(work, id, 'read');
  if (source.type === 'folder') throw fail('drive.file');
  // Beside what somebody else shares is a place of theirs.
  if (pid === undefined && source.userid !== work.caller.userid && isShared(source)) throw fail('forbidden');
  const target = pid ?? source.pid;
  await lockFolder(work, target);
  const place = await placeFor(work, target);
  await requireRoom(work, place);
  const { ext, type, stored_id, size } = source;
  const name = await nameIn(work, place, source.name, ext);
  const made = await insertDrive(work, place, { name, ext, type, stored_id, size, cid: source.id });
  await insertVersion(work, made, ext, { id: stored_id, size: Number(size) });
  const row = await driveFor(work, made, 'read');
  await tellFile(work, 'added', row);
  return presentDrive(row, work.caller.userid);
}

export async function moveDrive(work: Work, input: InputOf<typeof contract.driveMove>): Promise<DriveFile[]> {
  const { ids, pid = 0 } = input;
  await lockTrees(work);
  const chosen = await driveAll(work, ids, 'full');
  const place = await placeFor(work, pid);
  const rows = tops(chosen).filter((row) => row.pid !== place.id || row.userid !== place.userid);
  if (rows.some((row) => place.pids.includes(row.id))) throw fail('drive.inside');
  await requireRoom(work, place, rows.length);
  for (const row of rows) {
    const leavesShare = place.pshare > 0 && place.pshare !== row.pshare;
    if (leavesShare && (await listShared(work, row.id)).length > 0) throw fail('drive.share_move', { name: row.name });
    await tellGone(work, row);
    await moveTree(work, row, place, await nameIn(work, place, row.name, row.ext, row.id));
    await tellFile(work, 'added', await freshRow(work, row));
  }
  return shownTo(work, await driveAll(work, ids, 'read'));
}

/** Without those that stand in another one of them. */
const tops = (rows: readonly DriveRow[]) => {
  const ids = new Set(rows.map((row) => row.id));
  return rows.filter((row) => !row.pids.some((id) => ids.has(id)));
};

export async function removeDrive(work: Work, { ids }: InputOf<typeof contract.driveRemove>) {
  await lockTrees(work);
  const rows = tops(await driveAll(work, ids, 'full'));
  for (const row of rows) {
    await tellGone(work, row);
    for (const inner of await listShared(work, row.id)) {
      if (inner !== row.id) await tellGone(work, await freshRow(work, { ...row, id: inner }));
    }
    await wantIndexed(work, 'file', await removeTree(work, row.id));
  }
  return { ids: [...ids] };
}

/** Transfers a person's files; events show the new owner. */
export async function passDrive(work: Work, leaver: number, receiver: number): Promise<void> {
  await lockTrees(work);
  await sql`update files set userid = ${receiver} where userid = ${leaver} and deleted_at is null`.execute(work.tx);
  // A share with the new owner ends, because it is theirs now.
  await sql`delete from file_shares s using files f
    where f.id = s.file_id and f.userid = ${receiver} and s.userid = ${receiver}`.execute(work.tx);
  await sql`update files set pshare = 0 where userid = ${receiver} and pshare > 0
    and not exists (select 1 from file_shares s where s.file_id = pshare)`.execute(work.tx);
  await sql`delete from file_shares where userid = ${leaver}`.execute(work.tx);
  await sql`update files set pshare = 0 where pshare > 0
    and not exists (select 1 from file_shares s where s.file_id = pshare)`.execute(work.tx);
  const { rows } = await sql<DriveRow>`
    select f.*, null as token, null as mime, null as hash, 0 as thumb_size, 0 as width, 0 as height, 1000 as permission
    from files f where f.userid = ${receiver} and f.pid = 0 and f.created_id = ${leaver} and f.deleted_at is null
    order by f.id`.execute(work.tx);
  for (const row of rows) await tellFile(work, 'added', await freshRow(work, row));
}

/** Bytes of deleted files that a person stored and that nothing else shows. */
export async function deletedBytes(app: App, userid: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.size), 0) as bytes from stored_files f
    where f.userid = ${userid} and f.id in (
      select c.stored_id from files d join file_contents c on c.fid = d.id where d.deleted_at is not null)
      and not exists (
        select 1 from file_contents c join files d on d.id = c.fid where c.stored_id = f.id and d.deleted_at is null)
      and ${isShownNowhereElse}`.execute(app.db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Deletes files for good that were deleted from the file area: those with a version that a person stored, or all. */
export async function freeDeleted(app: App, userid?: number): Promise<void> {
  const whose =
    userid === undefined
      ? sql`true`
      : sql`exists (
    select 1 from file_contents c join stored_files s on s.id = c.stored_id where c.fid = f.id and s.userid = ${userid})`;
  const { rows } = await sql<{ ids: number[] | null }>`
    with gone as (select f.id from files f where f.deleted_at is not null and ${whose}),
      stored as (select distinct stored_id from file_contents where fid in (select id from gone) and stored_id is not null),
      deleted as (delete from files where id in (select id from gone))
    select array_agg(stored_id) as ids from stored`.execute(app.db);
  const ids = rows[0]?.ids ?? [];
  if (ids.length > 0) await dropOrphans(app, { ids });
}

const KEPT_DAYS = 365;

/** Deleted files go for good after a year; their bytes are collected once nothing shows them. Safe to run at any time. */
export async function forgetDeleted(app: App, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const { numDeletedRows } = await app.db.deleteFrom('files').where('deleted_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
