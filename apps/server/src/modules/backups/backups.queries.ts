import type { Insertable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Backups } from '#platform/db/types';

export async function insertBackup(db: Writer, place: string): Promise<number> {
  const { id } = await db.insertInto('backups').values({ place }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function endBackup(db: Writer, id: number, values: Partial<Insertable<Backups>>): Promise<void> {
  await db
    .updateTable('backups')
    .set({ ...values, ended_at: new Date() })
    .where('id', '=', id)
    .execute();
}

/** A server or command that was killed did not say so; a new backup, which has the lock, knows. */
export async function endInterrupted(db: Writer, id: number): Promise<void> {
  await db
    .updateTable('backups')
    .set({ status: 'failed', error: 'interrupted', ended_at: new Date() })
    .where('status', '=', 'running')
    .where('id', '<', id)
    .execute();
}
