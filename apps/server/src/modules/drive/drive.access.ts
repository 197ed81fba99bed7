import { PERMISSION } from '@atrium/contract/files/drive.ts';
import type { Selectable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Holder } from '#modules/files/keys.service';
import { findUser } from '#modules/users/users.service';
import { inNameOf } from '#platform/callers';
import type { Files } from '#platform/db/types';
import { Failure, fail } from '#platform/fail';
import { isTemp, type View } from '#platform/work';
import { findValidLink } from './links/codes.queries.ts';
import { codeOf, isLocked, isOpened } from './links/locks.ts';

/** A file with the caller's permission and the address of its content. */
export type DriveRow = Selectable<Files> & {
  permission: number;
  token: string | null;
  mime: string | null;
  hash: string | null;
  thumb_size: number | null;
  width: number | null;
  height: number | null;
};

type Who = { userid: number; isTemp: boolean };
const whoIs = ({ caller }: View): Who => ({ userid: caller.userid, isTemp: isTemp(caller) });

/**
 * The ids under which a share may reach a person: their own, and 0 for everyone except guests and temporary accounts.
 */
const namesOf = ({ userid, isTemp }: Who) => (userid === 0 ? [] : isTemp ? [userid] : [userid, 0]);

/** The caller's own files and those shared with them: the access rule for lists, over `files f`. */
export const isSeen = (view: View): RawBuilder<boolean> => {
  const names = namesOf(whoIs(view));
  return sql`f.deleted_at is null and (f.userid = ${view.caller.userid}
    or f.pshare in (select s.file_id from file_shares s where s.userid = any(${names}::int[])))`;
};

/** A condition on rows that `isSeen` finds: the caller has full access. */
export const isFull = (view: View): RawBuilder<boolean> =>
  sql`(${isSeen(view)} and ${view.caller.userid} in (f.userid, f.created_id))`;

/**
 * The same rule for single files. The creator of a file in another person's folder has full access to it while the
 * folder is shared with them (decision 0026).
 */
const rowsFor = ({ userid, isTemp }: Who, which: RawBuilder<unknown>) => sql<DriveRow>`
  select f.*, st.token, st.mime, st.hash, st.thumb_size, st.width, st.height,
    case when f.userid = ${userid} then 1000 when sh.given is null then -1
      when f.created_id = ${userid} then 1000 else sh.given end as permission
  from files f left join stored_files st on st.id = f.stored_id
  left join lateral (select max(s.permission) as given from file_shares s
    where s.file_id = f.pshare and s.userid = any(${namesOf({ userid, isTemp })}::int[])) sh on true
  where f.deleted_at is null and ${which}`;

/** Rows with the caller's permission for each; `which` is a condition over `f`. */
export const listRows = async (view: View, which: RawBuilder<unknown>): Promise<DriveRow[]> =>
  (await rowsFor(whoIs(view), which).execute(view.tx)).rows;

export type RequiredPermission = 'read' | 'write' | 'full' | 'owner';
const NEEDED = { read: PERMISSION.read, write: PERMISSION.write, full: PERMISSION.full, owner: PERMISSION.full };

/**
 * Finds files for a caller, in the given order. There is no other way to them.
 *
 * @throws file.gone  whether one is missing or invisible to them
 */
export async function driveAll(view: View, ids: readonly number[], need: RequiredPermission): Promise<DriveRow[]> {
  const rows = new Map((await listRows(view, sql`f.id = any(${ids}::int[])`)).map((row) => [row.id, row]));
  return ids.map((id) => checked(view, rows.get(id), need));
}

export async function driveFor(view: View, id: number, need: RequiredPermission): Promise<DriveRow> {
  const [row] = await listRows(view, sql`f.id = ${id}`);
  return checked(view, row, need);
}

function checked({ caller }: View, row: DriveRow | undefined, need: RequiredPermission): DriveRow {
  if (!row || row.permission < PERMISSION.read) throw fail('file.gone');
  if (need === 'owner' && row.userid !== caller.userid) throw fail('drive.share_owner');
  if (row.permission < NEEDED[need]) throw fail('forbidden');
  return row;
}

