import { sql } from 'kysely';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { type DialogRow, findDialog, findMember, type MemberRow } from './dialogs.queries.ts';
import { seesTask } from './taskSight.access.ts';

export interface DialogAccess {
  dialog: DialogRow;
  /** Missing where a project's member looks into a task's conversation without being in it. */
  member: MemberRow | undefined;
}

/**
 * The only way to a dialog for a caller. The dialogs of projects and tasks are open to people who see the project or the
 * task; every other one to its members.
 *
 * @throws dialog.gone  whether it is missing or not the caller's: existence is information
 */
export async function dialogFor(view: View, id: number): Promise<DialogAccess> {
  const dialog = await findDialog(view.tx, id);
  if (!dialog || dialog.deleted_at) throw fail('dialog.gone', { dialog_id: id });
  const member = await findMember(view.tx, id, view.caller.userid);
  if (member && dialog.group_type !== 'task') return { dialog, member };
  if (dialog.group_type === 'project' && (await isProjectMember(view, dialog.link_id))) return { dialog, member };
  if (dialog.group_type === 'task' && (member || (await isTaskSeen(view, dialog.link_id)))) return { dialog, member };
  throw fail('dialog.gone', { dialog_id: id });
}

/**
 * The same rule for all dialogs at once: every one that `dialogFor` lets the caller open, and how many messages there
 * are in them.
 */
export async function listOpenDialogs({ tx, caller }: View): Promise<{ ids: number[]; messages: number }> {
  const { userid } = caller;
  const { rows } = await sql<{ id: number; last_seq: number }>`
    select d.id, d.last_seq from (
      select dialog_id as id from dialog_members where userid = ${userid}
      union
      select d.id from project_users pu join dialogs d on d.group_type = 'project' and d.link_id = pu.project_id
        where pu.userid = ${userid}
      union
      select t.dialog_id from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
        where t.dialog_id > 0 and ${seesTask(userid)}
    ) mine join dialogs d on d.id = mine.id
    where d.deleted_at is null`.execute(tx);
  return { ids: rows.map((row) => row.id), messages: rows.reduce((sum, row) => sum + row.last_seq, 0) };
}

/** Whether `dialogFor` lets the caller open at least one of these. */
export async function opensAny({ tx, caller }: View, ids: readonly number[]): Promise<boolean> {
  const { userid } = caller;
  const { rows } = await sql`
    select 1 from dialogs d where d.id = any(${ids}) and d.deleted_at is null and (
      exists (select 1 from dialog_members dm where dm.dialog_id = d.id and dm.userid = ${userid})
      or d.group_type = 'project'
        and exists (select 1 from project_users pu where pu.project_id = d.link_id and pu.userid = ${userid})
      or d.group_type = 'task' and exists (select 1 from tasks t
        join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
        where t.id = d.link_id and ${seesTask(userid)})
    ) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Whether the caller may open one of these main tasks. */
export async function seesAnyTask({ tx, caller }: View, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { userid } = caller;
  const { rows } = await sql`
    select 1 from tasks t join projects p on p.id = t.project_id and p.deleted_at is null
    left join project_users pu on pu.project_id = t.project_id and pu.userid = ${userid}
    where t.id = any(${ids}) and t.deleted_at is null
      and (${userid} = t.userid or ${userid} = any(t.guests) or (pu.userid is not null and ${seesTask(userid)}))
    limit 1`.execute(tx);
  return rows.length > 0;
}

export async function ownDialogFor(view: View, id: number): Promise<DialogRow> {
  const { dialog } = await dialogFor(view, id);
  if (dialog.owner_id !== view.caller.userid) throw fail('dialog.owner');
  return dialog;
}

/** The `role` of a deputy's member row. */
/** Those of these messages that the caller reads as a member of their dialog; withdrawn ones are not among them. */
export async function messagesReadBy({ tx, caller }: View, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m join dialog_members dm on dm.dialog_id = m.dialog_id and dm.userid = ${caller.userid}
    where m.id = any(${ids}::int[]) and m.deleted_at is null`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Those of these messages that have not been withdrawn. */
export async function messagesAlive({ tx }: View, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('messages')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export const DEPUTY = 2;

/** A group for its owner or a deputy of theirs. @throws dialog.gone, dialog.owner */
export async function ledDialogFor(view: View, id: number): Promise<DialogRow> {
  const { dialog, member } = await dialogFor(view, id);
  if (dialog.owner_id !== view.caller.userid && member?.role !== DEPUTY) throw fail('dialog.owner');
  return dialog;
}

export async function memberFor(view: View, id: number): Promise<{ dialog: DialogRow; member: MemberRow }> {
  const { dialog, member } = await dialogFor(view, id);
  if (!member) throw fail('dialog.gone', { dialog_id: id });
  return { dialog, member };
}

async function isProjectMember({ tx, caller }: View, projectId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from project_users where project_id = ${projectId} and userid = ${caller.userid}`.execute(tx);
  return rows.length > 0;
}

async function isTaskSeen({ tx, caller }: View, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${caller.userid}
    where t.id = ${taskId} and ${seesTask(caller.userid)}`.execute(tx);
  return rows.length > 0;
}
