import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/tags.ts';
import { type Selectable, sql } from 'kysely';
import type { ProjectTags } from '#platform/db/types';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { changeForGuests } from './guests.queries.ts';
import { logChange } from './log.service.ts';
import { ownProjectFor, projectAudience, projectFor } from './projects.access.ts';
import { findProjectWith, type ProjectRow } from './projects.queries.ts';

const MAX_TAGS = 100;
type TagRow = Selectable<ProjectTags>;

const presentTag = ({ created_at: _at, ...row }: TagRow): contract.Tag => row;

export async function listTags(view: View, { project_id }: InputOf<typeof contract.tagList>): Promise<contract.Tag[]> {
  await projectFor(view, project_id);
  return (await tagsOf(view, project_id)).map(presentTag);
}

const tagsOf = (view: View, projectId: number): Promise<TagRow[]> =>
  view.tx
    .selectFrom('project_tags')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('sort')
    .orderBy('id', 'desc')
    .execute();

/** Every member adds one; it is changed by who made it and by the project's owner, and its tasks follow. */
export async function saveTag(work: Work, input: InputOf<typeof contract.tagSave>): Promise<contract.Tag> {
  const { project_id, id, name, desc = '', color } = input;
  const { project } = await projectFor(work, project_id);
  await sql`select 1 from projects where id = ${project_id} for no key update`.execute(work.tx);
  const known = await tagsOf(work, project_id);
  const before = id ? await ownTag(work, id, project_id) : undefined;
  if (known.some((tag) => tag.name === name && tag.id !== id)) throw fail('tag.taken', { name });
  if (!before) {
    if (known.length >= MAX_TAGS) throw fail('tag.limit', { limit: MAX_TAGS });
    const { userid } = work.caller;
    const row = await work.tx
      .insertInto('project_tags')
      .values({ project_id, name, desc, color, userid })
      .returningAll()
      .executeTakeFirstOrThrow();
    logChange(work, { project_id, detail: 'tag.create', record: { name } });
    return presentTag(row);
  }
  const row = await work.tx
    .updateTable('project_tags')
    .set({ name, desc, color })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (name !== before.name || color !== before.color) await carryOver(work, project, before.name, { name, color });
  logChange(work, { project_id, detail: 'tag.update', record: { change: [before.name, name] } });
  return presentTag(row);
}

/** @throws tag.gone  also where its project is not the caller's */
async function ownTag(work: Work, id: number, projectId?: number): Promise<TagRow & { project: ProjectRow }> {
  const row = await work.tx.selectFrom('project_tags').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (projectId && row.project_id !== projectId)) throw fail('tag.gone');
  const found = await findProjectWith(work.tx, row.project_id, work.caller.userid);
  if (!found || found.owner === null || found.project.archived_at) throw fail('tag.gone');
  if (found.owner !== 1 && row.userid !== work.caller.userid) throw fail('tag.own');
  return { ...row, project: found.project };
}

export async function deleteTag(work: Work, { id }: InputOf<typeof contract.tagDelete>) {
  const { project, name } = await ownTag(work, id);
  await work.tx.deleteFrom('project_tags').where('id', '=', id).execute();
  await carryOver(work, project, name, null);
  logChange(work, { project_id: project.id, detail: 'tag.delete', record: { name } });
  return {};
}

export async function sortTags(work: Work, { project_id, list }: InputOf<typeof contract.tagSort>) {
  await ownProjectFor(work, project_id);
  await sql`
    update project_tags t set sort = o.sort from unnest(${[...list]}::int[]) with ordinality o(id, sort)
    where t.id = o.id and t.project_id = ${project_id}`.execute(work.tx);
  return {};
}

/** Tasks carry names: one statement for all of them, and one event that says the same (`retagged`). */
async function carryOver(
  work: Work,
  project: ProjectRow,
  from: string,
  to: { name: string; color: string } | null,
): Promise<void> {
  const guests = await changeForGuests(
    work.tx,
    project.id,
    sql`
    update tasks t set updated_at = ${work.now}, task_tag = coalesce((
      select jsonb_agg(case when e->>'name' = ${from} then ${JSON.stringify(to)}::jsonb else e end order by n)
      from jsonb_array_elements(t.task_tag) with ordinality tags(e, n)
      where case when e->>'name' = ${from} then ${to !== null} else e->>'name' <> ${to?.name ?? ''} end), '[]')
    where t.project_id = ${project.id} and t.task_tag @> ${JSON.stringify([{ name: from }])}::jsonb
    returning t.guests`,
  );
  work.emit(contract.tagChanged, projectAudience(project), { id: project.id, from, to });
  if (guests.length > 0) work.emit(contract.tagChanged, toUsers(...guests), { id: project.id, from, to });
}
