import type { Reader, Writer } from '#platform/db/pool';

/** The lock on a file that has not expired; '' = none. */
export async function findLock(db: Reader, fileId: number, now: Date): Promise<string> {
  const row = await db
    .selectFrom('office_locks')
    .select('lock')
    .where('file_id', '=', fileId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.lock ?? '';
}

export async function putLock(db: Writer, row: { file_id: number; lock: string; expires_at: Date }): Promise<void> {
  const { lock, expires_at } = row;
  await db
    .insertInto('office_locks')
    .values(row)
    .onConflict((on) => on.column('file_id').doUpdateSet({ lock, expires_at }))
    .execute();
}

export async function deleteLock(db: Writer, fileId: number): Promise<void> {
  await db.deleteFrom('office_locks').where('file_id', '=', fileId).execute();
}

export async function deleteExpiredLocks(db: Writer, now: Date): Promise<void> {
  await db.deleteFrom('office_locks').where('expires_at', '<=', now).execute();
}
