import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Tasks } from '#platform/db/types';

export async function lockDueLoop(db: Writer, id: number, now: Date) {
  const { rows } = await sql<{ loop_at: Date }>`
    select loop_at from tasks where id = ${id} and loop_at <= ${now} and deleted_at is null
    for update skip locked`.execute(db);
  return rows[0]?.loop_at;
}

export async function stopLoop(db: Writer, now: Date, id: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ loop: 'never', loop_at: null, loop_day: 0, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function moveLoop(db: Writer, fields: Updateable<Tasks>, id: number): Promise<void> {
  await db.updateTable('tasks').set(fields).where('id', '=', id).execute();
}
