import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/taskMore.ts';
import { cleanContent } from '@atrium/richtext/content.ts';
import type { Selectable } from 'kysely';
import { ownProjectFor, projectFor } from '#modules/projects/projects.access';
import type { TaskTemplates } from '#platform/db/types';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';

const MAX_TEMPLATES = 50;
type Row = Selectable<TaskTemplates>;

const present = ({ id, project_id, name, title, content, sort, is_default, userid }: Row): contract.TaskTemplate => ({
  id,
  project_id,
  name,
  title,
  content,
  sort,
  is_default,
  userid,
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
