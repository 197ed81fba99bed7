import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export interface DefinitionRow {
  id: number;
  name: string;
  version: number;
  is_open: boolean;
  draft: ApprovalContent | null;
  /** Content of the published version; null before the first publication. */
  content: ApprovalContent | null;
  published_by: number | null;
  published_at: Date | null;
  running: number;
  updated_by: number;
  created_at: Date;
  updated_at: Date;
}

const select = sql`
  select d.id, d.name, d.version, d.is_open, d.draft, d.updated_by, d.created_at, d.updated_at, v.content, v.published_by,
    v.published_at,
    (select count(*)::int from approvals a where a.definition_id = d.id and a.state in (0, 1)) as running
  from approval_definitions d
  left join approval_versions v on v.definition_id = d.id and v.version = d.version`;

export async function listDefinitions(db: Reader): Promise<DefinitionRow[]> {
  const { rows } = await sql<DefinitionRow>`${select} where d.deleted_at is null order by d.id`.execute(db);
  return rows;
}

/** @param lock  until the transaction ends, as a shared lock: a definition is not deleted meanwhile */
export async function findDefinition(db: Reader, id: number, lock = false): Promise<DefinitionRow | undefined> {
  const { rows } = await sql<DefinitionRow>`${select}
    where d.id = ${id} and d.deleted_at is null ${lock ? sql`for share of d` : sql``}`.execute(db);
  return rows[0];
}

/** @param names  in lower case; the first that is found */
export async function findDefinitionByName(db: Reader, names: readonly string[]): Promise<DefinitionRow | undefined> {
  const { rows } = await sql<DefinitionRow>`${select}
    where lower(d.name) = any(${[...names]}::text[]) and d.deleted_at is null
    order by array_position(${[...names]}::text[], lower(d.name)) limit 1`.execute(db);
  return rows[0];
}

export async function lockDefinition(db: Writer, id: number): Promise<void> {
  await sql`select 1 from approval_definitions where id = ${id} for update`.execute(db);
}

/** The content of a version, also of a deleted definition. */
export async function findContent(db: Reader, id: number, version: number): Promise<ApprovalContent | undefined> {
  const row = await db
    .selectFrom('approval_versions')
    .select('content')
    .where('definition_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.content as ApprovalContent | undefined;
}

/** Returns undefined if another definition has the name. */
export async function insertDefinition(
  db: Writer,
  row: { name: string; draft: ApprovalContent; updated_by: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into approval_definitions (name, draft, updated_by)
    values (${row.name}, ${JSON.stringify(row.draft)}::jsonb, ${row.updated_by})
    on conflict (lower(name)) where deleted_at is null do nothing returning id`.execute(db);
  return rows[0]?.id;
}

export async function updateDefinition(
  db: Writer,
  id: number,
  fields: {
    name?: string;
    draft?: ApprovalContent | null;
    version?: number;
    is_open?: boolean;
    deleted_at?: Date;
    updated_by: number;
    updated_at: Date;
  },
): Promise<void> {
  const { draft, ...rest } = fields;
  await db
    .updateTable('approval_definitions')
    .set({ ...rest, ...(draft !== undefined && { draft: draft && JSON.stringify(draft) }) })
    .where('id', '=', id)
    .execute();
}

export async function insertVersion(
  db: Writer,
  row: { definition_id: number; version: number; content: ApprovalContent; published_by: number },
): Promise<void> {
  await db
    .insertInto('approval_versions')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute();
}

export const listVersions = (db: Reader, id: number) =>
  db
    .selectFrom('approval_versions')
    .select(['version', 'published_by', 'published_at'])
    .where('definition_id', '=', id)
    .orderBy('version', 'desc')
    .execute();

export async function countDefinitions(db: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from approval_definitions`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The contents of these versions, by `definition.version`. */
export async function findContents(
  db: Reader,
  rows: readonly { definition_id: number; version: number }[],
): Promise<Map<string, ApprovalContent>> {
  if (rows.length === 0) return new Map();
  const found = await sql<{ definition_id: number; version: number; content: ApprovalContent }>`
    select definition_id, version, content from approval_versions
    where (definition_id, version) in (select * from unnest(${rows.map((row) => row.definition_id)}::int[],
      ${rows.map((row) => row.version)}::int[]))`.execute(db);
  return new Map(found.rows.map((row) => [`${row.definition_id}.${row.version}`, row.content]));
}
