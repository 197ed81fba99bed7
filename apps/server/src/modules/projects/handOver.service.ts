import { projectAdded, projectDeleted } from '@atrium/contract/projects/projects.ts';
import { sql } from 'kysely';
import { exitDialogs, joinDialogs } from '#modules/dialogs/members/membership.service';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { presentAllAdded } from './create.service.ts';
import { forgetInFlows } from './flows.service.ts';
import { noteHolders } from './holders.service.ts';
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
  await nameAfter(work, owned, leaver);
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
  await forgetInFlows(work, fresh, [leaver], receiver);
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
  await logParts(work, ids, leaver, receiver);
  await sql`insert into task_users (project_id, task_id, task_pid, userid, owner)
    select project_id, task_id, task_pid, ${receiver}, owner from task_users
    where project_id = any(${ids}) and userid = ${leaver}
    on conflict (task_id, userid) do update set owner = greatest(task_users.owner, excluded.owner)`.execute(tx);
  const { rows: parts } = await sql<{ task_id: number; owner: number }>`
    delete from task_users where project_id = any(${ids}) and userid = ${leaver} returning task_id, owner`.execute(tx);
  const passed = parts.filter((part) => part.owner === 1).map((part) => part.task_id);
  if (passed.length > 0) noteHolders(work, sql`t.id = any(${passed}::int[])`, 'transfer');
  await sql`delete from project_users where project_id = any(${ids}) and userid = ${leaver}`.execute(tx);
  await sql`update tasks set visible_to = array_remove(visible_to, ${leaver}), updated_at = now()
    where project_id = any(${ids}) and ${leaver} = any(visible_to)`.execute(tx);
  return rows.map((row) => row.project_id);
}

/** Told in the log of each task, and in that only: a project's own would be full of it. Asked before they pass on. */
async function logParts(work: Work, ids: readonly number[], leaver: number, receiver: number): Promise<void> {
  await sql`
    insert into project_logs (project_id, column_id, task_id, task_only, userid, detail, record)
    select t.project_id, t.column_id, tu.task_pid, true, ${work.caller.userid}::int,
      case tu.owner when 1 then 'task.owner' else 'task.assist' end,
      jsonb_build_object('userid', array(
        select case peer.userid when ${leaver}::int then ${receiver}::int else peer.userid end
        from task_users peer where peer.task_id = t.id and peer.owner = tu.owner
          and peer.userid <> ${receiver}::int
          and not (peer.userid = ${leaver}::int and tu.owner = 0 and exists (
            select 1 from task_users own where own.task_id = t.id and own.userid = ${receiver}::int and own.owner = 1))
        order by peer.id))
      || case when t.parent_id = 0 then '{}'::jsonb
        else jsonb_build_object('subtask', jsonb_build_object('id', t.id, 'parent_id', t.parent_id, 'name', t.name)) end
    from task_users tu join tasks t on t.id = tu.task_id
    where tu.userid = ${leaver}::int and tu.project_id = any(${ids}::int[]) and t.deleted_at is null
    order by t.id`.execute(work.tx);
}

/** What was somebody's own place says whose it was; its conversation is called the same. Names have 32 characters at most. */
async function nameAfter(work: Work, ids: readonly number[], leaver: number): Promise<void> {
  await sql`
    with leaver as (
      select left(coalesce(nullif(nickname, ''), split_part(email, '@', 1)), 16) as name
      from users where userid = ${leaver}::int
    ), renamed as (
      update projects p set updated_at = ${work.now},
        name = left(p.name, 29 - char_length(leaver.name)) || ' (' || leaver.name || ')'
      from leaver
      where p.id = any(${ids}::int[]) and p.personal = 1 and p.userid = ${leaver}::int
        and position(lower(leaver.name) in lower(p.name)) = 0
      returning p.dialog_id, p.name
    )
    update dialogs d set name = renamed.name, updated_at = ${work.now} from renamed
    where d.id = renamed.dialog_id and renamed.dialog_id > 0`.execute(work.tx);
}
