import { sql } from 'kysely';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { type DialogRow, findDialog, findMember, type MemberRow } from './dialogs.queries.ts';

export interface DialogAccess {
  dialog: DialogRow;
  /** Missing where a project's member looks into a task's conversation without being in it. */
  member: MemberRow | undefined;
}

/**
 * The only way to a dialog for a caller. Project and task conversations are open to whoever may see the project or the
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
  if (dialog.group_type === 'task' && (member || (await seesTask(view, dialog.link_id)))) return { dialog, member };
  throw fail('dialog.gone', { dialog_id: id });
}

export async function ownDialogFor(view: View, id: number): Promise<DialogRow> {
  const { dialog } = await dialogFor(view, id);
  if (dialog.owner_id !== view.caller.userid) throw fail('dialog.owner');
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

/** The rule of tasks.access in its set form: this module may not import tasks, which imports it. */
async function seesTask({ tx, caller }: View, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${caller.userid}
    where t.id = ${taskId} and (t.visibility = 1 or pu.owner = 1 or ${caller.userid} = any(t.visible_to)
      or exists (select 1 from task_users tu where tu.task_pid = t.id and tu.userid = ${caller.userid}))`.execute(tx);
  return rows.length > 0;
}
