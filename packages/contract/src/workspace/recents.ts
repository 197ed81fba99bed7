import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Nullable, OneOf } from '../kit.ts';

const kinds = ['task', 'file', 'task_file', 'message_file'] as const;

/** A recently viewed item. The fields after `browsed_at` depend on its kind. */
export const Recent = Type.Object({
  record_id: Id(),
  type: OneOf(...kinds),
  id: Id(),
  name: Type.String(),
  source_type: OneOf('project', 'filesystem', 'project_task', 'dialog'),
  source_id: Count(),
  browsed_at: DateTime(),
  project_id: Type.Optional(Count()),
  project_name: Type.Optional(Type.String()),
  parent_id: Type.Optional(Count()),
  column_id: Type.Optional(Count()),
  flow_item_id: Type.Optional(Count()),
  flow_item_name: Type.Optional(Type.String()),
  flow_item_status: Type.Optional(Type.String()),
  flow_item_color: Type.Optional(Type.String()),
  complete_at: Type.Optional(Nullable(DateTime())),
  ext: Type.Optional(Type.String()),
  size: Type.Optional(Count()),
  url: Type.Optional(Type.String()),
  task_id: Type.Optional(Count()),
  task_name: Type.Optional(Type.String()),
  dialog_id: Type.Optional(Count()),
  dialog_name: Type.Optional(Type.String()),
  /** For files of the file area: type and folder (0 = top level). */
  file_type: Type.Optional(Type.String()),
  folder_id: Type.Optional(Count()),
});
export type Recent = Static<typeof Recent>;

export const recentErrors = errors({ 'recent.gone': { ret: 0 } });

export const recentBrowse = call('users/recent/browse', {
  summary: 'Lists the tasks and files that the caller viewed last; those they can no longer see are left out.',
  access: 'user',
  input: Type.Object({
    type: Type.Optional(OneOf(...kinds)),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2147483647, wire: 'int0' })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, wire: 'clamp' })),
  }),
  output: Type.Object({ list: Type.Array(Recent), page: Count(), page_size: Count(), total: Count() }),
});
export const recentDelete = call('users/recent/delete', {
  summary: 'Removes an entry of the caller’s recently viewed list; `id` is its `record_id`.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Empty(),
  errors: ['recent.gone'],
});

export const recentCalls = [recentBrowse, recentDelete] as const;
