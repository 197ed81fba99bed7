import { type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { SampleSets } from '#platform/db/types';

export type SampleSet = Omit<Selectable<SampleSets>, 'state'> & { state: 'adding' | 'there' | 'removing' };
export type ItemKind = 'user' | 'project' | 'dialog' | 'file' | 'plan';

export async function findSet(db: Reader, { lock = false } = {}): Promise<SampleSet | undefined> {
  const query = db.selectFrom('sample_sets').selectAll();
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) as SampleSet | undefined;
}

/** @returns whether there was none */
export async function insertSet(db: Writer, userid: number, lang: string): Promise<boolean> {
  const { rows } = await sql`insert into sample_sets (userid, lang, state) values (${userid}, ${lang}, 'adding')
    on conflict ((true)) do nothing returning id`.execute(db);
  return rows.length > 0;
}

export async function updateSet(
  db: Writer,
  id: number,
  fields: Partial<Pick<SampleSet, 'state' | 'done' | 'is_failed' | 'userid'>>,
): Promise<void> {
  await db.updateTable('sample_sets').set(fields).where('id', '=', id).execute();
}

export async function markFailed(db: Writer): Promise<void> {
  await db.updateTable('sample_sets').set({ is_failed: true }).where('state', '<>', 'there').execute();
}

export async function deleteSet(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('sample_sets').where('id', '=', id).execute();
}

export async function insertItem(
  db: Writer,
  row: { set_id: number; kind: ItemKind; item_id: number; name: string },
): Promise<void> {
  await db.insertInto('sample_items').values(row).execute();
}

export const listItems = (db: Reader, setId: number, kind: ItemKind) =>
  db
    .selectFrom('sample_items')
    .select(['item_id', 'name'])
    .where('set_id', '=', setId)
    .where('kind', '=', kind)
    .orderBy('item_id')
    .execute();

/** The conversations of a project and of its tasks. */
export async function listProjectDialogs(db: Reader, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select dialog_id as id from projects where id = ${projectId}
    union select dialog_id from tasks where project_id = ${projectId} and dialog_id > 0`.execute(db);
  return rows.map(({ id }) => id);
}

export const listTaskNames = (db: Reader, projectIds: readonly number[]) =>
  db
    .selectFrom('tasks')
    .select(['id', 'name'])
    .where('project_id', 'in', [0, ...projectIds])
    .where('parent_id', '=', 0)
    .execute();

export const listLivingProjects = (db: Reader, ids: readonly number[]) =>
  db
    .selectFrom('projects')
    .select(['id', 'owner_userid'])
    .where('id', 'in', [0, ...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

export const listLivingFiles = (db: Reader, ids: readonly number[]) =>
  db
    .selectFrom('files')
    .select(['id', 'userid'])
    .where('id', 'in', [0, ...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();

/** Direct conversations that one of these people is in. */
export async function listDirectDialogs(db: Reader, userids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct d.id from dialogs d
    join dialog_members m on m.dialog_id = d.id
    where d.type = 'user' and d.deleted_at is null and m.userid = any(${userids}::int[]) order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The number of tasks, messages and files that people, not samples or bots, added to the sample content and did not
 * delete.
 */
export async function countOwn(db: Reader, setId: number): Promise<{ tasks: number; messages: number; files: number }> {
  const { rows } = await sql<{ tasks: number; messages: number; files: number }>`
    with items as (select kind, item_id as id from sample_items where set_id = ${setId}),
      samples as (select id from items where kind = 'user'),
      own as (select userid from users where bot = 0 and userid not in (select id from samples)),
      places as (
        select id from items where kind = 'dialog'
        union select dialog_id from projects where id in (select id from items where kind = 'project')
        union select dialog_id from tasks where project_id in (select id from items where kind = 'project')
        union select d.id from dialogs d join dialog_members m on m.dialog_id = d.id
          where d.type = 'user' and m.userid in (select id from samples)),
      folders as (select id from items where kind = 'file')
    select
      (select count(*) from tasks t where t.project_id in (select id from items where kind = 'project')
        and t.deleted_at is null and t.userid in (select userid from own))::int as tasks,
      (select count(*) from messages m where m.dialog_id in (select id from places) and m.deleted_at is null
        and m.type <> 'notice' and m.userid in (select userid from own))::int as messages,
      (select count(*) from files f where f.deleted_at is null and f.type <> 'folder'
        and exists (select from folders where folders.id = any(f.pids))
        and f.created_id in (select userid from own))::int as files`.execute(db);
  return rows[0] ?? { tasks: 0, messages: 0, files: 0 };
}
