import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/tags.ts';
import type { Selectable } from 'kysely';
import type { ProjectTags } from '#platform/db/types';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { emitToProject } from './heads.service.ts';
import { logChange } from './log.service.ts';
import { ownProjectFor, projectFor, readableProjectFor } from './projects.access.ts';
import { findProjectWith, type ProjectRow } from './projects.queries.ts';
import {
  carryTagOver,
  deleteTagRow,
  findTagRow,
  insertTagRow,
  listTagRows,
  lockProject,
  sortTagRows,
  updateTagRow,
} from './tags.queries.ts';

const MAX_TAGS = 100;
type TagRow = Selectable<ProjectTags>;

const presentTag = ({ created_at: _at, ...row }: TagRow): contract.Tag => row;

export async function listTags(view: View, { project_id }: InputOf<typeof contract.tagList>): Promise<contract.Tag[]> {
  await readableProjectFor(view, project_id);
  return (await tagsOf(view, project_id)).map(presentTag);
}

const tagsOf = (view: View, projectId: number): Promise<TagRow[]> => listTagRows(view.tx, projectId);

/** Saves a tag. Every member may add one; its creator and the project's owner may change it, and its tasks follow. */
export async function saveTag(work: Work, input: InputOf<typeof contract.tagSave>): Promise<contract.Tag> {
  const { project_id, id, name, desc = '', color } = input;
  const { project } = await projectFor(work, project_id);
  await lockProject(work.tx, project_id);
  const known = await tagsOf(work, project_id);
  const before = id ? await ownTag(work, id, project_id) : undefined;
  if (known.some((tag) => tag.name === name && tag.id !== id)) throw fail('tag.taken', { name });
  if (!before) {
    if (known.length >= MAX_TAGS) throw fail('tag.limit', { limit: MAX_TAGS });
    const { userid } = work.caller;
    const row = await insertTagRow(work.tx, { project_id, name, desc, color, userid });
    logChange(work, { project_id, detail: 'tag.create', record: { name } });
    return presentTag(row);
  }
  const row = await updateTagRow(work.tx, { name, desc, color }, before.id);
  if (name !== before.name || color !== before.color) await carryOver(work, project, before.name, { name, color });
  logChange(work, { project_id, detail: 'tag.update', record: { change: [before.name, name] } });
  return presentTag(row);
}

/** @throws tag.gone  also if the caller cannot access its project */
async function ownTag(work: Work, id: number, projectId?: number): Promise<TagRow & { project: ProjectRow }> {
  const row = await findTagRow(work.tx, id);
  if (!row || (projectId && row.project_id !== projectId)) throw fail('tag.gone');
  const found = await findProjectWith(work.tx, row.project_id, work.caller.userid);
  if (!found || found.owner === null || found.project.archived_at) throw fail('tag.gone');
  if (found.owner !== 1 && row.userid !== work.caller.userid) throw fail('tag.own');
  return { ...row, project: found.project };
}

export async function deleteTag(work: Work, { id }: InputOf<typeof contract.tagDelete>) {
  const { project, name } = await ownTag(work, id);
  await deleteTagRow(work.tx, id);
  await carryOver(work, project, name, null);
  logChange(work, { project_id: project.id, detail: 'tag.delete', record: { name } });
  return {};
}

export async function sortTags(work: Work, { project_id, list }: InputOf<typeof contract.tagSort>) {
  await ownProjectFor(work, project_id);
  await sortTagRows(work.tx, list, project_id);
  return {};
}

/** Tasks store names of tags, so one statement changes all tasks, and one event (`retagged`) tells of it. */
async function carryOver(
  work: Work,
  project: ProjectRow,
  from: string,
  to: { name: string; color: string } | null,
): Promise<void> {
  const guests = await carryTagOver(work.tx, project.id, from, to, work.now);
  await emitToProject(work, contract.tagChanged, project, { id: project.id, from, to });
  if (guests.length > 0) work.emit(contract.tagChanged, toUsers(...guests), { id: project.id, from, to });
}
