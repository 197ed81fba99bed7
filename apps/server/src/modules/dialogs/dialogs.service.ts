import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import * as contract from '@atrium/contract/chat/dialogs.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { chosenAvatar } from '#modules/avatars/avatars.service';
import { settingsOf } from '#modules/system/settings.service';
import { displayName, presentBasic } from '#modules/users/present.service';
import { findUser, keepActive, likeText, listActiveIds, listBasics } from '#modules/users/users.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import { parseTime, wireTime } from '#platform/time/time';
import { isAdmin, isTemp, type View, type Work } from '#platform/work';
import { listCounters } from './counters.service.ts';
import { DEPUTY, dialogFor, managedDialogFor, managesGroup, memberFor, ownDialogFor } from './dialogs.access.ts';
import { pictureUrl, presentDialog } from './dialogs.present.ts';
import {
  findDialog,
  findDialogOfPair,
  insertDialogOfPair,
  listGroupsNamed,
  listLostIds,
  lockDialog,
  setDialogOwner,
  updateDialog,
} from './dialogs.queries.ts';
import { tellDialogChange } from './members/memberChanges.service.ts';
import {
  bumpMembers,
  findMember,
  insertMembers,
  listMembers,
  type OwnMembership,
  storeRole,
  updateOwnMembership,
} from './members/members.queries.ts';
import { closeDialog, createGroup, dialogAudience, exitDialog, joinDialog } from './members/membership.service.ts';
import { aboutPerson, postNotice } from './posting/post.service.ts';
import { findSeqInDialog } from './reads.queries.ts';
import { readRanges } from './reads.service.ts';
import { countCommon, countDialogs, listDialogViews } from './views.queries.ts';

/** Ids that a person lost since a time; the newest 50 by default. */
export const lostIds = (
  view: View,
  type: 'dialog' | 'project' | 'projectTask',
  since: Date | null,
): Promise<number[]> => listLostIds(view.tx, view.caller.userid, type, since);

export async function listDialogs(view: View, input: InputOf<typeof contract.dialogLists>) {
  const settings = await settingsOf(view.app);
  const [changed, deleted] = input.timerange ?? [null, null];
  const size = input.pagesize ?? 50;
  const page = input.page ?? 1;
  const [rows, total, lost] = await Promise.all([
    listDialogViews(view.tx, view.caller.userid, {
      changedSince: parseTime(changed),
      ...(input.keys?.name && { name: likeText(input.keys.name) }),
      limit: size,
      offset: (page - 1) * size,
    }),
    countDialogs(view.tx, view.caller.userid),
    page === 1 ? lostIds(view, 'dialog', parseTime(deleted)) : undefined,
  ]);
  return pageOf(view, contract.dialogLists.path, {
    rows: rows.map((row) => presentDialog(view.app, row, view.caller.lang, view.caller.userid, settings)),
    total,
    page,
    size,
    ...(lost && { deleted_id: lost }),
  });
}

/** The first dialogs of the caller's list. */
export async function listNewestDialogs(view: View, limit: number): Promise<Dialog[]> {
  const settings = await settingsOf(view.app);
  const rows = await listDialogViews(view.tx, view.caller.userid, { limit });
  return rows.map((row) => presentDialog(view.app, row, view.caller.lang, view.caller.userid, settings));
}

export async function presentDialogs(view: View, ids: readonly number[]): Promise<Dialog[]> {
  const settings = await settingsOf(view.app);
  const rows = await listDialogViews(view.tx, view.caller.userid, { ids, limit: ids.length || 1 });
  return rows.map((row) => presentDialog(view.app, row, view.caller.lang, view.caller.userid, settings));
}

/** The caller's conversations whose name matches, in list order. */
export async function presentNamed(view: View, named: string, limit: number): Promise<Dialog[]> {
  const settings = await settingsOf(view.app);
  const rows = await listDialogViews(view.tx, view.caller.userid, { named, limit });
  return rows.map((row) => presentDialog(view.app, row, view.caller.lang, view.caller.userid, settings));
}

export async function presentOne(view: View, id: number): Promise<Dialog> {
  const [dialog] = await presentDialogs(view, [id]);
  if (!dialog) throw fail('dialog.gone', { dialog_id: id });
  return dialog;
}

export async function oneDialog(view: View, { dialog_id }: InputOf<typeof contract.dialogOne>): Promise<Dialog> {
  await dialogFor(view, dialog_id);
  return presentOne(view, dialog_id);
}

