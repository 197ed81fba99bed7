import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

/** Rows about one person. */
export interface PersonTable {
  name: string;
  hasId: boolean;
  /** The rows, with their id if they have one; by default those of the table whose `userid` is the person. */
  from?: (userid: number) => RawBuilder<unknown>;
}

/** Written to make the server work, without meaning for a person. */
const LEFT_OUT = ['mutations', 'login_codes', 'email_codes', 'lost_ids', 'search', 'push_subscriptions', 'exports'];
/** Passwords, tokens and the like never leave the server. */
const SECRET = '(password|secret|token|hash|credential|_key$|^key$|^code|code_|seed|import_key|mutation_id|face)';

/** Tables with a person's rows: found by their column, so that new ones are included. */
export async function listPersonTables(tx: Reader): Promise<PersonTable[]> {
  const { rows } = await sql<PersonTable>`
    select c.relname as name, exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'id'
      and i.atttypid in ('int4'::regtype, 'int8'::regtype) and not i.attisdropped) as "hasId"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'userid' and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${LEFT_OUT}) order by 1`.execute(tx);
  return rows;
}

/** What a person's rows refer to, so that they can be understood. */
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
    from: (userid) => sql`select t.* from message_texts t join messages m on m.id = t.msg_id and m.userid = ${userid}`,
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
  { name, hasId, from }: PersonTable,
  userid: number,
  after: number,
  limit: number,
): Promise<{ id: number; row: Record<string, unknown> }[]> {
  const source = from ? from(userid) : sql`select * from ${sql.table(name)} where userid = ${userid}`;
  const { rows } = await sql<{ id: number; row: Record<string, unknown> }>`
    select ${hasId ? sql`t.id` : sql`0`} as id, (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
      from jsonb_each(to_jsonb(t)) f where f.key !~ ${SECRET}) as row
    from (${source}) t ${hasId ? sql`where t.id > ${after} order by t.id limit ${limit}` : sql``}`.execute(tx);
  return rows;
}

export async function listPersonFiles(tx: Reader, userid: number) {
  const { rows } = await sql<{ id: number; token: string; name: string; ext: string; created_at: Date }>`
    select id, token, name, ext, created_at from stored_files where userid = ${userid} order by id`.execute(tx);
  return rows;
}
