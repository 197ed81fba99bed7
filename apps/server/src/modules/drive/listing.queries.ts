import { sql } from 'kysely';
import { matches } from '#modules/searchIndex/match.access';
import type { View } from '#platform/work';
import { type DriveRow, isSeen, listRows } from './drive.access.ts';

const OWN_LISTED = 500;
const SHARED_LISTED = 100;

// Lists of files with the caller's permissions, by the one rule of `drive.access.ts`.

export const listInFolder = (view: View, pid: number): Promise<DriveRow[]> =>
  listRows(view, sql`f.pid = ${pid} order by f.id limit ${OWN_LISTED}`);

export const listOwnTop = (view: View): Promise<DriveRow[]> =>
  listRows(view, sql`f.pid = 0 and f.userid = ${view.caller.userid} order by f.id limit ${OWN_LISTED}`);

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

/** These items and everything in them. */
export const listTrees = (view: View, ids: readonly number[]): Promise<DriveRow[]> =>
  listRows(view, sql`(f.id = any(${[...ids]}::int[]) or f.pids && ${[...ids]}::int[])`);

export const listFilesAmong = (view: View, ids: readonly number[]): Promise<DriveRow[]> =>
  listRows(view, sql`f.id = any(${[...ids]}::int[]) and f.type <> 'folder'`);
