import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { TaskContents } from '#platform/db/types';

export async function insertContent(db: Writer, row: Insertable<TaskContents>): Promise<void> {
  await db.insertInto('task_contents').values(row).execute();
}

export async function setTaskExcerpt(db: Writer, desc: string, now: Date, taskId: number): Promise<void> {
  await db.updateTable('tasks').set({ desc, updated_at: now }).where('id', '=', taskId).execute();
}

/** The newest content of a task, or an earlier version. */
export function findContent(db: Reader, taskId: number, id?: number) {
  return db
    .selectFrom('task_contents')
    .selectAll()
    .where('task_id', '=', taskId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export function listContentRows(db: Reader, taskId: number, page: number, size: number) {
  return db
    .selectFrom('task_contents')
    .select(['id', 'task_id', 'desc', 'userid', 'created_at'])
    .where('task_id', '=', taskId)
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

export async function countContents(db: Reader, taskId: number): Promise<number> {
  const { n } = await db
    .selectFrom('task_contents')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow();
  return Number(n);
}
