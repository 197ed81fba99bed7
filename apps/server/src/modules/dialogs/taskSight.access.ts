import { type RawBuilder, sql } from 'kysely';

/**
 * Who sees a task of their project. Written once in SQL and once for rows in memory; a random test compares the two. It
 * is in this module because the dialog of a task is open to those who see the task, and the modules of projects and
 * tasks come later in the order.
 */

/** The main task of `t`. */
const mainOf = sql`case when t.parent_id > 0 then t.parent_id else t.id end`;

/**
 * Whether a member of the project of `tasks t` sees `t`.
 *
 * @param viewer   an id, or an expression for one: `pu.userid`
 * @param isOwner  whether the viewer owns the project; by default from their row `pu` of `project_users`
 */
export const seesTask = (
  viewer: number | RawBuilder<unknown>,
  isOwner: RawBuilder<unknown> = sql`pu.owner = 1`,
): RawBuilder<boolean> => {
  const userid = typeof viewer === 'number' ? sql`${viewer}::int` : viewer;
  return sql<boolean>`(t.visibility = 1 or ${isOwner} or ${userid} = any(t.visible_to) or exists (
    select 1 from task_users tu where tu.userid = ${userid} and tu.task_pid = ${mainOf}))`;
};

/**
 * The same for rows in memory: the task, the member, and `circle`, everyone with a role in the main task or its
 * subtasks.
 */
export const isSeenBy = (
  task: { visibility: number; visible_to: readonly number[] },
  { userid, isOwner }: { userid: number; isOwner: boolean },
  circle: ReadonlySet<number>,
): boolean => task.visibility === 1 || isOwner || task.visible_to.includes(userid) || circle.has(userid);
