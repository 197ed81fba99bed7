import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export function findSetting(db: Reader, name: string) {
  return db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
}

export async function deleteSetting(db: Writer, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

export async function ensureSetting(db: Writer, name: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: 'null' })
    .onConflict((on) => on.column('name').doNothing())
    .execute();
}

export async function setSettingValue(db: Writer, value: string, name: string): Promise<void> {
  await db.updateTable('settings').set({ value, updated_at: new Date() }).where('name', '=', name).execute();
}

export async function insertSettingOnce(db: Writer, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((on) => on.column('name').doNothing())
    .execute();
}

/** Reads and locks a section's value: concurrent changes wait. */
export async function lockSetting(db: Writer, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.value;
}

/** True if an administrator can sign in with a password that Atrium itself stores. */
export async function hasAdminWithPassword(db: Reader): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where 'admin' = any(identity) and password <> '' and bot = 0
      and disable_at is null and delete_at is null limit 1`.execute(db);
  return rows.length > 0;
}
