import type { InputOf } from '@atrium/contract/kit.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import * as contract from '@atrium/contract/projects/projects.ts';
import { type Language, languages } from '@atrium/i18n/languages.ts';
import { lostIds } from '#modules/dialogs/dialogs.service';
import { announceGroupInfo, announceTaskInfo, closeDialog } from '#modules/dialogs/members/membership.service';
import { mayAddProjects } from '#modules/system/permits.service';
import { settingsOf } from '#modules/system/settings.service';
import { displayName } from '#modules/users/present.service';
import type { ProfileEdited } from '#modules/users/profileEdited.service';
import { keepActive, listActiveIds } from '#modules/users/users.service';
import { randomCode } from '#platform/crypto';
import { toUsers } from '#platform/events/events';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import { parseTime, wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { createProject, personalName, presentAdded } from './create.service.ts';
import { listFlowItems } from './flows.queries.ts';
import { emitToProject, headsOf, watchHeadsOf } from './heads.service.ts';
import { logChange } from './log.service.ts';
import { listGuests } from './members/guests.queries.ts';
import { announceArchivedToGuests } from './members/guests.service.ts';
import { clearLost, markLost } from './members/lostIds.service.ts';
import { addMembers, announceDetail, removeMembers } from './members/members.service.ts';
import {
  ownProjectFor,
  permissionsOf,
  projectAudience,
  projectFor,
  readableProjectFor,
  seesEveryProject,
} from './projects.access.ts';
import { presentProject, presentShared } from './projects.present.ts';
import {
  archiveProjectRow,
  archiveTasksOfProject,
  bumpProject,
  countInviteUse,
  countProjects,
  deleteColumnsOfProject,
  deleteProjectRow,
  deleteTasksOfProject,
  findPersonalProject,
  findProjectByInvite,
  findProjectUser,
  listColumns,
  listProjectUsers,
  listProjectViews,
  listStatistics,
  listTaskDialogIds,
  lockMembers,
  moveOwnership,
  type ProjectFilter,
  type ProjectRow,
  setInviteCode,
  setPermissions,
  setProjectOwner,
  toggleTop,
  updateProjectRow,
} from './projects.queries.ts';

export async function listProjects(view: View, input: InputOf<typeof contract.projectLists>) {
  const { userid } = view.caller;
  const [changed, deleted] = input.timerange ?? [null, null];
  const size = input.pagesize ?? 50;
  const page = input.page ?? 1;
  const heads = input.department_owner_ids;
  const all: ProjectFilter = {
    archived: input.archived ?? 'no',
    everyProject: Boolean(input.all) && seesEveryProject(view),
    ...(heads && { headed: { viewer: userid, ...(!heads.includes('all') && { heads: heads.filter(isNumber) }) } }),
    ...(input.type && input.type !== 'all' && { personal: input.type === 'personal' }),
  };
  const filter: ProjectFilter = {
    ...all,
    ...(input.keys?.name && { name: input.keys.name }),
    changedSince: parseTime(changed),
  };
  const [rows, total, totalAll, lost] = await Promise.all([
    listProjectViews(view.tx, userid, { ...filter, limit: size, offset: (page - 1) * size }),
    countProjects(view.tx, userid, filter),
    countProjects(view.tx, userid, all),
    page === 1 ? lostIds(view, 'project', parseTime(deleted)) : undefined,
  ]);
  const ids = rows.map((row) => row.id);
  const [statistics, columns] = await Promise.all([
    input.getstatistics === false ? [] : listStatistics(view.tx, userid, ids),
    input.getcolumn ? listColumns(view.tx, ids) : [],
  ]);
  const numbers = new Map(statistics.map((row) => [row.project_id, row]));
  return pageOf(view, contract.projectLists.path, {
    rows: rows.map((row) =>
      presentProject(row, {
        ...(input.getstatistics !== false && { statistics: numbers.get(row.id) ?? noTasks(row.id) }),
        ...(input.getcolumn && { columns: columns.filter((column) => column.project_id === row.id) }),
        withUserids: input.getuserid ?? false,
        isReadOnly: heads !== undefined,
      }),
    ),
    total,
    page,
    size,
    total_all: totalAll,
    ...(lost && { deleted_id: lost }),
  });
}

const isNumber = (id: number | 'all'): id is number => id !== 'all';

const noTasks = (project_id: number) => ({
  project_id,
  task_num: 0,
  task_complete: 0,
  task_my_num: 0,
  task_my_complete: 0,
});

/**
 * Projects with people and numbers, for the first load. It takes two more statements than the list, for any number of
 * projects.
 */
export async function listAllProjects(view: View): Promise<Project[]> {
  const rows = await listProjectViews(view.tx, view.caller.userid, {});
  const ids = rows.map((row) => row.id);
  const [users, statistics, items] = await Promise.all([
    listProjectUsers(view.tx, ids),
    listStatistics(view.tx, view.caller.userid, ids),
    listFlowItems(view.tx, ids),
  ]);
  const numbers = new Map(statistics.map((row) => [row.project_id, row]));
  const people = Map.groupBy(users, (user) => user.project_id);
  const flows = Map.groupBy(items, (item) => item.project_id);
  return rows.map((row) =>
    presentProject(row, {
      users: people.get(row.id) ?? [],
      statistics: numbers.get(row.id) ?? noTasks(row.id),
      flow: flows.get(row.id) ?? [],
    }),
  );
}

export async function oneProject(view: View, { project_id }: InputOf<typeof contract.projectOne>): Promise<Project> {
  const { isReadOnly } = await readableProjectFor(view, project_id);
  return presentFull(view, project_id, isReadOnly);
}

async function presentFull(view: View, id: number, isReadOnly = false): Promise<Project> {
  const filter: ProjectFilter = { ids: [id], archived: 'all', everyProject: isReadOnly };
  const [row] = await listProjectViews(view.tx, view.caller.userid, filter);
  if (!row) throw fail('project.gone', { project_id: id });
  const [users, statistics, flow] = await Promise.all([
    listProjectUsers(view.tx, [id]),
    listStatistics(view.tx, view.caller.userid, [id]),
    listFlowItems(view.tx, [id]),
  ]);
  return presentProject(row, { users, statistics: statistics[0] ?? noTasks(id), flow, isReadOnly });
}

const MAX_COLUMNS = 30;
export async function addProject(work: Work, input: InputOf<typeof contract.projectAdd>): Promise<Project> {
  if (!(await mayAddProjects(work))) throw fail('project.add');
  const listed = Array.isArray(input.columns) ? input.columns : (input.columns ?? '').split(',');
  const columns = listed.map((name) => truncate(name.trim(), 100)).filter(Boolean);
  if (columns.length > MAX_COLUMNS) throw fail('column.limit');
  if (input.personal) {
    const had = await findPersonalProject(work.tx, work.caller.userid);
    if (had) throw fail('project.personal');
  }
  const project = await createProject(work, {
    name: input.name,
    desc: input.desc ?? '',
    columns,
    personal: input.personal ?? false,
    withFlow: input.flow === 'open',
  });
  return presentFull(work, project.id);
}

function checkName(name: string): void {
  const length = [...name].length;
  if (length < 2 || length > 32) throw fail('project.name');
}

export async function updateProject(work: Work, input: InputOf<typeof contract.projectUpdate>): Promise<Project> {
  const before = await ownProjectFor(work, input.project_id);
  const { project_id, archive_days, ...sent } = input;
  if (sent.name !== undefined) checkName(sent.name);
  const announceHeads = await watchHeadsOf(work, [project_id]);
  const after = await updateProjectRow(
    work.tx,
    {
      ...sent,
      ...(archive_days && (sent.archive_method ?? before.archive_method) === 'custom' && { archive_days }),
      updated_at: work.now,
    },
    project_id,
  );
  if (after.name !== before.name) {
    logChange(work, { project_id, detail: 'project.rename', record: { change: [before.name, after.name] } });
    await announceGroupInfo(work, after.dialog_id, after.name, groupInfo(after));
  }
  if (after.desc !== before.desc) logChange(work, { project_id, detail: 'project.desc' });
  if (after.archive_method !== before.archive_method || after.archive_days !== before.archive_days) {
    logChange(work, { project_id, detail: 'project.archive_rule' });
  }
  if (after.department_owner_view !== before.department_owner_view)
    logChange(work, {
      project_id,
      detail: after.department_owner_view === 'open' ? 'project.heads_open' : 'project.heads_close',
    });
  await announceHeads();
  await announceUpdate(work, after);
  const guests = after.name === before.name ? [] : await listGuests(work.tx, project_id);
  // Guests' tasks show the project's name; everything else is for its members.
  if (guests.length > 0)
    work.emit(contract.projectUpdated, toUsers(...guests), { ...presentShared(after, []), desc: '' });
  return presentFull(work, project_id);
}

/** Gives a personal project its owner's new name, if it still has the name with which it was created. */
export const renamePersonalProject: ProfileEdited = async (work, before, after) => {
  if (displayName(before) === displayName(after)) return;
  const project = await findPersonalProject(work.tx, after.userid);
  if (!project || project.owner_userid !== after.userid || project.archived_at || project.deleted_at) return;
  const lang = (Object.keys(languages) as Language[]).find((each) => personalName(before, each) === project.name);
  if (lang) await updateProject(work, { project_id: project.id, name: personalName(after, lang) });
};

const groupInfo = (project: ProjectRow) => ({
  id: project.id,
  name: project.name,
  archived_at: wireTime(project.archived_at),
  deleted_at: wireTime(project.deleted_at),
});

async function announceUpdate(work: Work, project: ProjectRow): Promise<void> {
  const users = await listProjectUsers(work.tx, [project.id]);
  await emitToProject(
    work,
    contract.projectUpdated,
    project,
    presentShared(
      project,
      users.map((user) => user.userid),
    ),
  );
}

export async function setMembers(work: Work, input: InputOf<typeof contract.projectUser>) {
  await lockMembers(work.tx, input.project_id);
  const project = await ownProjectFor(work, input.project_id);
  const wanted = new Set(input.userid);
  const before = (await listProjectUsers(work.tx, [project.id])).map((user) => user.userid);
  const added = input.userid.filter((userid) => !before.includes(userid));
  const removed = before.filter((userid) => !wanted.has(userid));
  if (removed.includes(project.owner_userid)) throw fail('project.members');
  if ((await listActiveIds(work.tx, added)).length !== added.length) throw fail('project.members');
  await addMembers(work, project, added);
  await removeMembers(work, project, removed);
  for (const [detail, userid] of [
    ['project.members_added', added],
    ['project.members_removed', removed],
  ] as const) {
    if (userid.length > 0) logChange(work, { project_id: project.id, detail, record: { userid } });
  }
  return { id: project.id };
}

// Invite links -------------------------------------------------------------------------------------------------------

async function requireInvites(view: View): Promise<void> {
  if ((await settingsOf(view.app)).project_invite === 'close') throw fail('invite.closed');
}

export async function inviteLink(work: Work, input: InputOf<typeof contract.projectInvite>) {
  const project = await ownProjectFor(work, input.project_id);
  await requireInvites(work);
  if (project.invite_code && !input.refresh)
    return { url: inviteUrl(work, project.invite_code), num: project.invite_num };
  const code = Buffer.from(`${project.id},${work.caller.userid},${randomCode(18)}`).toString('base64url');
  await setInviteCode(work.tx, code, project.id);
  return { url: inviteUrl(work, code), num: 0 };
}

const inviteUrl = (view: View, code: string) => `${view.app.publicUrl}/manage/project/invite/${code}`;

async function invitedProject(view: View, code: string): Promise<ProjectRow> {
  const project = code ? await findProjectByInvite(view.tx, code) : undefined;
  if (!project) throw fail('invite.gone');
  return project;
}

async function presentInvite(view: View, project: ProjectRow) {
  const member = await findProjectUser(view.tx, project.id, view.caller.userid);
  const [row] = await listProjectViews(view.tx, view.caller.userid, { ids: [project.id], everyProject: true });
  if (!row) throw fail('invite.gone');
  return {
    id: project.id,
    project_id: project.id,
    num: project.invite_num,
    code: project.invite_code,
    already: Boolean(member),
    project: presentProject(row),
  };
}

export async function inviteInfo(view: View, { code }: InputOf<typeof contract.projectInviteInfo>) {
  const info = await presentInvite(view, await invitedProject(view, code));
  if (!info.already) await requireInvites(view);
  return info;
}

export async function joinByInvite(work: Work, { code }: InputOf<typeof contract.projectInviteJoin>) {
  await requireInvites(work);
  const project = await invitedProject(work, code);
  const added = await addMembers(work, project, [work.caller.userid]);
  if (added.length === 0) return presentInvite(work, project);
  logChange(work, { project_id: project.id, detail: 'project.invite_join', record: { userid: added } });
  const counted = await countInviteUse(work.tx, project.id);
  return presentInvite(work, counted);
}

// Owner, membership, end ---------------------------------------------------------------------------------------------

export async function transferProject(work: Work, input: InputOf<typeof contract.projectTransfer>): Promise<Project> {
  const target = input.owner_userid;
  const isActive = await keepActive(work.tx, target);
  await lockMembers(work.tx, input.project_id);
  const project = await ownProjectFor(work, input.project_id);
  if (!isActive) throw fail('user.gone');
  await addMembers(work, project, [target]);
  await moveOwnership(work.tx, project.id, target, work.now);
  await setProjectOwner(work.tx, target, project.id);
  logChange(work, { project_id: project.id, detail: 'project.transfer', record: { userid: [target] } });
  await announceDetail(work, await bumpProject(work.tx, project.id));
  return presentFull(work, project.id);
}

export async function exitProject(work: Work, { project_id }: InputOf<typeof contract.projectExit>) {
  await lockMembers(work.tx, project_id);
  const { project, isOwner } = await projectFor(work, project_id);
  if (isOwner) throw fail('project.leave');
  logChange(work, { project_id, detail: 'project.exit', record: { userid: [work.caller.userid] } });
  await removeMembers(work, project, [work.caller.userid]);
  return { id: project_id };
}

export async function archiveProject(
  work: Work,
  { project_id, type = 'add' }: InputOf<typeof contract.projectArchived>,
) {
  const project = await ownProjectFor(work, project_id, { archived: true });
  const isArchiving = type === 'add';
  if (isArchiving && project.archived_at) throw fail('project.archived');
  if (!isArchiving && !project.archived_at) throw fail('project.unarchived');
  const rows = await archiveTasksOfProject(
    work.tx,
    isArchiving
      ? { archived_at: work.now, archived_userid: work.caller.userid, archived_follow: 1, updated_at: work.now }
      : { archived_at: null, archived_userid: 0, archived_follow: 0, updated_at: work.now },
    project_id,
    isArchiving,
  );
  // Deleted tasks are left out, because they are shown to nobody.
  const tasks = rows.filter((task) => !task.deleted_at);
  const after = await archiveProjectRow(
    work.tx,
    {
      archived_at: isArchiving ? work.now : null,
      archived_userid: isArchiving ? work.caller.userid : 0,
      updated_at: work.now,
    },
    project_id,
  );
  const users = (await listProjectUsers(work.tx, [project_id])).map((user) => user.userid);
  logChange(work, { project_id, detail: isArchiving ? 'project.archive' : 'project.unarchive' });
  await announceGroupInfo(work, after.dialog_id, after.name, groupInfo(after));
  await announceTaskInfo(work, tasks);
  announceArchivedToGuests(work, tasks, users);
  if (isArchiving) {
    await markLost(work.tx, 'project', [project_id], users);
    await emitToProject(work, contract.projectArchivedEvent, after, {
      id: after.id,
      name: after.name,
      desc: after.desc,
    });
  } else {
    await clearLost(work.tx, 'project', [project_id]);
    work.emit(contract.projectRecovered, projectAudience(after), await presentAdded(work, after));
  }
  return { id: project_id };
}

export async function removeProject(work: Work, { project_id }: InputOf<typeof contract.projectRemove>) {
  await endProject(work, await ownProjectFor(work, project_id, { archived: true }));
  return { id: project_id };
}

/** Removes a project without asking for rights. */
export async function endProject(work: Work, project: ProjectRow): Promise<void> {
  const { tx, now } = work;
  const project_id = project.id;
  const users = (await listProjectUsers(tx, [project_id])).map((user) => user.userid);
  const dialogs = await listTaskDialogIds(tx, project_id);
  const guests = await listGuests(tx, project_id);
  const heads = await headsOf(work, project_id);
  await deleteProjectRow(tx, now, project_id);
  await deleteColumnsOfProject(tx, now, project_id);
  await deleteTasksOfProject(tx, now, work.caller.userid, project_id);
  await markLost(tx, 'project', [project_id], users);
  logChange(work, { project_id, detail: 'project.delete' });
  work.audit({ action: 'project.deleted', target: { type: 'project', id: project_id, name: project.name } });
  work.emit(contract.projectDeleted, toUsers(...users, ...heads), {
    id: project.id,
    name: project.name,
    desc: project.desc,
  });
  if (guests.length > 0)
    work.emit(contract.projectDeleted, toUsers(...guests), { id: project.id, name: project.name, desc: '' });
  for (const id of [project.dialog_id, ...dialogs.map((row) => row.dialog_id)]) await closeDialog(work, id);
}

export async function toggleProjectTop(work: Work, { project_id }: InputOf<typeof contract.projectTop>) {
  await projectFor(work, project_id, { archived: true });
  const row = await toggleTop(work.tx, work.now, project_id, work.caller.userid);
  const answer = { id: project_id, top_at: wireTime(row.top_at) };
  work.emit(contract.projectTopped, toUsers(work.caller.userid), answer);
  return answer;
}

export async function readPermissions(view: View, { project_id }: InputOf<typeof contract.projectPermission>) {
  const { project } = await projectFor(view, project_id);
  return { project_id, permissions: permissionsOf(project) };
}

export async function updatePermissions(work: Work, input: InputOf<typeof contract.projectPermissionUpdate>) {
  const { project_id, ...sent } = input;
  const project = await ownProjectFor(work, project_id);
  const valid = Object.entries(sent).map(([key, roles]) => {
    if (roles?.some((role) => role < 1 || role > 4)) throw fail('parameter', { name: key });
    // The owner always has every right.
    return [key, [...new Set([1, ...(roles ?? [])])].sort((a, b) => a - b)] as const;
  });
  const permissions = { ...permissionsOf(project), ...Object.fromEntries(valid) };
  await setPermissions(work.tx, JSON.stringify(permissions), work.now, project_id);
  return { project_id, permissions };
}
