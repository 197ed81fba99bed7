import type { Insertable, RawBuilder, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { TaskTemplates } from '#platform/db/types';

export type FoundTemplate = Row & { project_name: string };

export type Row = Selectable<TaskTemplates>;

/** Templates of the caller's projects: those of one, and those that others share. */
const visible = (userid: number, ownProject: number, also: RawBuilder<unknown> = sql`true`) => sql`
  from task_templates t
  join projects p on p.id = t.project_id and p.deleted_at is null and p.archived_at is null
  join project_users pu on pu.project_id = p.id and pu.userid = ${userid}
  where (p.id = ${ownProject} or p.task_template_share = 'open') and ${also}`;

const isNamedLike = (like: string) => sql`(t.name ilike ${like} or t.title ilike ${like} or p.name ilike ${like})`;

const VISIBLE = 200;

export function listTemplateRows(db: Reader, projectId: number) {
  return db
    .selectFrom('task_templates')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('is_default', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

export function updateTemplate(db: Writer, fields: Updateable<TaskTemplates>, id: number, projectId: number) {
  return db
    .updateTable('task_templates')
    .set(fields)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst();
}

export function countTemplates(db: Reader, projectId: number) {
  return db
    .selectFrom('task_templates')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.max<number | null>('sort').as('last')])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

export function insertTemplate(db: Writer, row: Insertable<TaskTemplates>) {
  return db.insertInto('task_templates').values(row).returningAll().executeTakeFirstOrThrow();
}

export function findOwnedTemplate(db: Reader, userid: number, id: number) {
  return db
    .selectFrom('task_templates')
    .innerJoin('project_users', (join) =>
      join.onRef('project_users.project_id', '=', 'task_templates.project_id').on('project_users.userid', '=', userid),
    )
    .selectAll('task_templates')
    .where('task_templates.id', '=', id)
    .executeTakeFirst();
}

export async function deleteTemplateRow(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('task_templates').where('id', '=', id).execute();
}

export async function clearDefaultTemplate(db: Writer, projectId: number): Promise<void> {
  await db.updateTable('task_templates').set({ is_default: 0 }).where('project_id', '=', projectId).execute();
}

export async function setDefaultTemplate(db: Writer, isDefault: number, id: number): Promise<void> {
  await db.updateTable('task_templates').set({ is_default: isDefault }).where('id', '=', id).execute();
}

export async function sortTemplateRows(db: Writer, list: number[], projectId: number): Promise<void> {
  await sql`
    update task_templates t set sort = o.sort from unnest(${[...list]}::int[]) with ordinality o(id, sort)
    where t.id = o.id and t.project_id = ${projectId}`.execute(db);
}

export async function listVisibleTemplates(db: Reader, userid: number, id: number) {
  const { rows } = await sql<FoundTemplate>`
    select t.*, p.name as project_name ${visible(userid, id)}
    order by (p.id = ${id}) desc, case when p.id = ${id} then t.is_default end desc, case when p.id = ${id} then t.sort end,
      t.use_count desc, t.id desc
    limit ${VISIBLE}`.execute(db);
  return rows;
}

export async function listFoundTemplates(db: Reader, userid: number, like: string, size: number, page: number) {
  const found = visible(userid, 0, isNamedLike(like));
  const { rows } =
    await sql<FoundTemplate>`select t.*, p.name as project_name ${found} order by t.use_count desc, t.id desc
      limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows;
}

export async function countFoundTemplates(db: Reader, userid: number, like: string): Promise<number> {
  const found = visible(userid, 0, isNamedLike(like));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Counts a use of a template that the person may use in that project. */
export const compileTemplateUse = (db: Writer, userid: number, id: number, projectId: number, now: Date) =>
  sql`update task_templates set use_count = use_count + 1, last_used_at = ${now}
    where id in (select t.id ${visible(userid, projectId, sql`t.id = ${id}`)})`.compile(db);
