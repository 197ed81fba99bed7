import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects/projects.ts';
import type { Static } from 'typebox';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { emitToHeads } from './heads.service.ts';
import { logChange } from './log.service.ts';
import { placesFor } from './places.ts';
import { projectAudience, projectFor, requirePermission, rolesOf } from './projects.access.ts';
import {
  listColumns,
  listHiddenViewers,
  lockColumns,
  lockSortable,
  type ProjectRow,
  placeTasks,
  sortColumns,
  type TaskPosition,
} from './projects.queries.ts';

/** Sorts columns and the open tasks in them. Completed tasks stay in place. */
export async function sortProject(work: Work, input: InputOf<typeof contract.projectSort>) {
  const { project, isOwner } = await projectFor(work, input.project_id);
  const roles = rolesOf(isOwner, { isTaskOwner: false, isAssistant: false });
  const known = new Set((await listColumns(work.tx, [project.id])).map((column) => column.id));
  const order = input.sort.filter((row) => known.has(row.id));
  const event = {
    id: project.id,
    name: project.name,
    desc: project.desc,
    columns: [] as { id: number; sort: number }[],
    tasks: [] as TaskPosition[],
  };
  if (input.only_column) {
    requirePermission(project, roles, 'task_list_sort');
    const rows = await sortColumns(
      work.tx,
      order.map((row) => row.id),
    );
    event.columns = rows;
    logChange(work, { project_id: project.id, detail: 'project.column_order' });
  } else {
    const moved = await moveTasks(work, project, isOwner, order);
    event.tasks = moved.map(({ id, column_id, sort }) => ({ id, column_id, sort }));
    announceMovesToGuests(work, project, moved);
    logChange(work, { project_id: project.id, detail: 'project.task_order' });
  }
  await announceSorted(work, project, event);
  return {};
}

/** Returns the tasks whose place changed, with their subtasks. Only these are written. */
async function moveTasks(
  { tx, caller }: Work,
  project: ProjectRow,
  isOwner: boolean,
  order: InputOf<typeof contract.projectSort>['sort'],
): Promise<Awaited<ReturnType<typeof placeTasks>>> {
  // This waits for subtasks that are being created, and columns that are being deleted.
  const wanted = order.flatMap((row) => row.task ?? []);
  const tasks = new Map(
    (await lockSortable(tx, project.id, { ...caller, isOwner }, wanted)).map((row) => [row.id, row]),
  );
  const columns = await lockColumns(
    tx,
    order.map((row) => row.id),
  );
  const held = new Set(columns.map((column) => column.id));
  const places = order.flatMap(({ id: column_id, task = [] }) => {
    if (!held.has(column_id)) return [];
    const here = [...new Set(task)].flatMap((id) => tasks.get(id) ?? []);
    const sorts = placesFor(here.map((row) => (row.column_id === column_id ? row.sort : undefined)));
    return here.map((row, index) => ({ id: row.id, column_id, sort: sorts[index] ?? 0 }));
  });
  const moved = places.filter(({ id, column_id, sort }) => {
    const before = tasks.get(id);
    return before?.column_id !== column_id || before.sort !== sort;
  });
  return moved.length === 0 ? [] : placeTasks(tx, moved);
}

/** Guests of a moved task are notified of that task. */
function announceMovesToGuests(
  work: Work,
  { id, name }: ProjectRow,
  moved: Awaited<ReturnType<typeof placeTasks>>,
): void {
  for (const { guests, ...task } of moved) {
    if (guests.length === 0) continue;
    work.emit(contract.projectSorted, toUsers(...guests), { id, name, desc: '', columns: [], tasks: [task] });
  }
}

/** Notifies everyone of the tasks that they may see, and no others. */
async function announceSorted(
  work: Work,
  project: ProjectRow,
  event: Static<(typeof contract.projectSorted)['data']>,
): Promise<void> {
  const viewers = await listHiddenViewers(
    work.tx,
    event.tasks.map((task) => task.id),
  );
  const common = event.tasks.filter((task) => !viewers.has(task.id));
  const users = new Set([...viewers.values()].flatMap((each) => [...each]));
  const audience = event.columns.length + common.length > 0 ? projectAudience(project) : toUsers(...users);
  // People who see the same tasks share an event.
  const visibleTasksOf = (userid: number) => event.tasks.filter((task) => viewers.get(task.id)?.has(userid) ?? true);
  const byVisibleTasks = Map.groupBy(users, (userid) => JSON.stringify(visibleTasksOf(userid)));
  const variants = [...byVisibleTasks].map(([tasks, each]) => ({
    users: each,
    patch: { tasks: JSON.parse(tasks) as unknown },
  }));
  if (event.columns.length + event.tasks.length === 0) return;
  work.emit(contract.projectSorted, audience, { ...event, tasks: common }, variants);
  if (event.columns.length + common.length > 0)
    await emitToHeads(work, contract.projectSorted, project, { ...event, tasks: common });
}
