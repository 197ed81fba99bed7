import { type Static, Type } from 'typebox';
import { Dialog } from '../chat/dialogs.ts';
import {
  Color,
  Count,
  call,
  DateTime,
  errors,
  event,
  Id,
  Ids,
  Keys,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  Page,
  Paging,
  Range,
  Text,
} from '../kit.ts';
import { MaybeLoop } from './loops.ts';
import { Column } from './projects.ts';

export const TaskUser = Type.Object({
  id: Count(),
  project_id: Id(),
  task_id: Id(),
  /** The main task's id; the task's own for a main task. */
  task_pid: Id(),
  userid: Id(),
  /** 1 = owner, 0 = assistant. */
  owner: Count(),
});
export const TaskTag = Type.Object({ id: Count(), name: Type.String(), color: Type.String() });

/** A piece of work in a project. A subtask has a `parent_id` other than 0. */
/** Characters of the name of a task, as people count them. */
export const TASK_NAME_CHARS = 255;
/** Owners of a task, and its collaborators. */
export const TASK_PEOPLE = 10;
export const TASK_TAGS = 10;

export const Task = Type.Object({
  id: Id(),
  parent_id: Count(),
  project_id: Id(),
  column_id: Id(),
  dialog_id: Count(),
  /** 0 = without a status. */
  flow_item_id: Count(),
  /** `status|name|color`. */
  flow_item_name: Type.String(),
  flow_item_status: Type.String(),
  flow_item_color: Type.String(),
  name: Type.String(),
  color: Type.String(),
  /** A plain excerpt of the description, 100 characters at most. */
  desc: Type.String(),
  start_at: Nullable(DateTime()),
  /** Null while unplanned. */
  end_at: Nullable(DateTime()),
  archived_at: Nullable(DateTime()),
  archived_userid: Count(),
  deleted_at: Nullable(DateTime()),
  deleted_userid: Count(),
  /** Null while open. */
  complete_at: Nullable(DateTime()),
  userid: Count(),
  /** One of `VISIBILITY`. */
  visibility: Count(),
  p_level: Count(),
  p_name: Type.String(),
  p_color: Type.String(),
  sort: Type.Integer(),
  /** `never`, another word of `LOOPS`, or a number of days. */
  loop: Type.String(),
  /** The time at which the next occurrence is created. */
  loop_at: Nullable(DateTime()),
  file_num: Count(),
  msg_num: Count(),
  sub_num: Count(),
  sub_complete: Count(),
  percent: Count(),
  today: Type.Boolean(),
  overdue: Type.Boolean(),
  task_user: Type.Array(TaskUser),
  task_tag: Type.Array(TaskTag),
  /** For the viewer: 1 owner, 0 not. */
  owner: Count(),
  /** For the viewer: 1 assistant, 0 not. */
  assist: Count(),
  created_at: DateTime(),
  updated_at: DateTime(),
  project_name: Type.Optional(Type.String()),
  column_name: Type.Optional(Type.String()),
  visibility_appointor: Type.Optional(Type.Array(Count())),
  /** The viewer reads it as a guest, by its conversation: it is in none of their lists. */
  is_guest: Type.Optional(Type.Boolean()),
});
export type Task = Static<typeof Task>;

export const taskErrors = errors({
  'task.gone': { ret: -4002 },
  'task.has_open_subtasks': { ret: -4004 },
  'task.archived': { ret: 0 },
  'task.name': { ret: 0 },
  'task.limit': { ret: 0 },
  'task.column_limit': { ret: 0 },
  'task.sub_limit': { ret: 0 },
  'task.user_limit': { ret: 0 },
  'task.people_limit': { ret: 0 },
  'task.member': { ret: 0 },
  'task.claim': { ret: 0 },
  'task.completed': { ret: 0 },
  'task.parent_completed': { ret: 0 },
  'task.uncompleted': { ret: 0 },
  'task.sub_only': { ret: 0 },
  'task.log_gone': { ret: 0 },
  'task.main_only': { ret: 0 },
  'task.unarchived': { ret: 0 },
  'task.times': { ret: 0 },
  /** The target project has a workflow, and no status was given. */
  'task.pick_status': { ret: 102 },
  'task.unmoved': { ret: 0 },
});

