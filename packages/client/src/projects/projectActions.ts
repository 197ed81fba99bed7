import type { InputOf } from '@atrium/contract/kit.ts';
import { filterSave } from '@atrium/contract/projects/filters.ts';
import { choicesFor, type FlowItem, statusFields } from '@atrium/contract/projects/flows.ts';
import * as projects from '@atrium/contract/projects/projects.ts';
import { taskFiledelete, taskUnrelate } from '@atrium/contract/projects/taskLinks.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import * as tasks from '@atrium/contract/projects/tasks.ts';
import { VISIBILITY } from '@atrium/contract/projects/visibility.ts';
import type { Scene } from '../live/frames.ts';
import { descriptionKey, formKey, subtaskForm } from '../sending/drafts.ts';
import { type Mutation, mutation, type OptimisticContext } from '../sending/mutations.ts';
import type { Draft } from '../store/rows.ts';
import { forgetTask, putTask } from '../store/taskEvents.ts';

function emptyTask({ now, me, tempId }: OptimisticContext<unknown>): Task {
  return {
    id: tempId,
    parent_id: 0,
    project_id: 0,
    column_id: 0,
    dialog_id: 0,
    flow_item_id: 0,
    flow_item_name: '',
    flow_item_status: '',
    flow_item_color: '',
    name: '',
    color: '',
    desc: '',
    start_at: null,
    end_at: null,
    archived_at: null,
    archived_userid: 0,
    deleted_at: null,
    deleted_userid: 0,
    complete_at: null,
    userid: me,
    visibility: VISIBILITY.project,
    p_level: 0,
    p_name: '',
    p_color: '',
    sort: 0,
    loop: 'never',
    loop_at: null,
    file_num: 0,
    msg_num: 0,
    sub_num: 0,
    sub_complete: 0,
    percent: 0,
    today: false,
    overdue: false,
    task_user: [],
    task_tag: [],
    owner: 0,
    assist: 0,
    created_at: now,
    updated_at: now,
  };
}

const peopleOf = (task: Task, owner: 0 | 1, userids: readonly number[]) =>
  userids.map((userid) => ({
    id: 0,
    project_id: task.project_id,
    task_id: task.id,
    task_pid: task.parent_id || task.id,
    userid,
    owner,
  }));

/** The task in an answer, without fields that only the answer has. */
export function takeTask(
  scene: Scene,
  answer: Task & { new_column?: unknown; is_visible?: number; update_marking?: unknown },
): void {
  const { new_column: _column, is_visible = 1, update_marking: _marking, ...task } = answer;
  if (is_visible === 0 || !scene.base.project.get(task.project_id)) return;
  putTask(scene, task);
}

const itemsOf = (draft: Draft, projectId: number): readonly FlowItem[] =>
  draft.project.get(projectId)?.project_flow_item ?? [];
const startStatus = (draft: Draft, projectId: number) =>
  statusFields(itemsOf(draft, projectId).find((item) => item.status === 'start'));

/** Shows a new task at once, at the end of its column or at the head. */
export function showNew(
  draft: Draft,
  input: InputOf<typeof tasks.taskAdd>,
  occasion: OptimisticContext<unknown>,
): void {
  const columns = [...draft.column.all()].filter((column) => column.project_id === input.project_id);
  columns.sort((a, b) => a.sort - b.sort || a.id - b.id);
  const column =
    columns.find(({ id, name }) => String(id) === input.column_id || name === input.column_id) ?? columns[0];
  if (!column) return;
  const sorts = [...draft.task.all()]
    .filter((task) => task.column_id === column.id && !task.parent_id)
    .map((task) => task.sort);
  const task = {
    ...emptyTask(occasion),
    project_id: input.project_id,
    column_id: column.id,
    name: input.name,
    color: input.color ?? '',
    p_level: input.p_level ?? 0,
    p_name: input.p_name ?? '',
    p_color: input.p_color ?? '',
    sort: input.top ? Math.min(0, ...sorts) - 1 : Math.max(0, ...sorts) + 1,
    visibility: input.visibility ?? VISIBILITY.project,
    task_tag: (input.task_tag ?? []).map(({ name, color = '' }, index) => ({ id: index + 1, name, color })),
    sub_num: input.subtasks?.length ?? 0,
    owner: Number(input.owner?.includes(occasion.me) ?? false),
    ...timesIn(input.times),
    ...startStatus(draft, input.project_id),
  };
  draft.task.put({
    ...task,
    task_user: [...peopleOf(task, 1, input.owner ?? []), ...peopleOf(task, 0, input.assist ?? [])],
  });
}

