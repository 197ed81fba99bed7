import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export interface NewlyRead {
  id: number;
  dialog_id: number;
  userid: number;
  send: number;
  read: number;
}

export async function addReadRanges(db: Writer, dialogId: number, userid: number, froms: number[], tos: number[]) {
  const { rows } = await sql<NewlyRead>`
    with before as (
      select id, read, dialog_id from dialog_members where dialog_id = ${dialogId} and userid = ${userid} for update
    ), wanted as (
      select coalesce(range_agg(int4range(f, greatest(f, t) + 1)), '{}'::int4multirange) as ranges
      from unnest(${froms}::int[], ${tos}::int[]) r(f, t)
    ), changed as (
      update dialog_members m set read = m.read + w.ranges, mark_unread = 0, updated_at = greatest(m.updated_at, clock_timestamp())
      from wanted w, before b where m.id = b.id returning 1
    )
    select m.id, m.dialog_id, m.userid, m.send, 1 + (select count(*)::int from dialog_members r where r.dialog_id = m.dialog_id
        and r.userid not in (m.userid, ${userid}) and r.read @> m.seq and r.join_seq < m.seq) as read
    from messages m, before b, wanted w
    where m.dialog_id = ${dialogId} and w.ranges @> m.seq and not b.read @> m.seq and m.userid > 0 and m.userid <> ${userid}
      and m.deleted_at is null and m.type <> 'notice'
      and exists (select 1 from changed)
    order by m.id desc limit 100`.execute(db);
  return rows;
}

export function findSeqInDialog(db: Reader, afterMsgId: number, dialogId: number) {
  return db
    .selectFrom('messages')
    .select('seq')
    .where('id', '=', afterMsgId)
    .where('dialog_id', '=', dialogId)
    .executeTakeFirst();
}
