import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { wireTime } from '#platform/time/time';
import { type FlowItemRow, presentFlowItem } from './flows.queries.ts';
import type { ColumnRow, ProjectRow, ProjectUserRow, ProjectView, Statistics } from './projects.queries.ts';

export const presentColumn = (column: ColumnRow): Column => ({
  id: column.id,
  project_id: column.project_id,
  name: column.name,
  color: column.color,
  sort: column.sort,
  created_at: wireTime(column.created_at),
  updated_at: wireTime(column.updated_at),
});

export const presentProjectUser = (row: ProjectUserRow) => ({
  id: row.id,
  project_id: row.project_id,
  userid: row.userid,
  owner: row.owner,
});

/** The fields that every member gets. */
export const presentShared = (project: ProjectRow, people: readonly number[]) => ({
  id: project.id,
  name: project.name,
  desc: project.desc,
  userid: project.userid,
  personal: project.personal,
  archive_method: project.archive_method,
  archive_days: project.archive_days,
  task_template_share: project.task_template_share,
  department_owner_view: project.department_owner_view,
  user_simple: `${people.length}|${people.slice(0, 3).join(',')}`,
  dialog_id: project.dialog_id,
  owner_userid: project.owner_userid,
  archived_at: wireTime(project.archived_at),
  archived_userid: project.archived_userid,
  created_at: wireTime(project.created_at),
  updated_at: wireTime(project.updated_at),
});

export interface ProjectExtras {
  users?: ProjectUserRow[];
  columns?: ColumnRow[];
  statistics?: Statistics;
  flow?: FlowItemRow[];
  withUserids?: boolean;
  /** The viewer sees it as a head of departments. */
  isReadOnly?: boolean;
}

const percent = (done: number, all: number) => (all === 0 ? 0 : Math.floor((done / all) * 100));

export function presentProject(view: ProjectView, extras: ProjectExtras = {}): Project {
  const numbers = extras.statistics;
  return {
    ...presentShared(view, view.people ?? []),
    owner: view.owner,
    top_at: wireTime(view.top_at),
    ...(extras.isReadOnly && { department_readonly: true }),
    ...(extras.users && { project_user: extras.users.map(presentProjectUser) }),
    ...(extras.columns && { project_column: extras.columns.map(presentColumn) }),
    ...(extras.flow && { project_flow_item: extras.flow.map(presentFlowItem) }),
    ...(extras.withUserids && { userid_list: view.people }),
    ...(numbers && {
      task_num: numbers.task_num,
      task_complete: numbers.task_complete,
      task_percent: percent(numbers.task_complete, numbers.task_num),
      task_my_num: numbers.task_my_num,
      task_my_complete: numbers.task_my_complete,
      task_my_percent: percent(numbers.task_my_complete, numbers.task_my_num),
    }),
  };
}
