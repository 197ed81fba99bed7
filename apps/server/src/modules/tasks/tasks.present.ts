import { decodeStatus } from '@atrium/contract/projects/flows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { wireTime } from '#platform/time/time';
import type { TaskView } from './tasks.queries.ts';

const DAY_MS = 86_400_000;
const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);

/** The fields that depend on the viewer or the time. */
export function presentMoment(
  { people, end_at: end, complete_at }: Pick<TaskView, 'people' | 'end_at' | 'complete_at'>,
  viewer: number,
  now: Date,
): Pick<Task, 'owner' | 'assist' | 'today' | 'overdue'> {
  const mine = people.find((person) => person.userid === viewer);
  return {
    owner: Number(mine?.owner === 1),
    assist: Number(mine?.owner === 0),
    today: end !== null && dayOf(end) === dayOf(now),
    overdue: complete_at === null && end !== null && end <= now,
  };
}

export const presentTask = (task: TaskView, viewer: number, now: Date): Task => ({
  ...presentLasting(task),
  ...presentMoment(task, viewer, now),
  ...(task.is_guest && { is_guest: true }),
});

/** The other fields, which are the same for everybody until the task changes. */
export function presentLasting(task: TaskView): Omit<Task, keyof ReturnType<typeof presentMoment>> {
  const end = task.end_at;
  const isOpen = task.complete_at === null;
  const flow = decodeStatus(task.flow_item_name);
  return {
    id: task.id,
    parent_id: task.parent_id,
    project_id: task.project_id,
    column_id: task.column_id,
    dialog_id: task.dialog_id,
    flow_item_id: task.flow_item_id,
    flow_item_name: task.flow_item_name,
    flow_item_status: flow.status,
    flow_item_color: flow.color,
    name: task.name,
    color: task.color,
    desc: task.desc,
    start_at: wireTime(task.start_at),
    end_at: wireTime(end),
    archived_at: wireTime(task.archived_at),
    archived_userid: task.archived_userid,
    deleted_at: wireTime(task.deleted_at),
    deleted_userid: task.deleted_userid,
    complete_at: wireTime(task.complete_at),
    userid: task.userid,
    visibility: task.visibility,
    p_level: task.p_level,
    p_name: task.p_name,
    p_color: task.p_color,
    sort: task.sort,
    loop: task.loop,
    loop_at: wireTime(task.loop_at),
    file_num: task.file_num,
    msg_num: task.msg_num,
    sub_num: task.sub_num,
    sub_complete: task.sub_complete,
    percent: isOpen ? (task.sub_num === 0 ? 0 : Math.floor((task.sub_complete / task.sub_num) * 100)) : 100,
    task_user: task.people,
    task_tag: (task.task_tag as { name: string; color: string }[]).map((tag, index) => ({ id: index + 1, ...tag })),
    created_at: wireTime(task.created_at),
    updated_at: wireTime(task.updated_at),
    project_name: task.project_name,
    column_name: task.column_name,
  };
}
