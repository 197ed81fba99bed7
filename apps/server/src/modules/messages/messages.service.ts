import { dialogMine } from '@atrium/contract/chat/dialogs.ts';
import type * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { listCounters } from '#modules/dialogs/counters.service';
import { anyDialog, type DialogAccess, dialogFor } from '#modules/dialogs/dialogs.access';
import { presentOne } from '#modules/dialogs/dialogs.service';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import { isWithOneself } from '#modules/dialogs/peer.access';
import { presentPreview } from '#modules/dialogs/preview.service';
import { readRanges, type SeqRange } from '#modules/dialogs/reads.service';
import { hideFiles } from '#modules/files/files.service';
import { settingsOf } from '#modules/system/settings.service';
import { onAllConnections } from '#platform/callers';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { unixSeconds, wireTime } from '#platform/time/time';
import { onReplica, performWork, type View, type Work } from '#platform/work';
import { refreshCards } from './cards/cards.service.ts';
import { pinnedOf } from './marks/marks.service.ts';
import { dropTodos, listMyTodos } from './marks/todos.service.ts';
import { messageFor, ownMessageFor } from './messages.access.ts';
import { presentMessage } from './messages.present.ts';
import {
  addDeletedSeq,
  clearUnreadMark,
  decrementReplies,
  deleteMentionsOf,
  deleteWordsOf,
  edgesOf,
  emptyMessage,
  findFullText,
  kindsIn,
  listAfter,
  listBefore,
  listMessagesById,
  listReadableSeqs,
  listReaderRows,
  listReplyCounts,
  lockMessage,
  type MessageFilter,
  type MessageRow,
  type MessageView,
  setLastAt,
  setMessageEmoji,
} from './messages.queries.ts';
import { isOverdue } from './sending/send.service.ts';

type ListInput = InputOf<typeof contract.msgList>;

/** Filters by the open session, if the conversation has sessions. */
const inSession = ({ session_id }: { session_id: number }): MessageFilter =>
  session_id > 0 ? { session: session_id } : {};

/**
 * The five forms of a page: newest, up to a message, from one on, around one, filtered. Position wins over prev over
 * next.
 */
export async function listMessages(view: View, input: ListInput) {
  const { dialog, member } = await dialogFor(view, input.dialog_id);
  const { userid } = view.caller;
  const size = input.pagesize ?? input.take ?? 50;
  const filter: MessageFilter = {
    ...inSession(dialog),
    ...(input.msg_id && { replyTo: input.msg_id }),
    ...(input.msg_type && { kind: input.msg_type }),
  };
  const rows = await pageRows(view, input, size, filter);
  const list = rows.map((row) => presentMessage(row, userid));
  const [first, last] = [list[0], list.at(-1)];
  if (first && last) {
    const edges = await edgesOf(view.tx, dialog.id, last.id, first.id, filter);
    first.next_id = edges.next_id;
    last.prev_id = edges.prev_id;
  }
  const isPlain = !input.prev_id && !input.next_id && !input.position_id && !input.msg_id && !input.msg_type;
  if (!isPlain) return { list, time: unixSeconds(view.now) };
  if (member?.mark_unread) await clearMark(view, dialog.id);
  watch(view, dialog.id, dialog.group_type);
  return {
    list,
    time: unixSeconds(view.now),
    dialog: { ...(await presentOne(view, dialog.id)), ...(await kindsIn(view.tx, dialog.id)) },
    todo: await listMyTodos(view, { dialog_id: dialog.id }),
    top: await pinnedOf(view, dialog),
  };
}

