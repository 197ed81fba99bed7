import { projectAdded, projectDeleted, projectDetail } from '@atrium/contract/projects/projects.ts';
import { sql } from 'kysely';
import { noteMakers } from '#modules/dialogs/members/guests.service';
import { exitDialogs, joinDialog } from '#modules/dialogs/members/membership.service';
import { toUsers } from '#platform/events/events';
import type { View, Work } from '#platform/work';
import { presentAdded } from './create.service.ts';
import { forgetInFlows } from './flows.service.ts';
import { noteHolders } from './holders.service.ts';
import { clearLost, markLost } from './lost.service.ts';
import { projectAudience } from './projects.access.ts';
import { presentProjectUser, presentShared } from './projects.present.ts';
import { bumpProject, listProjectUsers, lockMembers, type ProjectRow } from './projects.queries.ts';

/** People come in: they get the whole project, the others the new list of members. Returns who is new. */
export async function addMembers(work: Work, project: ProjectRow, userids: readonly number[]): Promise<number[]> {
  if (userids.length === 0) return [];
  await lockMembers(work.tx, project.id);
  const rows = await work.tx
    .insertInto('project_users')
    .values(userids.map((userid) => ({ project_id: project.id, userid })))
    .onConflict((on) => on.columns(['project_id', 'userid']).doNothing())
    .returning('userid')
    .execute();
  const added = rows.map((row) => row.userid);
  if (added.length === 0) return [];
  const fresh = await bumpProject(work.tx, project.id);
  await clearLost(work.tx, 'project', [project.id], added);
  await joinDialog(work, project.dialog_id, added, { inviter: work.caller.userid, important: true });
  await noteMakers(work, project.id, added);
  work.emit(projectAdded, toUsers(...added), await presentAdded(work, fresh));
  await announceDetail(work, fresh);
  return added;
}

/** People go: they lose the project, its conversation, its tasks' conversations and their roles in its tasks. */
export async function removeMembers(work: Work, project: ProjectRow, userids: readonly number[]): Promise<void> {
  if (userids.length === 0) return;
  await lockMembers(work.tx, project.id);
  await work.tx
    .deleteFrom('project_users')
    .where('project_id', '=', project.id)
    .where('userid', 'in', [...userids])
    .execute();
  const parts = await work.tx
    .deleteFrom('task_users')
    .where('project_id', '=', project.id)
    .where('userid', 'in', [...userids])
    .returning(['task_id', 'owner'])
    .execute();
  const left = parts.filter((part) => part.owner === 1).map((part) => part.task_id);
  if (left.length > 0) noteHolders(work, sql`t.id = any(${left}::int[])`, 'member_exit');
  await sql`update tasks set visible_to = array(select unnest(visible_to) except select unnest(${userids}::int[])), updated_at = now()
    where project_id = ${project.id} and visible_to && ${userids}::int[]`.execute(work.tx);
  const fresh = await bumpProject(work.tx, project.id);
  await markLost(work.tx, 'project', [project.id], userids);
  const dialogs = await work.tx
    .selectFrom('tasks')
    .select('dialog_id')
    .where('project_id', '=', project.id)
    .where('dialog_id', '>', 0)
    .execute();
  await exitDialogs(work, [project.dialog_id, ...dialogs.map((task) => task.dialog_id)], userids);
  await noteMakers(work, project.id, userids);
  work.emit(projectDeleted, toUsers(...userids), { id: project.id, name: project.name, desc: project.desc });
  await announceDetail(work, fresh);
  await forgetInFlows(work, [fresh], userids);
}

export const announceDetail = (work: Work, project: ProjectRow): Promise<void> => announceDetails(work, [project]);

export async function announceDetails(work: Work, projects: readonly ProjectRow[]): Promise<void> {
  const ids = projects.map((project) => project.id);
  const users = Map.groupBy(await listProjectUsers(work.tx, ids), (row) => row.project_id);
  for (const project of projects) {
    const own = users.get(project.id) ?? [];
    work.emit(projectDetail, projectAudience(project), {
      ...presentShared(
        project,
        own.map((user) => user.userid),
      ),
      project_user: own.map(presentProjectUser),
    });
  }
}

/** Locks the members until the transaction ends: an event that names its receivers would otherwise miss a person who joins now. */
export const holdMembers = (work: Work, projectId: number) =>
  work.tx.selectFrom('projects').select('id').where('id', '=', projectId).forShare().execute();

/** Who is in it; access has been checked. */
export const listMemberIds = async (view: View, projectId: number): Promise<Set<number>> =>
  new Set((await listProjectUsers(view.tx, [projectId])).map((member) => member.userid));
