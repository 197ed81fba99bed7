import { statusFields } from '@atrium/contract/projects/flows.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { applyTagChange } from '@atrium/contract/projects/tags.ts';
import type { DataOf, Reducers, Scene } from '../live/frames.ts';

type Shared = Pick<Project, 'id' | 'owner_userid' | 'name' | 'project_user'>;

export const projectReducers: Reducers = {
  'project/add': appear,
  'project/recovery': appear,
  'project/update': (scene, shared) => {
    scene.base.project.patch(shared.id, shared);
    nameTasks(scene, (task) => task.project_id === shared.id, { project_name: shared.name });
  },
  'project/detail': (scene, shared) => {
    scene.base.project.patch(shared.id, { ...shared, owner: ownerFor(scene, shared) });
    nameTasks(scene, (task) => task.project_id === shared.id, { project_name: shared.name });
    dropFormerMembers(scene, shared);
  },
  'project/delete': (scene, { id }) => forgetProject(scene, id),
  'project/archived': (scene, { id }) => forgetProject(scene, id),
  'project/sort': (scene, { columns, tasks }) => {
    for (const { id, sort } of columns) scene.base.column.patch(id, { sort });
    for (const { id, column_id, sort } of tasks) {
      const column_name = scene.base.column.get(column_id)?.name;
      scene.base.task.patch(id, { column_id, sort, ...(column_name !== undefined && { column_name }) });
    }
  },
  'project/flow': (scene, { id, flow }) => {
    const items = flow?.project_flow_item ?? [];
    scene.base.project.patch(id, { project_flow_item: items });
    // Renames of statuses are copied to tasks; tasks with a deleted status have none.
    for (const task of [...scene.base.task.all()]) {
      if (task.project_id !== id || task.flow_item_id === 0) continue;
      scene.base.task.patch(task.id, statusFields(items.find((item) => item.id === task.flow_item_id)));
    }
  },
  'project/tag': (scene, { id, from, to }) => {
    for (const task of [...scene.base.task.all()]) {
      if (task.project_id !== id || !task.task_tag.some((tag) => tag.name === from)) continue;
      scene.base.task.patch(task.id, { task_tag: applyTagChange(task.task_tag, from, to) });
    }
  },
  'project/heads': (scene, { lost }) => {
    for (const id of lost) forgetHeaded(scene, id);
    scene.tell('headed', 0);
  },
  'project/top': (scene, { id, top_at }) => scene.base.project.patch(id, { top_at }),
  'projectColumn/add': putColumn,
  'projectColumn/recovery': putColumn,
  'projectColumn/update': putColumn,
  'projectColumn/delete': (scene, { id, project_id }) => {
    for (const task of [...scene.base.task.all()]) if (task.column_id === id) scene.base.task.remove(task.id);
    scene.base.column.remove(id);
    if (scene.base.project.get(project_id)) scene.want('project', project_id);
  },
};

/** Adds a project that the person joined, with its columns. Its tasks are requested. */
function appear(scene: Scene, { project_column, ...shared }: DataOf<'project/add'>): void {
  const { department_readonly: wasReader, ...known } = scene.base.project.get(shared.id) ?? {};
  scene.base.project.put({ top_at: null, ...known, ...shared, owner: ownerFor(scene, shared) } as Project);
  if (wasReader) scene.tell('headed', 0);
  for (const column of [...scene.base.column.all()]) {
    if (column.project_id === shared.id && !project_column.some(({ id }) => id === column.id))
      scene.base.column.remove(column.id);
  }
  for (const column of project_column) scene.base.column.put(column);
  scene.want('project', shared.id);
  scene.want('tasks', shared.id);
}

const ownerFor = ({ me }: Scene, { project_user }: Shared) =>
  project_user?.find((member) => member.userid === me)?.owner ?? null;

/** Removes a former member's roles in the project's tasks, because there is no event for each task. */
function dropFormerMembers(scene: Scene, { id, project_user }: Shared): void {
  const members = new Set(project_user?.map((member) => member.userid));
  for (const task of [...scene.base.task.all()]) {
    if (task.project_id !== id || task.task_user.every((person) => members.has(person.userid))) continue;
    scene.base.task.patch(task.id, { task_user: task.task_user.filter((person) => members.has(person.userid)) });
  }
}

/** Removes a project that a head of departments no longer sees; a project of their own stays. */
function forgetHeaded(scene: Scene, id: number): void {
  const project = scene.base.project.get(id);
  if (!project || project.department_readonly) forgetProject(scene, id);
}

export function forgetProject(scene: Scene, id: number): void {
  for (const task of [...scene.base.task.all()]) if (task.project_id === id) scene.base.task.remove(task.id);
  for (const column of [...scene.base.column.all()]) if (column.project_id === id) scene.base.column.remove(column.id);
  scene.base.project.remove(id);
}

function putColumn(scene: Scene, column: DataOf<'projectColumn/add'>): void {
  // A column of a project that the person is not in is ignored: the event is late, or about a task that they read as a
  // guest.
  if (scene.base.project.get(column.project_id)) scene.base.column.put(column);
  nameTasks(scene, (task) => task.column_id === column.id, { column_name: column.name });
}

/** Tasks store their project's and column's names. */
function nameTasks(
  scene: Scene,
  isMeant: (task: { project_id: number; column_id: number }) => boolean,
  names: { project_name?: string; column_name?: string },
): void {
  for (const task of [...scene.base.task.all()]) if (isMeant(task)) scene.base.task.patch(task.id, names);
}