export const addTask = mutation('addTask', tasks.taskAdd, { optimistic: showNew, confirmed: takeTask });

export const addSubtask = mutation('addSubtask', tasks.taskAddsub, {
  optimistic(draft, { task_id, name }, occasion) {
    const main = draft.task.get(task_id);
    if (!main) return;
    const { project_id, column_id, start_at, end_at, visibility } = main;
    const task = {
      ...emptyTask(occasion),
      parent_id: main.id,
      project_id,
      column_id,
      start_at,
      end_at,
      visibility,
      name,
      owner: 1,
      ...startStatus(draft, project_id),
    };
    draft.task.put({ ...task, task_user: peopleOf(task, 1, [occasion.me]) });
    draft.task.patch(main.id, { sub_num: main.sub_num + 1 });
  },
  confirmed: takeTask,
  refused: (drafts, { task_id, name }) => drafts.giveBack(formKey(subtaskForm(task_id)), JSON.stringify(name)),
});

/** `complete_at`: a date completes, `false` reopens. */
export const updateTask = mutation('updateTask', tasks.taskUpdate, {
  optimistic(draft, input, { now, me }) {
    const task = draft.task.get(input.task_id);
    if (!task) return;
    draft.task.patch(task.id, {
      ...plainFields(input),
      ...timesIn(input.times),
      ...completion(input.complete_at, now),
      ...tickedStatus(draft, task, input),
    });
    takeStatus(draft, task, input.flow_item_id, now);
    if (input.column_id) moveFamily(draft, task.id, input.column_id);
    if (!input.owner && !input.assist) return;
    const of = (role: 0 | 1) => task.task_user.filter((person) => person.owner === role).map((person) => person.userid);
    const [owner, assist] = [input.owner ?? of(1), input.assist ?? of(0)];
    draft.task.patch(task.id, {
      task_user: [
        ...peopleOf(task, 1, owner),
        ...peopleOf(
          task,
          0,
          assist.filter((userid) => !owner.includes(userid)),
        ),
      ],
      owner: Number(owner.includes(me)),
      assist: Number(assist.includes(me) && !owner.includes(me)),
    });
  },
  confirmed: takeTask,
  refused: (drafts, { task_id, content }) => drafts.giveBack(descriptionKey(task_id), content ?? ''),
});

/** Changes the status; people follow when the server names them. */
function takeStatus(draft: Draft, task: Task, itemId: number | undefined, now: string): void {
  const item = itemId ? itemsOf(draft, task.project_id).find((each) => each.id === itemId) : undefined;
  if (!item) return;
  const isEnd = item.status === 'end';
  draft.task.patch(task.id, {
    ...statusFields(item),
    complete_at: isEnd ? (task.complete_at ?? now) : null,
    ...(isEnd && { percent: 100 }),
  });
  if (item.columnid > 0 && task.parent_id === 0 && draft.column.get(item.columnid))
    moveFamily(draft, task.id, item.columnid);
}

/** The status of a task after ticking it: the only end or start status, if there is just one. */
function tickedStatus(draft: Draft, task: Task, { complete_at, flow_item_id }: Update): Partial<Task> {
  if (complete_at === undefined || flow_item_id) return {};
  const status = complete_at === false || complete_at === '' ? 'start' : 'end';
  const [item, other] = itemsOf(draft, task.project_id).filter((each) => each.status === status);
  const isReachable = item && !other && choicesFor(itemsOf(draft, task.project_id), task).includes(item);
  return isReachable ? statusFields(item) : {};
}

type Update = InputOf<typeof tasks.taskUpdate>;
const SAME = ['name', 'color', 'visibility', 'p_level', 'p_name', 'p_color', 'loop'] as const;
const plainFields = (input: Update) =>
  Object.fromEntries(SAME.filter((key) => input[key] !== undefined).map((key) => [key, input[key]])) as Partial<Task>;

const completion = (wish: Update['complete_at'], now: string): Partial<Task> =>
  wish === undefined || wish === '' ? {} : { complete_at: wish === false ? null : now, ...(wish && { percent: 100 }) };

