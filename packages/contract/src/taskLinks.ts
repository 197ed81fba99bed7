import { type Static, Type } from 'typebox';
import { Count, call, DateTime, event, Id, Nullable } from './kit.ts';
import { TaskRef } from './tasks.ts';

/** A task that speaks of another, or is spoken of by it. */
export const TaskRelation = Type.Object({
  task_id: Id(),
  related_task_id: Id(),
  /** 1 = the task mentions the other one. */
  mention: Count(),
  /** 1 = the other one mentions the task. */
  mentioned_by: Count(),
  /** The message that did so last; 0 = a description. */
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
  summary: 'The tasks that a task mentions and is mentioned by, the latest first; those one may not see are left out.',
  access: 'user',
  input: Type.Object({ task_id: Id() }),
  output: Type.Object({ task_id: Id(), list: Type.Array(TaskRelation) }),
  errors: ['task.gone'],
});
export const taskUnrelate = call('project/task/related/delete', {
  summary: 'Forgets that two tasks are related, in both directions.',
  access: 'user',
  input: Type.Object({ task_id: Id(), related_task_id: Id() }),
  output: Type.Object({ task_id: Id(), related_task_id: Id() }),
  errors: ['task.gone', 'task.archived', 'project.permission'],
});

/** Whoever shows the related tasks asks for them again. */
export const taskRelationChanged = event('projectTask', 'relation', TaskRef);

export const taskLinkCalls = [taskRelated, taskUnrelate] as const;
export const taskLinkEvents = [taskRelationChanged] as const;
