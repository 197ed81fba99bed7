import { projectAdded, projectDeleted } from '@atrium/contract/projects.ts';
import { sql } from 'kysely';
import { exitDialogs, joinDialogs } from '#modules/dialogs/membership.service';
import { toUsers } from '#platform/events';
import type { Work } from '#platform/work';
import { presentAllAdded } from './create.service.ts';
import { forgetInFlows } from './flows.service.ts';
import { clearLost, markLost } from './lost.service.ts';
import { announceDetails } from './members.service.ts';
import { bumpProjects } from './projects.queries.ts';

/**
 * All that somebody has in projects passes to another one: places, ownership, parts in tasks and their conversations.
 * Then they leave. However many projects these are, the statements are the same.
 */
export async function passProjects(work: Work, leaver: number, receiver: number): Promise<void> {
  const { tx } = work;
  // Locked in the order of their ids: two who go at once do not wait for each other in a circle.
  const { rows: held } = await sql<{ id: number; dialog_id: number; owner: number }>`
    select p.id, p.dialog_id, u.owner from projects p join project_users u on u.project_id = p.id and u.userid = ${leaver}
    where p.deleted_at is null order by p.id for no key update of p`.execute(tx);
  if (held.length === 0) return;
  const ids = held.map((row) => row.id);
  const owned = held.filter((row) => row.owner === 1).map((row) => row.id);
  const dialogs = await listTaskDialogs(work, ids, leaver);
  const added = await takePlaces(work, ids, owned, leaver, receiver);
  await clearLost(tx, 'project', added, [receiver]);
  await markLost(tx, 'project', ids, [leaver]);
  const fresh = await bumpProjects(tx, ids);
  const projectDialogs = fresh.map((project) => project.dialog_id);
  await joinDialogs(work, [...projectDialogs, ...dialogs.taken], [receiver], {
    inviter: work.caller.userid,
    important: true,
  });
  await exitDialogs(work, [...projectDialogs, ...dialogs.all], [leaver]);
  const isAdded = new Set(added);
  const shown = await presentAllAdded(
    work,
    fresh.filter((project) => isAdded.has(project.id)),
  );
  for (const project of shown) work.emit(projectAdded, toUsers(receiver), project);
  for (const { id, name, desc } of fresh) work.emit(projectDeleted, toUsers(leaver), { id, name, desc });
  await announceDetails(work, fresh);
  await forgetInFlows(work, fresh, [leaver]);
}

/** Conversations of these projects' tasks, and those among them that the leaver is in by a part in the task. */
async function listTaskDialogs(work: Work, projectIds: readonly number[], leaver: number) {
  const rows = await work.tx
    .selectFrom('tasks')
    .leftJoin('dialog_members as mine', (join) =>
      join.onRef('mine.dialog_id', '=', 'tasks.dialog_id').on('mine.userid', '=', leaver),
    )
    .select(['tasks.dialog_id', 'mine.userid as member'])
    .where('project_id', 'in', [...projectIds])
    .where('tasks.dialog_id', '>', 0)
    .execute();
  const all = rows.map((row) => row.dialog_id);
  return { all, taken: rows.filter((row) => row.member !== null).map((row) => row.dialog_id) };
}

/** @returns the projects that are new to the receiver */
async function takePlaces(
  work: Work,
  ids: readonly number[],
  owned: readonly number[],
  leaver: number,
  receiver: number,
): Promise<number[]> {
  const { tx } = work;
  const { rows } = await sql<{ project_id: number }>`
    insert into project_users (project_id, userid) select id, ${receiver} from unnest(${ids}::int[]) id
    on conflict (project_id, userid) do nothing returning project_id`.execute(tx);
  await sql`update project_users set owner = 1 where userid = ${receiver} and project_id = any(${owned})`.execute(tx);
  await sql`update projects set owner_userid = ${receiver} where id = any(${owned})`.execute(tx);
  await sql`insert into task_users (project_id, task_id, task_pid, userid, owner)
    select project_id, task_id, task_pid, ${receiver}, owner from task_users
    where project_id = any(${ids}) and userid = ${leaver}
    on conflict (task_id, userid) do update set owner = greatest(task_users.owner, excluded.owner)`.execute(tx);
  await sql`delete from task_users where project_id = any(${ids}) and userid = ${leaver}`.execute(tx);
  await sql`delete from project_users where project_id = any(${ids}) and userid = ${leaver}`.execute(tx);
  await sql`update tasks set visible_to = array_remove(visible_to, ${leaver}), updated_at = now()
    where project_id = any(${ids}) and ${leaver} = any(visible_to)`.execute(tx);
  return rows.map((row) => row.project_id);
}
