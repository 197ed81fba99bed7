import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import { inTree } from './drive.queries.ts';

export function listShareRows(db: Reader, id: number) {
  return db
    .selectFrom('file_shares')
    .select(['file_id', 'userid', 'permission'])
    .where('file_id', '=', id)
    .orderBy('created_at')
    .orderBy('userid')
    .execute();
}

export function deleteSharesFor(db: Writer, id: number, userids: readonly number[]) {
  return sql`delete from file_shares where file_id = ${id} and userid = any(${userids}::int[])`.execute(db);
}

export function putShares(db: Writer, id: number, permission: number, userids: readonly number[]) {
  return sql`insert into file_shares (file_id, userid, permission)
    select ${id}, u, ${permission}::int from unnest(${userids}::int[]) u
    on conflict (file_id, userid) do update set permission = excluded.permission`.execute(db);
}

export function setShareRoot(db: Writer, pshare: number, id: number) {
  return sql`update files set pshare = ${pshare} where ${inTree(id)}`.execute(db);
}

export async function deleteShares(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('file_shares').where('file_id', '=', id).execute();
}
