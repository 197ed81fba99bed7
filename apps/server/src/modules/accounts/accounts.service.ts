import { plainTel } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/accounts.ts';
import { handOverApprovals } from '#modules/approvals/running/due.service';
import { dropAvatars } from '#modules/avatars/avatars.service';
import { dropDevices, replaceDevices, storeFacePhoto } from '#modules/checkin/devices.service';
import {
  lockAllDepartments,
  setPersonDepartments,
  transferDepartments,
} from '#modules/departments/departments.service';
import { passGroups, transferDialogs } from '#modules/dialogs/members/handOver.service';
import { joinAllStaff } from '#modules/dialogs/members/membership.service';
import { transferDrive } from '#modules/drive/drive.service';
import { dropTags } from '#modules/personTags/personTags.service';
import { passOwnership, transferProjects } from '#modules/projects/members/handOver.service';
import { requireProof } from '#modules/sessions/proof.service';
import { settingsOf } from '#modules/system/settings.service';
import { checkEmail, checkNickname, checkPassword, checkProfession, checkTel } from '#modules/users/fields.service';
import { enqueueNotice } from '#modules/users/notices.service';
import { displayName, presentUserRow, type UserRecord } from '#modules/users/present.service';
import { endOtherSessions, nameFields, requireFreeTel, saveUser } from '#modules/users/profile.service';
import { findUser, findUserByEmail, listActiveIds, lockUser } from '#modules/users/users.service';
import { hashPassword } from '#platform/crypto';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type Work } from '#platform/work';
import { deleteInvitationsTo, deleteTraces, findOtherAdmin, listOwnBots, lockAdmins } from './accounts.queries.ts';

type Operation = InputOf<typeof contract.userOperation>;

/** An administrator changes another account: roles, fields, disabling, deletion with a transfer. */
export async function operate(direct: Direct, input: Operation) {
  const settings = await settingsOf(direct.app);
  if (input.password) {
    const user = await findUser(direct.tx, input.userid);
    checkPassword(input.password, settings, {
      email: input.email ?? user?.email ?? '',
      nickname: input.nickname ?? user?.nickname ?? '',
    });
  }
  if (isDangerous(input)) await requireProof(direct);
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  return performWork(direct.app, direct.caller, async (work) => {
    const user = await lockAccount(work, input);
    if (!user || user.delete_at) throw fail('user.gone');
    await editFields(work, user, input, passwordHash);
    await changeState(work, user, input);
    const fresh = await findUser(work.tx, user.userid);
    if (!fresh) throw fail('user.gone');
    return presentUserRow(work.app, fresh);
  });
}

const DANGEROUS: readonly Operation['type'][] = [
  'setadmin',
  'clearadmin',
  'settemp',
  'cleartemp',
  'setdisable',
  'cleardisable',
  'delete',
];
/** Changes that give somebody power over an account, or end it. */
const isDangerous = ({ type, password, email }: Operation) =>
  DANGEROUS.includes(type) || Boolean(password) || email !== undefined;

/**
 * The account as it is now. It stays locked, because its roles are written as a whole: a role that another administrator
 * takes away at the same moment would come back.
 */
async function lockAccount(work: Work, { userid, type }: Operation): Promise<UserRecord | undefined> {
  // Departments have their own lock, which comes before the rows of their people.
  if (type === 'department') return findUser(work.tx, userid);
  if (type === 'delete' || type === 'setdisable') return lockLeaver(work, userid);
  if (type === 'clearadmin') await lockAdmins(work.tx);
  return lockUser(work.tx, userid);
}

/**
 * The account of a person who leaves, as it is now. It stays locked: who becomes an administrator at the same moment
 * would not be counted among them. One person leaves at a time, because each may be the other's successor.
 */
export async function lockLeaver(work: Work, userid: number): Promise<UserRecord | undefined> {
  // In the same order everywhere, with the rows of people last, to avoid deadlocks.
  await lockAdmins(work.tx);
  await lockAllDepartments(work);
  return lockUser(work.tx, userid);
}

