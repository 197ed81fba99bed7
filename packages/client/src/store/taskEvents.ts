import { statusFields } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import type { Reducer, Scene } from '../live/frames.ts';

const idOf = (data: Record<string, unknown>) => Number(data['id']);

export const taskReducers: Record<string, Reducer> = {
  'projectTask/add': put,
  'projectTask/restore': put,
  'projectTask/update': put,
  'projectTask/archived': shelve,
  'projectTask/recovery': shelve,
  'projectTask/dialog': (scene, data) => scene.base.task.patch(idOf(data), { dialog_id: Number(data['dialog_id']) }),
  'projectTask/relation': (scene, data) => scene.tell('relations', idOf(data)),
  'projectTask/upload': filesChanged,
  'projectTask/filedelete': filesChanged,
  'projectTask/delete': (scene, data) => {
    for (const id of [idOf(data), ...idsOf(data)]) forgetTask(scene, id);
    recount(scene, Number(data['project_id']));
  },
};

/** Projects of others have no counts. */
function recount(scene: Scene, projectId: number): void {
  if (scene.base.project.get(projectId)) scene.want('project', projectId);
}

function filesChanged(scene: Scene, data: Record<string, unknown>): void {
  const { task_id, file_num, updated_at } = data as { task_id: number; file_num: number; updated_at: string };
  scene.base.task.patch(task_id, { file_num, updated_at });
  scene.tell('files', task_id);
}

function put(scene: Scene, data: Record<string, unknown>): void {
  const task = data as unknown as Task;
  if (task.is_guest || !scene.base.project.get(task.project_id)) return follow(scene, task);
  const from = scene.base.task.get(task.id)?.project_id ?? task.project_id;
  putTask(scene, task);
  // It has been moved: the other one counts less.
  if (from !== task.project_id) scene.want('project', from);
  // Its numbers, even where the task looks the same: it may have been loaded after them.
  scene.want('project', task.project_id);
  // Its time may be the same: two changes come within a second.
  scene.tell('content', task.id);
}

/** What somebody reads as a guest of its conversation is kept up to date while it is here. */
function follow(scene: Scene, task: Task): void {
  const isHere = [task.id, task.parent_id].some((id) => scene.base.task.get(id));
  if (!isHere) return;
  putTask(scene, task);
  scene.tell('content', task.id);
}

/** A task from an event, with the project's and column's names from the store: a rename may have come before. */
export function putTask({ base }: Scene, task: Task): void {
  const project = base.project.get(task.project_id);
  const column_name = base.column.get(task.column_id)?.name ?? task.column_name;
  // A person who left at the same moment may still be listed.
  const members = project?.project_user && new Set(project.project_user.map(({ userid }) => userid));
  const task_user = members ? task.task_user.filter(({ userid }) => members.has(userid)) : task.task_user;
  const items = project?.project_flow_item;
  const status = items && task.flow_item_id > 0 ? statusFields(items.find(({ id }) => id === task.flow_item_id)) : {};
  base.task.put({ ...task, ...status, project_name: project?.name ?? task.project_name, column_name, task_user });
}

/** Archived tasks stay in the store for open screens; lists leave them out. */
function shelve(scene: Scene, data: Record<string, unknown>): void {
  const { archived_at, archived_userid } = data as unknown as Task;
  for (const id of [idOf(data), ...idsOf(data)]) scene.base.task.patch(id, { archived_at, archived_userid });
  recount(scene, Number(data['project_id']));
}

const idsOf = (data: Record<string, unknown>) => (data['ids'] as number[] | undefined) ?? [];

/** With its subtasks. */
export function forgetTask(scene: Scene, id: number): void {
  for (const task of [...scene.base.task.all()]) if (task.parent_id === id) scene.base.task.remove(task.id);
  scene.base.task.remove(id);
}
