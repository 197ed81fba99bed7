import type { InputOf } from '@atrium/contract/kit.ts';
import { encodeStatus, type FlowItem } from '@atrium/contract/projects/flows.ts';
import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll, VISIBILITY } from '@atrium/contract/projects/visibility.ts';
import type { PriorityAnswer } from '@atrium/contract/workspace/settings.ts';
import { opensAny } from '#modules/dialogs/dialogs.access';
import { isSeenBy } from '#modules/dialogs/visibleTasks.access';
import { type ColumnPlace, columnAt, columnIdOf, lockColumn, lockedColumnOf } from '#modules/projects/columns.service';
import { flowItemsOf } from '#modules/projects/flows.service';
import { headsOf } from '#modules/projects/heads.service';
import { logChange } from '#modules/projects/log.service';
import { recordFirstHolders } from '#modules/projects/members/holders.service';
import { listMemberIds } from '#modules/projects/members/members.service';
import { notAllowed, type ProjectAccess, projectAudience, projectWith } from '#modules/projects/projects.access';
import { settingSection, settingsOf } from '#modules/system/settings.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { saveContent } from '../details/content.service.ts';
import { countUse } from '../details/templates.service.ts';
import { enqueueTaskNotifications, newTaskNotifications } from '../reading/notifications.service.ts';
import { taskFor } from '../tasks.access.ts';
import { announceTask, announceView, announceVisibility, readBack, viewersOfFamily } from '../tasks.events.ts';
import { presentTask } from '../tasks.present.ts';
import {
  addPeople,
  listOverloaded,
  listSubtasks,
  loadOf,
  type ProjectLoad,
  type TaskPerson,
  type TaskRow,
  type TaskView,
} from '../tasks.queries.ts';
import { compileTask, type ReservedTask, reserveTask } from './lifecycle.queries.ts';
import { parseTimes, spanOver } from './times.ts';
import { workingDayFor } from './workingDay.service.ts';

export const MAX_OPEN = 2000;
export const MAX_COLUMN = 500;
export const MAX_SUBTASKS = 50;

type AddInput = InputOf<typeof contract.taskAdd>;

/** A task has each tag name once: the last one wins. */
export const uniqueByName = <T extends { name: string }>(tags: readonly T[]): T[] => [
  ...new Map(tags.map((tag) => [tag.name, tag])).values(),
];

export function checkTaskName(name: string): void {
  const length = [...name].length;
  if (length < 1 || length > contract.TASK_NAME_CHARS) throw fail('task.name');
}

/** @throws task.people_limit  if a list has more people than a task can have in one role */
export function checkPeople(...lists: readonly (readonly number[] | undefined)[]): void {
  if (lists.some((userids) => new Set(userids).size > contract.TASK_PEOPLE)) throw fail('task.people_limit');
}

export async function addTask(work: Work, input: AddInput) {
  const { project_id } = input;
  // The right is checked in parallel: the results are discarded if the caller may not create a task here.
  const allowed = projectWith(work, project_id, 'task_add');
  const beside = Promise.all([
    firstStatus(work, project_id),
    targetColumnById(work, project_id, input.column_id),
    checkOwners(work, project_id, [
      ...(input.owner ?? []),
      ...(input.subtasks ?? []).flatMap((sub) => sub.owner ?? []),
    ]),
    reserveTask(work.tx),
  ]);
  // This prevents an unhandled rejection: the error is thrown where the result is awaited.
  beside.catch(() => undefined);
  const project = await allowed;
  checkTaskName(input.name);
  checkPeople(input.owner, input.assist, ...(input.subtasks ?? []).map((sub) => sub.owner));
  const [start, there, , reserved] = await beside;
  const { column, isNew, load } = there ?? (await targetColumnByName(work, project, input.column_id));
  const times = input.times ?? bounds(input);
  const workingDay = await workingDayFor(work, times, ...(input.subtasks ?? []).map((sub) => sub.times));
  const visibility = input.visibility ?? input.visibility_appoint ?? VISIBILITY.project;
  const common = { project, column, start, visibility };
  const parts = (input.subtasks ?? []).map((sub) => ({ ...sub, span: parseTimes(sub.times, 'ignore', workingDay) }));
  const task = await insertTask(work, {
    ...common,
    reserved,
    parent: null,
    name: input.name,
    times: spanOver(
      parseTimes(times, 'ignore', workingDay),
      parts.map((sub) => sub.span),
    ),
    owner: input.owner ?? [],
    assist: [...(input.assist ?? []), ...(input.add_assist ? [work.caller.userid] : [])],
    sort: input.top ? load.low - 1 : load.high + 1,
    visibleTo: visibility === VISIBILITY.chosen ? (input.visibility_appointor ?? []) : [],
    priority: await priorityOf(work, input),
    color: input.color ?? '',
    tags: input.task_tag ?? [],
    fromDialogId: await originOf(work, input.from_dialog_id),
  });
  if (input.content) await saveContent(work, task, input.content);
  if (input.template_id) countUse(work, input.template_id, project_id);
  const subtasks: InsertedTask[] = [];
  for (const sub of parts) {
    subtasks.push(
      await insertTask(work, {
        ...common,
        parent: task,
        name: sub.name,
        times: sub.span ?? { start_at: task.start_at, end_at: task.end_at },
        owner: sub.owner ?? [],
        assist: [],
        sort: 0,
        visibleTo: task.visible_to,
      }),
    );
  }
  logChange(work, { project_id: project.id, column_id: column.id, task_id: task.id, detail: 'task.create' });
  const viewOf = (row: InsertedTask): TaskView => ({
    ...row,
    sub_num: row === task ? subtasks.length : 0,
    sub_complete: 0,
    msg_num: 0,
    project_name: project.name,
    column_name: column.name,
    is_project_owner: true,
  });
  // The row is read again, because a description changes it.
  const row = input.content ? await readBack(work, task.id) : viewOf(task);
  await announceView(work, contract.taskAdded, row, await audienceOfNewTask(work, project, row));
  const family = subtasks.map(viewOf);
  for (const view of family) await announceView(work, contract.taskAdded, view);
  enqueueTaskNotifications(work, newTaskNotifications([row, ...family]));
  const { userid } = work.caller;
  return {
    ...presentTask(row, userid, work.now),
    ...(isNew && { new_column: column }),
    is_visible: Number(
      isSeenBy(row, { userid, isOwner: project.owner_userid === userid }, circleOf(row, input.subtasks ?? [])),
    ),
  };
}

