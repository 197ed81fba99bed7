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
