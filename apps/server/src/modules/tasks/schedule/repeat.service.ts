import * as contract from '@atrium/contract/projects/tasks.ts';
import { updateGuestsOf } from '#modules/dialogs/members/guests.service';
import { columnAt, lockColumnIfExists } from '#modules/projects/columns.service';
import { flowItemsOf } from '#modules/projects/flows.service';
import { logChange } from '#modules/projects/log.service';
import { findProjectById } from '#modules/projects/projects.access';
import { inNameOf } from '#platform/callers';
import type { Work } from '#platform/work';
import { copyTaskFiles } from '../details/files.service.ts';
import { copyContent, copySubtasks } from '../lifecycle/copy.service.ts';
import { insertTask, MAX_COLUMN, MAX_OPEN } from '../lifecycle/create.service.ts';
import { announceTask, announceView, readBack } from '../tasks.events.ts';
import { loadOf, type TaskRow, type TaskView } from '../tasks.queries.ts';
import { laterOnTheClock, moved, nextFields } from './loops.ts';
import { lockDueLoop, moveLoop, stopLoop } from './repeat.queries.ts';
import { zoneOfTask } from './zone.service.ts';

/**
 * Creates the next occurrence of a recurring task if it is due: from its current state, reopened, in the first status
 * with that status's people, with moved times. The recurrence moves to the new task. False if it was not due, or
 * another server is creating it. If the project or the column is full, this occurrence is skipped, which the log
 * records, and the recurrence continues.
 */
export async function repeatTask(work: Work, id: number): Promise<boolean> {
  const due = await lockDueLoop(work.tx, id, work.now);
  if (!due) return false;
  const source = await readBack(work, id);
  const made = await makeNext(work, source, due);
  if (!made) return leaveOut(work, source, due);
  await stopLoop(work.tx, work.now, id);
  const { project_id, column_id } = made;
  const toNext = { task: { id: made.id, name: made.name } };
  logChange(work, { project_id, column_id, task_id: id, detail: 'task.loop_next', record: toNext });
  const from = { copy_from: id };
  logChange(work, { project_id, column_id, task_id: made.id, detail: 'task.loop_made', record: from });
  await announceTask(work, contract.taskUpdated, id);
  return true;
}

async function leaveOut(work: Work, source: TaskView, due: Date): Promise<boolean> {
  const { id, project_id, column_id } = source;
  await moveLoop(
    work.tx,
    { ...nextFields(source, due, work.now, await zoneOfTask(work, source)), updated_at: work.now },
    id,
  );
  logChange(work, { project_id, column_id, task_id: id, detail: 'task.loop_full', record: {} });
  await announceTask(work, contract.taskUpdated, id);
  return true;
}

/** Creates the next task, with the creator of the first one. Creates nothing if the column is full. */
async function makeNext(work: Work, source: TaskView, due: Date): Promise<TaskRow | undefined> {
  const maker = inNameOf(work, { userid: source.userid });
  const project = await findProjectById(work, source.project_id);
  if (!project) throw new Error(`task ${source.id} has no project`);
  // The task may be archived, and its column deleted.
  const column = (await lockColumnIfExists(work, source.column_id)) ?? (await columnAt(maker, project)).column;
  const load = await loadOf(work.tx, project.id, column.id);
  if (load.open >= MAX_OPEN || load.column >= MAX_COLUMN) return undefined;
  const items = await flowItemsOf(work, project.id, { hold: true });
  const start = source.start_at ?? source.end_at;
  const zone = await zoneOfTask(work, source);
  const by = start && laterOnTheClock(start, due, zone);
  const later = (at: Date | null) => (at && by ? moved(at, by, zone) : at);
  const people = (role: number) => source.people.filter(({ owner }) => owner === role).map(({ userid }) => userid);
  const made = await insertTask(maker, {
    project,
    column,
    parent: null,
    name: source.name,
    times: { start_at: later(source.start_at), end_at: later(source.end_at) },
    owner: people(1),
    assist: people(0),
    sort: load.high + 1,
    start: items.find((item) => item.status === 'start'),
    visibility: source.visibility,
    visibleTo: source.visible_to,
    priority: { p_level: source.p_level, p_name: source.p_name, p_color: source.p_color },
    color: source.color,
    tags: source.task_tag as { name: string; color: string }[],
    repeat: nextFields(source, due, work.now, zone),
    source: 'recurring',
  });
  const subtasks = await copySubtasks(maker, source, made, { items, by: 'recurring', later });
  // The creator may have left the project, and is a guest then.
  await updateGuestsOf(work, made.id);
  await copyContent(maker, source, made);
  if (source.file_num > 0) await copyTaskFiles(maker, source.id, made.id);
  await announceView(work, contract.taskAdded, await readBack(work, made.id));
  for (const sub of subtasks) await announceTask(work, contract.taskAdded, sub);
  return made;
}
