import { topProject } from '@atrium/client/projectActions.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { Project } from '@atrium/contract/projects.ts';
import * as contract from '@atrium/contract/projects.ts';
import { systemColumnTemplate } from '@atrium/contract/system.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/notices.ts';

export const openProject = (id: number) => client.openProject(id);
export const closeProject = (id: number) => client.closeProject(id);

export const pinProject = (project: Project) =>
  void client.mutate(topProject, { project_id: project.id }, { isOn: !project.top_at }).catch(() => undefined);

/** The answer, or nothing where it was refused; the server's words have been shown. */
async function told<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return undefined;
  }
}

export const addProject = (input: InputOf<typeof contract.projectAdd>) =>
  told(client.api.call(contract.projectAdd, input));
export const updateProject = (input: InputOf<typeof contract.projectUpdate>) =>
  told(client.api.call(contract.projectUpdate, input));
export const archiveProject = (id: number) => told(client.api.call(contract.projectArchived, { project_id: id }));
export const removeProject = (id: number) => told(client.api.call(contract.projectRemove, { project_id: id }));
export const leaveProject = (id: number) => told(client.api.call(contract.projectExit, { project_id: id }));
export const setMembers = (id: number, userids: number[]) =>
  told(client.api.call(contract.projectUser, { project_id: id, userid: userids }));
export const transferProject = (id: number, userid: number) =>
  told(client.api.call(contract.projectTransfer, { project_id: id, owner_userid: userid }));
export const inviteLink = (id: number, refresh = false) =>
  told(client.api.call(contract.projectInvite, { project_id: id, refresh }));
export const columnTemplates = () => client.api.call(systemColumnTemplate, {}).catch(() => []);
