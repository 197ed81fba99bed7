import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { WritingView } from '#platform/work';

type Tx = Reader;
export type RecentType = 'task' | 'file' | 'task_file' | 'message_file';

/** Of each kind. */
export const KEPT = 100;

export interface Looked {
  userid: number;
  type: RecentType;
  target_id: number;
  /** Of a file: the task or the conversation it was opened in. */
  source_id?: number;
}

/** Remembers that somebody looked at it; the oldest one gives way. */
export async function noteLook(
  tx: Writer,
  { userid, type, target_id, source_id = 0 }: Looked,
  at: Date,
): Promise<void> {
  await sql`
    insert into recents (userid, type, target_id, source_id, browsed_at)
    values (${userid}, ${type}, ${target_id}, ${source_id}, ${at})
    on conflict (userid, type, target_id, source_id) do update set browsed_at = excluded.browsed_at`.execute(tx);
  await sql`
    delete from recents where userid = ${userid} and type = ${type} and browsed_at < (
      select browsed_at from recents where userid = ${userid} and type = ${type}
      order by browsed_at desc offset ${KEPT - 1} limit 1)`.execute(tx);
}

/** Remembers that the caller looked at a file. Where that fails they get the file all the same. */
export async function noteFile({ tx, caller, now, app }: WritingView, looked: Omit<Looked, 'userid'>): Promise<void> {
  if (caller.userid === 0) return;
  await noteLook(tx, { userid: caller.userid, ...looked }, now).catch((error: unknown) =>
    app.log.warn({ err: error, file: looked.target_id }, 'a look at a file was not kept'),
  );
}

/** Forgets all but the newest of each kind; how many these were. */
export async function forgetLooks(tx: Writer, userid: number, keep: number): Promise<number> {
  const { rows } = await sql`
    delete from recents where id in (
      select id from (
        select id, row_number() over (partition by type order by browsed_at desc, target_id desc) as nth
        from recents where userid = ${userid}
      ) r where nth > ${keep})
    returning id`.execute(tx);
  return rows.length;
}

export const listLooks = (tx: Tx, userid: number, type?: RecentType) =>
  tx
    .selectFrom('recents')
    .selectAll()
    .where('userid', '=', userid)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .orderBy('browsed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
