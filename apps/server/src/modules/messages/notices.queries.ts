import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';

export interface NoticeRow {
  id: number;
  dialog_id: number;
  msg: { key: string; data: Record<string, string> };
}

/**
 * Locks the notices that others posted about a person. Older notices lack the person's id: they are found by the name,
 * which is cleared even if it is that of a namesake.
 */
export async function lockNoticesAbout(db: Writer, userid: number, name: string): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select id, dialog_id, msg from messages m
    where m.mtype = 'notice' and m.deleted_at is null and m.msg ->> 'key' in ('notice.join', 'notice.removed', 'notice.tel')
      and case when m.msg -> 'data' ? 'userid' then m.msg -> 'data' ->> 'userid' = ${String(userid)}
        when m.msg ->> 'key' = 'notice.tel' then m.msg -> 'data' ->> 'peer' = ${name}
        else m.msg -> 'data' ->> 'name' = ${name} end
    order by id for update`.execute(db);
  return rows;
}
