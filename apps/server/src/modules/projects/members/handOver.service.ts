import { projectAdded, projectDeleted } from '@atrium/contract/projects/projects.ts';
import { exitDialogs, joinDialogs } from '#modules/dialogs/members/membership.service';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { presentAllAdded } from '../create.service.ts';
import { forgetInFlows } from '../flows.service.ts';
import { watchHeadsOf } from '../heads.service.ts';
import { logChange } from '../log.service.ts';
import { bumpProject, bumpProjects, moveOwnership, setProjectOwner } from '../projects.queries.ts';
import {
  copyTaskParts,
  deletePassedParts,
  deletePassedPlaces,
  insertPassedPartLogs,
  insertReceiverPlaces,
  listSuccessors,
  listTaskDialogsOf,
  lockOwnedProjects,
  lockProjectsOf,
  makeProjectOwner,
  removeLeaverFromVisibleTo,
  renamePersonalProjects,
  setProjectsOwner,
} from './handOver.queries.ts';
import { recordHolders } from './holders.service.ts';
import { clearLost, markLost } from './lostIds.service.ts';
import { addMembers, announceDetail, announceDetails } from './members.service.ts';

/**
 * Transfers everything a person has in projects: membership, ownership, task roles and conversations. Then they leave.
 * The number of statements does not depend on the number of projects.
 */
export async function transferProjects(work: Work, leaver: number, receiver: number): Promise<void> {
  const { tx } = work;
  // The projects are locked in the order of ids, so that two people who leave at once do not deadlock.
  const held = await lockProjectsOf(tx, leaver);
  if (held.length === 0) return;
  const ids = held.map((row) => row.id);
  const owned = held.filter((row) => row.owner === 1).map((row) => row.id);
  const dialogs = await listTaskDialogs(work, ids, leaver);
  const announceHeads = await watchHeadsOf(work, ids);
  const added = await takePlaces(work, ids, owned, leaver, receiver);
  await nameAfter(work, owned, leaver);
  await clearLost(tx, 'project', added, [receiver]);
  await markLost(tx, 'project', ids, [leaver]);
  const fresh = await bumpProjects(tx, ids);
  const projectDialogs = fresh.map((project) => project.dialog_id);
  await joinDialogs(work, [...projectDialogs, ...dialogs.taken], [receiver], {
    inviter: work.caller.userid,
    important: true,
  });
  await exitDialogs(work, [...projectDialogs, ...dialogs.all], [leaver]);
  const isAdded = new Set(added);
  const shown = await presentAllAdded(
    work,
    fresh.filter((project) => isAdded.has(project.id)),
  );
  for (const project of shown) work.emit(projectAdded, toUsers(receiver), project);
  for (const { id, name, desc } of fresh) work.emit(projectDeleted, toUsers(leaver), { id, name, desc });
  await announceHeads();
  await announceDetails(work, fresh);
  await forgetInFlows(work, fresh, [leaver], receiver);
}

/**
 * Transfers the projects of a person who names no successor, each to another member, or without one to `heir`, who joins
 * it; 0 leaves those as they are. Personal projects, memberships and roles in tasks are not touched.
 */
export async function passOwnership(
  work: Work,
  { userid, department }: { userid: number; department: readonly number[] },
  heir: number,
): Promise<void> {
  const owned = await lockOwnedProjects(work.tx, userid);
  if (owned.length === 0) return;
  const ids = owned.map(({ id }) => id);
  const successors = await listSuccessors(work.tx, userid, department, ids);
  for (const project of owned) {
    const to = successors.get(project.id) ?? heir;
    if (to === 0) continue;
    await addMembers(work, project, [to]);
    await moveOwnership(work.tx, project.id, to, work.now);
    await setProjectOwner(work.tx, to, project.id);
    logChange(work, { project_id: project.id, detail: 'project.transfer', record: { userid: [to] } });
    await announceDetail(work, await bumpProject(work.tx, project.id));
  }
}

/** Conversations of these projects' tasks, and those among them that the leaver is in by a role. */
async function listTaskDialogs(work: Work, projectIds: readonly number[], leaver: number) {
  const rows = await listTaskDialogsOf(work.tx, leaver, projectIds);
  const all = rows.map((row) => row.dialog_id);
  return { all, taken: rows.filter((row) => row.member !== null).map((row) => row.dialog_id) };
}

/** @returns the projects that are new to the receiver */
async function takePlaces(
  work: Work,
  ids: readonly number[],
  owned: readonly number[],
  leaver: number,
  receiver: number,
): Promise<number[]> {
  const { tx } = work;
  const rows = await insertReceiverPlaces(tx, receiver, ids);
  await makeProjectOwner(tx, receiver, owned);
  await setProjectsOwner(tx, receiver, owned);
  await logParts(work, ids, leaver, receiver);
  await copyTaskParts(tx, receiver, ids, leaver);
  const parts = await deletePassedParts(tx, ids, leaver);
  const passed = parts.filter((part) => part.owner === 1).map((part) => part.task_id);
  if (passed.length > 0) recordHolders(work, { ids: passed }, 'transfer');
  await deletePassedPlaces(tx, ids, leaver);
  await removeLeaverFromVisibleTo(tx, leaver, ids);
  return rows.map((row) => row.project_id);
}

/**
 * The transfer is in each task's log only, so that the project's log stays readable. The roles are read before they are
 * transferred.
 */
async function logParts(work: Work, ids: readonly number[], leaver: number, receiver: number): Promise<void> {
  await insertPassedPartLogs(work.tx, work.caller.userid, leaver, receiver, ids);
}

/**
 * Names a transferred personal project and its conversation after its former owner. Names have 32 characters at most.
 */
async function nameAfter(work: Work, ids: readonly number[], leaver: number): Promise<void> {
  await renamePersonalProjects(work.tx, leaver, work.now, ids);
}
