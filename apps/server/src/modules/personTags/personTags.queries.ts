import type { Insertable } from 'kysely';
import { sql, type Transaction } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { DB, UserTags } from '#platform/db/types';

type Tx = Reader;

export interface TagRow {
  id: number;
  userid: number;
  name: string;
  created_by: number;
  nickname: string;
  email: string;
  recognitions: number;
  is_recognized: boolean;
}

/** All tags of a person in one query, for any number of votes. */
export async function listTagRows(tx: Tx, userid: number, by: number): Promise<TagRow[]> {
  const { rows } = await sql<TagRow>`
    select t.id, t.userid, t.name, t.created_by, u.nickname, u.email, count(r.userid)::int as recognitions,
      coalesce(bool_or(r.userid = ${by}), false) as is_recognized
    from user_tags t
    join users u on u.userid = t.created_by
    left join user_tag_recognitions r on r.tag_id = t.id
    where t.userid = ${userid}
    group by t.id, u.userid
    order by recognitions desc, t.id`.execute(tx);
  return rows;
}

/** Locks the person's tags until the transaction ends. */
export const lockPerson = (tx: Transaction<DB>, userid: number) =>
  tx
    .selectFrom('users')
    .select(['userid', 'bot', 'delete_at'])
    .where('userid', '=', userid)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const findTag = (tx: Tx, id: number) =>
  tx.selectFrom('user_tags').selectAll().where('id', '=', id).executeTakeFirst();

/** True if the person has another tag of this name, ignoring case. */
export async function hasTag(tx: Tx, userid: number, name: string, except = 0): Promise<boolean> {
  const row = await tx
    .selectFrom('user_tags')
    .select('id')
    .where('userid', '=', userid)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '!=', except)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countTags(tx: Tx, userid: number): Promise<number> {
  const row = await tx
    .selectFrom('user_tags')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userid', '=', userid)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function insertTag(db: Writer, row: Insertable<UserTags>): Promise<void> {
  await db.insertInto('user_tags').values(row).execute();
}

export async function setTagName(db: Writer, name: string, tagId: number): Promise<void> {
  await db.updateTable('user_tags').set({ name }).where('id', '=', tagId).execute();
}

export async function deleteTagRow(db: Writer, tagId: number): Promise<void> {
  await db.deleteFrom('user_tags').where('id', '=', tagId).execute();
}

export function deleteRecognition(db: Writer, tagId: number, userid: number) {
  return db
    .deleteFrom('user_tag_recognitions')
    .where('tag_id', '=', tagId)
    .where('userid', '=', userid)
    .executeTakeFirst();
}

export async function insertRecognition(db: Writer, tagId: number, userid: number): Promise<void> {
  await db.insertInto('user_tag_recognitions').values({ tag_id: tagId, userid }).execute();
}

export async function deleteTagsOf(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('user_tags').where('userid', '=', userid).execute();
}

export async function deleteRecognitionsBy(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('user_tag_recognitions').where('userid', '=', userid).execute();
}