async function editFields(work: Work, user: UserRecord, input: Operation, passwordHash: string | null): Promise<void> {
  const fields: Partial<UserRecord> = {};
  if (input.email !== undefined && input.email !== user.email) {
    checkEmail(input.email);
    const other = await findUserByEmail(work.tx, input.email);
    if (other && other.userid !== user.userid) throw fail('reg.taken');
    fields.email = input.email;
    // Nobody has proved yet that the new address is theirs.
    fields.email_verity = 0;
  }
  if (input.tel !== undefined) {
    checkTel(input.tel);
    fields.tel = plainTel(input.tel);
    await requireFreeTel(work, fields.tel, user.userid);
  }
  if (input.nickname !== undefined) {
    checkNickname(input.nickname);
    Object.assign(fields, nameFields(input.nickname, fields.email ?? user.email));
  }
  if (input.profession !== undefined) {
    checkProfession(input.profession);
    fields.profession = input.profession;
  }
  if (passwordHash) Object.assign(fields, { password: passwordHash, changepass: 1 });
  if (Object.keys(fields).length === 0) return;
  await saveUser(work, user.userid, fields);
  if (fields.email || passwordHash) await endOtherSessions(work, user.userid);
  const target = targetOf(user);
  if (passwordHash) work.audit({ action: 'password.set', target });
  if (fields.email) {
    enqueueNotice(work, user.userid, 'email_changed', { to: user.email, email: fields.email });
    const changes = { email: { from: user.email, to: fields.email } };
    work.audit({ action: 'email.changed', target, detail: { changes } });
  }
}

async function changeState(work: Work, user: UserRecord, input: Operation): Promise<void> {
  const without = (word: string) => user.identity.filter((identity) => identity !== word);
  switch (input.type) {
    case undefined:
      return;
    case 'setadmin':
      return setRoles(work, user, [...without('admin'), 'admin']);
    case 'clearadmin':
      await requireOtherAdmin(work, user);
      return setRoles(work, user, without('admin'));
    case 'settemp':
      return setRoles(work, user, [...without('temp'), 'temp']);
    case 'cleartemp':
      return setRoles(work, user, without('temp'));
    case 'setdisable':
      return disable(work, user, input);
    case 'cleardisable':
      await saveUser(work, user.userid, { disable_at: null, identity: without('disable') });
      work.audit({ action: 'account.enabled', target: targetOf(user) });
      if ((await settingsOf(work.app)).all_group_autoin === 'yes') await joinAllStaff(work, user.userid);
      return;
    case 'department':
      return setPersonDepartments(work, user.userid, input.department ?? []);
    case 'checkin_macs':
      return replaceDevices(work, user.userid, input.checkin_macs ?? []);
    case 'checkin_face':
      return storeFacePhoto(work, user.userid, input.checkin_face ?? '');
    case 'delete':
      return remove(work, user, input);
  }
}

const targetOf = ({ userid, email }: UserRecord) => ({ type: 'user' as const, id: userid, name: email });

async function setRoles(work: Work, user: UserRecord, identity: string[]): Promise<void> {
  if (String([...identity].sort()) === String([...user.identity].sort())) return;
  await saveUser(work, user.userid, { identity });
  const changes = { identity: { from: user.identity, to: identity } };
  work.audit({ action: 'account.role', target: targetOf(user), detail: { changes } });
}

/**
 * Returns the id of another administrator.
 *
 * @throws user.last_admin  if nobody else could administer the workspace
 * @throws setting.password_admin  while passwords are off, if no other administrator has one
 */
export async function anotherAdmin(work: Work, user: UserRecord): Promise<number> {
  // Serialized: two administrators who demote each other would both find the other one.
  await lockAdmins(work.tx);
  const other = await findOtherAdmin(work.tx, user.userid);
  if (!other) throw fail('user.last_admin');
  // The password of an administrator is the way in while the provider or the directory is down.
  if (user.password && !other.has_password && (await settingsOf(work.app)).password_login === 'close') {
    throw fail('setting.password_admin');
  }
  return other.userid;
}

export async function requireOtherAdmin(work: Work, user: UserRecord): Promise<void> {
  if (user.identity.includes('admin')) await anotherAdmin(work, user);
}

export async function receiverOf(work: Work, user: UserRecord, wish: number | undefined): Promise<number | null> {
  if (!wish) return null;
  if (wish === user.userid || (await listActiveIds(work.tx, [wish])).length === 0) throw fail('user.transfer');
  return wish;
}

