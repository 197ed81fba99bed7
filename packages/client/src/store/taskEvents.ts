import { statusFields } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import type { DataOf, Reducers, Scene } from '../live/frames.ts';

export const taskReducers: Reducers = {
  'projectTask/add': put,
  'projectTask/restore': put,
  'projectTask/update': put,
  'projectTask/archived': setArchived,
  'projectTask/recovery': setArchived,
  'projectTask/dialog': (scene, { id, dialog_id }) => scene.base.task.patch(id, { dialog_id }),
  'projectTask/relation': (scene, { id }) => scene.tell('relations', id),
  'projectTask/upload': filesChanged,
  'projectTask/filedelete': filesChanged,
  'projectTask/delete': (scene, { id, ids, project_id }) => {
    // Other subtasks stay, because people who no longer see the main task may still see them.
    for (const each of [id, ...ids]) scene.base.task.remove(each);
    recount(scene, project_id);
  },
};

/** Requests new counts of a project; other people's projects have none. */
function recount(scene: Scene, projectId: number): void {
  if (scene.base.project.get(projectId)) scene.want('project', projectId);
}

function filesChanged(scene: Scene, { task_id, file_num, updated_at }: DataOf<'projectTask/upload'>): void {
  scene.base.task.patch(task_id, { file_num, updated_at });
  scene.tell('files', task_id);
}

function put(scene: Scene, task: Task): void {
  const project = scene.base.project.get(task.project_id);
  if (!project || (task.is_guest && !project.department_readonly)) return follow(scene, task);
  const from = scene.base.task.get(task.id)?.project_id ?? task.project_id;
  putTask(scene, task);
  // The task was moved, so the other project's count decreases.
  if (from !== task.project_id) scene.want('project', from);
  // The counts are requested even if the task looks the same, because it may have been loaded after them.
  scene.want('project', task.project_id);
  // Screens hear of it even if the task's time is the same, because two changes may be within a second.
  scene.tell('content', task.id);
}

/** A task that a guest reads by its conversation is updated while it is loaded. */
function follow(scene: Scene, task: Task): void {
  const isHere = [task.id, task.parent_id].some((id) => scene.base.task.get(id));
  if (!isHere) return;
  putTask(scene, task);
  scene.tell('content', task.id);
}

/**
 * Stores a task from an event, with the project's and column's names from the store: a rename may have arrived before.
 */
export function putTask({ base }: Scene, task: Task): void {
  const project = base.project.get(task.project_id);
  const column_name = base.column.get(task.column_id)?.name ?? task.column_name;
  // Former members are left out, because a person who left at the same moment may still be listed.
  const members = project?.project_user && new Set(project.project_user.map(({ userid }) => userid));
  const task_user = members ? task.task_user.filter(({ userid }) => members.has(userid)) : task.task_user;
  const items = project?.project_flow_item;
  const status = items && task.flow_item_id > 0 ? statusFields(items.find(({ id }) => id === task.flow_item_id)) : {};
  const reader = project?.department_readonly && { is_guest: true };
  base.task.put({
    ...task,
    ...reader,
    ...status,
    project_name: project?.name ?? task.project_name,
    column_name,
    task_user,
  });
}

/** Archives or restores tasks. Archived tasks stay in the store for open screens; lists leave them out. */
function setArchived(scene: Scene, data: DataOf<'projectTask/archived'>): void {
  const { id, ids, project_id, archived_at, archived_userid } = data;
  for (const each of [id, ...ids]) scene.base.task.patch(each, { archived_at, archived_userid });
  recount(scene, project_id);
}

/** Removes a task with its subtasks. */
export function forgetTask(scene: Scene, id: number): void {
  for (const task of [...scene.base.task.all()]) if (task.parent_id === id) scene.base.task.remove(task.id);
  scene.base.task.remove(id);
}
