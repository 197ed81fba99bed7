import type { Reader } from '#platform/db/pool';

/** What a task's owners were, the newest first; those before one of them, for the next page. */
export function listHandoffRows(db: Reader, taskId: number, limit: number, beforeId?: number) {
  return db
    .selectFrom('task_handoffs')
    .selectAll()
    .where('task_id', '=', taskId)
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