/** Lists above ten are refused with `task.people_limit`, which states the limit. */
const People = () => Type.Optional(Ids(100));
/** `[start, end, remark?]`, each `YYYY-MM-DD HH:mm(:ss)`; empty = clear. */
const Times = () =>
  Type.Optional(
    Type.Unsafe<string | (string | null)[]>({
      anyOf: [
        { type: 'string' },
        { type: 'array', maxItems: 3, items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      ],
      wire: 'times',
    }),
  );
const Subtask = Type.Object({
  name: Line({ minLength: 1, maxLength: TASK_NAME_CHARS }),
  owner: People(),
  times: Times(),
});
const Tag = Type.Object({ name: Line({ minLength: 1, maxLength: 50 }), color: Type.Optional(Color()) });
const Priority = {
  p_level: MaybeInt({ minimum: 0, maximum: 100 }),
  p_name: Type.Optional(Line({ maxLength: 50 })),
  p_color: Type.Optional(Color()),
};

export const taskLists = call('project/task/lists', {
  summary: 'Lists tasks that the caller can see; without a project or a parent, those in which they have a role.',
  access: 'user',
  input: Type.Object({
    keys: Keys({
      name: Type.Optional(Line({ maxLength: TASK_NAME_CHARS })),
      tag: Type.Optional(Line({ maxLength: 50 })),
      status: Type.Optional(Line({ maxLength: 60 })),
    }),
    project_id: MaybeId(),
    parent_id: MaybeInt({ minimum: -1 }),
    /** Tasks made in this conversation, which the caller can open. */
    from_dialog_id: MaybeId(),
    owner: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, wire: 'int' })),
    name: Type.Optional(Line({ maxLength: TASK_NAME_CHARS })),
    time: Type.Optional(
      Type.Unsafe<string | (string | number | null)[]>({
        anyOf: [
          { type: 'string' },
          { type: 'array', maxItems: 2, items: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] } },
        ],
        wire: 'map',
      }),
    ),
    timerange: Range(),
    archived: Type.Optional(OneOf('no', 'yes', 'all')),
    deleted: Type.Optional(OneOf('no', 'yes', 'all')),
    /** Without a project: every task the caller may see, not only those with a role. */
    scope: Type.Optional(OneOf('all_project')),
    sorts: Keys({
      complete_at: Type.Optional(OneOf('asc', 'desc')),
      archived_at: Type.Optional(OneOf('asc', 'desc')),
      end_at: Type.Optional(OneOf('asc', 'desc')),
      deleted_at: Type.Optional(OneOf('asc', 'desc')),
    }),
    with_extend: Type.Optional(Line({ maxLength: 60 })),
    ...Paging(100, 2000),
  }),
  output: Page(Task),
  errors: ['project.gone', 'task.gone', 'dialog.gone'],
});
export const taskOne = call('project/task/one', {
  summary: 'Returns one task with the names of its project and column.',
  access: 'user',
  input: Type.Object({ task_id: Id(), archived: Type.Optional(OneOf('no', 'yes', 'all')) }),
  output: Task,
  errors: ['task.gone'],
});
export const taskAdd = call('project/task/add', {
  summary: 'Creates a task, with subtasks if given.',
  access: 'user',
  input: Type.Object({
    project_id: Id(),
    column_id: Type.Optional(Line({ maxLength: 100 })),
    name: Line(),
    content: Type.Optional(Text({ maxLength: 200000 })),
    times: Times(),
    /** Alternative to `times`. */
    start_at: Type.Optional(Line({ maxLength: 30 })),
    end_at: Type.Optional(Line({ maxLength: 30 })),
    owner: People(),
    assist: People(),
    add_assist: MaybeFlag(),
    subtasks: Type.Optional(ListOf(Subtask, 50)),
    ...Priority,
    color: Type.Optional(Color()),
    task_tag: Type.Optional(ListOf(Tag, 10)),
    top: MaybeFlag(),
    visibility: MaybeInt({ minimum: 1, maximum: 3 }),
    visibility_appoint: MaybeInt({ minimum: 1, maximum: 3 }),
    visibility_appointor: Type.Optional(Ids(100)),
    /** The template used: counted if the caller may use it. */
    template_id: MaybeId(),
    /** The conversation that it is made in, where people who see both find it; ignored unless the caller can open it. */
    from_dialog_id: MaybeId(),
  }),
  output: Type.Object({ ...Task.properties, new_column: Type.Optional(Column), is_visible: Count() }),
  errors: [
    'file.not_picture',
    'project.gone',
    'project.permission',
    'column.gone',
    'task.name',
    'task.limit',
    'task.column_limit',
    'task.sub_limit',
    'task.user_limit',
    'task.people_limit',
    'task.member',
    'task.times',
  ],
});
export const taskAddsub = call('project/task/addsub', {
  summary: 'Adds a subtask to an open task; the caller owns it.',
  access: 'user',
  input: Type.Object({ task_id: Id(), name: Line() }),
  output: Task,
  errors: [
    'task.gone',
    'task.completed',
    'task.archived',
    'task.main_only',
    'task.sub_limit',
    'task.name',
    'project.permission',
  ],
});
export const taskUpdate = call('project/task/update', {
  summary: 'Changes the given fields of a task.',
  access: 'user',
  input: Type.Object({
    task_id: Id(),
    name: Type.Optional(Line()),
    times: Times(),
    /** For main tasks: the recurrence. */
    loop: MaybeLoop(),
    owner: People(),
    assist: People(),
    content: Type.Optional(Text({ maxLength: 200000 })),
    color: Type.Optional(Color()),
    column_id: MaybeId(),
    task_tag: Type.Optional(ListOf(Tag, 10)),
    visibility: MaybeInt({ minimum: 1, maximum: 3 }),
    visibility_appoint: MaybeInt({ minimum: 1, maximum: 3 }),
    visibility_appointor: Type.Optional(Ids(100)),
    ...Priority,
    /** The new status. Its kind decides about completion; `complete_at` beside it is ignored. */
    flow_item_id: MaybeId(),
    /** A date completes, `false` reopens. */
    complete_at: Type.Optional(
      Type.Unsafe<string | boolean>({ anyOf: [{ type: 'string' }, { type: 'boolean' }], wire: 'map' }),
    ),
  }),
  output: Type.Object({
    ...Task.properties,
    update_marking: Type.Object({
      is_update_project: Type.Boolean(),
      is_update_content: Type.Boolean(),
      is_update_maintask: Type.Boolean(),
      is_update_subtask: Type.Boolean(),
    }),
  }),
  errors: [
    'task.gone',
    'task.archived',
    'task.has_open_subtasks',
    'task.claim',
    'task.completed',
    'task.uncompleted',
    'task.parent_completed',
    'task.name',
    'task.times',
    'task.people_limit',
    'column.gone',
    'project.permission',
    'flow.same',
    'flow.gone',
    'flow.turn',
    'flow.limit',
    'flow.pick_end',
    'flow.pick_start',
  ],
});
export const taskArchived = call('project/task/archived', {
  summary: 'Archives a completed task with its subtasks, or restores it (`recovery`).',
  access: 'user',
  input: Type.Object({ task_id: Id(), type: Type.Optional(OneOf('add', 'recovery')) }),
  output: Type.Object({ id: Id(), archived_at: Nullable(DateTime()), archived_userid: Count() }),
  errors: [
    'task.gone',
    'task.main_only',
    'task.uncompleted',
    'task.archived',
    'task.unarchived',
    'project.gone',
    'project.permission',
  ],
});
export const taskRemove = call('project/task/remove', {
  summary: 'Deletes a task with its subtasks and dialog, or restores it (`recovery`).',
  access: 'user',
  input: Type.Object({ task_id: Id(), type: Type.Optional(OneOf('delete', 'recovery')) }),
  output: Type.Object({ id: Id() }),
  errors: [
    'task.gone',
    'task.archived',
    'task.parent_completed',
    'task.sub_limit',
    'project.gone',
    'project.permission',
  ],
});
const Place = Type.Object({
  task_id: Id(),
  project_id: Id(),
  column_id: Id(),
  flow_item_id: MaybeId(),
  owner: People(),
  assist: People(),
  /** For projects without a workflow. */
  completed: MaybeFlag(),
});
const moveErrors = [
  'task.gone',
  'task.archived',
  'task.main_only',
  'task.people_limit',
  'task.claim',
  'task.has_open_subtasks',
  'task.limit',
  'task.column_limit',
  'task.pick_status',
  'project.gone',
  'project.permission',
  'column.gone',
  'flow.gone',
] as const;
/** The main task is complete and comes first; subtasks have only their column and rank. */
const Moved = Type.Object({
  ...Type.Partial(Task).properties,
  id: Id(),
  project_id: Id(),
  column_id: Id(),
  project_name: Type.String(),
  column_name: Type.String(),
});
export const taskMove = call('project/task/move', {
  summary:
    'Moves a task with its subtasks to another column or project; people who are not members there lose their roles.',
  access: 'user',
  input: Place,
  output: Type.Array(Moved),
  errors: [...moveErrors, 'task.unmoved'],
});
export const taskCopy = call('project/task/copy', {
  summary: 'Copies a task with its description and its subtasks, which are open again.',
  access: 'user',
  input: Place,
  output: Task,
  errors: moveErrors,
});
export const taskReset = call('project/task/resetfromlog', {
  summary: 'Resets a task to before a change of status in its log (`id`): status, completion, people.',
  access: 'user',
  input: Type.Object({ task_id: Id(), id: Id() }),
  output: Task,
  errors: [
    'task.gone',
    'task.archived',
    'task.log_gone',
    'task.has_open_subtasks',
    'task.parent_completed',
    'flow.gone',
    'project.permission',
  ],
});
export const taskUpgrade = call('project/task/upgrade', {
  summary: 'Converts a subtask to a task.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Type.Object({ task: Task, parent: Task }),
  errors: ['task.gone', 'task.archived', 'task.sub_only', 'task.limit', 'task.column_limit', 'project.permission'],
});
export const taskContent = call('project/task/content', {
  summary: 'Returns a task’s description; {} without one.',
  access: 'user',
  input: Type.Object({ task_id: Id(), history_id: MaybeId() }),
  output: Type.Object({
    id: Type.Optional(Id()),
    project_id: Type.Optional(Id()),
    task_id: Type.Optional(Id()),
    userid: Type.Optional(Count()),
    desc: Type.Optional(Type.String()),
    content: Type.Optional(Type.String()),
    created_at: Type.Optional(DateTime()),
    name: Type.Optional(Type.String()),
  }),
  errors: ['task.gone'],
});
export const taskDialog = call('project/task/dialog', {
  summary: 'Returns the task’s dialog, created on first use.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Type.Object({ id: Id(), dialog_id: Id(), dialog_data: Dialog }),
  errors: ['task.gone', 'task.main_only', 'project.permission'],
});

