import { isSeenByAll, VISIBILITY } from '@atrium/contract/projects/visibility.ts';
import { type RawBuilder, sql } from 'kysely';

/**
 * The rule of who sees a task of their project. It is written once in SQL and once for rows in memory; a random test
 * compares the two. It is in this module because the dialog of a task is open to those who see the task, and the modules
 * of projects and tasks come later in the order.
 */

/** The main task of `t`. */
const mainOf = sql`case when t.parent_id > 0 then t.parent_id else t.id end`;

/** True if everyone in the project of `tasks t` sees `t`; for rows in memory `isSeenByAll`. */
export const seenByAll: RawBuilder<boolean> = sql<boolean>`t.visibility = ${sql.lit(VISIBILITY.project)}`;

/**
 * True if a member of the project of `tasks t` sees `t`.
 *
 * @param viewer   an id, or an expression for one: `pu.userid`
 * @param isOwner  whether the viewer owns the project; by default from their row `pu` of `project_users`
 */
export const seesTask = (
  viewer: number | RawBuilder<unknown>,
  isOwner: RawBuilder<unknown> = sql`pu.owner = 1`,
): RawBuilder<boolean> => {
  const userid = typeof viewer === 'number' ? sql`${viewer}::int` : viewer;
  return sql<boolean>`(${seenByAll} or ${isOwner} or ${userid} = any(t.visible_to) or exists (
    select 1 from task_users tu where tu.userid = ${userid} and tu.task_pid = ${mainOf}))`;
};

/**
 * Applies the same rule to rows in memory: the task, the member, and `circle`, everyone with a role in the main task or
 * its subtasks.
 */
export const isSeenBy = (
  task: { visibility: number; visible_to: readonly number[] },
  { userid, isOwner }: { userid: number; isOwner: boolean },
  circle: ReadonlySet<number>,
): boolean => isSeenByAll(task) || isOwner || task.visible_to.includes(userid) || circle.has(userid);

/**
 * True if heads may see any project, and this project `p`. The setting is read with the rest, so that nothing is shown
 * after it was switched off, also by a node that does not know it yet.
 */
export const isHeadsViewAllowed: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from settings s where s.name = 'system' and s.value ->> 'department_owner_project_view' = 'open')`;
const isOpenToHeads = sql`(p.personal = 0 and p.department_owner_view = 'open')`;

/** The ids of the departments that somebody leads, as head or deputy, and of all below them. */
const departmentsLedBy = (isLed: RawBuilder<unknown>) => sql`array(
  with recursive led(id) as (
    select d.id from departments d where ${isLed}
    union select d.id from departments d join led on d.parent_id = led.id
  ) select led.id from led)`;

/**
 * True if a person sees project `p` as a head of departments: one of its members is in a department that they head or
 * are a deputy of, or in one below.
 *
 * @param heads  only by departments that these people head
 */
export const headsProject = (viewer: number, heads?: readonly number[]): RawBuilder<boolean> => {
  const led = departmentsLedBy(sql`(d.owner_userid = ${viewer}::int or ${viewer}::int = any(d.deputy_userids))`);
  const wished = heads
    ? sql`array(select unnest(${led}) intersect select unnest(${departmentsLedBy(sql`d.owner_userid = any(${heads}::int[])`)}))`
    : led;
  return sql<boolean>`(${isHeadsViewAllowed} and ${isOpenToHeads} and exists (
    select 1 from project_users seat join users u on u.userid = seat.userid and u.delete_at is null
    where seat.project_id = p.id and u.department && ${wished}))`;
};

/** True if a head of departments sees `tasks t` of project `p`: what all its members see, and nothing restricted. */
export const seesTaskAsHead = (viewer: number): RawBuilder<boolean> =>
  sql<boolean>`(${seenByAll} and ${headsProject(viewer)})`;

/**
 * The same rule as a query of `project_id, userid`, the heads who see projects that they are not in.
 *
 * @param which  a condition on `lead.userid` and `p.id`
 * @param isSettingIgnored  true for a workspace that has just turned this on or off
 */
export const headPairs = (
  which: RawBuilder<unknown>,
  isSettingIgnored = false,
): RawBuilder<{ project_id: number; userid: number }> => sql`
  with recursive lead(userid, department) as (
    select h.userid, d.id from departments d, unnest(d.deputy_userids || d.owner_userid) h(userid) where h.userid > 0
    union select lead.userid, d.id from lead join departments d on d.parent_id = lead.department
  )
  select distinct p.id as project_id, lead.userid from lead
  join users u on u.department @> array[lead.department] and u.delete_at is null
  join project_users seat on seat.userid = u.userid
  join projects p on p.id = seat.project_id and p.deleted_at is null
  where ${isOpenToHeads} and ${isSettingIgnored ? sql`true` : isHeadsViewAllowed} and ${which}
    and not exists (select 1 from project_users own where own.project_id = p.id and own.userid = lead.userid)`;