const bounds = ({ start_at, end_at }: AddInput) => (end_at ? [start_at ?? '', end_at] : undefined);

/** Returns 0 if the conversation is gone meanwhile: a task that was waiting for the network is created nevertheless. */
const originOf = async (work: Work, dialogId = 0): Promise<number> =>
  dialogId > 0 && (await opensAny(work, [dialogId])) ? dialogId : 0;

/** The given priority, or the workspace's default. */
async function priorityOf({ app }: Work, { p_level, p_name, p_color }: AddInput): Promise<NewTask['priority']> {
  if (p_level !== undefined || p_name !== undefined)
    return { p_level: p_level ?? 0, p_name: p_name ?? '', p_color: p_color ?? '' };
  const usual = (await settingSection<PriorityAnswer[]>(app, 'priority', [])).find((each) => each.is_default === 1);
  return usual && { p_level: usual.priority, p_name: usual.name, p_color: usual.color };
}

interface TargetColumn extends ColumnPlace {
  load: ProjectLoad;
}

/** Locks the column with this id, and counts its tasks; undefined if there is no such column. */
async function targetColumnById(work: Work, projectId: number, wish = ''): Promise<TargetColumn | undefined> {
  const columnId = columnIdOf(wish);
  if (columnId === 0) return undefined;
  const [column, load] = await Promise.all([
    lockedColumnOf(work, projectId, columnId),
    loadWithinLimits(work, projectId, columnId),
  ]);
  return { column, isNew: false, load };
}

/** Finds the first column, or the one with that name, created if missing. */
async function targetColumnByName(work: Work, project: ProjectAccess['project'], wish?: string): Promise<TargetColumn> {
  const place = await columnAt(work, project, wish);
  return { ...place, load: await loadWithinLimits(work, project.id, place.column.id) };
}

/** Counts the tasks of a project and of a column. @throws task.limit, task.column_limit  if one of them is full */
export async function loadWithinLimits(work: Work, projectId: number, columnId: number): Promise<ProjectLoad> {
  const load = await loadOf(work.tx, projectId, columnId);
  if (load.open >= MAX_OPEN) throw fail('task.limit', { limit: MAX_OPEN });
  if (load.column >= MAX_COLUMN) throw fail('task.column_limit', { limit: MAX_COLUMN });
  return load;
}

/** The project's members if all of them see the new task; otherwise undefined, and the caller derives the audience. */
const audienceOfNewTask = async (work: Work, project: ProjectAccess['project'], task: TaskView) =>
  isSeenByAll(task) && (await headsOf(work, project.id)).length === 0 ? projectAudience(project) : undefined;

/** Everyone with a role in a new task or its subtasks. */
const circleOf = (task: TaskView, subtasks: readonly { owner?: readonly number[] }[]) =>
  new Set([...task.people.map(({ userid }) => userid), ...subtasks.flatMap(({ owner }) => owner ?? [])]);