export const taskCalls = [
  taskLists,
  taskOne,
  taskAdd,
  taskAddsub,
  taskUpdate,
  taskArchived,
  taskRemove,
  taskMove,
  taskCopy,
  taskUpgrade,
  taskReset,
  taskContent,
  taskDialog,
] as const;

export const TaskRef = Type.Object({
  id: Id(),
  parent_id: Count(),
  project_id: Id(),
  column_id: Id(),
  dialog_id: Count(),
  visibility: Count(),
});
export const taskAdded = event('projectTask', 'add', Task);
export const taskRestored = event('projectTask', 'restore', Task);
export const taskUpdated = event('projectTask', 'update', Task);
/**
 * `ids` are the tasks of a family that its receivers see: a main task with its subtasks, or only subtasks. Others of the
 * family are not affected for them. The same holds for `delete`.
 */
const TaskShelved = Type.Object({
  ...TaskRef.properties,
  archived_at: Nullable(DateTime()),
  archived_userid: Count(),
  ids: Type.Array(Id()),
});
export const taskArchivedEvent = event('projectTask', 'archived', TaskShelved);
export const taskRecovered = event('projectTask', 'recovery', TaskShelved);
export const taskDialogMade = event('projectTask', 'dialog', TaskRef);
export const taskDeleted = event(
  'projectTask',
  'delete',
  Type.Object({ ...TaskRef.properties, ids: Type.Array(Id()) }),
);
export const taskEvents = [
  taskAdded,
  taskRestored,
  taskUpdated,
  taskArchivedEvent,
  taskRecovered,
  taskDialogMade,
  taskDeleted,
] as const;
