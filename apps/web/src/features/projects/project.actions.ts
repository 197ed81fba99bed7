import { topProject } from '@atrium/client/projects/projectActions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { type FlowInput, flowDelete, flowSave } from '@atrium/contract/projects/flows.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import * as contract from '@atrium/contract/projects/projects.ts';
import { projectTemplateList, projectTemplateUse } from '@atrium/contract/projects/projectTemplates.ts';
import { tagDelete, tagSave } from '@atrium/contract/projects/tags.ts';
import { templateDefault, templateDelete, templateSave, templateSort } from '@atrium/contract/projects/taskExtras.ts';
import { taskArchived, taskLists, taskRemove } from '@atrium/contract/projects/tasks.ts';
import { systemColumnTemplate } from '@atrium/contract/workspace/settings.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export const openProject = (id: number) => client.opened.openProject(id);
export const closeProject = (id: number) => client.opened.closeProject(id);

export const pinProject = (project: Project) =>
  void client.mutate(topProject, { project_id: project.id }, { isOn: !project.top_at });

/** Returns the answer, or undefined if it was refused, after showing the error. */
async function answerOrNotify<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return undefined;
  }
}

export const addProject = (input: InputOf<typeof contract.projectAdd>) =>
  answerOrNotify(client.api.call(contract.projectAdd, input));
export const projectTemplates = () => client.api.call(projectTemplateList, {});
export const addFromTemplate = (input: InputOf<typeof projectTemplateUse>) =>
  answerOrNotify(client.api.call(projectTemplateUse, input));
export const updateProject = (input: InputOf<typeof contract.projectUpdate>) =>
  answerOrNotify(client.api.call(contract.projectUpdate, input));
export const archiveProject = (id: number) =>
  answerOrNotify(client.api.call(contract.projectArchived, { project_id: id }));
export const restoreProject = (id: number) =>
  answerOrNotify(client.api.call(contract.projectArchived, { project_id: id, type: 'recovery' }));
export const removeProject = (id: number) =>
  answerOrNotify(client.api.call(contract.projectRemove, { project_id: id }));
export const leaveProject = (id: number) => answerOrNotify(client.api.call(contract.projectExit, { project_id: id }));
export const setMembers = (id: number, userids: number[]) =>
  answerOrNotify(client.api.call(contract.projectUser, { project_id: id, userid: userids }));
/** The other members are read now, because somebody may have joined while the person was asked. */
export function removeMember(id: number, userid: number) {
  const members = client.store.get('project', id)?.project_user ?? [];
  return setMembers(
    id,
    members.map((member) => member.userid).filter((each) => each !== userid),
  );
}
export const transferProject = (id: number, userid: number) =>
  answerOrNotify(client.api.call(contract.projectTransfer, { project_id: id, owner_userid: userid }));
export const inviteLink = (id: number, refresh = false) =>
  answerOrNotify(client.api.call(contract.projectInvite, { project_id: id, refresh }));
const PAGE_SIZE = 50;

/** Reads the archived projects of which the person is a member. */
export const readArchivedProjects = (key: string, page: number) =>
  client.api.call(contract.projectLists, {
    archived: 'yes',
    getstatistics: false,
    page,
    pagesize: PAGE_SIZE,
    ...(key && { keys: { name: key } }),
  });

/** Reads the first pages of the projects that the person sees as a head of departments. */
export async function readTeamProjects(key: string, pages: number) {
  const projects: Project[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.api.read(contract.projectLists, {
      department_owner_ids: ['all'],
      page,
      pagesize: PAGE_SIZE,
      ...(key && { keys: { name: key } }),
    });
    projects.push(...answer.data);
    const hasMore = answer.next_page_url !== null;
    if (!hasMore || page === pages) return { projects, hasMore };
  }
}

export type HiddenKind = 'archived' | 'deleted';

/** Reads archived or deleted tasks, latest first; `key` is an id or a part of the name. */
export const readHiddenTasks = (projectId: number, kind: HiddenKind, key: string, page: number) =>
  client.api.call(taskLists, {
    project_id: projectId,
    parent_id: -1,
    page,
    pagesize: PAGE_SIZE,
    ...(key && { keys: { name: key } }),
    ...(kind === 'archived'
      ? { archived: 'yes' as const, sorts: { archived_at: 'desc' as const } }
      : { archived: 'all' as const, deleted: 'yes' as const, sorts: { deleted_at: 'desc' as const } }),
  });
export const restoreTask = (kind: HiddenKind, taskId: number) =>
  answerOrNotify(
    client.api.call(kind === 'archived' ? taskArchived : taskRemove, { task_id: taskId, type: 'recovery' }),
  );
export const deleteArchivedTask = (taskId: number) => answerOrNotify(client.api.call(taskRemove, { task_id: taskId }));

export const readProjectLog = (projectId: number, page: number) =>
  client.api.call(contract.projectLog, { project_id: projectId, page, pagesize: PAGE_SIZE });

export const readPermissions = (projectId: number) =>
  client.api.call(contract.projectPermission, { project_id: projectId });
export const savePermissions = (
  projectId: number,
  permissions: Partial<Record<contract.ProjectPermission, number[]>>,
) => answerOrNotify(client.api.call(contract.projectPermissionUpdate, { project_id: projectId, ...permissions }));

export const saveFlow = (project_id: number, flows: FlowInput[]) =>
  answerOrNotify(client.api.call(flowSave, { project_id, flows }));
export const deleteFlow = (project_id: number) => answerOrNotify(client.api.call(flowDelete, { project_id }));

export const saveTag = (input: InputOf<typeof tagSave>) => answerOrNotify(client.api.call(tagSave, input));
export const deleteTag = (id: number) => answerOrNotify(client.api.call(tagDelete, { id }));

export const saveTemplate = (input: InputOf<typeof templateSave>) =>
  answerOrNotify(client.api.call(templateSave, input));
export const deleteTemplate = (id: number) => answerOrNotify(client.api.call(templateDelete, { id }));
export const toggleDefaultTemplate = (project_id: number, id: number) =>
  answerOrNotify(client.api.call(templateDefault, { project_id, id }));

export const sortTemplates = (project_id: number, list: readonly number[]) =>
  answerOrNotify(client.api.call(templateSort, { project_id, list: [...list] }));

export const columnTemplates = () => client.api.call(systemColumnTemplate, {}).catch(() => []);
