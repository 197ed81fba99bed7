import { taskDeleted } from '@atrium/contract/projects/tasks.ts';
import { type RawBuilder, sql } from 'kysely';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import type { DialogRow, Place } from '../dialogs.queries.ts';
import { seesTask } from '../taskSight.access.ts';

// A guest reads a task from outside: somebody who was brought into its conversation without having a part in it, or who
// made it and has left its project. Tasks carry who their guests are (`tasks.guests`), so that an event of one without
// any costs no question more.

const taskTalks = (dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[]) =>
  dialogs.filter(({ group_type }) => group_type === 'task').map(({ id }) => id);

/** People came to these conversations or left them. */
export async function noteGuests(work: Work, dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[]): Promise<void> {
  const ids = taskTalks(dialogs);
  if (ids.length > 0) await note(work, sql`t.dialog_id = any(${ids})`);
}

/** A task went to another project. */
export const noteGuestsOf = (work: Work, mainId: number) => note(work, sql`t.id = ${mainId}`);

/** People came to a project or left it: those who left read on what they have made. */
export const noteMakers = (work: Work, projectId: number, userids: readonly number[]) =>
  note(
    work,
    sql`t.id in (select case when parent_id > 0 then parent_id else id end from tasks
      where project_id = ${projectId} and userid = any(${userids}))`,
  );

async function note(work: Work, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with mains as (
      select t.id, t.dialog_id, t.project_id, t.userid from tasks t where t.parent_id = 0 and ${which}
    ), family as (
      select id, id as main_id, userid from mains
      union all
      select s.id, mains.id, s.userid from mains join tasks s on s.parent_id = mains.id and s.parent_id > 0
    ), noted as (
      select family.id, array(
        select m.userid from dialog_members m
        where mains.dialog_id > 0 and m.dialog_id = mains.dialog_id and m.important = 0 and m.bot = 0
        union
        select maker from unnest(array[family.userid, mains.userid]) maker
        where maker > 0
          and not exists (select 1 from project_users pu where pu.project_id = mains.project_id and pu.userid = maker)
        order by 1
      ) as guests
      from family join mains on mains.id = family.main_id
    )
    update tasks t set guests = noted.guests from noted
    where t.id = noted.id and t.guests is distinct from noted.guests`.execute(work.tx);
}

interface Lost {
  id: number;
  project_id: number;
  column_id: number;
  dialog_id: number;
  visibility: number;
  users: number[];
}

/** Guests who left, and see the task in its project neither, lose it. Asked before `noteGuests` forgets who they were. */
export async function tellGuestsGone(
  work: Work,
  left: readonly Place[],
  dialogs: readonly Pick<DialogRow, 'id' | 'group_type'>[],
): Promise<void> {
  const ids = new Set(taskTalks(dialogs));
  const places = left.filter(({ dialog_id }) => ids.has(dialog_id));
  if (places.length === 0) return;
  const { rows } = await sql<Lost>`
    select t.id, t.project_id, t.column_id, t.dialog_id, t.visibility, array_agg(gone.userid) as users
    from unnest(${places.map((place) => place.userid)}::int[], ${places.map((place) => place.dialog_id)}::int[]) as gone(userid, dialog_id)
    join tasks t on t.dialog_id = gone.dialog_id and gone.userid = any(t.guests)
    where gone.userid <> t.userid and not exists (
      select 1 from project_users pu where pu.project_id = t.project_id and pu.userid = gone.userid
        and ${seesTask(sql`gone.userid`)})
    group by t.id order by t.id`.execute(work.tx);
  for (const { users, ...task } of rows) {
    work.emit(taskDeleted, toUsers(...users), { ...task, parent_id: 0, ids: [task.id] });
  }
}
