import { projectAdded, projectDeleted, projectDetail } from '@atrium/contract/projects/projects.ts';
import { updateCreatorGuests } from '#modules/dialogs/members/guests.service';
import { exitDialogs, joinDialog } from '#modules/dialogs/members/membership.service';
import { toUsers } from '#platform/events/events';
import type { View, Work } from '#platform/work';
import { presentAdded } from '../create.service.ts';
import { forgetInFlows } from '../flows.service.ts';
import { emitToProject, watchHeadsOf } from '../heads.service.ts';
import { presentProjectUser, presentShared } from '../projects.present.ts';
import { bumpProject, listProjectUsers, lockMembers, type ProjectRow } from '../projects.queries.ts';
import { recordHolders } from './holders.service.ts';
import { clearLost, markLost } from './lostIds.service.ts';
import {
  deleteProjectMembers,
  deleteTaskParts,
  insertProjectMembers,
  listTaskDialogIds,
  lockProjectForShare,
  removeFromVisibleTo,
} from './members.queries.ts';

/** Adds members: they get the whole project, the others the new list. Returns the new ones. */
export async function addMembers(work: Work, project: ProjectRow, userids: readonly number[]): Promise<number[]> {
  if (userids.length === 0) return [];
  await lockMembers(work.tx, project.id);
  const announceHeads = await watchHeadsOf(work, [project.id]);
  const rows = await insertProjectMembers(
    work.tx,
    userids.map((userid) => ({ project_id: project.id, userid })),
  );
  const added = rows.map((row) => row.userid);
  if (added.length === 0) return [];
  const fresh = await bumpProject(work.tx, project.id);
  await clearLost(work.tx, 'project', [project.id], added);
  await joinDialog(work, project.dialog_id, added, { inviter: work.caller.userid, important: true });
  await updateCreatorGuests(work, project.id, added);
  work.emit(projectAdded, toUsers(...added), await presentAdded(work, fresh));
  await announceHeads();
  await announceDetail(work, fresh);
  return added;
}

/**
 * Removes members: they lose the project, its conversation, its tasks' conversations and their roles in its tasks.
 * Callers lock the members before they check that the owner stays.
 */
export async function removeMembers(work: Work, project: ProjectRow, userids: readonly number[]): Promise<void> {
  if (userids.length === 0) return;
  await lockMembers(work.tx, project.id);
  const announceHeads = await watchHeadsOf(work, [project.id]);
  await deleteProjectMembers(work.tx, project.id, userids);
  const parts = await deleteTaskParts(work.tx, project.id, userids);
  const left = parts.filter((part) => part.owner === 1).map((part) => part.task_id);
  if (left.length > 0) recordHolders(work, { ids: left }, 'member_exit');
  await removeFromVisibleTo(work.tx, userids, project.id);
  const fresh = await bumpProject(work.tx, project.id);
  await markLost(work.tx, 'project', [project.id], userids);
  const dialogs = await listTaskDialogIds(work.tx, project.id);
  await exitDialogs(work, [project.dialog_id, ...dialogs.map((task) => task.dialog_id)], userids);
  await updateCreatorGuests(work, project.id, userids);
  work.emit(projectDeleted, toUsers(...userids), { id: project.id, name: project.name, desc: project.desc });
  await announceHeads();
  await announceDetail(work, fresh);
  await forgetInFlows(work, [fresh], userids);
}

export const announceDetail = (work: Work, project: ProjectRow): Promise<void> => announceDetails(work, [project]);

export async function announceDetails(work: Work, projects: readonly ProjectRow[]): Promise<void> {
  const ids = projects.map((project) => project.id);
  const users = Map.groupBy(await listProjectUsers(work.tx, ids), (row) => row.project_id);
  for (const project of projects) {
    const own = users.get(project.id) ?? [];
    await emitToProject(work, projectDetail, project, {
      ...presentShared(
        project,
        own.map((user) => user.userid),
      ),
      project_user: own.map(presentProjectUser),
    });
  }
}

/**
 * Locks the members until the transaction ends: an event that names its receivers would otherwise miss a person who
 * joins now.
 */
export const lockMembersForShare = (work: Work, projectId: number) => lockProjectForShare(work.tx, projectId);

/** Lists the members' ids; the caller has checked the access. */
export const listMemberIds = async (view: View, projectId: number): Promise<Set<number>> =>
  new Set((await listProjectUsers(view.tx, [projectId])).map((member) => member.userid));
