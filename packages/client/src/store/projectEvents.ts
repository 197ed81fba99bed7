import { type Flow, statusFields } from '@atrium/contract/projects/flows.ts';
import type { Column, Project } from '@atrium/contract/projects/projects.ts';
import { retagged } from '@atrium/contract/projects/tags.ts';
import type { Reducer, Scene } from '../live/frames.ts';

type Shared = Pick<Project, 'id' | 'owner_userid' | 'name' | 'project_user'>;
const idOf = (data: Record<string, unknown>) => Number(data['id']);

export const projectReducers: Record<string, Reducer> = {
  'project/add': appear,
  'project/recovery': appear,
  'project/update': (scene, data) => {
    scene.base.project.patch(idOf(data), data as Partial<Project>);
    nameTasks(scene, (task) => task.project_id === idOf(data), { project_name: String(data['name']) });
  },
  'project/detail': (scene, data) => {
    const shared = data as unknown as Shared;
    scene.base.project.patch(shared.id, { ...shared, owner: ownerFor(scene, shared) });
    nameTasks(scene, (task) => task.project_id === shared.id, { project_name: shared.name });
    dropFormerMembers(scene, shared);
  },
  'project/delete': (scene, data) => forgetProject(scene, idOf(data)),
  'project/archived': (scene, data) => forgetProject(scene, idOf(data)),
  'project/sort': (scene, data) => {
    const { columns, tasks } = data as {
      columns: { id: number; sort: number }[];
      tasks: { id: number; column_id: number; sort: number }[];
    };
    for (const { id, sort } of columns) scene.base.column.patch(id, { sort });
    for (const { id, column_id, sort } of tasks) {
      const column_name = scene.base.column.get(column_id)?.name;
      scene.base.task.patch(id, { column_id, sort, ...(column_name !== undefined && { column_name }) });
    }
  },
  'project/flow': (scene, data) => {
    const items = (data['flow'] as Flow | null)?.project_flow_item ?? [];
    scene.base.project.patch(idOf(data), { project_flow_item: items });
    // Renamed statuses are carried to their tasks; those on one that is gone have none.
    for (const task of [...scene.base.task.all()]) {
      if (task.project_id !== idOf(data) || task.flow_item_id === 0) continue;
      scene.base.task.patch(task.id, statusFields(items.find((item) => item.id === task.flow_item_id)));
    }
  },
  'project/tag': (scene, data) => {
    const { from, to } = data as { from: string; to: { name: string; color: string } | null };
    for (const task of [...scene.base.task.all()]) {
      if (task.project_id !== idOf(data) || !task.task_tag.some((tag) => tag.name === from)) continue;
      scene.base.task.patch(task.id, { task_tag: retagged(task.task_tag, from, to) });
    }
  },
  'project/top': (scene, data) => scene.base.project.patch(idOf(data), { top_at: data['top_at'] as string | null }),
  'projectColumn/add': putColumn,
  'projectColumn/recovery': putColumn,
  'projectColumn/update': putColumn,
  'projectColumn/delete': (scene, data) => {
    for (const task of [...scene.base.task.all()]) if (task.column_id === idOf(data)) scene.base.task.remove(task.id);
    scene.base.column.remove(idOf(data));
    const project = Number(data['project_id']);
    if (scene.base.project.get(project)) scene.want('project', project);
  },
};

/** A project that is mine now, or again: it comes with its columns; its tasks are asked for. */
function appear(scene: Scene, data: Record<string, unknown>): void {
  const { project_column, ...shared } = data as unknown as Shared & { project_column: Column[] };
  const known = scene.base.project.get(shared.id);
  scene.base.project.put({ top_at: null, ...known, ...shared, owner: ownerFor(scene, shared) } as Project);
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

/** Who left a project has no role in its tasks any more; no event per task says so. */
function dropFormerMembers(scene: Scene, { id, project_user }: Shared): void {
  const members = new Set(project_user?.map((member) => member.userid));
  for (const task of [...scene.base.task.all()]) {
    if (task.project_id !== id || task.task_user.every((person) => members.has(person.userid))) continue;
    scene.base.task.patch(task.id, { task_user: task.task_user.filter((person) => members.has(person.userid)) });
  }
}

export function forgetProject(scene: Scene, id: number): void {
  for (const task of [...scene.base.task.all()]) if (task.project_id === id) scene.base.task.remove(task.id);
  for (const column of [...scene.base.column.all()]) if (column.project_id === id) scene.base.column.remove(column.id);
  scene.base.project.remove(id);
}

function putColumn(scene: Scene, data: Record<string, unknown>): void {
  const { project_task: _none, ...column } = data as unknown as Column & { project_task?: unknown };
  // Not of a project that is not mine: late news, or about a task that I read as its guest.
  if (scene.base.project.get(column.project_id)) scene.base.column.put(column);
  nameTasks(scene, (task) => task.column_id === column.id, { column_name: column.name });
}

/** Tasks carry their project's and column's names. */
function nameTasks(
  scene: Scene,
  isMeant: (task: { project_id: number; column_id: number }) => boolean,
  names: { project_name?: string; column_name?: string },
): void {
  for (const task of [...scene.base.task.all()]) if (isMeant(task)) scene.base.task.patch(task.id, names);
}
