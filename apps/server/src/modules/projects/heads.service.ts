import type { EventKind } from '@atrium/contract/kit.ts';
import { projectHeads } from '@atrium/contract/projects/projects.ts';
import type { Static, TSchema } from 'typebox';
import { settingsOf, type WorkspaceSettings } from '#modules/system/settings.service';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { type HeadPair, listHeadPairs, listMemberPairs } from './heads.queries.ts';
import { clearLost, markLost } from './members/lostIds.service.ts';
import { projectAudience } from './projects.access.ts';
import type { ProjectRow } from './projects.queries.ts';

// Heads of departments see the projects of their people without being members (`visibleTasks.access.ts`). Who they are
// follows from departments, members, the project and the workspace's setting, and is not stored: what changes one of
// these compares the heads before and after, and tells those whose view has changed.

const isOpen = async ({ app }: Pick<Work, 'app'>) => (await settingsOf(app)).department_owner_project_view === 'open';

/** The heads who see a project without being in it. */
export async function headsOf(work: Work, projectId: number): Promise<number[]> {
  if (!(await isOpen(work))) return [];
  return (await listHeadPairs(work.tx, { projectIds: [projectId] })).map(({ userid }) => userid);
}

/** Emits an event of a project to its members, and to heads, who see it without variants. */
export async function emitToProject<D extends TSchema>(
  work: Work,
  kind: EventKind<D>,
  project: ProjectRow,
  data: Static<D>,
): Promise<void> {
  work.emit(kind, projectAudience(project), data);
  await emitToHeads(work, kind, project, data);
}

export async function emitToHeads<D extends TSchema>(
  work: Work,
  kind: EventKind<D>,
  project: Pick<ProjectRow, 'id'>,
  data: Static<D>,
): Promise<void> {
  const heads = await headsOf(work, project.id);
  if (heads.length > 0) work.emit(kind, toUsers(...heads), data);
}

const keyOf = ({ project_id, userid }: HeadPair) => `${project_id} ${userid}`;

/**
 * Reads who sees what as a head, before something changes that.
 *
 * @returns called after the change: tells the heads whose projects have changed
 */
async function watchHeads(work: Work, which: Parameters<typeof listHeadPairs>[1]): Promise<() => Promise<void>> {
  const before = (await isOpen(work)) ? await listHeadPairs(work.tx, which) : [];
  return async () => announceHeads(work, before, await listHeadPairs(work.tx, which));
}

async function announceHeads(work: Work, before: readonly HeadPair[], after: readonly HeadPair[]): Promise<void> {
  const [had, has] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const gained = after.filter((pair) => !had.has(keyOf(pair)));
  const left = before.filter((pair) => !has.has(keyOf(pair)));
  // A head who joined the project sees more of it, not less.
  const seats = new Set((await listMemberPairs(work.tx, left)).map(keyOf));
  const lost = left.filter((pair) => !seats.has(keyOf(pair)));
  for (const [userid, pairs] of Map.groupBy(lost, (pair) => pair.userid)) {
    const ids = pairs.map((pair) => pair.project_id).toSorted((a, b) => a - b);
    await markLost(work.tx, 'project', ids, [userid]);
    work.emit(projectHeads, toUsers(userid), { lost: ids });
  }
  const gainers = Map.groupBy(gained, (pair) => pair.userid);
  for (const [userid, pairs] of gainers)
    await clearLost(
      work.tx,
      'project',
      pairs.map((pair) => pair.project_id),
      [userid],
    );
  if (gainers.size > 0) work.emit(projectHeads, toUsers(...gainers.keys()), { lost: [] });
}

/** Notes who sees these projects before a change of their members, or of the setting for heads. */
export const watchHeadsOf = (work: Work, projectIds: readonly number[]) => watchHeads(work, { projectIds });

/** Notes who sees projects before a change of departments; only of these people's departments, if given. */
export const watchDepartments = (work: Work, userids?: readonly number[]) =>
  watchHeads(work, userids ? { userids } : 'all');

/** Tells heads about their projects after the workspace's setting was changed in this transaction. */
export async function announceHeadsOfSetting(
  work: Work,
  before: WorkspaceSettings,
  after: WorkspaceSettings,
): Promise<void> {
  if (before.department_owner_project_view === after.department_owner_project_view) return;
  const isOpened = after.department_owner_project_view === 'open';
  const all = await listHeadPairs(work.tx, 'all', { isSettingIgnored: true });
  await announceHeads(work, isOpened ? [] : all, isOpened ? all : []);
}
