import { dialogMine } from '@atrium/contract/chat/dialogs.ts';
import type * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor, isManagerOf, type Seen } from '#modules/dialogs/dialogs.access';
import type { OnDialogChange } from '#modules/dialogs/members/memberChanges.service';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import { settingsOf } from '#modules/system/settings.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { postCard } from '../cards/cards.service.ts';
import { actFor, messageFor } from '../messages.access.ts';
import { storeReminder } from './reminders.queries.ts';
import * as queries from './todos.queries.ts';

/** People named on a card; the total is beside them. */
const NAMED = 20;

/** True if the caller may assign to-dos to others here. */
async function mayAskOthers(work: Work, seen: Seen): Promise<boolean> {
  const { todo_set_permission } = await settingsOf(work.app);
  if (todo_set_permission === 'open' || isManagerOf(work, seen)) return true;
  return queries.isInCharge(work.tx, seen.dialog.id, work.caller.userid);
}

/** Null removes a reminder. @throws todo.time */
function reminderTime(remind_at: string): Date | null {
  if (!remind_at) return null;
  const at = parseTime(remind_at);
  if (!at) throw fail('todo.time');
  return at;
}

/**
 * Sets a message's to-do to exactly these members. A reminder time, if given, applies to people whom the caller may
 * assign. @throws todo.others, todo.time
 */
export async function setTodo(work: Work, { msg_id, type, userids = [], remind_at }: InputOf<typeof acts.msgTodo>) {
  const remindAt = remind_at === undefined ? undefined : reminderTime(remind_at);
  const { message, dialog, member } = await actFor(work, msg_id);
  const wanted = await queries.listMembersAmong(work.tx, dialog.id, type === 'all' ? null : userids);
  // People who left no longer count, and take nobody's right to choose what they do themselves.
  await queries.deleteTodosOfLeavers(work.tx, msg_id, wanted.length === 0);
  const assigned = await queries.listAssigned(work.tx, msg_id);
  const before = await queries.listMembersAmong(work.tx, dialog.id, assigned);
  const added = wanted.filter((userid) => !before.includes(userid));
  const removed = before.filter((userid) => !wanted.includes(userid));
  const isOthers = [...added, ...removed].some((userid) => userid !== work.caller.userid);
  const isRestricted = (isOthers || remindAt !== undefined) && !(await mayAskOthers(work, { dialog, member }));
  if (isOthers && isRestricted) throw fail('todo.others');
  await queries.deleteTodos(work.tx, msg_id, removed);
  await queries.insertTodos(work.tx, message, added);
  if (remindAt !== undefined) {
    const reminded = isRestricted ? wanted.filter((userid) => userid === work.caller.userid) : wanted;
    await storeReminder(work.tx, msg_id, reminded, remindAt);
  }
  const isChanged = added.length + removed.length > 0;
  const todo = wanted.length === 0 ? 0 : isChanged ? work.caller.userid : message.todo;
  const todo_done = await queries.storeTodo(work.tx, msg_id, todo, work.now);
  const update = { id: msg_id, dialog_id: dialog.id, todo, todo_done };
  if (!isChanged) {
    // Open lists show the new time.
    if (remindAt !== undefined) work.emit(contract.messageUpdated, dialogAudience(dialog), update);
    return { add: [], update };
  }
  const card = (action: 'add' | 'remove', people: readonly number[]) =>
    postCard(work, message, {
      type: 'todo',
      action,
      more: { userids: people.slice(0, NAMED).join(','), count: people.length },
    });
  const add: contract.Message[] = [];
  if (removed.length > 0) add.push(await card('remove', removed));
  if (added.length > 0) add.push(await card('add', added));
  work.emit(contract.messageUpdated, dialogAudience(dialog), update);
  await announceTodoNums(work, dialog.id, [...added, ...removed]);
  return { add, update };
}

/**
 * Sets the reminder of people who are not done; without names, of everybody the caller may assign. @throws todo.others,
 * todo.time
 */