export async function listOlderUnread(
  view: View,
  input: InputOf<typeof contract.dialogOlderUnread>,
): Promise<Dialog[]> {
  const [unreadBefore, todoBefore] = [parseTime(input.unread_at), parseTime(input.todo_at)];
  const settings = await settingsOf(view.app);
  const { userid } = view.caller;
  const found = await Promise.all([
    unreadBefore ? listDialogViews(view.tx, userid, { unreadBefore, limit: 20 }) : [],
    todoBefore ? listDialogViews(view.tx, userid, { todoBefore, limit: 20 }) : [],
  ]);
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  return [...rows.values()].map((row) => presentDialog(view.app, row, view.caller.lang, view.caller.userid, settings));
}

export async function listPeople(view: View, input: InputOf<typeof contract.dialogUser>) {
  const { dialog_id, getuser, page = 1, pagesize = contract.MEMBERS_AT_ONCE } = input;
  await dialogFor(view, dialog_id);
  const rows = await listMembers(view.tx, dialog_id, { offset: (page - 1) * pagesize, limit: pagesize });
  const basics = getuser
    ? await listBasics(
        view.tx,
        rows.map((row) => row.userid),
      )
    : [];
  const byId = new Map(basics.map((user) => [user.userid, user]));
  return rows
    .filter((row) => !getuser || !byId.get(row.userid)?.delete_at)
    .map((row) => {
      const user = byId.get(row.userid);
      return {
        id: row.id,
        dialog_id: row.dialog_id,
        userid: row.userid,
        inviter: row.inviter,
        important: row.important,
        role: row.role,
        bot: row.bot,
        created_at: wireTime(row.created_at),
        ...(user && pickPerson(presentBasic(view.app, user, view.caller.lang))),
      };
    });
}

/** Without a target, lists all personal groups of the caller. */
export async function listCommon(view: View, input: InputOf<typeof contract.dialogCommon>) {
  const { userid, lang } = view.caller;
  const target = input.target_userid ?? userid;
  const total = await countCommon(view.tx, userid, target);
  if (input.only_count) return { total };
  const [size, page] = [input.pagesize ?? 20, input.page ?? 1];
  const settings = await settingsOf(view.app);
  const rows = await listDialogViews(view.tx, userid, { commonWith: target, limit: size, offset: (page - 1) * size });
  return pageOf(view, contract.dialogCommon.path, {
    rows: rows.map((row) => presentDialog(view.app, row, lang, userid, settings)),
    total,
    page,
    size,
  });
}

const pickPerson = (user: ReturnType<typeof presentBasic>) => ({
  email: user.email,
  nickname: user.nickname,
  profession: user.profession,
  userimg: user.userimg,
  az: user.az,
  pinyin: user.pinyin,
  line_at: user.line_at,
  disable_at: user.disable_at,
  online: user.online,
});

/**
 * The direct dialog of two people. The pair is unique in the database, so two people who open it at once get the same
 * one.
 */
export async function openUser(work: Work, { userid }: InputOf<typeof contract.dialogOpenUser>): Promise<Dialog> {
  const id = await dialogWith(work, userid);
  await tellDialogChange(work, 'dialog_open', [{ dialog_id: id, userid: work.caller.userid }]);
  return presentOne(work, id);
}

/** Returns the id of the direct dialog, which is created on first use. @throws user.gone, dialog.temp */
export async function dialogWith(work: Work, userid: number): Promise<number> {
  const { caller } = work;
  const peer = await findUser(work.tx, userid);
  if (!peer) throw fail('user.gone');
  if (isTemp(caller) && !peer.bot && userid !== caller.userid) throw fail('dialog.temp');
  const pair = [Math.min(userid, caller.userid), Math.max(userid, caller.userid)];
  const known = await findDialogOfPair(work.tx, pair);
  if (known) return known.id;
  if (peer.delete_at) throw fail('user.gone');
  const id = await insertDialogOfPair(work.tx, pair);
  await insertMembers(work.tx, [id], [...new Set(pair)], { inviter: caller.userid, important: 1 });
  await bumpMembers(work.tx, id);
  work.emit(contract.dialogGroupAdd, toUsers(...pair), { id });
  return id;
}

type Mine = Partial<OutputOf<typeof contract.dialogMark>> & {
  top_at?: string | null;
  silence?: number;
  hide?: number;
  color?: string;
  read?: number[][];
};

/** The caller's own view of a dialog changed: notifies their other devices. */
function announceMine(work: Work, id: number, change: Mine): void {
  work.emit(contract.dialogMine, toUsers(work.caller.userid), { ...change, id });
}

async function updateMine(work: Work, dialogId: number, set: OwnMembership): Promise<void> {
  await updateOwnMembership(work.tx, set, dialogId, work.caller.userid);
}

