import type { PublicLink } from '@atrium/contract/files/drive.ts';
import type { Insertable, RawBuilder, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { FileLinks } from '#platform/db/types';
import type { View, Work } from '#platform/work';
import { isFull } from '../drive.access.ts';
import { filesInTree } from '../drive.queries.ts';

export type Audience = PublicLink['audience'];

/**
 * Links that the caller may see and end: their own, and those to files they have full access to, directly or through a
 * folder.
 */
const isTheirs = (view: View) => sql`(l.userid = ${view.caller.userid}
  or exists (select from files f where f.id = any(files.pids || files.id) and ${isFull(view)}))`;

export async function deleteExpiredLink(db: Writer, id: number, userid: number, now: Date): Promise<void> {
  await db
    .deleteFrom('file_links')
    .where('file_id', '=', id)
    .where('userid', '=', userid)
    .where('expired_at', '<=', now)
    .execute();
}

export function putLink(
  db: Writer,
  row: Insertable<FileLinks>,
  isNew: boolean,
  again: { created_at: Date; code: string; num: number },
  userid: number,
) {
  return db
    .insertInto('file_links')
    .values(row)
    .onConflict((on) => on.columns(['file_id', 'userid', 'audience']).doUpdateSet(isNew ? again : { userid }))
    .returning(['code', 'num'])
    .executeTakeFirstOrThrow();
}

export async function updateOwnLink(
  db: Writer,
  fields: Updateable<FileLinks>,
  id: number,
  userid: number,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db
    .updateTable('file_links')
    .set(fields)
    .where('file_id', '=', id)
    .where('userid', '=', userid)
    .where('audience', '=', 'anyone')
    .execute();
}

export async function deleteLinkRow(
  work: Work,
  linkId: number,
): Promise<{ file_id: number; userid: number; name: string; ext: string } | undefined> {
  const { rows } = await sql<{ file_id: number; userid: number; name: string; ext: string }>`
    delete from file_links l using files
    where l.id = ${linkId} and files.id = l.file_id and ${isTheirs(work)}
    returning l.file_id, l.userid, files.name, files.ext`.execute(work.tx);
  return rows[0];
}

const isOwnPublic = (view: View, id: number) =>
  sql`(l.file_id = ${id} and l.userid = ${view.caller.userid} and l.audience = 'anyone')`;

export interface LinkRow {
  id: number;
  file_id: number;
  userid: number;
  audience: Audience;
  code: string;
  num: number;
  created_at: Date;
  expired_at: Date | null;
  has_password: boolean;
  open_limit: number;
  opens: number;
  name: string;
  ext: string;
}

async function linksWhere({ tx, now }: View, which: RawBuilder<unknown>, limit: number): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, l.file_id, l.userid, l.audience, l.code, l.num, l.created_at, l.expired_at,
      l.password is not null as has_password, l.open_limit, l.opens, files.name, files.ext
    from files join file_links l on l.file_id = files.id
    where files.deleted_at is null and (l.expired_at is null or l.expired_at > ${now}) and ${which}
    order by l.id desc limit ${limit}`.execute(tx);
  return rows;
}

export const listOwnPublicLink = (view: View, fileId: number): Promise<LinkRow[]> =>
  linksWhere(view, isOwnPublic(view, fileId), 1);

/** Lists the other links to a file or inside a folder that the caller may see and end, newest first. */
export function listOtherLinks(view: View, fileId: number, limit: number, beforeId?: number): Promise<LinkRow[]> {
  const older = beforeId ? sql` and l.id < ${beforeId}` : sql``;
  return linksWhere(
    view,
    sql`${filesInTree(fileId)} and ${isTheirs(view)} and not ${isOwnPublic(view, fileId)}${older}`,
    limit,
  );
}
