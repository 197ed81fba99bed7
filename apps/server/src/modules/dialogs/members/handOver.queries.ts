import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

/**
 * Locks the groups in the order of ids until the transaction ends, so that their members and owners stay as they are.
 */
export function lockOwnedDialogs(db: Writer, leaver: number) {
  return db
    .selectFrom('dialogs')
    .select(['id', 'group_type'])
    .where('owner_id', '=', leaver)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The groups that a person owns, each with the member who follows them: a deputy first, then who has been there longest. */
export async function listGroupSuccessors(db: Reader, leaver: number): Promise<{ id: number; userid: number }[]> {
  const { rows } = await sql<{ id: number; userid: number }>`
    select distinct on (d.id) d.id, m.userid
    from dialogs d join dialog_members m on m.dialog_id = d.id and m.userid <> d.owner_id
    join users u on u.userid = m.userid and u.bot = 0 and u.disable_at is null and u.delete_at is null
    where d.owner_id = ${leaver} and d.type = 'group' and d.group_type = 'user' and d.deleted_at is null
    order by d.id, m.role desc, 'temp' = any(u.identity), m.created_at, m.userid`.execute(db);
  return rows;
}

export async function clearMemberRoles(db: Writer, ids: number[], receiver: number): Promise<void> {
  await db
    .updateTable('dialog_members')
    .set({ role: 0 })
    .where('dialog_id', 'in', ids)
    .where('userid', '=', receiver)
    .where('role', '!=', 0)
    .execute();
}

export function setDialogsOwner(db: Writer, receiver: number, now: Date, ids: number[]) {
  return db
    .updateTable('dialogs')
    .set({ owner_id: receiver, updated_at: now })
    .where('id', 'in', ids)
    .returningAll()
    .execute();
}
