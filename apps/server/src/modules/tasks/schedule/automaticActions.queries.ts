import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

/** The number of tasks per kind of action and minute. */
const BATCH = 100;

export async function listDueLoopIds(db: Reader, now: Date) {
  const { rows } = await sql<{ id: number }>`
    select t.id from tasks t join projects p on p.id = t.project_id and p.archived_at is null and p.deleted_at is null
    where t.loop_at <= ${now} and t.deleted_at is null and t.parent_id = 0
    order by t.loop_at, t.id limit ${BATCH}`.execute(db);
  return rows;
}

export async function listLongDoneIds(db: Reader, now: Date, days: number, mode: string) {
  const { rows } = await sql<{ id: number }>`
    select t.id from projects p
    cross join lateral (
      select id from tasks
      where project_id = p.id and parent_id = 0 and archived_userid = 0
        and complete_at is not null and archived_at is null and deleted_at is null
        and complete_at < ${now}::timestamptz
          - make_interval(days => case when p.archive_method = 'custom' then p.archive_days else ${days} end)
      order by complete_at limit ${BATCH}
    ) t
    where p.archived_at is null and p.deleted_at is null and (p.archive_method = 'custom' or ${mode === 'open'})
    limit ${BATCH}`.execute(db);
  return rows;
}
