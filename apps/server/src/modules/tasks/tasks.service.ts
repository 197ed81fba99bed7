import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { projectLog } from '@atrium/contract/projects/projects.ts';
import * as more from '@atrium/contract/projects/taskExtras.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll } from '@atrium/contract/projects/visibility.ts';
import { parseSearch } from '@atrium/richtext/search/searchQuery.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { lostIds } from '#modules/dialogs/dialogs.service';
import { readableProjectFor } from '#modules/projects/projects.access';
import { awaitOwnChange } from '#modules/searchIndex/match.service';
import { fail } from '#platform/fail';
import { jsonArray, serializedJson } from '#platform/http/jsonText';
import { pageOf } from '#platform/http/pagination';
import { parseTime } from '#platform/time/time';
import type { View } from '#platform/work';
import { presentLog } from './details/log.present.ts';
import { listTasksAsJson } from './reading/taskJson.service.ts';
import { taskFor, viewerOf } from './tasks.access.ts';
import { presentTask } from './tasks.present.ts';
import { countLog, countTasks, listLogRows, listTaskViews, type TaskFilter } from './tasks.queries.ts';

type ListInput = InputOf<typeof contract.taskLists>;
const DAY_MS = 86_400_000;

export async function listTasks(view: View, input: ListInput) {
  if (input.project_id) await readableProjectFor(view, input.project_id, { archived: true });
  if (input.from_dialog_id) await dialogFor(view, input.from_dialog_id);
  const main =
    input.parent_id && input.parent_id > 0 ? await taskFor(view, input.parent_id, { archived: true }) : undefined;
  if (main?.is_guest && !main.as_head) return listForGuest(view, main.id);
  const [changed, deleted] = input.timerange ?? [null, null];
  const size = input.pagesize ?? 100;
  const page = input.page ?? 1;
  const filter = filterOf(view, input, parseTime(changed));
  if (filter.name || filter.search) await awaitOwnChange(view);
  const viewer = await viewerOf(view);
  const [rows, total, lost] = await Promise.all([
    listTasksAsJson(view, viewer, { ...filter, limit: size, offset: (page - 1) * size }),
    countTasks(view.tx, viewer, filter),
    page === 1 ? lostIds(view, 'projectTask', parseTime(deleted)) : undefined,
  ]);
  const { data, ...rest } = pageOf(view, contract.taskLists.path, {
    rows,
    total,
    page,
    size,
    ...(lost && { deleted_id: lost }),
  });
  return serializedJson<OutputOf<typeof contract.taskLists>>(
    '{"data":',
    ...jsonArray(data),
    `,${JSON.stringify(rest).slice(1)}`,
  );
}

/** The subtasks of a task that a guest reads. */
async function listForGuest(view: View, parentId: number) {
  const size = 100;
  const filter: TaskFilter = { parentId, archived: 'all', limit: size };
  const rows = (await listTaskViews(view.tx, 'owner', filter)).map((row) =>
    presentTask({ ...row, is_guest: true }, view.caller.userid, view.now),
  );
  return pageOf(view, contract.taskLists.path, { rows, total: rows.length, page: 1, size });
}

function filterOf(view: View, input: ListInput, changedSince: Date | null): TaskFilter {
  const name = input.keys?.name ?? input.name;
  const status = input.keys?.status;
  const flow = requestedStatus(status);
  const [order] = Object.entries(input.sorts ?? {});
  const window = windowOf(input.time, view.now);
  const isSubtaskList = (input.parent_id ?? 0) > 0;
  const isEverywhere = input.scope === 'all_project';
  return {
    ...(input.project_id && { projectId: input.project_id }),
    ...(input.parent_id && { parentId: input.parent_id }),
    ...(input.owner !== undefined && { role: input.owner }),
    ...(input.from_dialog_id && { fromDialogId: input.from_dialog_id }),
    mine: !input.project_id && !input.from_dialog_id && !isSubtaskList && !isEverywhere,
    ...(name && (isEverywhere ? { search: parseSearch(name, view.now) } : { name })),
    ...(input.keys?.tag && { tag: input.keys.tag }),
    ...((status === 'completed' || status === 'uncompleted') && { completed: status === 'completed' }),
    ...(flow !== undefined && { status: flow }),
    archived: isSubtaskList ? 'all' : (input.archived ?? 'no'),
    deleted: input.deleted ?? 'no',
    ...(window && { window }),
    changedSince,
    ...(order && { order: { column: order[0] as 'end_at', direction: order[1] ?? 'asc' } }),
  };
}