async function pageRows(view: View, input: ListInput, size: number, filter: MessageFilter): Promise<MessageView[]> {
  const { userid } = view.caller;
  const id = input.dialog_id;
  if (input.position_id) {
    const newer = await listAfter(view.tx, userid, id, input.position_id, Math.max(1, Math.floor(size / 2)), filter);
    return listBefore(view.tx, userid, id, newer.at(-1)?.id ?? input.position_id, size, filter);
  }
  // Old messages are read from a replica, which is recent enough for them.
  if (input.prev_id) return listBefore(onReplica(view).tx, userid, id, input.prev_id, size, filter);
  if (input.next_id) return (await listAfter(view.tx, userid, id, input.next_id, size, filter)).reverse();
  return listBefore(view.tx, userid, id, null, size, filter);
}

/** Opening a dialog clears its manual unread flag on every device. */
async function clearMark(view: View, dialogId: number): Promise<void> {
  // The caller's own connection gets the event too, because the event that set the flag may still be on its way there.
  await performWork(view.app, onAllConnections(view.caller), async (work) => {
    await clearUnreadMark(work.tx, dialogId, view.caller.userid);
    work.emit(dialogMine, toUsers(view.caller.userid), { id: dialogId, mark_unread: 0 });
  });
}

/** Lets this connection receive the events of a task's dialog although the caller is not a member of it. */
function watch({ app, caller }: View, dialogId: number, groupType: string): void {
  const connection = app.hub.find(caller.fd);
  if (connection && connection.userid === caller.userid) app.hub.watch(connection, groupType === 'task' ? dialogId : 0);
}

const DIALOGS_PER_REQUEST = 5;
export async function listLatest(view: View, { dialogs = [], take = 25 }: InputOf<typeof contract.msgLatest>) {
  const found: MessageView[] = [];
  for (const { id, latest_id = 0 } of dialogs.slice(0, DIALOGS_PER_REQUEST)) {
    const { dialog } = await dialogFor(view, id);
    const rows = await listBefore(view.tx, view.caller.userid, id, null, take, inSession(dialog));
    found.push(...rows.filter((row) => row.id > latest_id));
  }
  return { data: found.sort((a, b) => b.id - a.id).map((row) => presentMessage(row, view.caller.userid)) };
}

export async function oneMessage(view: View, { msg_id }: InputOf<typeof contract.msgOne>) {
  await messageFor(view, msg_id);
  const [row] = await listMessagesById(view.tx, view.caller.userid, [msg_id]);
  if (!row) throw fail('message.gone', { msg_id });
  return presentMessage(row, view.caller.userid);
}

/** Messages with their times, as one person sees them. The caller has checked the right to read them. */
export async function listShown(tx: View['tx'], userid: number, ids: readonly number[]) {
  const rows = await listMessagesById(tx, userid, ids);
  return rows.map((row) => ({ message: presentMessage(row, userid), at: row.created_at }));
}

/** The number of replies to these messages, by id. */
export async function countAnswers(tx: View['tx'], ids: readonly number[]): Promise<Map<number, number>> {
  if (!ids.some((id) => id > 0)) return new Map();
  const rows = await listReplyCounts(tx, ids);
  return new Map(rows.map((row) => [row.id, row.reply_num]));
}

export async function messageDetail(view: View, { msg_id, only_update_at }: InputOf<typeof contract.msgDetail>) {
  const { message } = await messageFor(view, msg_id);
  if (only_update_at) return { id: msg_id, update_at: wireTime(message.updated_at) };
  const shown = await oneMessage(view, { msg_id });
  if (message.type !== 'longtext') return shown;
  const text = await findFullText(view.tx, msg_id);
  return { ...shown, content: { type: text?.type ?? 'htm', content: text?.content ?? '' } };
}

// Reading ------------------------------------------------------------------------------------------------------------

const MAX_READ = 100;
const MAX_ID = 2 ** 31 - 1;

const listOf = (id: unknown): unknown[] =>
  Array.isArray(id) ? id : typeof id === 'string' || typeof id === 'number' ? String(id).split(',') : [];

/**
 * The ids are "1,2,3", a list, or a map of message to dialog. A dialog's id as the value means everything from this
 * message on.
 */
