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

/** A section's current value, locked: concurrent changes wait. */
export async function lockSetting(db: Writer, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.value;
}
