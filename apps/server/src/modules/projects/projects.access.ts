import { type ProjectPermission, permissionDefaults } from '@atrium/contract/projects/projects.ts';
import { managedDepartmentsOf } from '#modules/users/present.service';
import type { Audience } from '#platform/events/events';
import { Failure, fail } from '#platform/fail';
import { isAdmin, type View } from '#platform/work';
import {
  type ColumnRow,
  findColumn,
  findProject,
  findProjectWith,
  isHeadedBy,
  listReadIds,
  lockColumns,
  type ProjectRow,
} from './projects.queries.ts';

export interface ProjectAccess {
  project: ProjectRow;
  isOwner: boolean;
}

/**
 * Finds a project for a caller. There is no other way to it.
 *
 * @throws project.gone  whether it is missing, not the caller's, or archived when an active one is needed
 */
export async function projectFor(view: View, id: number, opts: { archived?: boolean } = {}): Promise<ProjectAccess> {
  const found = await findProjectWith(view.tx, id, view.caller.userid);
  if (!found || found.owner === null || (found.project.archived_at && !opts.archived))
    throw fail('project.gone', { project_id: id });
  return { project: found.project, isOwner: found.owner === 1 };
}

/**
 * True if the caller may be a head of departments who sees the projects of their people: known without a query, so that
 * everybody else's calls cost none. Queries decide.
 */
export const mayBeHead = async ({ app, caller }: Pick<View, 'app' | 'caller'>): Promise<boolean> =>
  (await managedDepartmentsOf(app, caller.userid)).length > 0;

/** Finds a project to read: the caller's, or one that they see as a head of departments. @throws project.gone */
export async function readableProjectFor(
  view: View,
  id: number,
  opts: { archived?: boolean } = {},
): Promise<{ isReadOnly: boolean }> {
  const found = await findProjectWith(view.tx, id, view.caller.userid);
  const isGone = !found || (found.project.archived_at && !opts.archived);
  if (!isGone && found.owner !== null) return { isReadOnly: false };
  if (!isGone && (await mayBeHead(view)) && (await isHeadedBy(view.tx, id, view.caller.userid)))
    return { isReadOnly: true };
  throw fail('project.gone', { project_id: id });
}

/**
 * The given projects that the caller can read at least partly: as a member, as a guest of one of their tasks, or as a
 * head of departments.
 */
export async function projectsReadBy(view: View, ids: readonly number[]): Promise<Set<number>> {
  const { userid } = view.caller;
  return new Set(ids.length === 0 ? [] : await listReadIds(view.tx, userid, ids, await mayBeHead(view)));
}

export async function ownProjectFor(view: View, id: number, opts: { archived?: boolean } = {}): Promise<ProjectRow> {
  const { project, isOwner } = await projectFor(view, id, opts);
  if (!isOwner) throw fail('project.owner');
  return project;
}

export const permissionsOf = (project: ProjectRow): Record<ProjectPermission, number[]> => ({
  ...(structuredClone(permissionDefaults) as unknown as Record<ProjectPermission, number[]>),
  ...(project.permissions as Partial<Record<ProjectPermission, number[]>>),
});

/** A person's roles in a task: 1 project owner, 2 project member, 3 task owner, 4 task assistant. */
export function rolesOf(isOwner: boolean, taskRole: { isTaskOwner: boolean; isAssistant: boolean }): number[] {
  return [isOwner && 1, 2, taskRole.isTaskOwner && 3, taskRole.isAssistant && 4].filter((role) => role !== false);
}

export function requirePermission(project: ProjectRow, roles: readonly number[], need: ProjectPermission): void {
  const own = project.permissions as Partial<Record<ProjectPermission, number[]>>;
  const allowed: readonly number[] = own[need] ?? permissionDefaults[need];
  // The owner always has the permission, so that they cannot lock themselves out.
  if (!roles.includes(1) && !roles.some((role) => allowed.includes(role))) throw notAllowed(need, allowed);
}

/** The error that names the allowed roles; guests see the default ones. */
export function notAllowed(need: ProjectPermission, roles: readonly number[] = permissionDefaults[need]) {
  const allowed = [...new Set([1, ...roles])].sort();
  return fail('project.permission', { need, allowed }, { who: allowed.map((role) => `permission.role_${role}`) });
}

export async function projectWith(view: View, id: number, need: ProjectPermission): Promise<ProjectRow> {
  const { project, isOwner } = await projectFor(view, id);
  requirePermission(project, rolesOf(isOwner, { isTaskOwner: false, isAssistant: false }), need);
  return project;
}

/** Finds a column to read. @throws column.gone  also if the caller cannot read its project */
export async function readableColumnFor(view: View, id: number, deleted: boolean): Promise<ColumnRow> {
  const column = await findColumn(view.tx, id, deleted);
  if (!column) throw fail('column.gone');
  await readableProjectFor(view, column.project_id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'project.gone') throw fail('column.gone');
    throw error;
  });
  return column;
}

/**
 * Finds a column. With `hold` it cannot be deleted before the transaction ends, because a task is put into it.
 *
 * @throws column.gone  also if the caller cannot access its project
 */
export async function columnFor(
  view: View,
  id: number,
  { hold = false, deleted = false } = {},
): Promise<{ column: ColumnRow } & ProjectAccess> {
  const column = hold ? (await lockColumns(view.tx, [id]))[0] : await findColumn(view.tx, id, deleted);
  if (!column) throw fail('column.gone');
  const found = await findProjectWith(view.tx, column.project_id, view.caller.userid);
  if (!found || found.owner === null || found.project.archived_at) throw fail('column.gone');
  return { column, project: found.project, isOwner: found.owner === 1 };
}

export const seesEveryProject = (view: View) => isAdmin(view.caller);

export const projectAudience = (project: ProjectRow): Audience => ({
  aud: 'project',
  ref: project.id,
  version: project.member_version,
});

/** Finds a project for rules whose access to it has been checked. */
export const findProjectById = (view: Pick<View, 'tx'>, id: number) => findProject(view.tx, id);