/**
 * These people's tasks in those days, as far as the caller may see them. They are shown before these people get another
 * task.
 */
export async function listBusy(view: View, input: InputOf<typeof more.taskEasylists>) {
  const { userid } = view.caller;
  const [size, page] = [input.pagesize ?? 100, input.page ?? 1];
  const [from, to] = (input.timerange ?? [null, null]).map(parseTime);
  const filter: TaskFilter = {
    ownedBy: input.userid,
    completed: false,
    archived: 'no',
    ...(input.taskid && { except: input.taskid }),
    ...(from && to && { window: [dayOf(from), new Date(dayOf(to).getTime() + DAY_MS - 1)] }),
  };
  const [rows, total] = await Promise.all([
    listTaskViews(view.tx, userid, { ...filter, limit: size, offset: (page - 1) * size }),
    countTasks(view.tx, userid, filter),
  ]);
  const shown = rows.map((row) => {
    const { id, name, project_id, project_name, start_at, end_at, task_user } = presentTask(row, userid, view.now);
    return { id, name, project_id, project_name, start_at, end_at, task_user };
  });
  return pageOf(view, more.taskEasylists.path, { rows: shown, total, page, size });
}

const dayOf = (at: Date) => new Date(at.toISOString().slice(0, 10));

/** The progress of a task's subtasks. */
export async function readSubdata(view: View, { task_id }: InputOf<typeof more.taskSubdata>) {
  const task = presentTask(await taskFor(view, task_id), view.caller.userid, view.now);
  return { id: task.id, sub_num: task.sub_num, sub_complete: task.sub_complete, percent: task.percent };
}

/** `flow-12` is a status by id, `flow-Doing` by name. */
function requestedStatus(status: string | undefined): number | string | undefined {
  if (!status?.startsWith('flow-')) return undefined;
  const wish = status.slice(5);
  return /^\d{1,9}$/.test(wish) ? Number(wish) : wish;
}

function windowOf(time: ListInput['time'], now: Date): readonly [Date, Date] | undefined {
  const day = dayOf(now);
  const span = (from: Date, days: number) => [from, new Date(from.getTime() + days * DAY_MS - 1)] as const;
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  switch (time) {
    case undefined:
      return undefined;
    case 'today':
      return span(day, 1);
    case 'week':
      return span(new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS), 7);
    case 'month':
      return [new Date(Date.UTC(year, month, 1)), new Date(Date.UTC(year, month + 1, 1) - 1)];
    case 'year':
      return [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1) - 1)];
    default: {
      const [from, to] = (typeof time === 'string' ? time.split(',') : time).map((part) => parseTime(`${part ?? ''}`));
      return from && to ? [from, to] : undefined;
    }
  }
}

/** Open tasks with a role for the caller, subtasks included, each as JSON: for the dashboard. */
export const listMyTasks = (view: View): Promise<string[]> =>
  listTasksAsJson(view, view.caller.userid, { mine: true, completed: false, archived: 'no', limit: 2000 });

/** The given tasks that the caller may see, including archived ones. */
export async function listSeenTasks(view: View, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await listTaskViews(view.tx, await viewerOf(view), { ids, archived: 'all', limit: ids.length });
  return rows.map((row) => presentTask(row, view.caller.userid, view.now));
}

export async function oneTask(view: View, { task_id, archived = 'all' }: InputOf<typeof contract.taskOne>) {
  const task = await taskFor(view, task_id);
  const isWanted = archived === 'all' || (archived === 'yes') === Boolean(task.archived_at);
  if (!isWanted) throw fail('task.gone', { task_id, force: 1 });
  return {
    ...presentTask(task, view.caller.userid, view.now),
    visibility_appointor: isSeenByAll(task) ? [0] : task.visible_to,
  };
}

export async function listLog(view: View, input: InputOf<typeof projectLog>) {
  const size = input.pagesize ?? 20;
  const page = input.page ?? 1;
  if (input.task_id) await taskFor(view, input.task_id, { deleted: true });
  else if (input.project_id) await readableProjectFor(view, input.project_id, { archived: true });
  else throw fail('parameter', { name: 'project_id' });
  const of = input.task_id ? { taskId: input.task_id } : { projectId: input.project_id ?? 0 };
  const [rows, total] = await Promise.all([listLogRows(view.tx, of, page, size), countLog(view.tx, of)]);
  return pageOf(view, projectLog.path, {
    rows: rows.map((row) => presentLog(row, view.caller.lang, view.now)),
    total,
    page,
    size,
  });
}
