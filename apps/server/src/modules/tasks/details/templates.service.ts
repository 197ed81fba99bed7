import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/projects/taskExtras.ts';
import { cleanContent } from '@atrium/richtext/html/content.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { ownProjectFor, projectFor } from '#modules/projects/projects.access';
import { likeText } from '#modules/users/users.service';
import type { TaskTemplates } from '#platform/db/types';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';

const MAX_TEMPLATES = 50;
type Row = Selectable<TaskTemplates>;

const present = (row: Row): contract.TaskTemplate => ({
  id: row.id,
  project_id: row.project_id,
  name: row.name,
  title: row.title,
  content: row.content,
  sort: row.sort,
  is_default: row.is_default,
  userid: row.userid,
  use_count: row.use_count,
  last_used_at: wireTime(row.last_used_at),
});

export async function listTemplates(view: View, { project_id }: InputOf<typeof contract.templateList>) {
  await projectFor(view, project_id);
  const rows = await view.tx
    .selectFrom('task_templates')
    .selectAll()
    .where('project_id', '=', project_id)
    .orderBy('is_default', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.map(present);
}

export async function saveTemplate(work: Work, input: InputOf<typeof contract.templateSave>) {
  const { project_id, id, name, title = '' } = input;
  await ownProjectFor(work, project_id);
  const content = cleanContent(input.content ?? '');
  if (!title && !content) throw fail('template.empty');
  const fields = { name, title, content, updated_at: work.now };
  if (id) {
    const row = await work.tx
      .updateTable('task_templates')
      .set(fields)
      .where('id', '=', id)
      .where('project_id', '=', project_id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw fail('template.gone');
    return present(row);
  }
  const { n } = await work.tx
    .selectFrom('task_templates')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow();
  if (Number(n) >= MAX_TEMPLATES) throw fail('template.limit', { limit: MAX_TEMPLATES });
  const { userid } = work.caller;
  return present(
    await work.tx
      .insertInto('task_templates')
      .values({ ...fields, project_id, userid, sort: Number(n) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

async function templateFor(work: Work, id: number): Promise<Row> {
  const row = await work.tx
    .selectFrom('task_templates')
    .innerJoin('project_users', (join) =>
      join
        .onRef('project_users.project_id', '=', 'task_templates.project_id')
        .on('project_users.userid', '=', work.caller.userid),
    )
    .selectAll('task_templates')
    .where('task_templates.id', '=', id)
    .executeTakeFirst();
  if (!row) throw fail('template.gone');
  await ownProjectFor(work, row.project_id);
  return row;
}

export async function deleteTemplate(work: Work, { id }: InputOf<typeof contract.templateDelete>) {
  await templateFor(work, id);
  await work.tx.deleteFrom('task_templates').where('id', '=', id).execute();
  return {};
}

/** The one that was first is not any more. */
export async function toggleDefault(work: Work, { id, project_id }: InputOf<typeof contract.templateDefault>) {
  await ownProjectFor(work, project_id);
  const row = await templateFor(work, id);
  if (row.project_id !== project_id) throw fail('template.gone');
  await work.tx.updateTable('task_templates').set({ is_default: 0 }).where('project_id', '=', project_id).execute();
  const is_default = 1 - row.is_default;
  if (is_default) await work.tx.updateTable('task_templates').set({ is_default }).where('id', '=', id).execute();
  return present({ ...row, is_default });
}

export async function sortTemplates(work: Work, { project_id, list }: InputOf<typeof contract.templateSort>) {
  await ownProjectFor(work, project_id);
  await sql`
    update task_templates t set sort = o.sort from unnest(${[...list]}::int[]) with ordinality o(id, sort)
    where t.id = o.id and t.project_id = ${project_id}`.execute(work.tx);
  return {};
}

const VISIBLE = 200;

/** Templates of projects that the caller is in: those of one, and of others as far as these share theirs. */
const visible = (userid: number, ownProject: number, also: RawBuilder<unknown> = sql`true`) => sql`
  from task_templates t
  join projects p on p.id = t.project_id and p.deleted_at is null and p.archived_at is null
  join project_users pu on pu.project_id = p.id and pu.userid = ${userid}
  where (p.id = ${ownProject} or p.task_template_share = 'open') and ${also}`;

type Found = Row & { project_name: string };
const presentFound = (row: Found) => ({ ...present(row), project_name: row.project_name });

export async function listVisible(view: View, { current_project_id: id }: InputOf<typeof contract.templateVisible>) {
  await projectFor(view, id);
  const { rows } = await sql<Found>`
    select t.*, p.name as project_name ${visible(view.caller.userid, id)}
    order by (p.id = ${id}) desc, case when p.id = ${id} then t.is_default end desc, case when p.id = ${id} then t.sort end,
      t.use_count desc, t.id desc
    limit ${VISIBLE}`.execute(view.tx);
  return rows.map(presentFound);
}

export async function searchTemplates(view: View, input: InputOf<typeof contract.templateSearch>) {
  const [page, size] = [input.page || 1, input.page_size || 20];
  const like = likeText(input.keyword ?? '');
  const found = visible(
    view.caller.userid,
    0,
    sql`(t.name ilike ${like} or t.title ilike ${like} or p.name ilike ${like})`,
  );
  const [{ rows }, count] = await Promise.all([
    sql<Found>`select t.*, p.name as project_name ${found} order by t.use_count desc, t.id desc
      limit ${size} offset ${(page - 1) * size}`.execute(view.tx),
    sql<{ n: number }>`select count(*)::int as n ${found}`.execute(view.tx),
  ]);
  return { total: count.rows[0]?.n ?? 0, page, page_size: size, items: rows.map(presentFound) };
}

/** Counts a use of a template. One that the caller may not use in that project is not counted, without an error. */
export function countUse(work: Work, id: number, projectId: number): void {
  work.trail(
    sql`update task_templates set use_count = use_count + 1, last_used_at = ${work.now}
      where id in (select t.id ${visible(work.caller.userid, projectId, sql`t.id = ${id}`)})`.compile(work.tx),
  );
}
