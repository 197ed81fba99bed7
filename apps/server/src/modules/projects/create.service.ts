import { projectAdded } from '@atrium/contract/projects/projects.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { AccountCreated } from '#modules/auth/signUp/accountCreated.service';
import { createGroup } from '#modules/dialogs/members/membership.service';
import { displayName, type UserRecord } from '#modules/users/present.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { insertFirstColumns, insertFirstMembers, insertProject, setProjectDialog } from './create.queries.ts';
import { listFlowItems, presentFlowItem } from './flows.queries.ts';
import { createDefaultFlow } from './flows.service.ts';
import { watchHeadsOf } from './heads.service.ts';
import { logChange } from './log.service.ts';
import { presentColumn, presentProjectUser, presentShared } from './projects.present.ts';
import { listColumns, listProjectUsers, type ProjectRow } from './projects.queries.ts';

/** The number of code points of a project's name. */
const NAME_CHARS = 32;

export interface NewProject {
  name: string;
  desc: string;
  columns: readonly string[];
  personal: boolean;
  /** Besides the caller, who owns it. */
  members?: readonly number[];
  withFlow?: boolean;
}

/** Creates a project, its columns and its conversation; the caller owns it. Access has been checked. */
export async function createProject(work: Work, input: NewProject): Promise<ProjectRow> {
  const { tx, caller } = work;
  const length = [...input.name].length;
  if (length < 2 || length > 32) throw fail('project.name');
  const members = [...new Set([caller.userid, ...(input.members ?? [])])];
  const made = await insertProject(tx, {
    name: input.name,
    desc: input.desc,
    userid: caller.userid,
    owner_userid: caller.userid,
    personal: Number(input.personal),
  });
  const announceHeads = await watchHeadsOf(work, [made.id]);
  await insertFirstMembers(
    tx,
    members.map((userid) => ({ project_id: made.id, userid, owner: Number(userid === caller.userid) })),
  );
  const names = input.columns.length > 0 ? input.columns : [translate(caller.lang, 'word.default_column')];
  await insertFirstColumns(
    tx,
    names.map((name, sort) => ({ project_id: made.id, name, sort })),
  );
  if (input.withFlow) await createDefaultFlow(work, made);
  const dialog = await createGroup(work, {
    groupType: 'project',
    name: input.name,
    ownerId: 0,
    linkId: made.id,
    members,
    important: true,
  });
  const project = await setProjectDialog(tx, dialog.id, made.id);
  logChange(work, { project_id: project.id, detail: 'project.create' });
  work.emit(projectAdded, toUsers(...members), await presentAdded(work, project));
  await announceHeads();
  return project;
}

/** Everything a client needs about projects that it does not know yet. */
export async function presentAllAdded(work: Work, projects: readonly ProjectRow[]) {
  const ids = projects.map((project) => project.id);
  const users = Map.groupBy(await listProjectUsers(work.tx, ids), (row) => row.project_id);
  const columns = Map.groupBy(await listColumns(work.tx, ids), (row) => row.project_id);
  const flow = Map.groupBy(await listFlowItems(work.tx, ids), (row) => row.project_id);
  return projects.map((project) => {
    const own = users.get(project.id) ?? [];
    return {
      ...presentShared(
        project,
        own.map((user) => user.userid),
      ),
      project_user: own.map(presentProjectUser),
      project_column: (columns.get(project.id) ?? []).map(presentColumn),
      project_flow_item: (flow.get(project.id) ?? []).map(presentFlowItem),
    };
  });
}

export async function presentAdded(work: Work, project: ProjectRow) {
  const [shown] = await presentAllAdded(work, [project]);
  if (!shown) throw new Error('a project was not presented');
  return shown;
}

/** Creates a new account's personal project. */
export const addPersonalProject: AccountCreated = async (work, user, lang) => {
  await createProject(work, { name: personalName(user, lang), desc: '', columns: [], personal: true });
};

/** The name that a personal project has until its owner renames it. */
export function personalName(user: UserRecord, lang: Language): string {
  const name = translate(lang, 'word.personal_project', { name: displayName(user) });
  return [...name].slice(0, NAME_CHARS).join('');
}
