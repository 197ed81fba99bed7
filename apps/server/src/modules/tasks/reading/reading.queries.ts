import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

/** Notifications for the people of a task, from the person who changed it. */
export interface News {
  /** Names the job, so that running it twice notifies once. */
  id: string;
  actor: number;
  /** New roles in tasks, and tasks with a new time. */
  parts: { kind: 'new' | 'time'; task_id: number; userid: number; owner: number }[];
}

export interface FileRow {
  id: number;
  token: string;
  name: string;
  ext: string;
  size: string;
  task_id: number;
  task_name: string;
  project_id: number;
  project_name: string;
}

export async function listNewsParts(db: Reader, parts: string) {
  const { rows } = await sql<News['parts'][number] & { name: string }>`
        select n.kind, n.task_id, n.userid, n.owner, t.name
        from jsonb_to_recordset(${parts}::jsonb) n(kind text, task_id int, userid int, owner int)
        join task_users tu on tu.task_id = n.task_id and tu.userid = n.userid and tu.owner = n.owner
        join tasks t on t.id = n.task_id and t.deleted_at is null
        join users u on u.userid = n.userid and u.bot = 0 and u.disable_at is null and u.delete_at is null
        order by n.userid, n.task_id`.execute(db);
  return rows;
}

export async function listTaskFilesRecent(db: Reader, fileIds: readonly number[], taskIds: readonly number[]) {
  const { rows } = await sql<FileRow>`
    select f.id, f.token, f.name, f.ext, f.size, t.id as task_id, t.name as task_name, p.id as project_id, p.name as project_name
    from task_files tf join stored_files f on f.id = tf.file_id join tasks t on t.id = tf.task_id
    join projects p on p.id = t.project_id
    where tf.file_id = any(${[...fileIds]}::int[]) and tf.task_id = any(${[...taskIds]}::int[])`.execute(db);
  return rows;
}

/** Open tasks of these people in a time that last less than so many hours, once for each person. */
export async function listShortTasks(
  db: Reader,
  { userids, from, until, hours }: { userids: readonly number[]; from: Date; until: Date; hours: number },
) {
  const { rows } = await sql<{ userid: number; start_at: Date; end_at: Date }>`
    select tu.userid, t.start_at, t.end_at from task_users tu join tasks t on t.id = tu.task_id
    where tu.userid = any(${[...userids]}::int[]) and tu.owner = 1
      and t.start_at < ${until} and t.end_at > ${from} and t.end_at < t.start_at + make_interval(hours => ${hours})
      and t.complete_at is null and t.archived_at is null and t.deleted_at is null
    order by t.start_at, tu.userid limit 5000`.execute(db);
  return rows;
}
