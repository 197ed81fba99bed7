import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/pool';
import { EXPORTED } from './person.columns.ts';

/** Rows about one person. */
export interface PersonTable {
  name: string;
  hasId: boolean;
  /** Selects the rows of a person, with their id if they have one. */
  from: (userid: number) => RawBuilder<unknown>;
}

const TEXT_IDS: readonly string[] = ['uploads'];

/** Tables with a person's rows. */
export const OWN: readonly PersonTable[] = Object.entries(EXPORTED).map(([name, columns]) => ({
  name,
  hasId: columns.some((each) => each === 'id') && !TEXT_IDS.includes(name),
  from: (userid) =>
    sql`select ${sql.join(columns.map((each) => sql.ref(each)))} from ${sql.table(name)} where userid = ${userid}`,
}));

/** Tables that a person's rows refer to, exported so that the rows can be understood. */
export const RELATED: readonly PersonTable[] = [
  {
    name: 'chats',
    hasId: true,
    from: (userid) => sql`select d.id, d.type, d.group_type, d.name, d.created_at, d.deleted_at
      from dialogs d join dialog_members m on m.dialog_id = d.id and m.userid = ${userid}`,
  },
  {
    name: 'long_messages',
    hasId: false,
    from: (userid) =>
      sql`select t.msg_id, t.type, t.content from message_texts t join messages m on m.id = t.msg_id and m.userid = ${userid}`,
  },
  {
    name: 'assigned_tasks',
    hasId: true,
    from: (userid) => sql`select t.id, t.project_id, t.name, t.start_at, t.end_at, t.complete_at, t.created_at
      from tasks t join task_users u on u.task_id = t.id and u.userid = ${userid}`,
  },
  {
    name: 'joined_projects',
    hasId: true,
    from: (userid) => sql`select p.id, p.name, p.created_at, p.archived_at, p.deleted_at
      from projects p join project_users u on u.project_id = p.id and u.userid = ${userid}`,
  },
  {
    name: 'audit_about',
    hasId: true,
    from: (userid) => sql`select id, at, action, detail from audit_log
      where target_type = 'user' and target_id = ${userid} and userid <> ${userid}`,
  },
];

export async function nextPersonRows(
  tx: Reader,
  { hasId, from }: PersonTable,
  userid: number,
  after: number,
  limit: number,
): Promise<{ id: number; row: Record<string, unknown> }[]> {
  const { rows } = await sql<{ id: number; row: Record<string, unknown> }>`
    select ${hasId ? sql`t.id` : sql`0`} as id, to_jsonb(t) as row
    from (${from(userid)}) t ${hasId ? sql`where t.id > ${after} order by t.id limit ${limit}` : sql``}`.execute(tx);
  return rows;
}

export async function listPersonFiles(tx: Reader, userid: number) {
  const { rows } = await sql<{ id: number; token: string; name: string; ext: string; created_at: Date }>`
    select id, token, name, ext, created_at from stored_files where userid = ${userid} order by id`.execute(tx);
  return rows;
}
