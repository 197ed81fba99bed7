import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export async function insertRelations(
  db: Writer,
  msgId: number,
  now: Date,
  taskId: number,
  ids: number[],
): Promise<void> {
  await sql`
    insert into task_relations (task_id, related_task_id, mention, mentioned_by, latest_msg_id, latest_at)
    select a, b, mention, 1 - mention, ${msgId}::int, ${now}::timestamptz from (
      select ${taskId}::int as a, id as b, 1 as mention from unnest(${ids}::int[]) id
      union all
      select id, ${taskId}::int, 0 from unnest(${ids}::int[]) id
    ) pairs order by a, b
    on conflict (task_id, related_task_id) do update set
      mention = greatest(task_relations.mention, excluded.mention),
      mentioned_by = greatest(task_relations.mentioned_by, excluded.mentioned_by),
      latest_msg_id = excluded.latest_msg_id, latest_at = excluded.latest_at`.execute(db);
}

export function findTaskOfDialog(db: Reader, dialogId: number) {
  return db.selectFrom('tasks').selectAll().where('dialog_id', '=', dialogId).executeTakeFirst();
}

export function listRelations(db: Reader, taskId: number, shown: number) {
  return db
    .selectFrom('task_relations')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('latest_at', 'desc')
    .orderBy('related_task_id', 'desc')
    .limit(shown)
    .execute();
}

export async function deleteRelations(db: Writer, taskId: number, relatedTaskId: number): Promise<void> {
  await sql`
    delete from task_relations
    where (task_id, related_task_id) in ((${taskId}, ${relatedTaskId}), (${relatedTaskId}, ${taskId}))`.execute(db);
}
