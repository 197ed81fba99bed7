import { type Static, Type } from 'typebox';
import { FILE_MODES } from '../files/fileModes.ts';
import { FILE_MAX_BYTES } from '../files/limits.ts';
import { Count, call, DateTime, event, Id, Nullable, OneOf, Upload } from '../kit.ts';
import { TaskRef } from './tasks.ts';

/** A task that mentions another, or is mentioned by it. */
export const TaskRelation = Type.Object({
  task_id: Id(),
  related_task_id: Id(),
  /** 1 = the task mentions the other one. */
  mention: Count(),
  /** 1 = the other one mentions the task. */
  mentioned_by: Count(),
  /** The message of the last mention; 0 = a description. */
  latest_msg_id: Count(),
  latest_at: DateTime(),
  task: Type.Object({
    id: Id(),
    name: Type.String(),
    project_id: Id(),
    project_name: Type.String(),
    column_id: Id(),
    column_name: Type.String(),
    complete_at: Nullable(DateTime()),
    archived_at: Nullable(DateTime()),
    flow_item_name: Type.String(),
    flow_item_status: Type.String(),
    flow_item_color: Type.String(),
  }),
});
export type TaskRelation = Static<typeof TaskRelation>;

export const taskRelated = call('project/task/related', {
  summary:
    'Lists the tasks that a task mentions or is mentioned by, newest first; those the caller cannot see are left out.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Type.Object({ task_id: Id(), list: Type.Array(TaskRelation) }),
  errors: ['task.gone'],
});
export const taskUnrelate = call('project/task/related/delete', {
  summary: 'Removes the relation between two tasks, in both directions.',
  access: 'user',
  input: Type.Object({ task_id: Id(), related_task_id: Id() }),
  output: Type.Object({ task_id: Id(), related_task_id: Id() }),
  errors: ['task.gone', 'task.archived', 'project.permission'],
});

/** A file of a task. */
export const TaskFile = Type.Object({
  id: Id(),
  project_id: Id(),
  task_id: Id(),
  name: Type.String(),
  /** Bytes. */
  size: Count(),
  ext: Type.String(),
  path: Type.String(),
  /** The same after `{{RemoteURL}}`; clients add `key`. */
  url: Type.String(),
  /** Path of the thumbnail; '' without one. */
  thumb: Type.String(),
  is_picture: Type.Boolean(),
  /** -1 if unknown. */
  width: Type.Integer(),
  height: Type.Integer(),
  userid: Count(),
  created_at: DateTime(),
});
export type TaskFile = Static<typeof TaskFile>;

export const taskFiles = call('project/task/files', {
  summary: 'Lists the latest 50 files of a task. They are added by `dialog/msg/sendfile` and `upload/*`.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Type.Array(TaskFile),
  errors: ['task.gone'],
});
/** Path of a picture that no description uses yet. */
const Picture = Type.Pick(TaskFile, ['name', 'size', 'ext', 'path', 'url', 'thumb', 'width', 'height']);
export type TaskPicture = Static<typeof Picture>;
export const taskPicture = call('project/task/picture', {
  summary:
    'Stores a picture for the description of a task that is about to be made in a project (`content` of `project/task/add`, ' +
    'with the address from here): with the description it is kept with the task. One that no description shows is gone after ten minutes.',
  access: 'user',
  input: Type.Object({ project_id: Id(), files: Upload({ maxBytes: FILE_MAX_BYTES, isBySetting: true }) }),
  output: Picture,
  errors: [
    'project.gone',
    'project.permission',
    'rate.limited',
    'upload.large',
    'file.empty',
    'file.not_picture',
    'file.broken',
    'file.pixels',
  ],
});
export const taskFiledetail = call('project/task/filedetail', {
  summary:
    'Returns a file of a task and how it is shown, with its text where it has some; `only_update_at`: only its time. The file itself: `project/task/filedown` with `file_id` and `down` (`yes`, `preview`).',
  access: 'user',
  input: Type.Object({ file_id: Id(), only_update_at: Type.Optional(OneOf('no', 'yes')) }),
  output: Type.Object({
    ...Type.Partial(TaskFile).properties,
    id: Id(),
    update_at: DateTime(),
    file_mode: Type.Optional(OneOf(...FILE_MODES)),
    /** Empty if it is not text. */
    content: Type.Optional(
      Type.Object({ type: Type.Optional(OneOf('md', 'text')), content: Type.Optional(Type.String()) }),
    ),
  }),
  errors: ['file.gone', 'task.gone'],
});
export const taskFiledelete = call('project/task/filedelete', {
  summary: 'Removes a file from its task; messages that show it keep it.',
  access: 'user',
  input: Type.Object({ file_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: ['file.gone', 'task.gone', 'task.archived', 'project.permission'],
});

/** Clients that show the related tasks reload them. */
export const taskRelationChanged = event('projectTask', 'relation', TaskRef);

const Counted = { task_id: Id(), file_num: Count(), updated_at: DateTime() };
export const taskUploaded = event('projectTask', 'upload', Type.Object(Counted));
export const taskFileDeleted = event('projectTask', 'filedelete', Type.Object({ id: Id(), ...Counted }));

export const taskLinkCalls = [
  taskRelated,
  taskUnrelate,
  taskFiles,
  taskPicture,
  taskFiledetail,
  taskFiledelete,
] as const;
export const taskLinkEvents = [taskRelationChanged, taskUploaded, taskFileDeleted] as const;
