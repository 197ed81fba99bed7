import { type CompiledQuery, type Insertable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { TaskFlowChanges, Tasks } from '#platform/db/types';
import type { TaskRow } from '../tasks.queries.ts';

/** The id of a task that this transaction inserts later, and its time of creation: the start of the transaction. */
export interface ReservedTask {
  id: number;
  created_at: Date;
}

/** Reserves an id. The id of a transaction that fails is never used. */
export async function reserveTask(db: Writer): Promise<ReservedTask> {
  const { rows } = await sql<ReservedTask>`
    select nextval(pg_get_serial_sequence('tasks', 'id'))::int as id, now() as created_at`.execute(db);
  const [reserved] = rows;
  if (!reserved) throw new Error('the sequence of tasks gave no id');
  return reserved;
}

/** The columns that a new task has from the table's defaults. */
const DEFAULTS = {
  dialog_id: 0,
  flow_item_id: 0,
  flow_item_name: '',
  desc: '',
  loop: 'never',
  loop_at: null,
  loop_day: 0,
  archived_at: null,
  archived_userid: 0,
  archived_follow: 0,
  complete_at: null,
  guests: [] as number[],
  p_level: 0,
  p_name: '',
  p_color: '',
  file_num: 0,
  deleted_at: null,
  deleted_userid: 0,
  import_key: null,
} satisfies Partial<TaskRow>;

type GivenColumns = Omit<Insertable<Tasks>, 'id' | 'created_at' | 'updated_at' | 'task_tag'> &
  Omit<TaskRow, keyof typeof DEFAULTS | 'id' | 'created_at' | 'updated_at'>;

/**
 * Prepares a new task with a reserved id: its row, and the statement that inserts it. The row is known before the
 * database answers, so that nothing has to wait for it.
 */
export function compileTask(
  db: Writer,
  { id, created_at }: ReservedTask,
  given: GivenColumns,
): { row: TaskRow; insertion: CompiledQuery } {
  const columns = Object.entries({ id, ...given, task_tag: JSON.stringify(given.task_tag) });
  const insertion = sql`
    insert into tasks (${sql.join(columns.map(([name]) => sql.ref(name)))}) overriding system value
    values (${sql.join(columns.map(([, value]) => value))})`.compile(db);
  return { row: { ...DEFAULTS, ...given, id, created_at, updated_at: created_at } as TaskRow, insertion };
}

export async function insertStep(db: Writer, row: Insertable<TaskFlowChanges>): Promise<void> {
  await db.insertInto('task_flow_changes').values(row).execute();
}

export async function updateTaskRow(db: Writer, fields: Updateable<Tasks>, id: number): Promise<void> {
  await db.updateTable('tasks').set(fields).where('id', '=', id).execute();
}

export function findLogRecord(db: Reader, id: number, parentId: number, beforeId: number) {
  return db
    .selectFrom('project_logs')
    .select('record')
    .where('id', '=', id)
    .where('task_id', '=', parentId || beforeId)
    .executeTakeFirst();
}
