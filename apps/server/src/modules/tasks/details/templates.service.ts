import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/projects/taskExtras.ts';
import { cleanContent } from '@atrium/richtext/html/content.ts';
import { ownProjectFor, projectFor } from '#modules/projects/projects.access';
import { likeText } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import {
  clearDefaultTemplate,
  compileTemplateUse,
  countFoundTemplates,
  countTemplates,
  deleteTemplateRow,
  type FoundTemplate,
  findOwnedTemplate,
  insertTemplate,
  listFoundTemplates,
  listTemplateRows,
  listVisibleTemplates,
  type Row,
  setDefaultTemplate,
  sortTemplateRows,
  updateTemplate,
} from './templates.queries.ts';

const MAX_TEMPLATES = 50;

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
  const rows = await listTemplateRows(view.tx, project_id);
  return rows.map(present);
}

export async function saveTemplate(work: Work, input: InputOf<typeof contract.templateSave>) {
  const { project_id, id, name, title = '' } = input;
  await ownProjectFor(work, project_id);
  const content = cleanContent(input.content ?? '');
  if (!title && !content) throw fail('template.empty');
  const fields = { name, title, content, updated_at: work.now };
  if (id) {
    const row = await updateTemplate(work.tx, fields, id, project_id);
    if (!row) throw fail('template.gone');
    return present(row);
  }
  const { n, last } = await countTemplates(work.tx, project_id);
  if (Number(n) >= MAX_TEMPLATES) throw fail('template.limit', { limit: MAX_TEMPLATES });
  const { userid } = work.caller;
  return present(await insertTemplate(work.tx, { ...fields, project_id, userid, sort: (last ?? -1) + 1 }));
}

async function templateFor(work: Work, id: number): Promise<Row> {
  const row = await findOwnedTemplate(work.tx, work.caller.userid, id);
  if (!row) throw fail('template.gone');
  await ownProjectFor(work, row.project_id);
  return row;
}

export async function deleteTemplate(work: Work, { id }: InputOf<typeof contract.templateDelete>) {
  await templateFor(work, id);
  await deleteTemplateRow(work.tx, id);
  return {};
}

/** Makes a template the default, or none if it is the default already. The previous default is unset. */
export async function toggleDefault(work: Work, { id, project_id }: InputOf<typeof contract.templateDefault>) {
  await ownProjectFor(work, project_id);
  const row = await templateFor(work, id);
  if (row.project_id !== project_id) throw fail('template.gone');
  await clearDefaultTemplate(work.tx, project_id);
  const is_default = 1 - row.is_default;
  if (is_default) await setDefaultTemplate(work.tx, is_default, id);
  return present({ ...row, is_default });
}

export async function sortTemplates(work: Work, { project_id, list }: InputOf<typeof contract.templateSort>) {
  await ownProjectFor(work, project_id);
  await sortTemplateRows(work.tx, list, project_id);
  return {};
}

const presentFound = (row: FoundTemplate) => ({ ...present(row), project_name: row.project_name });

export async function listVisible(view: View, { current_project_id: id }: InputOf<typeof contract.templateVisible>) {
  await projectFor(view, id);
  const rows = await listVisibleTemplates(view.tx, view.caller.userid, id);
  return rows.map(presentFound);
}

export async function searchTemplates(view: View, input: InputOf<typeof contract.templateSearch>) {
  const [page, size] = [input.page || 1, input.page_size || 20];
  const like = likeText(input.keyword ?? '');
  const [rows, total] = await Promise.all([
    listFoundTemplates(view.tx, view.caller.userid, like, size, page),
    countFoundTemplates(view.tx, view.caller.userid, like),
  ]);
  return { total, page, page_size: size, items: rows.map(presentFound) };
}

/** Counts a use of a template. One that the caller may not use in that project is ignored. */
export function countUse(work: Work, id: number, projectId: number): void {
  work.trail(compileTemplateUse(work.tx, work.caller.userid, id, projectId, work.now));
}
