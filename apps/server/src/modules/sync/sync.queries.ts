import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

const PEOPLE = 200;

export async function listKnownPeople(db: Reader, userid: number) {
  const { rows } = await sql<{ userid: number }>`
    select u.userid from users u where u.userid in (
      select distinct o.userid from dialog_members m join dialog_members o on o.dialog_id = m.dialog_id where m.userid = ${userid}
    ) order by u.line_at desc nulls last limit ${PEOPLE}`.execute(db);
  return rows;
}
