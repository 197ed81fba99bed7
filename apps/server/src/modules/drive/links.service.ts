import type * as contract from '@atrium/contract/files/drive.ts';
import { PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { type RawBuilder, sql } from 'kysely';
import { randomCode } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work, WritingView } from '#platform/work';
import { type DriveRow, driveByHandle, driveFor, isFull, listRows } from './drive.access.ts';
import { belowFiles } from './drive.queries.ts';

// Begins with a letter: what is a number only is a number.
const newCode = () => `f${randomCode(15)}`;

type Audience = contract.PublicLink['audience'];

/**
 * The caller's code of a file, made if there is none. A new code (`isNew`) keeps the expiry of the one it replaces.
 *
 * @throws file.gone, drive.file  folders have none
 */
export async function linkOf(
  view: WritingView,
  id: number,
  audience: Audience,
  isNew = false,
): Promise<{ code: string; num: number; row: DriveRow }> {
  const row = await driveFor(view, id, 'read');
  if (row.type === 'folder') throw fail('drive.file');
  const { userid } = view.caller;
  await view.tx
    .deleteFrom('file_links')
    .where('file_id', '=', id)
    .where('userid', '=', userid)
    .where('expired_at', '<=', view.now)
    .execute();
  const fresh = { code: newCode(), num: 0 };
  const again = { ...fresh, created_at: view.now };
  const link = await view.tx
    .insertInto('file_links')
    .values({ file_id: id, userid, audience, ...fresh })
    .onConflict((on) => on.columns(['file_id', 'userid', 'audience']).doUpdateSet(isNew ? again : { userid }))
    .returning(['code', 'num'])
    .executeTakeFirstOrThrow();
  return { ...link, row };
}

/**
 * Codes for messages that name these files; members open them after they sign in. Folders, and files that the caller
 * may not read, have none.
 */
export async function driveCodes(view: WritingView, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await listRows(view, sql`f.id = any(${ids}::int[]) and f.type <> 'folder'`);
  const codes = new Map<number, string>();
  for (const { id, permission } of rows) {
    if (permission >= PERMISSION.read) codes.set(id, (await linkOf(view, id, 'members')).code);
  }
  return codes;
}

/** What the files behind these codes are called. */
export async function driveNames(view: View, codes: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const code of codes) {
    const row = /^\d+$/.test(code) ? undefined : await driveByHandle(view, code).catch(unknown);
    if (row) names.set(code, fullName(row));
  }
  return names;
}

function unknown(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}

const LIVES: Record<(typeof contract.LINK_LIVES)[number], number | null> = { never: null, day: 1, week: 7, month: 30 };
const DAY_MS = 86_400_000;

const PAGE = 50;

const isOwnPublic = (view: View, id: number) =>
  sql`(l.file_id = ${id} and l.userid = ${view.caller.userid} and l.audience = 'anyone')`;

/** Links that the caller may see and end: their own, and those to what they have full rights on, itself or above. */
const isTheirs = (view: View) => sql`(l.userid = ${view.caller.userid}
  or exists (select from files f where f.id = any(files.pids || files.id) and ${isFull(view)}))`;

/** The links that have not expired, to a file or to files in a folder. @throws file.gone */
export async function listLinks(
  view: View,
  { id, before_id }: InputOf<typeof contract.driveLinks>,
): Promise<OutputOf<typeof contract.driveLinks>> {
  await driveFor(view, id, 'read');
  // On the first page wherever its number puts it: who has one is not offered another.
  const own = before_id ? [] : await linksWhere(view, isOwnPublic(view, id), 1);
  const older = before_id ? sql` and l.id < ${before_id}` : sql``;
  const others = await linksWhere(
    view,
    sql`${belowFiles(id)} and ${isTheirs(view)} and not ${isOwnPublic(view, id)}${older}`,
    PAGE + 1,
  );
  return { id, list: [...own, ...others.slice(0, PAGE)], has_more: others.length > PAGE };
}

/** Turns the caller's public link on, or sets its expiry; its address stays. @throws file.gone, drive.file */
export async function saveLink(
  work: Work,
  { id, expire = 'never' }: InputOf<typeof contract.driveLinkSave>,
): Promise<contract.PublicLink> {
  await linkOf(work, id, 'anyone');
  const days = LIVES[expire];
  await work.tx
    .updateTable('file_links')
    .set({ expired_at: days === null ? null : new Date(work.now.getTime() + days * DAY_MS) })
    .where('file_id', '=', id)
    .where('userid', '=', work.caller.userid)
    .where('audience', '=', 'anyone')
    .execute();
  const [link] = await linksWhere(work, isOwnPublic(work, id), 1);
  if (!link) throw fail('file.gone');
  return link;
}

/** @throws file.gone  where the caller neither made it nor has full rights on the file or a folder above */
export async function deleteLink(work: Work, { link_id }: InputOf<typeof contract.driveLinkDelete>) {
  const { rows } = await sql`
    delete from file_links l using files
    where l.id = ${link_id} and files.id = l.file_id and ${isTheirs(work)} returning l.id`.execute(work.tx);
  if (rows.length === 0) throw fail('file.gone');
  return { id: link_id };
}

async function linksWhere(view: View, which: RawBuilder<unknown>, limit: number): Promise<contract.PublicLink[]> {
  interface Row {
    id: number;
    file_id: number;
    userid: number;
    audience: Audience;
    code: string;
    num: number;
    created_at: Date;
    expired_at: Date | null;
    name: string;
    ext: string;
  }
  const { rows } = await sql<Row>`
    select l.id, l.file_id, l.userid, l.audience, l.code, l.num, l.created_at, l.expired_at, files.name, files.ext
    from files join file_links l on l.file_id = files.id
    where files.deleted_at is null and (l.expired_at is null or l.expired_at > ${view.now}) and ${which}
    order by l.id desc limit ${limit}`.execute(view.tx);
  return rows.map(({ code, ext, name, created_at, expired_at, ...link }) => ({
    ...link,
    name: fullName({ name, ext }),
    created_at: wireTime(created_at),
    expired_at: wireTime(expired_at),
    url: `${view.app.publicUrl}/single/file/${code}`,
  }));
}
