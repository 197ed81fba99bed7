import { fail } from '#platform/fail';
import { isAdmin, type View, type Work } from '#platform/work';
import {
  isAnyDialogOpen,
  isAnyTaskSeen,
  isInProject,
  isTaskSeenBy,
  listDialogsOpenTo,
  listMessagesAlive,
  listReadableMessages,
} from './accessChecks.queries.ts';
import { type DialogRow, findDialog } from './dialogs.queries.ts';
import { findMember, type MemberRow } from './members/members.queries.ts';

export interface DialogAccess {
  dialog: DialogRow;
  /** The caller's membership; undefined when a project member opens a task's conversation without being in it. */
  member: MemberRow | undefined;
}

/**
 * The only way to a dialog for a caller. Dialogs of projects and tasks are open to people who see the project or the
 * task; all others to their members.
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
 * Applies the same rule to all dialogs at once: returns those that `dialogFor` opens for the caller, and the number of
 * messages in them.
 */
export async function listOpenDialogs({ tx, caller }: View): Promise<{ ids: number[]; messages: number }> {
  const { userid } = caller;
  const rows = await listDialogsOpenTo(tx, userid);
  return { ids: rows.map((row) => row.id), messages: rows.reduce((sum, row) => sum + row.last_seq, 0) };
}

/** True if `dialogFor` opens at least one of these for the caller. */
export async function opensAny({ tx, caller }: View, ids: readonly number[]): Promise<boolean> {
  const { userid } = caller;
  return isAnyDialogOpen(tx, ids, userid);
}

/** True if the caller may open one of these main tasks. */
export async function seesAnyTask({ tx, caller }: View, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { userid } = caller;
  return isAnyTaskSeen(tx, userid, ids);
}

export async function ownDialogFor(view: View, id: number): Promise<DialogRow> {
  const { dialog } = await dialogFor(view, id);
  if (dialog.owner_id !== view.caller.userid) throw fail('dialog.owner');
  return dialog;
}

/** The given messages that the caller may read as a member of their dialog, without withdrawn ones. */
export async function messagesReadBy({ tx, caller }: View, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await listReadableMessages(tx, caller.userid, ids);
  return new Set(rows.map(({ id }) => id));
}

/** The given messages that have not been withdrawn. */
export async function messagesAlive({ tx }: View, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await listMessagesAlive(tx, ids);
  return new Set(rows.map(({ id }) => id));
}

/** The `role` of a deputy's member row. */
export const DEPUTY = 2;

/** A dialog with the caller's own member row. */
export type Seen = Awaited<ReturnType<typeof dialogFor>>;

/** True for the owner of a group and its deputies. */
export const managesGroup = ({ caller }: View, { dialog, member }: Seen): boolean =>
  dialog.owner_id === caller.userid || member?.role === DEPUTY;

/** True for those who manage a conversation: its owner, its deputies, and administrators. */
export const isManagerOf = (view: View, seen: Seen): boolean => managesGroup(view, seen) || isAdmin(view.caller);

/** A group that the caller owns or is a deputy of. @throws dialog.gone, dialog.owner */
export async function managedDialogFor(view: View, id: number): Promise<DialogRow> {
  const seen = await dialogFor(view, id);
  if (!managesGroup(view, seen)) throw fail('dialog.owner');
  return seen.dialog;
}

export async function memberFor(view: View, id: number): Promise<{ dialog: DialogRow; member: MemberRow }> {
  const { dialog, member } = await dialogFor(view, id);
  if (!member) throw fail('dialog.gone', { dialog_id: id });
  return { dialog, member };
}

const isProjectMember = ({ tx, caller }: View, projectId: number): Promise<boolean> =>
  isInProject(tx, projectId, caller.userid);

const isTaskSeen = ({ tx, caller }: View, taskId: number): Promise<boolean> => isTaskSeenBy(tx, caller.userid, taskId);

/** Finds a chat, also a deleted one, for work of the server that no person asked for. */
export const anyDialog = (work: Work, id: number): Promise<DialogRow | undefined> => findDialog(work.tx, id);
