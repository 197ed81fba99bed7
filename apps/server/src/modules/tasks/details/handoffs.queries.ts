import type { Reader } from '#platform/db/pool';

/** Lists the past assignees of a task, newest first; the page before a given entry. */
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
