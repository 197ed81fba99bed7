import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export type RecentType = 'task' | 'file' | 'task_file' | 'message_file';

export async function insertRecent(
  db: Writer,
  userid: number,
  type: RecentType,
  targetId: number,
  sourceId: number,
  at: Date,
): Promise<void> {
  await sql`
    insert into recents (userid, type, target_id, source_id, browsed_at)
    values (${userid}, ${type}, ${targetId}, ${sourceId}, ${at})
    on conflict (userid, type, target_id, source_id) do update set browsed_at = excluded.browsed_at`.execute(db);
}

export async function deleteOldRecents(db: Writer, userid: number, type: RecentType, kept: number): Promise<void> {
  await sql`
    delete from recents where userid = ${userid} and type = ${type} and browsed_at < (
      select browsed_at from recents where userid = ${userid} and type = ${type}
      order by browsed_at desc offset ${kept - 1} limit 1)`.execute(db);
}

export async function deleteAllOldRecents(db: Writer, userid: number, keep: number) {
  const { rows } = await sql`
    delete from recents where id in (
      select id from (
        select id, row_number() over (partition by type order by browsed_at desc, target_id desc) as nth
        from recents where userid = ${userid}
      ) r where nth > ${keep})
    returning id`.execute(db);
  return rows;
}

export function listRecentRows(db: Reader, userid: number, type: RecentType | undefined) {
  return db
    .selectFrom('recents')
    .selectAll()
    .where('userid', '=', userid)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .orderBy('browsed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The people who opened a file of the file area, the latest first. */
export function listOpeningRows(db: Reader, fileId: number, limit: number) {
  return db
    .selectFrom('recents')
    .select(['userid', 'browsed_at'])
    .where('type', '=', 'file')
    .where('target_id', '=', fileId)
    .orderBy('browsed_at', 'desc')
    .limit(limit)
    .execute();
}
