import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export interface NoticeRow {
  msg_id: number;
  step_id: number;
  userid: number;
}

export const insertNotice = (db: Writer, row: NoticeRow & { approval_id: number }) =>
  db.insertInto('approval_notices').values(row).execute();

export const listNotices = (db: Reader, approvalId: number): Promise<NoticeRow[]> =>
  db
    .selectFrom('approval_notices')
    .select(['msg_id', 'step_id', 'userid'])
    .where('approval_id', '=', approvalId)
    .execute();

/** The languages of active people. */
export async function listLanguages(db: Reader, userids: readonly number[]): Promise<Map<number, string>> {
  if (userids.length === 0) return new Map();
  const { rows } = await sql<{ userid: number; lang: string }>`
    select userid, lang from users where userid = any(${[...userids]}::int[])
      and disable_at is null and delete_at is null order by userid`.execute(db);
  return new Map(rows.map(({ userid, lang }) => [userid, lang]));
}

/** Replaces the name of a person in the titles of their requests, and of the messages about these. Returns the messages. */
export async function retitle(db: Writer, userid: number, name: string): Promise<number[]> {
  await sql`update approvals set title = name || ' · ' || ${name} where userid = ${userid}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    update messages m
    set msg = jsonb_set(m.msg, '{title}', to_jsonb(replace(m.msg ->> 'title', m.msg #>> '{data,nickname}', ${name})))
    from approval_notices n join approvals a on a.id = n.approval_id and a.userid = ${userid}
    where m.id = n.msg_id and m.deleted_at is null and m.msg #>> '{data,nickname}' <> ''
    returning m.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Does the same for messages that say, under a former name, what a person did about the requests of others. */
export async function retitleActs(
  db: Writer,
  userid: number,
  { was, name }: { was: string; name: string },
): Promise<{ id: number; isComment: boolean }[]> {
  const { rows } = await sql<{ id: number; isComment: boolean }>`
    update messages m set msg = jsonb_set(m.msg, '{title}', to_jsonb(replace(m.msg ->> 'title', ${was}, ${name})))
    from approval_notices n
    where m.id = n.msg_id and m.deleted_at is null and m.msg #>> '{data,by}' = ${was}
      and exists (select 1 from approval_entries e where e.approval_id = n.approval_id and e.userid = ${userid})
    returning m.id, m.msg -> 'data' ? 'comment_nickname' as "isComment"`.execute(db);
  return rows;
}