/**
 * A file by its number, for people who may read it, or by the code of a link while the link's creator may read the
 * file. A public link opens for anyone, with a password or a limit once it was opened (`links/open.service.ts`); a link
 * in a message needs a sign-in.
 *
 * @throws file.gone, auth.required, drive.link_locked
 */
export async function driveByHandle(view: View, handle: string): Promise<DriveRow> {
  if (/^\d{1,10}$/.test(handle)) {
    if (view.caller.userid === 0) throw fail('auth.required');
    return driveFor(view, Number(handle) > 2_147_483_647 ? 0 : Number(handle), 'read');
  }
  const { code, pass } = codeOf(handle);
  const link = await findValidLink(view.tx, code, view.now);
  if (link?.audience === 'members' && view.caller.userid === 0) throw fail('auth.required');
  const giver = link && (await findUser(view.tx, link.userid));
  if (!giver || giver.delete_at || giver.disable_at) throw fail('file.gone');
  const asGiver = { userid: giver.userid, isTemp: giver.identity.includes('temp') };
  const { rows } = await rowsFor(asGiver, sql`f.id = ${link.file_id}`).execute(view.tx);
  const [given] = rows;
  if (!given || given.permission < PERMISSION.read) throw fail('file.gone');
  const [own] = view.caller.userid > 0 ? await listRows(view, sql`f.id = ${given.id}`) : [];
  const isReader = (own?.permission ?? PERMISSION.none) >= PERMISSION.read;
  if (isLocked(link) && !isReader && !(await isOpened(view, link, pass))) throw fail('drive.link_locked');
  return { ...given, permission: Math.max(PERMISSION.read, own?.permission ?? PERMISSION.none) };
}

/** The files among these that the caller may read. */
export async function filesReadBy(view: View, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await listRows(view, sql`f.id = any(${ids}::int[])`);
  return new Set(rows.filter((row) => row.permission >= PERMISSION.read).map(({ id }) => id));
}

/** The people among these who may read a file, by the same rule as `rowsFor`. */
export async function readersAmong(
  { tx }: View,
  { id }: Pick<DriveRow, 'id'>,
  userids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ userid: number }>`
    select u.userid from files f join users u on u.userid = any(${[...userids]}::int[])
    where f.id = ${id} and f.deleted_at is null and u.delete_at is null and (f.userid = u.userid or exists (
      select 1 from file_shares s where s.file_id = f.pshare
        and (s.userid = u.userid or s.userid = 0 and not 'temp' = any(u.identity))))`.execute(tx);
  return new Set(rows.map((row) => row.userid));
}

/** The file of a `file/one` key, if the key's holder may still read it. */
export async function driveByKey(view: View, fileId: number, { session, code }: Holder): Promise<DriveRow | undefined> {
  // The file is opened with the rights of the person who got the key, because the browser's request for the content has
  // no sign-in.
  const holder = inNameOf(view, { userid: session?.userid ?? 0, identity: session?.identity ?? [] });
  const row = await driveByHandle(holder, code ?? String(fileId)).catch((error: unknown) => {
    if (error instanceof Failure) return undefined;
    throw error;
  });
  return row?.id === fileId ? row : undefined;
}

/** The first of these that the caller may read. */
export async function firstReadable(view: View, ids: readonly number[]): Promise<DriveRow | undefined> {
  if (ids.length === 0) return undefined;
  return (await listRows(view, sql`f.id = any(${ids}::int[])`)).find((row) => row.permission >= PERMISSION.read);
}

/** A destination: a folder, or the top level of a person's files. */
export interface Place {
  id: number;
  /** The ids of the folders above its content. */
  pids: number[];
  userid: number;
  pshare: number;
}

/** @throws drive.folder, forbidden, file.gone */
export async function placeFor(view: View, pid: number): Promise<Place> {
  if (pid === 0) return { id: 0, pids: [], userid: view.caller.userid, pshare: 0 };
  const folder = await driveFor(view, pid, 'write');
  if (folder.type !== 'folder') throw fail('drive.folder');
  return { id: folder.id, pids: [...folder.pids, folder.id], userid: folder.userid, pshare: folder.pshare };
}

export const isShared = ({ id, pshare }: Pick<DriveRow, 'id' | 'pshare'>): boolean => id === pshare;