export async function toggleTop(work: Work, { dialog_id }: InputOf<typeof contract.dialogTop>) {
  const { member } = await memberFor(work, dialog_id);
  const top = member.top_at ? null : work.now;
  await updateMine(work, dialog_id, { top_at: top });
  const answer = { id: dialog_id, top_at: wireTime(top) };
  announceMine(work, dialog_id, answer);
  return answer;
}

export async function hideDialog(work: Work, { dialog_id }: InputOf<typeof contract.dialogHide>) {
  const { member } = await memberFor(work, dialog_id);
  if (member.top_at) throw fail('dialog.pinned');
  await updateMine(work, dialog_id, { hide_at: work.now });
  announceMine(work, dialog_id, { id: dialog_id, hide: 1 });
  return { id: dialog_id, hide: 1 };
}

export async function colorDialog(work: Work, { dialog_id, color = '' }: InputOf<typeof contract.dialogColor>) {
  await memberFor(work, dialog_id);
  await updateMine(work, dialog_id, { color });
  announceMine(work, dialog_id, { id: dialog_id, color });
  return { id: dialog_id, color };
}

/** Mutes a dialog, also a project's or everyone's. Mentions still count, and notify. */
export async function silenceDialog(work: Work, { dialog_id, type }: InputOf<typeof contract.dialogSilence>) {
  const { dialog, member } = await memberFor(work, dialog_id);
  const silence = Number(type === 'set');
  const read: [number, number][] = silence && dialog.last_seq > 0 ? [[1, dialog.last_seq]] : [];
  await readRanges(work, dialog_id, read);
  // The manual unread flag stays, because only opening the dialog or marking it read clears it.
  await updateMine(work, dialog_id, { silence, mark_unread: member.mark_unread });
  const [counters] = await listCounters(work.tx, work.caller.userid, [dialog_id]);
  announceMine(work, dialog_id, {
    ...counters,
    id: dialog_id,
    silence,
    read,
  });
  return { id: dialog_id, silence };
}

/** `read` marks everything as read, or everything from one message on. `unread` only sets a flag. */
export async function markDialog(work: Work, input: InputOf<typeof contract.dialogMark>) {
  const { dialog } = await memberFor(work, input.dialog_id);
  const from = input.after_msg_id ? await findSeqInDialog(work.tx, input.after_msg_id, dialog.id) : undefined;
  const isRead = input.type === 'read';
  const read: [number, number][] = isRead && dialog.last_seq > 0 ? [[from?.seq ?? 1, dialog.last_seq]] : [];
  await readRanges(work, dialog.id, read);
  await updateMine(work, dialog.id, { mark_unread: Number(!isRead) });
  const [answer] = await listCounters(work.tx, work.caller.userid, [dialog.id]);
  if (!answer) throw fail('dialog.gone', { dialog_id: dialog.id });
  announceMine(work, dialog.id, { ...answer, read });
  return answer;
}

// Groups ------------------------------------------------------------------------------------------------------------

const NAME_BYTES = 100;
/** Joins nicknames, up to eight names or 100 bytes, followed by an ellipsis. */
function nameFrom(names: readonly string[]): string {
  let name = '';
  for (const [index, next] of names.entries()) {
    const longer = name ? `${name}, ${next}` : next;
    if (index >= 8 || Buffer.byteLength(longer) > NAME_BYTES) return `${name}...`;
    name = longer;
  }
  return name;
}

function checkGroupName(name: string): void {
  const length = [...name].length;
  if (length < 2 || length > 100) throw fail('group.name');
}

export async function addGroup(work: Work, input: InputOf<typeof contract.groupAdd>): Promise<Dialog> {
  if (isTemp(work.caller)) throw fail('dialog.temp');
  const others = (await listActiveIds(work.tx, input.userids)).filter((id) => id !== work.caller.userid);
  if (others.length === 0) throw fail('group.members');
  const members = [work.caller.userid, ...others];
  if (input.chat_name) checkGroupName(input.chat_name);
  const people = input.chat_name ? [] : await listBasics(work.tx, members);
  const dialog = await createGroup(work, {
    groupType: 'user',
    name: input.chat_name || nameFrom(people.map((user) => displayName(user))),
    ownerId: work.caller.userid,
    linkId: 0,
    members,
    important: false,
  });
  return presentOne(work, dialog.id);
}