function timesIn(times: Update['times']): Partial<Task> {
  if (times === undefined) return {};
  const [start, end] = typeof times === 'string' ? times.split(',') : times;
  const full = (time: string | null | undefined) => (time ? (time.length === 16 ? `${time}:00` : time) : null);
  return { start_at: full(start), end_at: full(end) };
}

function moveFamily(draft: Draft, id: number, column_id: number): void {
  draft.task.patch(id, { column_id });
  for (const sub of [...draft.task.all()]) if (sub.parent_id === id) draft.task.patch(sub.id, { column_id });
}

/** Archives a task with its subtasks. To undo it, make the same call with `type: 'recovery'`. */
export const archiveTask = mutation('archiveTask', tasks.taskArchived, {
  optimistic(draft, { task_id, type = 'add' }, { now }) {
    const archived_at = type === 'add' ? now : null;
    for (const task of [...draft.task.all()]) {
      if (task.id === task_id || task.parent_id === task_id) draft.task.patch(task.id, { archived_at });
    }
  },
});

/**
 * Deletes a task with its subtasks. To undo it, make the same call with `type: 'recovery'`; the server's event restores
 * the task.
 */
export const removeTask = mutation('removeTask', tasks.taskRemove, {
  optimistic(draft, { task_id, type = 'delete' }) {
    if (type !== 'delete') return;
    for (const task of [...draft.task.all()]) if (task.parent_id === task_id) draft.task.remove(task.id);
    draft.task.remove(task_id);
  },
  confirmed(scene, { id }, { type = 'delete' }) {
    if (type === 'delete') forgetTask(scene, id);
  },
});

/** Screens reload the lists with the event. */
export const unrelateTasks = mutation('unrelateTasks', taskUnrelate, {});
export const deleteTaskFile = mutation('deleteTaskFile', taskFiledelete, {});

/** Sorts columns, or the open cards of columns. */
export const moveCards = mutation('moveCards', projects.projectSort, {
  optimistic(draft, { sort, only_column }) {
    for (const [place, { id, task = [] }] of sort.entries()) {
      if (only_column) draft.column.patch(id, { sort: place });
      else {
        for (const [index, taskId] of task.entries()) {
          moveFamily(draft, taskId, id);
          draft.task.patch(taskId, { sort: index });
        }
      }
    }
  },
});

export const addColumn = mutation('addColumn', projects.columnAdd, {
  optimistic(draft, { project_id, name, color = '' }, { now, tempId }) {
    const sorts = [...draft.column.all()]
      .filter((column) => column.project_id === project_id)
      .map((column) => column.sort);
    draft.column.put({
      id: tempId,
      project_id,
      name,
      color,
      sort: Math.max(-1, ...sorts) + 1,
      created_at: now,
      updated_at: now,
    });
  },
  confirmed(scene, { project_task: _none, ...column }) {
    if (scene.base.project.get(column.project_id)) scene.base.column.put(column);
  },
});

export const updateColumn = mutation('updateColumn', projects.columnUpdate, {
  optimistic(draft, { column_id, name, color }) {
    draft.column.patch(column_id, { ...(name !== undefined && { name }), ...(color !== undefined && { color }) });
  },
});

export const removeColumn = mutation('removeColumn', projects.columnRemove, {
  optimistic(draft, { column_id }) {
    for (const task of [...draft.task.all()]) if (task.column_id === column_id) draft.task.remove(task.id);
    draft.column.remove(column_id);
  },
});

export const topProject: Mutation<typeof projects.projectTop, { isOn: boolean }> = mutation(
  'topProject',
  projects.projectTop,
  {
    optimistic: (draft, { project_id }, { now, local }) =>
      draft.project.patch(project_id, { top_at: local.isOn ? now : null }),
    confirmed: (scene, { id, top_at }) => scene.base.project.patch(id, { top_at }),
  },
);

/** Saves the complete list of filters. The calls have one lane, so that the latest list is sent last. */
export const saveFilters = mutation('saveFilters', filterSave, { order: () => 'filters' });

export const projectMutations = {
  addTask,
  addSubtask,
  updateTask,
  archiveTask,
  removeTask,
  unrelateTasks,
  deleteTaskFile,
  moveCards,
  addColumn,
  updateColumn,
  removeColumn,
  topProject,
  saveFilters,
};
