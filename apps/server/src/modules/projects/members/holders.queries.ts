import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { TaskHandoffs } from '#platform/db/types';

/** Selects tasks: by their ids, the subtasks of a task, or a task with its subtasks. */
export type TaskSet = { ids: readonly number[] } | { subtasksOf: number } | { familyOf: number };

function isIn(set: TaskSet): RawBuilder<unknown> {
  if ('ids' in set) return sql`t.id = any(${[...set.ids]}::int[])`;
  // The condition `parent_id > 0` makes the query use the index on subtasks.
  if ('subtasksOf' in set) return sql`t.parent_id = ${set.subtasksOf} and t.parent_id > 0`;
  return sql`(t.id = ${set.familyOf} or (t.parent_id = ${set.familyOf} and t.parent_id > 0))`;
}

export const compileHandoffs = (
  db: Writer,
  set: TaskSet,
  { userid, source, note, always }: { userid: number; source: HandoffSource; note: string; always: boolean },
) =>
  sql`
    insert into task_handoffs (task_id, userid, source, before, owners, note)
    select t.id, ${userid}::int, ${source}, had.owners, has.owners, ${note}
    from tasks t
    cross join lateral (
      select array(select tu.userid from task_users tu where tu.task_id = t.id and tu.owner = 1 order by 1) as owners
    ) has
    cross join lateral (
      select coalesce((select h.owners from task_handoffs h where h.task_id = t.id order by h.id desc limit 1), '{}') as owners
    ) had
    where ${isIn(set)} and (has.owners <> had.owners or (${always}::boolean and has.owners <> '{}'))
    order by t.id`.compile(db);

export function compileFirstHandoff(db: Writer, row: Insertable<TaskHandoffs>) {
  return db.insertInto('task_handoffs').values(row).compile();
}
