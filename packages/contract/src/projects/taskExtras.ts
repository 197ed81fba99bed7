import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  Id,
  Ids,
  Line,
  MaybeId,
  MaybeInt,
  Nullable,
  Page,
  Paging,
  Range,
  Text,
} from '../kit.ts';
import { TaskUser } from './tasks.ts';

/** A template for tasks: a title and a description. */
export const TaskTemplate = Type.Object({
  id: Id(),
  project_id: Id(),
  name: Type.String(),
  title: Type.String(),
  content: Type.String(),
  sort: Type.Integer(),
  /** 1 = offered first; at most one per project. */
  is_default: Count(),
  userid: Count(),
  /** The number of tasks created with it, and the time of the last one. */
  use_count: Count(),
  last_used_at: Nullable(DateTime()),
});
export type TaskTemplate = Static<typeof TaskTemplate>;

/** A template of another project includes the project's name. */
export const FoundTemplate = Type.Object({ ...TaskTemplate.properties, project_name: Type.String() });
export type FoundTemplate = Static<typeof FoundTemplate>;

export const templateErrors = errors({
  'template.gone': { ret: 0 },
  'template.empty': { ret: 0 },
  'template.limit': { ret: 0 },
});
const OwnerOnly = ['project.gone', 'project.owner'] as const;

export const templateList = call('project/task/template_list', {
  summary: 'Lists the task templates of a project.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Type.Array(TaskTemplate),
  errors: ['project.gone'],
});
export const templateSave = call('project/task/template_save', {
  summary: 'Adds a task template, or changes one.',
  access: 'user',
  input: Type.Object({
    project_id: Id(),
    id: MaybeId(),
    name: Line({ minLength: 1, maxLength: 100 }),
    title: Type.Optional(Line({ maxLength: 255 })),
    content: Type.Optional(Text({ maxLength: 200000 })),
  }),
  output: TaskTemplate,
  errors: [...OwnerOnly, 'template.gone', 'template.empty', 'template.limit'],
});
export const templateDelete = call('project/task/template_delete', {
  summary: 'Deletes a task template.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['template.gone', 'project.owner'],
});
export const templateDefault = call('project/task/template_default', {
  summary: 'Makes a template the default, or removes that.',
  access: 'user',
  input: Type.Object({ id: Id(), project_id: Id() }),
  output: TaskTemplate,
  errors: [...OwnerOnly, 'template.gone'],
});

export const templateSort = call('project/task/template_sort', {
  summary: 'Sets the order of a project’s task templates.',
  access: 'user',
  input: Type.Object({ project_id: Id(), list: Ids(50) }),
  output: Empty(),
  errors: OwnerOnly,
});
export const templateVisible = call('project/task/template_visible', {
  summary:
    'Lists the task templates that a project can use: its own, then those that the caller’s other projects share.',
  access: 'user',
  input: Type.Object({ current_project_id: Id() }),
  output: Type.Array(FoundTemplate),
  errors: ['project.gone'],
});
export const templateSearch = call('project/task/template_search', {
  summary: 'Finds task templates by name, title or project among those that the caller’s projects share.',
  access: 'user',
  input: Type.Object({
    keyword: Type.Optional(Line({ maxLength: 100 })),
    page: MaybeInt({ minimum: 0, maximum: 1000 }),
    page_size: MaybeInt({ minimum: 0, maximum: 50 }),
  }),
  output: Type.Object({ total: Count(), page: Count(), page_size: Count(), items: Type.Array(FoundTemplate) }),
});

export const taskContentHistory = call('project/task/content_history', {
  summary: 'Lists the versions of a task’s description, newest first.',
  access: 'user',
  input: Type.Object({ task_id: Id(), ...Paging(20, 100) }),
  output: Page(Type.Object({ id: Id(), task_id: Id(), desc: Type.String(), userid: Count(), created_at: DateTime() })),
  errors: ['task.gone'],
});

export const taskBrowseSave = call('users/task/browse_save', {
  summary: 'Records that the caller viewed a task.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Empty(),
  errors: ['task.gone'],
});
export const taskBrowse = call('users/task/browse', {
  summary: 'Lists the tasks that the caller viewed last; archived and deleted ones are left out.',
  access: 'user',
  input: Type.Object({ limit: MaybeInt({ minimum: 1, maximum: 100 }) }),
  output: Type.Array(
    Type.Object({
      id: Id(),
      name: Type.String(),
      project_id: Id(),
      column_id: Id(),
      parent_id: Count(),
      flow_item_id: Count(),
      flow_item_name: Type.String(),
      flow_item_status: Type.String(),
      flow_item_color: Type.String(),
      complete_at: Nullable(DateTime()),
      archived_at: Nullable(DateTime()),
      browsed_at: DateTime(),
    }),
  ),
});

export const taskBrowseClean = call('users/task/browse_clean', {
  summary: 'Clears the caller’s recently viewed list, except the newest `keep_count` of each kind.',
  access: 'user',
  input: Type.Object({ keep_count: MaybeInt({ minimum: 0, maximum: 100 }) }),
  output: Type.Object({ deleted_count: Count() }),
});

export const taskSubdata = call('project/task/subdata', {
  summary: 'Returns how many subtasks a task has, and how many are completed.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Type.Object({ id: Id(), sub_num: Count(), sub_complete: Count(), percent: Count() }),
  errors: ['task.gone'],
});
export const taskEasylists = call('project/task/easylists', {
  summary: 'Lists open tasks of the given owners that overlap the given days, among those that the caller can see.',
  access: 'user',
  input: Type.Object({
    userid: Ids(100),
    /** Whole days, without times. */
    timerange: Range(),
    /** Excluded: the task being planned. */
    taskid: MaybeId(),
    ...Paging(100, 200),
  }),
  output: Page(
    Type.Object({
      id: Id(),
      name: Type.String(),
      project_id: Id(),
      project_name: Type.Optional(Type.String()),
      start_at: Nullable(DateTime()),
      end_at: Nullable(DateTime()),
      task_user: Type.Array(TaskUser),
    }),
  ),
});

export const taskExtraCalls = [
  taskSubdata,
  taskEasylists,
  templateList,
  templateSave,
  templateDelete,
  templateDefault,
  templateSort,
  templateVisible,
  templateSearch,
  taskContentHistory,
  taskBrowseSave,
  taskBrowse,
  taskBrowseClean,
] as const;