export async function remindOfTodo(work: Work, { msg_id, userids, remind_at }: InputOf<typeof acts.msgTodoremind>) {
  const remindAt = reminderTime(remind_at);
  const { message, dialog, member } = await actFor(work, msg_id);
  const own = work.caller.userid;
  const mayAsk = await mayAskOthers(work, { dialog, member });
  if (!mayAsk && userids?.some((userid) => userid !== own)) throw fail('todo.others');
  const assigned = userids ?? (mayAsk ? await queries.listAssigned(work.tx, msg_id) : [own]);
  await storeReminder(work.tx, msg_id, assigned, remindAt);
  const { todo } = message;
  const todo_done = await queries.storeTodo(work.tx, msg_id, todo, work.now);
  work.emit(contract.messageUpdated, dialogAudience(dialog), { id: msg_id, dialog_id: dialog.id, todo, todo_done });
  return (await queries.listTodosOf(work.tx, msg_id)).map(presentTodo);
}

/** The next person who is done joins the previous one's card, if no message came since. */
export async function finishTodo(work: Work, { id }: InputOf<typeof acts.msgDone>) {
  const { userid } = work.caller;
  const mine = await queries.findTodo(work.tx, id, userid);
  if (!mine) throw fail('todo.gone');
  const { message, dialog } = await messageFor(work, mine.msg_id, { lock: true });
  const isNew = await queries.completeTodo(work.tx, id, work.now);
  const todo_done = await queries.storeTodo(work.tx, message.id, message.todo, work.now);
  const update = { id: message.id, dialog_id: dialog.id, todo: message.todo, todo_done };
  if (!isNew) return { add: null, update };
  const last = await queries.lockLastCard(work.tx, dialog.id, message.id);
  let add: contract.Message | null = null;
  if (last) {
    const msg = last.msg as { data: { done_userids: number[] } };
    const done = [userid, ...msg.data.done_userids.filter((each) => each !== userid)];
    const grown = { ...msg, data: { ...msg.data, done_userids: done } };
    await queries.storeMsg(work.tx, last.id, grown, work.now);
    work.emit(contract.messageUpdated, dialogAudience(dialog), { id: last.id, dialog_id: dialog.id, msg: grown });
  } else add = await postCard(work, message, { type: 'todo', action: 'done', more: { done_userids: [userid] } });
  work.emit(contract.messageUpdated, dialogAudience(dialog), update);
  await announceTodoNums(work, dialog.id, [userid]);
  return { add, update };
}

/** Tells everyone whose number of to-dos may have changed the new one; one event per number, not per person. */
async function announceTodoNums(work: Work, dialogId: number, userids: readonly number[]): Promise<void> {
  const counted = await queries.countTodos(work.tx, dialogId, userids);
  for (const [todo_num, people] of Map.groupBy(counted, (row) => row.todo_num)) {
    work.emit(dialogMine, toUsers(...people.map((row) => row.userid)), { id: dialogId, todo_num });
  }
}

/** Those who remain hear that a to-do is done without the people who left, or open again because they are back. */
export const announceTodos: OnDialogChange = async (work, change, places) => {
  if (change === 'dialog_open') return;
  for (const { member_version, ...update } of await queries.listTodosWaitingFor(work.tx, places)) {
    const audience = dialogAudience({ id: update.dialog_id, member_version });
    work.emit(contract.messageUpdated, audience, update);
  }
};

/** A withdrawn message leaves no to-do. */
export async function dropTodos(work: Work, message: { id: number; dialog_id: number }): Promise<void> {
  const assigned = await queries.listAssigned(work.tx, message.id);
  if (assigned.length === 0) return;
  await queries.deleteTodos(work.tx, message.id, assigned);
  await announceTodoNums(work, message.dialog_id, assigned);
}

export async function listTodos(view: View, { msg_id }: InputOf<typeof acts.msgTodolist>) {
  await messageFor(view, msg_id);
  const rows = await queries.listTodosOf(view.tx, msg_id);
  return rows.map(presentTodo);
}

export async function listMyTodos(view: View, { dialog_id }: InputOf<typeof acts.dialogTodo>) {
  if (dialog_id) await dialogFor(view, dialog_id);
  const rows = await queries.listOpenTodos(view.tx, view.caller.userid, dialog_id);
  return rows.map((row) => ({
    ...presentTodo(row),
    msg_data: { id: row.msg_id, type: row.type, msg: contract.quotedMsg(row.msg as Record<string, unknown>) },
  }));
}

const presentTodo = ({ id, dialog_id, msg_id, userid, done_at, remind_at, reminded_at }: queries.TodoRow) => ({
  id,
  dialog_id,
  msg_id,
  userid,
  done_at: wireTime(done_at),
  remind_at: wireTime(remind_at),
  reminded_at: wireTime(reminded_at),
});