function wantedReads(id: unknown): Map<number, number> {
  const number = (value: unknown) => {
    const id = /^\d{1,10}$/.test(String(value)) ? Number(value) : 0;
    return id <= MAX_ID ? id : 0;
  };
  const pairs: [unknown, unknown][] =
    typeof id === 'object' && id !== null && !Array.isArray(id)
      ? Object.entries(id)
      : listOf(id).map((each) => [each, 0]);
  const wanted = new Map(
    pairs.map(([msg, dialog]) => [number(msg), number(dialog)] as const).filter(([msg]) => msg > 0),
  );
  if (wanted.size === 0) throw fail('parameter', { name: 'id' });
  return new Map([...wanted].slice(0, MAX_READ));
}

export async function readMessages(work: Work, input: InputOf<typeof contract.msgRead>) {
  const wanted = wantedReads(input.id);
  const rows = await listReadableSeqs(work.tx, work.caller.userid, [...wanted.keys()]);
  const byDialog = Map.groupBy(rows, (row) => row.dialog_id);
  const ranges = new Map<number, SeqRange[]>();
  for (const [dialogId, seen] of byDialog) {
    const isFrom = (id: number) => wanted.get(id) === dialogId;
    const read = seen.map(({ id, seq, last_seq }): SeqRange => [seq, isFrom(id) ? last_seq : seq]);
    await readRanges(work, dialogId, read);
    ranges.set(dialogId, read);
  }
  return announceCounters(work, ranges);
}

/** Tells the caller's other devices the read ranges and counters; the answer has the counters too. */
async function announceCounters(work: Work, ranges: ReadonlyMap<number, SeqRange[]>) {
  const counters = await listCounters(work.tx, work.caller.userid, [...ranges.keys()]);
  return counters.map((answer) => {
    const read = (ranges.get(answer.id) ?? []).map((range) => [...range]);
    work.emit(dialogMine, toUsers(work.caller.userid), { ...answer, read });
    return answer;
  });
}

export async function unreadOf(view: View, { dialog_id }: InputOf<typeof contract.msgUnread>) {
  await dialogFor(view, dialog_id);
  const [counters] = await listCounters(view.tx, view.caller.userid, [dialog_id]);
  if (!counters) throw fail('dialog.gone', { dialog_id });
  return counters;
}

/**
 * Lists who has read the caller's own message and who has not. The read time is that of the member's last change,
 * because ranges have no times.
 */
export async function listReaders(view: View, { msg_id }: InputOf<typeof contract.msgReadlist>) {
  const { message } = await messageFor(view, msg_id);
  if (message.userid !== view.caller.userid) throw fail('message.own');
  const rows = await listReaderRows(view.tx, message.seq, message.dialog_id, message.userid);
  return rows.map((row) => ({
    userid: row.userid,
    dialog_id: message.dialog_id,
    msg_id,
    mention: Number(message.mentions.includes(row.userid) || message.mentions.includes(0)),
    read_at: row.is_read ? wireTime(row.updated_at) : null,
  }));
}

// Withdrawing, reacting -----------------------------------------------------------------------------------------------

/** Withdraws a message for everybody: its number joins the ranges that cannot be unread. */
export async function withdrawMessage(work: Work, { msg_id }: InputOf<typeof acts.msgWithdraw>) {
  const { message, dialog } = await ownMessageFor(work, msg_id);
  const { msg_rev_limit: minutes } = await settingsOf(work.app);
  const isExempt = work.caller.isBot || isWithOneself(dialog.pair);
  if (!isExempt && isOverdue(message.created_at, minutes, work.now)) {
    throw fail('message.withdraw_limit', { minutes });
  }
  await removeMessage(work, message, dialog);
  return { id: msg_id };
}

/** Deletes a message by its age, regardless of its sender. @returns whether it was still there */
export async function expireMessage(work: Work, id: number): Promise<boolean> {
  const message = await lockMessage(work.tx, id);
  const dialog = message && (await anyDialog(work, message.dialog_id));
  if (!message || !dialog) return false;
  await removeMessage(work, message, dialog, true);
  return true;
}

