import { type Static, Type } from 'typebox';
import {
  Color,
  Count,
  call,
  Empty,
  errors,
  event,
  Id,
  Ids,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  Nullable,
  OneOf,
} from '../kit.ts';

export const FLOW_STATUSES = ['start', 'progress', 'test', 'end'] as const;
export type FlowStatus = (typeof FLOW_STATUSES)[number];
export const MAX_FLOW_ITEMS = 10;

/** A status of a project's workflow. */
export const FlowItem = Type.Object({
  id: Id(),
  project_id: Id(),
  flow_id: Id(),
  name: Type.String(),
  /** start = for new tasks, progress, test, end = completes the task. */
  status: OneOf(...FLOW_STATUSES),
  /** `#rrggbb`, or '' for the color of its kind. */
  color: Type.String(),
  /** The next statuses; always includes itself. */
  turns: Type.Array(Count()),
  /** The people who become owners of a task with this status. */
  userids: Type.Array(Count()),
  /**
   * add: in addition to the owners; replace: instead of the owners, who then assist; merge: together with the person who
   * moved the task, and the other owners assist.
   */
  usertype: OneOf('add', 'replace', 'merge'),
  /** 1 = only these people and the project's owner may change a task's status. */
  userlimit: Count(),
  /** The column for tasks with this status; 0 = unchanged. */
  columnid: Count(),
  sort: Type.Integer(),
});
export type FlowItem = Static<typeof FlowItem>;

export const Flow = Type.Object({
  id: Id(),
  project_id: Id(),
  name: Type.String(),
  project_flow_item: Type.Array(FlowItem),
});
export type Flow = Static<typeof Flow>;

/** A task stores it as `status|name|color`. A bare name has an unknown kind. */
export function decodeStatus(text: string): { status: string; name: string; color: string } {
  if (!text.includes('|')) return { status: '', name: text, color: '' };
  const [status = '', name = '', color = ''] = text.split('|');
  return { status, name, color };
}
export const encodeStatus = (item: Pick<FlowItem, 'status' | 'name' | 'color'>) =>
  `${item.status}|${item.name}|${item.color}`;

/** A task's status fields. */
export const statusFields = (item: Pick<FlowItem, 'id' | 'status' | 'name' | 'color'> | undefined) =>
  item
    ? {
        flow_item_id: item.id,
        flow_item_name: encodeStatus(item),
        flow_item_status: item.status as string,
        flow_item_color: item.color,
      }
    : { flow_item_id: 0, flow_item_name: '', flow_item_status: '', flow_item_color: '' };

/** A task's status. A task without one counts as having the start status or, if completed, the end status. */
export function currentItem<I extends Pick<FlowItem, 'id' | 'status'>>(
  items: readonly I[],
  task: { flow_item_id: number; complete_at: unknown },
): I | undefined {
  const kind = task.complete_at ? 'end' : 'start';
  return items.find((item) => item.id === task.flow_item_id) ?? items.find((item) => item.status === kind);
}

/** The next statuses of a task, in the order of the workflow, without its own. */
export function choicesFor<I extends Pick<FlowItem, 'id' | 'status' | 'turns'>>(
  items: readonly I[],
  task: { flow_item_id: number; complete_at: unknown },
): I[] {
  const current = currentItem(items, task);
  return items.filter((item) => current?.turns.includes(item.id) && item.id !== task.flow_item_id);
}

/** A restricted status lets only its people and the project's owner change it. */
export const mayLeaveStatus = (
  item: Pick<FlowItem, 'userlimit' | 'userids'> | undefined,
  userid: number,
  isProjectOwner: boolean,
): boolean => item?.userlimit !== 1 || isProjectOwner || item.userids.includes(userid);

export const flowErrors = errors({
  'flow.count': { ret: 0 },
  'flow.name': { ret: 0 },
  'flow.ends': { ret: 0 },
  'flow.people': { ret: 0 },
  'flow.member': { ret: 0 },
  'flow.same': { ret: 0 },
  'flow.gone': { ret: 0 },
  'flow.turn': { ret: 0 },
  'flow.limit': { ret: 0 },
  // Several statuses are possible: `flow_items` lists them, and the caller has to pick one.
  'flow.pick_end': { ret: -4005 },
  'flow.pick_start': { ret: -4006 },
});

const OwnerOnly = ['project.gone', 'project.owner'] as const;
/** An unknown id, such as a negative one, creates an item; `turns` can refer to it. */
const FlowInput = Type.Object({
  id: Type.Integer({ wire: 'int' }),
  name: Line({ maxLength: 50 }),
  status: OneOf(...FLOW_STATUSES),
  color: Type.Optional(Color({ maxLength: 7 })),
  turns: Type.Optional(ListOf(Type.Integer({ wire: 'int' }), 50)),
  userids: Type.Optional(Ids(20)),
  usertype: Type.Optional(OneOf('add', 'replace', 'merge')),
  userlimit: MaybeFlag(),
  columnid: MaybeId(),
});
export type FlowInput = Static<typeof FlowInput>;

export const flowList = call('project/flow/list', {
  summary: 'Lists the statuses of a project’s workflow; empty without a workflow.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Type.Array(Flow),
  errors: ['project.gone'],
});
export const flowSave = call('project/flow/save', {
  summary: 'Replaces the statuses of a project’s workflow; tasks follow.',
  access: 'user',
  input: Type.Object({ project_id: Id(), flows: ListOf(FlowInput, 50) }),
  output: Flow,
  errors: [...OwnerOnly, 'flow.count', 'flow.name', 'flow.ends', 'flow.people', 'flow.member'],
});
export const flowDelete = call('project/flow/delete', {
  summary: 'Deletes the workflow of a project; its tasks lose their status.',
  access: 'user',
  input: Type.Object({ project_id: Id() }),
  output: Empty(),
  errors: OwnerOnly,
});
export const taskFlow = call('project/task/flow', {
  summary: 'Returns a task’s status and the statuses it can change to.',
  access: 'user',
  input: Type.Object({ task_id: Id(), project_id: MaybeId() }),
  output: Type.Object({
    task_id: Id(),
    flow_item_id: Count(),
    flow_item_name: Type.String(),
    /** 1 if the current status assigns people. */
    auto_assign: Count(),
    turns: Type.Array(
      Type.Object({
        id: Id(),
        name: Type.String(),
        status: Type.String(),
        turns: Type.Array(Count()),
        color: Type.String(),
      }),
    ),
  }),
  errors: ['task.gone', 'project.gone'],
});
export const flowCalls = [flowList, flowSave, flowDelete, taskFlow] as const;

/** The project's current workflow, null if it was removed: tasks follow without events of their own. */
export const flowChanged = event('project', 'flow', Type.Object({ id: Id(), flow: Nullable(Flow) }));
export const flowEvents = [flowChanged] as const;