async function checkOwners(work: Work, projectId: number, owners: readonly number[]): Promise<void> {
  if (owners.length === 0) return;
  const members = await listMemberIds(work, projectId);
  if (owners.some((userid) => !members.has(userid))) throw fail('task.member');
  const { task_user_limit: limit } = await settingsOf(work.app);
  if ((await listOverloaded(work.tx, owners, limit)).length > 0) throw fail('task.user_limit', { limit });
}

export const firstStatus = async (work: Work, projectId: number): Promise<FlowItem | undefined> =>
  (await flowItemsOf(work, projectId, { hold: true })).find((item) => item.status === 'start');

interface NewTask {
  /** The reserved id; by default one is reserved first. */
  reserved?: ReservedTask;
  project: ProjectAccess['project'];
  column: Pick<ColumnPlace['column'], 'id'>;
  parent: TaskRow | null;
  name: string;
  times: { start_at: Date | null; end_at: Date | null } | null;
  owner: readonly number[];
  assist: readonly number[];
  sort: number;
  /** The first status of the project's workflow. */
  start: FlowItem | undefined;
  visibility: number;
  visibleTo: readonly number[];
  priority?: { p_level: number; p_name: string; p_color: string } | undefined;
  color?: string;
  tags?: readonly { name: string; color?: string }[];
  /** The conversation in which the task is created. */
  fromDialogId?: number;
  repeat?: Pick<TaskRow, 'loop' | 'loop_at' | 'loop_day'>;
  source?: HandoffSource;
}

export type InsertedTask = TaskRow & { people: TaskPerson[] };

export async function insertTask(work: Work, input: NewTask): Promise<InsertedTask> {
  const { row: task, insertion } = compileTask(work.tx, input.reserved ?? (await reserveTask(work.tx)), {
    project_id: input.project.id,
    column_id: input.column.id,
    parent_id: input.parent?.id ?? 0,
    name: input.name,
    start_at: input.times?.start_at ?? null,
    end_at: input.times?.end_at ?? null,
    userid: work.caller.userid,
    sort: input.sort,
    ...(input.start && { flow_item_id: input.start.id, flow_item_name: encodeStatus(input.start) }),
    visibility: input.visibility,
    visible_to: [...input.visibleTo],
    ...(input.parent && { guests: input.parent.guests }),
    ...input.priority,
    ...input.repeat,
    color: input.color ?? '',
    from_dialog_id: input.fromDialogId ?? 0,
    task_tag: uniqueByName(input.tags ?? []).map((tag) => ({ name: tag.name, color: tag.color ?? '' })),
  });
  work.trail(insertion);
  // The status's people are added to the named ones.
  const owners = [...new Set([...input.owner, ...(input.start?.userids ?? [])])].slice(0, contract.TASK_PEOPLE);
  const people = await addPeople(work.tx, task, owners, input.assist);
  const had = people.filter((person) => person.owner === 1).map((person) => person.userid);
  recordFirstHolders(work, task.id, had, input.source ?? 'create');
  return { ...task, people };
}

/** @throws task.sub_limit */
export async function requireFreePlace(work: Work, mainId: number): Promise<void> {
  if ((await listSubtasks(work.tx, mainId)).length >= MAX_SUBTASKS)
    throw fail('task.sub_limit', { limit: MAX_SUBTASKS });
}

/** Adds a subtask that the caller owns. Its times and visibility are those of the main task. */
export async function addSubtask(work: Work, { task_id, name }: InputOf<typeof contract.taskAddsub>) {
  const main = await taskFor(work, task_id, { lock: true });
  if (main.is_guest) throw notAllowed('task_add');
  if (main.parent_id > 0) throw fail('task.main_only');
  if (main.archived_at) throw fail('task.archived', { task_id });
  if (main.complete_at) throw fail('task.completed');
  checkTaskName(name);
  const project = await projectWith(work, main.project_id, 'task_add');
  await requireFreePlace(work, main.id);
  await checkOwners(work, project.id, [work.caller.userid]);
  await lockColumn(work, main.column_id);
  const viewers = await viewersOfFamily(work, main.id);
  const task = await insertTask(work, {
    project,
    column: { id: main.column_id },
    parent: main,
    name,
    times: { start_at: main.start_at, end_at: main.end_at },
    owner: [work.caller.userid],
    assist: [],
    sort: 0,
    start: await firstStatus(work, project.id),
    visibility: main.visibility,
    visibleTo: main.visible_to,
  });
  logChange(work, {
    project_id: project.id,
    task_id: main.id,
    detail: 'task.create',
    record: { subtask: { id: task.id, parent_id: main.id, name } },
  });
  await announceVisibility(work, main, viewers, await viewersOfFamily(work, main.id));
  const view = await readBack(work, task.id);
  const answer = await announceView(work, contract.taskAdded, view);
  enqueueTaskNotifications(work, newTaskNotifications([view]));
  await announceTask(work, contract.taskUpdated, main.id);
  return { ...answer, owner: 1, assist: 0 };
}