async function disable(work: Work, user: UserRecord, input: Operation): Promise<void> {
  if (user.userid === work.caller.userid) throw fail('user.self');
  await requireOtherAdmin(work, user);
  const receiver = await receiverOf(work, user, input.transfer_userid);
  if (receiver) {
    await handOver(work, user, receiver);
    await transferDepartments(work, user.userid, receiver);
  }
  const identity = [...user.identity.filter((word) => word !== 'disable'), 'disable'];
  await saveUser(work, user.userid, { disable_at: work.now, identity });
  await handOverApprovals(work, user.userid, receiver);
  work.audit({ action: 'account.disabled', target: targetOf(user), detail: { receiver: receiver ?? 0 } });
  await endOtherSessions(work, user.userid);
  await endBots(work, user.userid);
}

async function remove(work: Work, user: UserRecord, input: Operation): Promise<void> {
  if (user.userid === work.caller.userid) throw fail('user.self');
  if (!input.delete_reason) throw fail('parameter.missing', { name: 'delete_reason' });
  await requireOtherAdmin(work, user);
  const receiver = await receiverOf(work, user, input.transfer_userid);
  if (!receiver) await transferProjectsAndGroups(work, user, work.caller.userid);
  await endAccount(work, user, { receiver, reason: input.delete_reason });
}

/**
 * Transfers the projects and groups of a person who leaves without a named successor to other members of theirs. Projects
 * without any go to `heir`; 0 leaves them.
 */
export async function transferProjectsAndGroups(work: Work, user: UserRecord, heir: number): Promise<void> {
  await passOwnership(work, user, heir);
  await passGroups(work, user.userid);
}

interface Ending {
  /** Null transfers nothing: tasks and files stay where they are under the former name. */
  receiver: number | null;
  reason: string;
}

/** The personal columns of a deleted account, emptied. The name stays, because it is shown on what they wrote. */
const UNKNOWN = {
  email: '',
  tel: '',
  profession: '',
  birthday: null,
  address: '',
  introduction: '',
  userimg: '',
  lang: '',
  timezone: '',
  last_ip: '',
  last_at: null,
  line_ip: '',
  line_at: null,
  created_ip: '',
  status_emoji: '',
  status_text: '',
  status_until: null,
  meeting_at: null,
  dnd_until: null,
} satisfies Partial<UserRecord>;

/** What later modules do with the things of a person who leaves; null if nobody gets them. */
export const departures = new ExtensionPoint<(work: Work, userid: number, receiver: number | null) => Promise<void>>();

async function leave(work: Work, userid: number, receiver: number | null): Promise<void> {
  for (const each of departures.of(work.app)) await each(work, userid, receiver);
}

/**
 * Ends an account and its sign-ins, and clears what is known about the person. Messages stay under their name;
 * ownerships pass to the receiver, if any.
 */
export async function endAccount(work: Work, user: UserRecord, { receiver, reason }: Ending): Promise<void> {
  if (receiver) await handOver(work, user, receiver);
  else await leave(work, user.userid, null);
  await transferDepartments(work, user.userid, receiver);
  await setPersonDepartments(work, user.userid, []);
  await dropTags(work, user.userid);
  await dropDevices(work, user.userid);
  await saveUser(work, user.userid, {
    delete_at: work.now,
    delete_reason: reason,
    password: '',
    identity: [],
    ...(user.bot === 0 && { ...UNKNOWN, ...nameFields(displayName(user), '') }),
  });
  await deleteTraces(work.tx, user.userid);
  if (user.email) await deleteInvitationsTo(work.tx, user.email);
  await dropAvatars(work, user.userid);
  await handOverApprovals(work, user.userid, receiver);
  work.audit({ action: 'account.deleted', target: targetOf(user), detail: { reason, receiver: receiver ?? 0 } });
  await endOtherSessions(work, user.userid);
  await endBots(work, user.userid);
}

/** Signs a person's bots out everywhere. They cannot sign in while their owner is away. */
async function endBots(work: Work, userid: number): Promise<void> {
  for (const bot of await listOwnBots(work.tx, userid)) work.tellNodes('session', { userid: bot, ended: true });
}

/** Transfers projects, task roles, files and owned groups; the leaver leaves every project and group. */
async function handOver(work: Work, user: UserRecord, receiver: number): Promise<void> {
  await transferProjects(work, user.userid, receiver);
  await transferDrive(work, user.userid, receiver);
  await transferDialogs(work, user.userid, receiver);
  await leave(work, user.userid, receiver);
}
