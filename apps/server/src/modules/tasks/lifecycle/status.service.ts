import type { InputOf } from '@atrium/contract/kit.ts';
import {
  choicesFor,
  currentItem,
  encodeStatus,
  type FlowItem,
  mayLeaveStatus,
  type taskFlow,
} from '@atrium/contract/projects/flows.ts';
import { TASK_PEOPLE } from '@atrium/contract/projects/tasks.ts';
import { listProjectColumnsOf } from '#modules/projects/columns.service';
import { flowItemsOf } from '#modules/projects/flows.service';
import { listMemberIds } from '#modules/projects/members/members.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { taskFor } from '../tasks.access.ts';
import type { TaskRow, TaskView } from '../tasks.queries.ts';
import { insertStep } from './lifecycle.queries.ts';

export async function readFlow(view: View, { task_id }: InputOf<typeof taskFlow>) {
  const task = await taskFor(view, task_id);
  const items = await flowItemsOf(view, task.project_id);
  const current = currentItem(items, task);
  const turns = items.filter((item) => current?.turns.includes(item.id));
  return {
    task_id,
    flow_item_id: current?.id ?? 0,
    flow_item_name: current ? encodeStatus(current) : '',
    auto_assign: Number((current?.userids.length ?? 0) > 0),
    turns: turns.map(({ id, name, status, turns: next, color }) => ({ id, name, status, turns: next, color })),
  };
}

/** One change of a task's status, before it is carried out. */
export interface Step {
  item: FlowItem;
  label: string;
  /** The name of its previous status. */
  from: string;
  /** True completes, false reopens, null changes nothing. */
  completes: boolean | null;
  /** Roles with their people, in the order to set them. */
  people: (readonly [role: 0 | 1, userids: number[]])[];
  /** The column that the task moves to; 0 = it stays in its column. */
  columnId: number;
}

/**
 * Returns the effects of a new status. The workflow is locked until the change is committed.
 *
 * @throws flow.same, flow.gone, flow.turn, flow.limit
 */
export async function planStep(work: Work, task: TaskView, itemId: number): Promise<Step> {
  const items = await flowItemsOf(work, task.project_id, { hold: true });
  if (itemId === task.flow_item_id) throw fail('flow.same');
  const item = items.find((each) => each.id === itemId);
  if (!item) throw fail('flow.gone');
  const current = currentItem(items, task);
  if (current && !current.turns.includes(item.id)) throw fail('flow.turn', { name: item.name });
  if (!mayLeaveStatus(current, work.caller.userid, task.is_project_owner)) throw fail('flow.limit');
  const isEnd = item.status === 'end';
  return {
    item,
    label: encodeStatus(item),
    from: current?.name ?? '',
    completes: isEnd === Boolean(task.complete_at) ? null : isEnd,
    people:
      item.userids.length > 0
        ? peopleAfter(task, item, work.caller.userid, await listMemberIds(work, task.project_id))
        : [],
    // A subtask stays in its task's column.
    columnId: task.parent_id > 0 ? 0 : await columnOf(work, item),
  };
}

/** The column may have been deleted since the status was bound to it. */
async function columnOf(work: Work, { project_id, columnid }: FlowItem): Promise<number> {
  if (columnid === 0) return 0;
  const columns = await listProjectColumnsOf(work, [project_id]);
  return columns.some((column) => column.id === columnid) ? columnid : 0;
}

/** The people of a task after the change. Only current members of the project count among a status's people. */
function peopleAfter(task: TaskView, item: FlowItem, mover: number, members: ReadonlySet<number>): Step['people'] {
  const named = item.userids.filter((userid) => members.has(userid));
  if (named.length === 0) return [];
  const had = (role: number) => task.people.filter((person) => person.owner === role).map((person) => person.userid);
  if (item.usertype === 'add') return [[1, atMost([...had(1), ...named])]];
  const owners = atMost(item.usertype === 'merge' && members.has(mover) ? [...named, mover] : named);
  // A subtask has no assistants: its previous owners lose their role.
  if (task.parent_id > 0) return [[1, owners]];
  const helpers = atMost([...had(0), ...had(1)].filter((userid) => !owners.includes(userid)));
  return [
    [0, helpers],
    [1, owners],
  ];
}

const atMost = (userids: readonly number[]) => [...new Set(userids)].slice(0, TASK_PEOPLE);

/** The previous state in a log entry, for restoring it. */
export const stateBefore = (task: TaskView) => ({
  flow_item_id: task.flow_item_id,
  flow_item_name: task.flow_item_name,
  complete_at: wireTime(task.complete_at),
  owner: task.people.filter((person) => person.owner === 1).map((person) => person.userid),
  assist: task.people.filter((person) => person.owner === 0).map((person) => person.userid),
});

export async function recordStep(work: Work, task: TaskRow, step: Pick<Step, 'item' | 'label'>): Promise<void> {
  await insertStep(work.tx, {
    task_id: task.id,
    userid: work.caller.userid,
    before_id: task.flow_item_id,
    before_name: task.flow_item_name,
    after_id: step.item.id,
    after_name: step.label,
  });
}

type Fields = Pick<TaskRow, 'flow_item_id' | 'flow_item_name'> | undefined;

/** Returns the end status that a completed task moves to: the only reachable one, otherwise the person must choose. */
export const itemToComplete = (work: Work, task: TaskView): Promise<Fields> => tickTo(work, task, 'end');
export const itemToReopen = (work: Work, task: TaskView): Promise<Fields> => tickTo(work, task, 'start');

async function tickTo(work: Work, task: TaskView, status: 'end' | 'start'): Promise<Fields> {
  const items = await flowItemsOf(work, task.project_id, { hold: true });
  if (items.length === 0 || items.find((item) => item.id === task.flow_item_id)?.status === status) return undefined;
  const wanted = items.filter((item) => item.status === status);
  const [item] = wanted;
  if (!item) return undefined;
  const data = {
    task_id: task.id,
    flow_items: wanted.map(({ id, name, status: kind, color }) => ({ id, name, status: kind, color })),
  };
  if (wanted.length > 1) throw fail(status === 'end' ? 'flow.pick_end' : 'flow.pick_start', data);
  if (!choicesFor(items, task).some((choice) => choice.id === item.id)) throw fail('flow.turn', { name: item.name });
  if (!mayLeaveStatus(currentItem(items, task), work.caller.userid, task.is_project_owner)) throw fail('flow.limit');
  const label = encodeStatus(item);
  await recordStep(work, task, { item, label });
  return { flow_item_id: item.id, flow_item_name: label };
}
