import type { personErase } from '@atrium/contract/files/exports.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { translate } from '@atrium/i18n/translate.ts';
import {
  endAccount,
  lockLeaver,
  receiverOf,
  requireOtherAdmin,
  transferProjectsAndGroups,
} from '#modules/accounts/accounts.service';
import { renameInApprovals } from '#modules/approvals/running/notices.service';
import { leaveAllDialogs } from '#modules/dialogs/members/membership.service';
import { freeDeletedOf, removeDriveOf } from '#modules/drive/drive.service';
import { expireMessage } from '#modules/messages/messages.service';
import { renameInNotices } from '#modules/messages/notices.service';
import { removeMembers } from '#modules/projects/members/members.service';
import { findProjectById } from '#modules/projects/projects.access';
import { endProject } from '#modules/projects/projects.service';
import { requireProof } from '#modules/sessions/proof.service';
import { displayName, presentBasic, type UserRecord } from '#modules/users/present.service';
import { nameFields, saveUser } from '#modules/users/profile.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type Work } from '#platform/work';
import {
  deletePersonRows,
  expireExportsAbout,
  expirePacksOf,
  listJoinedProjects,
  listPersonalProjects,
  nextMessagesOf,
  renamePersonalProjects,
  replaceProfileEvents,
} from './erase.queries.ts';

export const ERASE_JOB = 'erase_person';
/** The number of messages that one transaction deletes. It locks them and their chats. */
const BATCH = 100;

/**
 * Erases a person: ends the account if it has not ended, replaces the name, and deletes what only they wrote or stored.
 * Messages and files are deleted by a job.
 *
 * @throws user.gone, user.self, user.last_admin, setting.password_admin, user.transfer
 */
export async function erasePerson(direct: Direct, { userid, transfer_userid, reason }: InputOf<typeof personErase>) {
  await requireProof(direct);
  return performWork(direct.app, direct.caller, async (work) => {
    const user = await lockLeaver(work, userid);
    if (!user || user.bot) throw fail('user.gone');
    if (userid === work.caller.userid) throw fail('user.self');
    if (user.delete_at) {
      // The account may have been deleted earlier, while its projects stayed with it.
      await transferProjectsAndGroups(work, user, work.caller.userid);
    } else {
      await requireOtherAdmin(work, user);
      const receiver = await receiverOf(work, user, transfer_userid);
      if (!receiver) await transferProjectsAndGroups(work, user, work.caller.userid);
      await endAccount(work, user, { receiver, reason: reason ?? '' });
    }
    await eraseNow(work, user);
    return {};
  });
}

/** Replaces the name of a person whose account has ended, and deletes their rows; a job deletes messages and files. */
export async function eraseNow(work: Work, user: UserRecord): Promise<void> {
  const { userid } = user;
  await deletePersonRows(work.tx, userid);
  await expireExportsAbout(work.tx, userid, work.now);
  await expirePacksOf(work.tx, userid, work.now);
  // The name is in the language of the person who erases, because lists and files show it to all readers.
  const name = translate(work.caller.lang, 'person.erased');
  await saveUser(work, userid, { ...nameFields(name, ''), delete_reason: '' });
  await renameInNotices(work, userid, displayName(user), name);
  await renameInApprovals(work, userid, displayName(user), name);
  await renamePersonalProjects(work.tx, userid, translate(work.caller.lang, 'word.personal_project', { name }));
  work.enqueue(ERASE_JOB, { userid });
  work.audit({ action: 'person.erased', target: { type: 'user', id: userid, name: displayName(user) } });
}

/** Leaves projects and groups, as a member does. */
async function leaveAll(app: App, userid: number): Promise<void> {
  for (const id of await listJoinedProjects(app.db, userid)) {
    await performWork(app, systemCaller, async (work) => {
      const project = await findProjectById(work, id);
      if (project) await removeMembers(work, project, [userid]);
    });
  }
  await performWork(app, systemCaller, (work) => leaveAllDialogs(work, userid));
}

/** Removes a person's files, and their personal project unless somebody took it over. */
export async function removeOwn(work: Work, userid: number): Promise<void> {
  await removeDriveOf(work, userid);
  for (const id of await listPersonalProjects(work.tx, userid)) {
    const project = await findProjectById(work, id);
    if (project) await endProject(work, project);
  }
}

/**
 * Ends memberships; deletes an erased person's messages, files, personal projects and earlier profiles. It is safe to
 * run twice, and to stop at any moment.
 */
export async function eraseContent(app: App, userid: number): Promise<void> {
  await leaveAll(app, userid);
  for (let after = 0; ; ) {
    const ids = await nextMessagesOf(app.db, userid, after, BATCH);
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
    await performWork(app, systemCaller, async (work) => {
      for (const id of ids) await expireMessage(work, id);
    });
  }
  await performWork(app, systemCaller, (work) => removeOwn(work, userid));
  await freeDeletedOf(app, userid);
  const user = await findUser(app.db, userid);
  if (user) await replaceProfileEvents(app.db, presentBasic(app, user));
}
