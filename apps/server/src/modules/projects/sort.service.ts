import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/projects.ts';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { toUsers } from '#platform/events';
import type { Work } from '#platform/work';
import { logChange } from './log.service.ts';
import { projectAudience, projectFor, requirePermission, rolesOf } from './projects.access.ts';
import { holdColumns, listColumns, listHiddenSeers, lockMainTasks, type ProjectRow } from './projects.queries.ts';

/** Puts columns, and open tasks in them, in order. Tasks that are completed keep their place. */
export async function sortProject(work: Work, input: InputOf<typeof contract.projectSort>) {
  const { project, isOwner } = await projectFor(work, input.project_id);
  const roles = rolesOf(isOwner, { isTaskOwner: false, isAssistant: false });
  const { userid } = work.caller;
  const known = new Set((await listColumns(work.tx, [project.id])).map((column) => column.id));
  let order = input.sort.filter((row) => known.has(row.id));
  const event = {
    id: project.id,
    name: project.name,
    desc: project.desc,
    columns: [] as { id: number; sort: number }[],
    tasks: [] as { id: number; column_id: number; sort: number }[],
  };
  if (input.only_column) {
    requirePermission(project, roles, 'task_list_sort');
    const { rows } = await sql<{ id: number; sort: number }>`
      update project_columns c set sort = o.sort - 1, updated_at = now()
      from unnest(${order.map((row) => row.id)}::int[]) with ordinality o(id, sort) where c.id = o.id
      returning c.id, c.sort`.execute(work.tx);
    event.columns = rows;
    logChange(work, { project_id: project.id, detail: 'project.column_order' });
  } else {
    // A subtask that is just being made, or a column that is just being deleted, is waited for.
    await lockMainTasks(
      work.tx,
      project.id,
      order.flatMap((row) => row.task ?? []),
    );
    const columns = await holdColumns(
      work.tx,
      order.map((row) => row.id),
    );
    const held = new Set(columns.map((column) => column.id));
    order = order.filter((row) => held.has(row.id));
    const places = order.flatMap((row) => (row.task ?? []).map((task, index) => ({ task, column: row.id, index })));
    const { rows } = await sql<{ id: number; column_id: number; sort: number }>`
      with o as (
        select * from unnest(${places.map((place) => place.task)}::int[], ${places.map((place) => place.column)}::int[],
          ${places.map((place) => place.index)}::int[]) o(id, column_id, sort)
      ), moved as (
        update tasks t set column_id = o.column_id, sort = o.sort, updated_at = now() from o
        where t.id = o.id and t.project_id = ${project.id} and t.parent_id = 0 and t.complete_at is null and t.deleted_at is null
          -- Nobody moves what they cannot see: the rule of tasks.queries for a main task.
          and (t.visibility = 1 or ${isOwner} or ${userid} = any(t.visible_to)
            or exists (select 1 from task_users tu where tu.task_pid = t.id and tu.userid = ${userid}))
          and (t.column_id, t.sort) is distinct from (o.column_id, o.sort)
        returning t.id, t.column_id, t.sort
      ), subs as (
        update tasks s set column_id = moved.column_id, updated_at = now() from moved
        where s.parent_id = moved.id and s.parent_id > 0 and s.column_id <> moved.column_id
        returning s.id, s.column_id, s.sort
      )
      select * from moved union all select * from subs`.execute(work.tx);
    event.tasks = rows;
    logChange(work, { project_id: project.id, detail: 'project.task_order' });
  }
  await announceSorted(work, project, event);
  return {};
}

/** Everyone hears of the tasks that they may see, and of no other. */
async function announceSorted(
  work: Work,
  project: ProjectRow,
  event: Static<(typeof contract.projectSorted)['data']>,
): Promise<void> {
  const seers = await listHiddenSeers(
    work.tx,
    event.tasks.map((task) => task.id),
  );
  const common = event.tasks.filter((task) => !seers.has(task.id));
  const users = new Set([...seers.values()].flatMap((each) => [...each]));
  const audience = event.columns.length + common.length > 0 ? projectAudience(project) : toUsers(...users);
  // Those who see the same tasks hear the same.
  const sightOf = (userid: number) => event.tasks.filter((task) => seers.get(task.id)?.has(userid) ?? true);
  const bySight = Map.groupBy(users, (userid) => JSON.stringify(sightOf(userid)));
  const variants = [...bySight].map(([tasks, each]) => ({
    users: each,
    patch: { tasks: JSON.parse(tasks) as unknown },
  }));
  if (event.columns.length + event.tasks.length === 0) return;
  work.emit(contract.projectSorted, audience, { ...event, tasks: common }, variants);
}
