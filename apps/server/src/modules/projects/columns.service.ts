import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/projects.ts';
import { closeDialog } from '#modules/dialogs/members/membership.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import type { View, Work } from '#platform/work';
import {
  deleteColumnRow,
  deleteTasksOfColumn,
  insertColumnRow,
  restoreColumnRow,
  updateColumnRow,
} from './columns.queries.ts';
import { emitToProject } from './heads.service.ts';
import { logChange } from './log.service.ts';
import { listGuests } from './members/guests.queries.ts';
import {
  columnFor,
  projectWith,
  readableColumnFor,
  readableProjectFor,
  requirePermission,
  rolesOf,
} from './projects.access.ts';
import { presentColumn } from './projects.present.ts';
import {
  type ColumnRow,
  findProject,
  listColumns,
  lockColumns,
  lockTasksOf,
  type ProjectRow,
} from './projects.queries.ts';

const MAX_COLUMNS = 50;
const member = { isTaskOwner: false, isAssistant: false };

export async function listProjectColumns(view: View, input: InputOf<typeof contract.columnLists>) {
  await readableProjectFor(view, input.project_id);
  const rows = await listColumns(view.tx, [input.project_id]);
  const size = input.pagesize ?? 100;
  const page = input.page ?? 1;
  return pageOf(view, contract.columnLists.path, {
    rows: rows.slice((page - 1) * size, page * size).map(presentColumn),
    total: rows.length,
    page,
    size,
  });
}

export async function oneColumn(view: View, { column_id, deleted = 'no' }: InputOf<typeof contract.columnOne>) {
  const column = await readableColumnFor(view, column_id, deleted !== 'no');
  if (deleted === 'yes' && !column.deleted_at) throw fail('column.gone');
  return presentColumn(column);
}

export async function addColumn(work: Work, input: InputOf<typeof contract.columnAdd>) {
  const project = await projectWith(work, input.project_id, 'task_list_add');
  const column = await insertColumn(work, project, input.name, input.color ?? '');
  return { ...presentColumn(column), project_task: [] };
}

async function insertColumn(work: Work, project: ProjectRow, name: string, color = ''): Promise<ColumnRow> {
  const columns = await listColumns(work.tx, [project.id]);
  if (columns.length > MAX_COLUMNS) throw fail('column.limit');
  const column = await insertColumnRow(work.tx, {
    project_id: project.id,
    name,
    color,
    sort: Math.max(-1, ...columns.map((each) => each.sort)) + 1,
  });
  logChange(work, { project_id: project.id, column_id: column.id, detail: 'column.create', record: { name } });
  await emitToProject(work, contract.columnAdded, project, presentColumn(column));
  return column;
}

export interface ColumnPlace {
  column: contract.Column;
  isNew: boolean;
}

const LARGEST_ID = 2 ** 31 - 1;

/** The column id in a request, for a project whose access is checked separately; 0 if it has none. */
export const columnIdOf = (wish = ''): number => (/^\d+$/.test(wish) ? Math.min(Number(wish), LARGEST_ID) : 0);

/** Finds and locks a column by id, or by name, created if missing; by default the first one. */
export async function columnAt(work: Work, project: ProjectRow, wish = ''): Promise<ColumnPlace> {
  const id = columnIdOf(wish);
  if (id > 0) return { column: await lockedColumnOf(work, project.id, id), isNew: false };
  const columns = await listColumns(work.tx, [project.id]);
  const isAny = wish === '' || wish === '0';
  const there = isAny ? columns[0] : columns.find((column) => column.name === wish);
  if (!there)
    return { column: presentColumn(await insertColumn(work, project, isAny ? 'Default' : wish)), isNew: true };
  await lockColumn(work, there.id);
  return { column: presentColumn(there), isNew: false };
}

/** @throws column.gone  also if it belongs to another project */
export async function lockedColumnOf(work: Work, projectId: number, columnId: number): Promise<contract.Column> {
  const [column] = await lockColumns(work.tx, [columnId]);
  if (column?.project_id !== projectId) throw fail('column.gone');
  return presentColumn(column);
}

/** @throws column.gone  if it was deleted meanwhile */
export async function lockColumn(work: Work, columnId: number): Promise<void> {
  if ((await lockColumns(work.tx, [columnId])).length === 0) throw fail('column.gone');
}

/** Locks the column if it exists. */
export const lockColumnIfExists = async (work: Work, columnId: number): Promise<ColumnRow | undefined> =>
  (await lockColumns(work.tx, [columnId]))[0];

export async function updateColumn(work: Work, input: InputOf<typeof contract.columnUpdate>) {
  const { column: before, project, isOwner } = await columnFor(work, input.column_id);
  requirePermission(project, rolesOf(isOwner, member), 'task_list_update');
  const { column_id, ...sent } = input;
  const after = await updateColumnRow(work.tx, { ...sent, updated_at: work.now }, column_id);
  if (!after) throw fail('column.gone');
  const record = { change: [before.name, after.name] };
  if (after.name !== before.name)
    logChange(work, { project_id: project.id, column_id, detail: 'column.rename', record });
  if (after.color !== before.color) logChange(work, { project_id: project.id, column_id, detail: 'column.color' });
  await emitToProject(work, contract.columnUpdated, project, presentColumn(after));
  if (after.name !== before.name) {
    const guests = await listGuests(work.tx, project.id, { columnId: column_id });
    if (guests.length > 0) work.emit(contract.columnUpdated, toUsers(...guests), presentColumn(after));
  }
  return presentColumn(after);
}

/** Deletes a column with its unarchived tasks; archived ones stay, and return with a column of the same name. */
export async function removeColumn(work: Work, { column_id }: InputOf<typeof contract.columnRemove>) {
  const { column, project, isOwner } = await columnFor(work, column_id);
  requirePermission(project, rolesOf(isOwner, member), 'task_list_remove');
  await lockTasksOf(work.tx, column_id);
  const guests = await listGuests(work.tx, project.id, { columnId: column_id, isUnarchivedOnly: true });
  await deleteColumnRow(work.tx, work.now, column_id);
  const tasks = await deleteTasksOfColumn(work.tx, work.now, work.caller.userid, column_id);
  for (const { dialog_id } of tasks) if (dialog_id > 0) await closeDialog(work, dialog_id);
  logChange(work, { project_id: project.id, column_id, detail: 'column.delete', record: { name: column.name } });
  const gone = { id: column_id, project_id: project.id };
  await emitToProject(work, contract.columnDeleted, project, gone);
  if (guests.length > 0) work.emit(contract.columnDeleted, toUsers(...guests), gone);
  return { id: column_id, project_id: project.id };
}

/** Restores a deleted column for a task that returns to it. */
export async function restoreColumn(work: Work, columnId: number): Promise<void> {
  if ((await lockColumns(work.tx, [columnId])).length > 0) return;
  const column = await restoreColumnRow(work.tx, work.now, columnId);
  const project = column && (await findProject(work.tx, column.project_id));
  if (project) await emitToProject(work, contract.columnRecovered, project, presentColumn(column));
}

/** Lists columns of projects whose access has been checked. */
export const listProjectColumnsOf = async (view: View, projectIds: readonly number[]) =>
  (await listColumns(view.tx, projectIds)).map(presentColumn);
