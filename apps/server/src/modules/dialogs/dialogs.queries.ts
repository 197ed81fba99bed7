import { type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Dialogs } from '#platform/db/types';

export type DialogRow = Selectable<Dialogs>;

export const findDialog = (tx: Reader, id: number): Promise<DialogRow | undefined> =>
  tx.selectFrom('dialogs').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the dialog before its owner is read: a member who becomes the owner at the same moment must not leave. */
export const lockDialog = (tx: Writer, id: number) =>
  tx.selectFrom('dialogs').select('id').where('id', '=', id).forNoKeyUpdate().execute();

export const listGroupsNamed = (tx: Reader, words: string, most: number) =>
  tx
    .selectFrom('dialogs')
    .select(['id', 'name', 'people', 'owner_id'])
    .where('type', '=', 'group')
    .where('group_type', '=', 'user')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`strpos(lower(name), lower(${words})) > 0 or ${words} = ''`)
    .orderBy('last_at', (by) => by.desc().nullsLast())
    .limit(most)
    .execute();

export function findDialogOfPair(db: Reader, pair: number[]) {
  return db.selectFrom('dialogs').select('id').where(sql`pair`, '=', sql`${pair}::int[]`).executeTakeFirst();
}

export async function insertDialogOfPair(db: Writer, pair: number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into dialogs (type, pair, last_at) values ('user', ${pair}::int[], now())
    on conflict (pair) where pair is not null do update set updated_at = dialogs.updated_at returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function updateDialog(db: Writer, fields: Updateable<Dialogs>, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set(fields).where('id', '=', dialogId).execute();
}

export function setDialogOwner(db: Writer, userid: number, now: Date, dialogId: number) {
  return db
    .updateTable('dialogs')
    .set({ owner_id: userid, updated_at: now })
    .where('id', '=', dialogId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lists the dialogs that a person lost, newest first: the last 50, or up to 500 since a time. */
export async function listLostIds(
  db: Reader,
  userid: number,
  type: 'dialog' | 'project' | 'projectTask',
  since: Date | null,
): Promise<number[]> {
  const rows = await db
    .selectFrom('lost_ids')
    .select('ref')
    .where('userid', '=', userid)
    .where('type', '=', type)
    .$if(since !== null, (query) => query.where('at', '>=', since ?? new Date(0)))
    .orderBy('at', 'desc')
    .limit(since ? 500 : 50)
    .execute();
  return rows.map((row) => row.ref);
}
