import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Dialogs } from '#platform/db/types';

export function insertGroup(db: Writer, row: Insertable<Dialogs>) {
  return db.insertInto('dialogs').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function deleteLostDialogs(db: Writer, userids: number[], dialogIds: number[]): Promise<void> {
  await sql`delete from lost_ids using unnest(${userids}::int[], ${dialogIds}::int[]) as back(u, d)
    where type = 'dialog' and userid = back.u and ref = back.d`.execute(db);
}

export function listImportantMembers(db: Reader, dialogId: number) {
  return db
    .selectFrom('dialog_members')
    .select('userid')
    .where('dialog_id', '=', dialogId)
    .where('important', '=', 1)
    .execute();
}

export async function markDialogDeleted(db: Writer, now: Date, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set({ deleted_at: now, updated_at: now }).where('id', '=', dialogId).execute();
}

export async function insertLostDialog(db: Writer, dialogId: number): Promise<void> {
  await sql`insert into lost_ids (userid, type, ref) select userid, 'dialog', dialog_id from dialog_members where dialog_id = ${dialogId}
    on conflict (userid, type, ref) do update set at = now()`.execute(db);
}

export function restoreDialog(db: Writer, now: Date, dialogId: number) {
  return db
    .updateTable('dialogs')
    .set({ deleted_at: null, updated_at: now })
    .where('id', '=', dialogId)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteLostDialog(db: Writer, dialogId: number): Promise<void> {
  await db.deleteFrom('lost_ids').where('type', '=', 'dialog').where('ref', '=', dialogId).execute();
}

export function updateDialogRow(db: Writer, fields: Updateable<Dialogs>, dialogId: number) {
  return db.updateTable('dialogs').set(fields).where('id', '=', dialogId).returningAll().executeTakeFirst();
}

export function takeUserGroup(db: Writer, fields: Updateable<Dialogs>, dialogId: number) {
  return db
    .updateTable('dialogs')
    .set(fields)
    .where('id', '=', dialogId)
    .where('group_type', '=', 'user')
    .where('type', '=', 'group')
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export function renameDialog(db: Writer, name: string, now: Date, dialogId: number) {
  return db
    .updateTable('dialogs')
    .set({ name, updated_at: now })
    .where('id', '=', dialogId)
    .returningAll()
    .executeTakeFirst();
}

export function touchDialogs(db: Writer, now: Date, ids: number[]) {
  return db.updateTable('dialogs').set({ updated_at: now }).where('id', 'in', ids).returningAll().execute();
}

export function findAllStaffDialog(db: Reader) {
  return db
    .selectFrom('dialogs')
    .select('id')
    .where('group_type', '=', 'all')
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export function listLeavableDialogs(db: Reader, userid: number) {
  return db
    .selectFrom('dialog_members')
    .innerJoin('dialogs', 'dialogs.id', 'dialog_members.dialog_id')
    .select('dialog_id')
    .where('dialog_members.userid', '=', userid)
    .where('dialogs.type', '=', 'group')
    .execute();
}

export async function findMembersWithVersion(db: Reader, dialogId: number) {
  const { rows } = await sql<{ version: number; users: number[] }>`
    select member_version as version, array(select userid from dialog_members m where m.dialog_id = d.id) as users
    from dialogs d where id = ${dialogId}`.execute(db);
  return rows[0];
}
