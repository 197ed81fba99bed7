import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { ProjectTags } from '#platform/db/types';
import { changeForGuests } from './members/guests.queries.ts';

export function listTagRows(db: Reader, projectId: number) {
  return db
    .selectFrom('project_tags')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('sort')
    .orderBy('id', 'desc')
    .execute();
}

export async function lockProject(db: Writer, projectId: number): Promise<void> {
  await sql`select 1 from projects where id = ${projectId} for no key update`.execute(db);
}

export function insertTagRow(db: Writer, row: Insertable<ProjectTags>) {
  return db.insertInto('project_tags').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateTagRow(db: Writer, fields: Updateable<ProjectTags>, id: number) {
  return db.updateTable('project_tags').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export function findTagRow(db: Reader, id: number) {
  return db.selectFrom('project_tags').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteTagRow(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('project_tags').where('id', '=', id).execute();
}

export async function sortTagRows(db: Writer, list: number[], projectId: number): Promise<void> {
  await sql`
    update project_tags t set sort = o.sort from unnest(${[...list]}::int[]) with ordinality o(id, sort)
    where t.id = o.id and t.project_id = ${projectId}`.execute(db);
}

/** Tasks store the names of their tags. Renames one in all of a project's tasks, or removes it (`to` null). */
export const carryTagOver = (
  tx: Writer,
  projectId: number,
  from: string,
  to: { name: string; color: string } | null,
  now: Date,
): Promise<number[]> =>
  changeForGuests(
    tx,
    projectId,
    sql`
    update tasks t set updated_at = ${now}, task_tag = coalesce((
      select jsonb_agg(case when e->>'name' = ${from} then ${JSON.stringify(to)}::jsonb else e end order by n)
      from jsonb_array_elements(t.task_tag) with ordinality tags(e, n)
      where case when e->>'name' = ${from} then ${to !== null} else e->>'name' <> ${to?.name ?? ''} end), '[]')
    where t.project_id = ${projectId} and t.task_tag @> ${JSON.stringify([{ name: from }])}::jsonb
    returning t.guests`,
  );
