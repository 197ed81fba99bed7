import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

export interface OwnTask {
  id: number;
  name: string;
  project_name: string;
  end_at: Date | null;
  complete_at: Date | null;
}

export interface OwnTasks {
  done: OwnTask[];
  /** Tasks that began or were due by the end of the period, and are not done. */
  open: OwnTask[];
  /** Tasks that begin or are due after it, until `next`. */
  next: OwnTask[];
}

const MOST = 100;

export async function listOwnTasks(
  db: Reader,
  from: Date,
  to: Date,
  next: Date,
  userid: number,
  canceled: readonly string[],
) {
  const { rows } = await sql<OwnTask & { part: keyof OwnTasks; place: number }>`
    select * from (
      select *, row_number() over (partition by part order by complete_at, end_at nulls last, id) as place
      from (
        select t.id, t.name, p.name as project_name, t.end_at, t.complete_at,
          case
            when t.complete_at >= ${from} and t.complete_at < ${to} then 'done'
            when t.complete_at is not null or t.archived_at is not null then null
            when t.start_at < ${to} or t.end_at < ${to} then 'open'
            when t.start_at < ${next} or t.end_at < ${next} then 'next'
          end as part
        from task_users u
        join tasks t on t.id = u.task_id
        join projects p on p.id = t.project_id
        where u.userid = ${userid} and u.owner = 1 and t.deleted_at is null and p.deleted_at is null
          and (t.complete_at is null or t.complete_at >= ${from})
          and not (t.flow_item_name like 'end|%' and split_part(t.flow_item_name, '|', 2) = any(${canceled}))
      ) sorted
      where part is not null
    ) numbered
    where place <= ${MOST} order by place`.execute(db);
  return rows;
}