/** @param isForgotten  the conversation is as old as what is left, as if the message had never been sent */
async function removeMessage(
  work: Work,
  message: MessageRow,
  dialog: DialogAccess['dialog'],
  isForgotten = false,
): Promise<void> {
  const { tx, now } = work;
  const msg_id = message.id;
  // The quoted message is locked before the dialog, as for replies, to avoid a deadlock.
  if (message.reply_id > 0) await lockMessage(tx, message.reply_id);
  await emptyMessage(tx, now, msg_id);
  await deleteMentionsOf(tx, dialog.id, message.seq);
  for (const words of ['message_texts', 'message_transcripts', 'message_translations'] as const) {
    await deleteWordsOf(tx, words, msg_id);
  }
  await hideFiles(work, msg_id);
  const { gone, last_at } = await addDeletedSeq(tx, dialog.id, message.seq, {
    ...(dialog.top_msg_id === msg_id && { top_msg_id: 0, top_userid: 0 }),
    updated_at: now,
  });
  await refreshCards(work, message, null);
  await dropTodos(work, message);
  const answered = message.reply_id > 0 && (await decrementReplies(tx, message.reply_id));
  const [last] = await listBefore(tx, work.caller.userid, dialog.id, null, 1, {});
  const isNewest = message.id > (last?.id ?? 0);
  const end = isForgotten && isNewest ? (last?.created_at ?? dialog.created_at) : undefined;
  if (end) await setLastAt(tx, dialog.id, end);
  work.emit(contract.messageDeleted, dialogAudience(dialog), {
    id: msg_id,
    dialog_id: dialog.id,
    seq: message.seq,
    last_msg: last ? presentPreview(asLast(last), dialog.id, work.caller.lang) : null,
    last_at: wireTime(end ?? last_at ?? message.created_at),
    update_read: 1,
    gone,
    ...(answered && { reply_id: message.reply_id, answered_num: answered.reply_num }),
  });
}

const asLast = (row: MessageView) => ({
  id: row.id,
  type: row.type,
  mtype: row.mtype,
  msg: row.msg as Record<string, unknown>,
  userid: row.userid,
  emoji: row.emoji as { symbol: string }[],
  created_at: row.created_at.toISOString(),
  send: row.send,
  read: row.read,
});

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*0-9]\uFE0F?\u20E3/u;

/** The number of different reactions that one person may add to one message. */
const REACTIONS_PER_PERSON = 20;

/** Toggles the caller's reaction; newest symbol and newest person first. */
export async function reactTo(work: Work, { msg_id, symbol }: InputOf<typeof acts.msgEmoji>) {
  if (!EMOJI.test(symbol)) throw fail('parameter', { name: 'symbol' });
  const { message, dialog } = await messageFor(work, msg_id, { lock: true });
  const before = message.emoji as { symbol: string; userids: number[] }[];
  const same = before.find((entry) => entry.symbol === symbol);
  const others = before.filter((entry) => entry.symbol !== symbol);
  const { userid } = work.caller;
  const isNew = !same?.userids.includes(userid);
  if (isNew && others.filter((entry) => entry.userids.includes(userid)).length >= REACTIONS_PER_PERSON) {
    throw fail('message.reactions', { max: REACTIONS_PER_PERSON });
  }
  const userids = same?.userids.includes(userid)
    ? same.userids.filter((id) => id !== userid)
    : [userid, ...(same?.userids ?? [])];
  const emoji = userids.length > 0 ? [{ symbol, userids }, ...others] : others;
  await setMessageEmoji(work.tx, JSON.stringify(emoji), work.now, msg_id);
  work.emit(contract.messageUpdated, dialogAudience(dialog), { id: msg_id, dialog_id: dialog.id, emoji });
  return { id: msg_id, emoji };
}