export async function editGroup(work: Work, input: InputOf<typeof contract.groupEdit>) {
  const dialog =
    input.admin && isAdmin(work.caller)
      ? await findDialog(work.tx, input.dialog_id)
      : await managedDialogFor(work, input.dialog_id);
  if (!dialog || dialog.deleted_at || dialog.type !== 'group')
    throw fail('dialog.gone', { dialog_id: input.dialog_id });
  const name = dialog.group_type === 'user' ? input.chat_name : undefined;
  if (name !== undefined) checkGroupName(name);
  const avatar = input.avatar === undefined ? undefined : await chosenAvatar(work, input.avatar, 'avatar');
  if (name === undefined && avatar === undefined) return { id: dialog.id };
  await updateDialog(
    work.tx,
    { ...(name !== undefined && { name }), ...(avatar !== undefined && { avatar }), updated_at: work.now },
    dialog.id,
  );
  const changed = {
    id: dialog.id,
    ...(name !== undefined && { name }),
    ...(avatar !== undefined && { avatar: pictureUrl(work.app, avatar) }),
  };
  work.emit(contract.dialogGroupUpdate, dialogAudience(dialog), changed);
  return changed;
}

export async function addGroupUsers(work: Work, input: InputOf<typeof contract.groupAdduser>) {
  const seen = await dialogFor(work, input.dialog_id);
  const { dialog } = seen;
  if (dialog.type !== 'group') throw fail('dialog.personal');
  if (dialog.owner_id > 0 && !managesGroup(work, seen)) throw fail('group.invite');
  const userids = await listActiveIds(work.tx, input.userids);
  if (userids.length === 0) throw fail('group.members');
  const joined = await joinDialog(work, dialog.id, userids, { inviter: work.caller.userid, important: false });
  for (const user of await listBasics(work.tx, joined)) {
    await postNotice(work, dialog.id, work.caller.userid, 'notice.join', aboutPerson(user));
  }
  return { id: dialog.id };
}

export async function removeGroupUsers(work: Work, input: InputOf<typeof contract.groupDeluser>) {
  await lockDialog(work.tx, input.dialog_id);
  const { dialog, member: own } = await memberFor(work, input.dialog_id);
  const { caller } = work;
  if (dialog.type !== 'group') throw fail('dialog.personal');
  const isLeaving = !input.userids?.length;
  const targets = isLeaving ? [caller.userid] : (input.userids ?? []);
  for (const userid of targets) {
    const member = await findMember(work.tx, dialog.id, userid);
    if (!member) continue;
    if (userid === dialog.owner_id) throw fail('group.owner_stays');
    if (member.important) throw fail('group.important');
    const mayRemove =
      userid === caller.userid ||
      (dialog.group_type === 'all'
        ? isAdmin(caller)
        : dialog.owner_id === caller.userid ||
          (member.role !== DEPUTY && (own.role === DEPUTY || member.inviter === caller.userid)));
    if (!mayRemove) throw fail('group.remove');
  }
  const left = await exitDialog(work, dialog.id, targets);
  const by = await findUser(work.tx, caller.userid);
  for (const user of await listBasics(work.tx, left)) {
    const isSelf = user.userid === caller.userid;
    await postNotice(work, dialog.id, caller.userid, isSelf ? 'notice.left' : 'notice.removed', {
      ...aboutPerson(user),
      ...(!isSelf && by && { by: displayName(by) }),
    });
  }
  return { id: dialog.id };
}

export async function transferGroup(work: Work, { dialog_id, userid }: InputOf<typeof contract.groupTransfer>) {
  const isActive = await keepActive(work.tx, userid);
  await lockDialog(work.tx, dialog_id);
  const dialog = await ownDialogFor(work, dialog_id);
  if (dialog.group_type !== 'user') throw fail('dialog.personal');
  if (userid === work.caller.userid) throw fail('user.self');
  if (!isActive) throw fail('user.gone');
  await joinDialog(work, dialog.id, [userid], { inviter: work.caller.userid, important: false });
  await storeRole(work.tx, dialog.id, userid, 0);
  const fresh = await setDialogOwner(work.tx, userid, work.now, dialog.id);
  work.emit(contract.dialogGroupUpdate, dialogAudience(fresh), { id: dialog.id, owner_id: userid });
  return { id: dialog.id, owner_id: userid };
}

/** Groups of the workspace, most recently active first. */
export async function findGroups({ tx }: View, { key = '' }: InputOf<typeof contract.groupSearchuser>) {
  return { list: await listGroupsNamed(tx, key, FOUND_GROUPS) };
}
const FOUND_GROUPS = 20;

export async function disbandGroup(work: Work, { dialog_id }: InputOf<typeof contract.groupDisband>) {
  const dialog = await ownDialogFor(work, dialog_id);
  if (dialog.group_type !== 'user') throw fail('dialog.personal');
  await closeDialog(work, dialog.id);
  work.audit({ action: 'dialog.deleted', target: { type: 'dialog', id: dialog.id, name: dialog.name } });
  return { id: dialog.id };
}
