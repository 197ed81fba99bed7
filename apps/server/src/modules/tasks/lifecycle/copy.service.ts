import type { FlowItem } from '@atrium/contract/projects/flows.ts';
import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import * as contract from '@atrium/contract/projects/tasks.ts';
import { sql } from 'kysely';
import { noteHolders } from '#modules/projects/holders.service';
import { logChange } from '#modules/projects/log.service';
import { projectWith } from '#modules/projects/projects.access';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { copyTaskFiles } from '../details/files.service.ts';
import { newTaskNews, tellNews } from '../reading/news.service.ts';
import { taskFor } from '../tasks.access.ts';
import { announceTask, announceView, readBack } from '../tasks.events.ts';
import { presentTask } from '../tasks.present.ts';
import type { TaskRow } from '../tasks.queries.ts';
import { insertTask, roomIn } from './create.service.ts';
import { type Place, type PlaceInput, placeFor, statusOf } from './place.service.ts';

/** Copies a task with its description, people, files and subtasks; tags and conversation stay with the one it is made of. */
export async function copyTask(work: Work, input: PlaceInput) {
  const source = await taskFor(work, input.task_id, { need: 'task_move' });
  if (source.parent_id > 0) throw fail('task.main_only');
  const place = await placeFor(work, source, input);
  await projectWith(work, place.project.id, 'task_add');
  const load = await roomIn(work, place.project.id, place.column.id);
  const item = place.item ?? place.items.find((each) => each.status === 'start');
  const made = await insertTask(work, {
    project: place.project,
    column: place.column,
    parent: null,
    name: source.name,
    times: source,
    owner: place.owner,
    assist: place.assist,
    sort: load.high + 1,
    start: item && { ...item, userids: [] },
    visibility: source.visibility,
    visibleTo: source.visible_to.filter((userid) => place.members.has(userid)),
    priority: { p_level: source.p_level, p_name: source.p_name, p_color: source.p_color },
    color: source.color,
    source: 'copy',
  });
  const subtasks = await copySubtasks(work, source, made, { items: place.items, by: 'copy' });
  // Its subtasks are open again, and so is it where it has any.
  const isDone = place.isCompleted && subtasks.length === 0 && place.owner.length > 0;
  if (isDone) await work.tx.updateTable('tasks').set({ complete_at: work.now }).where('id', '=', made.id).execute();
  else if (item?.status === 'end') await startOver(work, made, place);
  await copyContent(work, source, made);
  if (source.file_num > 0) await copyTaskFiles(work, source.id, made.id);
  logChange(work, {
    project_id: place.project.id,
    column_id: place.column.id,
    task_id: made.id,
    detail: 'task.copy',
    record: { copy_from: source.id },
  });
  const task = await readBack(work, made.id);
  await announceView(work, contract.taskAdded, task);
  tellNews(work, newTaskNews([task]));
  for (const id of subtasks) await announceTask(work, contract.taskAdded, id);
  return presentTask(task, work.caller.userid, work.now);
}

const startOver = (work: Work, made: TaskRow, { items }: Place) =>
  work.tx
    .updateTable('tasks')
    .set(statusOf(items.find((item) => item.status === 'start')))
    .where('id', '=', made.id)
    .execute();

/** All of them in one statement, with those of their people who are in the project. */
export async function copySubtasks(
  work: Work,
  source: TaskRow,
  made: TaskRow,
  { items, by, laterBySeconds = 0 }: { items: readonly FlowItem[]; by: HandoffSource; laterBySeconds?: number },
): Promise<number[]> {
  const start = statusOf(items.find((item) => item.status === 'start'));
  const { rows } = await sql<{ id: number }>`
    with src as (
      select s.*, nextval(pg_get_serial_sequence('tasks', 'id'))::int as new_id from tasks s
      where s.parent_id = ${source.id} and s.parent_id > 0 and s.deleted_at is null
    ), made as (
      insert into tasks (id, parent_id, project_id, column_id, name, "desc", start_at, end_at, userid, sort, visibility,
        visible_to, flow_item_id, flow_item_name)
      overriding system value
      select new_id, ${made.id}::int, ${made.project_id}::int, ${made.column_id}::int, name, "desc",
        start_at + make_interval(secs => ${laterBySeconds}), end_at + make_interval(secs => ${laterBySeconds}),
        ${work.caller.userid}::int, sort, ${made.visibility}::int, ${made.visible_to}::int[], ${start.flow_item_id}::int,
        ${start.flow_item_name}::text from src order by src.id
      returning id
    ), people as (
      insert into task_users (project_id, task_id, task_pid, userid, owner)
      select ${made.project_id}::int, src.new_id, ${made.id}::int, tu.userid, tu.owner
      from src join task_users tu on tu.task_id = src.id
      join project_users pu on pu.project_id = ${made.project_id} and pu.userid = tu.userid
    )
    select id from made order by id`.execute(work.tx);
  if (rows.length > 0) noteHolders(work, sql`t.parent_id = ${made.id} and t.parent_id > 0`, by);
  return rows.map((row) => row.id);
}

export async function copyContent(work: Work, source: TaskRow, made: TaskRow): Promise<void> {
  await sql`
    insert into task_contents (task_id, project_id, userid, "desc", content)
    select ${made.id}, ${made.project_id}, ${work.caller.userid}, "desc", content
    from task_contents where task_id = ${source.id} order by id desc limit 1`.execute(work.tx);
  await work.tx.updateTable('tasks').set({ desc: source.desc }).where('id', '=', made.id).execute();
}
