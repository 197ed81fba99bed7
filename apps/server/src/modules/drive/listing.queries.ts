import { MAX_IN_FOLDER } from '@atrium/contract/files/drive.ts';
import { sql } from 'kysely';
import { matches } from '#modules/searchIndex/match.access';
import type { View } from '#platform/work';
import { type DriveRow, isSeen, listRows } from './drive.access.ts';

const SHARED_LISTED = 1000;

// Lists of files with the caller's permissions, by the one rule of `drive.access.ts`.

/** A condition for the items directly in a folder, or of the caller's own at the top. */
const inPlace = ({ caller }: View, pid: number) =>
  pid > 0 ? sql`f.pid = ${pid}` : sql`f.pid = 0 and f.userid = ${caller.userid}`;

export const listInPlace = (view: View, pid: number): Promise<DriveRow[]> =>
  listRows(view, sql`${inPlace(view, pid)} order by f.id limit ${MAX_IN_FOLDER}`);

type Named = Pick<DriveRow, 'id' | 'name' | 'ext' | 'type'>;
/** Reads only what items are sorted by, because few of thousands are shown first. */
export const listNamesInPlace = async (view: View, pid: number): Promise<Named[]> =>
  (
    await sql<Named>`
      select f.id, f.name, f.ext, f.type from files f
      where f.deleted_at is null and ${inPlace(view, pid)} order by f.id limit ${MAX_IN_FOLDER}`.execute(view.tx)
  ).rows;

export const listById = (view: View, ids: readonly number[]): Promise<DriveRow[]> =>
  listRows(view, sql`f.id = any(${[...ids]}::int[]) order by f.id`);

export const listSharedWith = (view: View): Promise<DriveRow[]> =>
  listRows(
    view,
    sql`f.pshare = f.id and f.userid <> ${view.caller.userid} and ${isSeen(view)} order by f.id limit ${SHARED_LISTED}`,
  );

export const listSeen = (view: View, ids: readonly number[]): Promise<DriveRow[]> =>
  listRows(view, sql`f.id = any(${[...ids]}::int[]) and ${isSeen(view)}`);

export const listFound = (view: View, words: string, limit: number): Promise<DriveRow[]> =>
  listRows(
    view,
    sql`${isSeen(view)} and ${matches('file', sql`f.id`, words)} order by f.updated_at desc, f.id desc limit ${limit}`,
  );

/** Lists these items and everything in them. */
export const listTrees = (view: View, ids: readonly number[]): Promise<DriveRow[]> =>
  listRows(view, sql`(f.id = any(${[...ids]}::int[]) or f.pids && ${[...ids]}::int[])`);

export const listFilesAmong = (view: View, ids: readonly number[]): Promise<DriveRow[]> =>
  listRows(view, sql`f.id = any(${[...ids]}::int[]) and f.type <> 'folder'`);
