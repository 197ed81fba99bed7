import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/invitations.ts';
import { isLanguage } from '@atrium/i18n/languages.ts';
import { enter } from '#modules/auth/enter.service';
import { createAccount, type NewAccount } from '#modules/auth/signUp/account.service';
import type { SignUpRow } from '#modules/auth/signUp/signUp.service';
import { confirmByMail } from '#modules/auth/signUp/signUp.service';
import { setPersonDepartments } from '#modules/departments/departments.service';
import { addMembers } from '#modules/projects/members/members.service';
import { projectFor } from '#modules/projects/projects.access';
import { settingsOf, type WorkspaceSettings } from '#modules/system/settings.service';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { checkEmail, checkNickname, checkPassword } from '#modules/users/fields.service';
import { avatarUrl, displayName, type UserRecord } from '#modules/users/present.service';
import { saveUser } from '#modules/users/profile.service';
import { findUser } from '#modules/users/users.service';
import { inNameOf } from '#platform/callers';
import { hashPassword } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { wireTime } from '#platform/time/time';
import { performWork, type View, type Work } from '#platform/work';
import { findByToken, findInvitation, takeUse } from './invitations.queries.ts';
import { hashesOf, type InvitationRow, kindOf, projectsOf, roleOf } from './invitations.service.ts';

const PER_NETWORK = 60;
const WINDOW_MS = 5 * 60_000;

interface Open {
  row: InvitationRow;
  inviter: UserRecord;
}

/** @throws invitation.gone, rate.limited */
async function openFor(view: View, token: string): Promise<Open> {
  const { app, tx, caller } = view;
  if (!app.limiter.take(`invitation:${neighbourhood(caller.ip)}`, PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
  return requireValid(view, await findByToken(tx, hashesOf(token)));
}

/** An invitation is valid only while its creator is an active administrator. @throws invitation.gone */
async function requireValid({ tx, now }: Pick<View, 'tx' | 'now'>, row: InvitationRow | undefined): Promise<Open> {
  const isOpen = row && !row.revoked_at && row.used < row.max_uses && row.expired_at > now;
  const inviter = isOpen ? await findUser(tx, row.made_by) : undefined;
  const mayInvite = inviter && !inviter.disable_at && !inviter.delete_at && inviter.identity.includes('admin');
  if (!row || !mayInvite) throw fail('invitation.gone');
  return { row, inviter };
}

export async function readInvitation(view: View, { token }: InputOf<typeof contract.invitationInfo>) {
  const { app } = view;
  const { row, inviter } = await openFor(view, token);
  const settings = await settingsOf(app);
  const names = departmentsOf(app);
  return {
    workspace: settings.system_alias,
    inviter: displayName(inviter),
    inviter_img: avatarUrl(app, inviter),
    email: row.email,
    role: roleOf(row),
    departments: row.department.flatMap((id) => names.find((each) => each.id === id)?.name ?? []),
    projects: (await projectsOf(view, row)).flatMap((project) => (project ? [project.name] : [])),
    expired_at: wireTime(row.expired_at),
    password_min: settings.password_min,
    is_confirmed: !isProved(token, row) && (await app.mailer.isReady()),
    is_without_password: isWithoutPassword(settings, row),
  };
}

/** While passwords are turned off, only administrators have one, so that they can sign in while a provider is down. */
const isWithoutPassword = ({ password_login }: WorkspaceSettings, row: InvitationRow): boolean =>
  password_login === 'close' && roleOf(row) !== 'admin';

export async function signsUpWithoutPassword({ app, tx }: Pick<View, 'app' | 'tx'>, signUp: SignUpRow) {
  const row = signUp.invitation_id ? await findInvitation(tx, signUp.invitation_id) : undefined;
  return row !== undefined && isWithoutPassword(await settingsOf(app), row);
}

/** Only a mailed link proves that the person reads mail there. */
const isProved = (token: string, row: InvitationRow): boolean => row.email !== '' && kindOf(token, row) === 'mailed';

/** @throws invitation.gone, reg.taken, reg.verify; as the checks of fields do */
export async function acceptInvitation(direct: Direct, input: InputOf<typeof contract.invitationAccept>) {
  const { app, caller } = direct;
  const { row, inviter } = await openFor(direct, input.token);
  const settings = await settingsOf(app);
  const email = row.email || (input.email ?? '');
  checkEmail(email);
  if (input.nickname === '') throw fail('nickname.length');
  checkNickname(input.nickname);
  const { password = '', nickname } = input;
  // Unless the invitation itself was mailed, people choose the password behind the link of another mail.
  const isProof = isProved(input.token, row);
  const isConfirmed = !isProof && (await app.mailer.isReady());
  const isWithout = isWithoutPassword(settings, row);
  if (!isConfirmed && !isWithout) checkPassword(password, settings, { email, nickname });
  if (!isProof) await confirmByMail(direct, { email, nickname, invitationId: row.id });
  const passwordHash = isWithout ? '' : await hashPassword(password);
  const user = await performWork(app, caller, async (work) => {
    const account = { email, passwordHash, nickname, lang: caller.lang, ip: caller.ip };
    const made = await createInvited(work, { row, inviter }, account);
    return isProof ? saveUser(work, made.userid, { email_verity: 1 }) : made;
  });
  return enter(direct, user.userid, 'password');
}

/** Creates the account of an invited person, whose address is confirmed now. @throws invitation.gone */
export async function finishInvited(work: Work, signUp: SignUpRow): Promise<UserRecord> {
  const { invitation_id: id, email, password: passwordHash, nickname, lang, ip } = signUp;
  const open = await requireValid(work, id ? await findInvitation(work.tx, id) : undefined);
  return createInvited(work, open, { email, passwordHash, nickname, lang: isLanguage(lang) ? lang : 'en', ip });
}

async function createInvited(work: Work, { row, inviter }: Open, account: NewAccount): Promise<UserRecord> {
  if (!(await takeUse(work.tx, row.id, work.now))) throw fail('invitation.gone');
  const made = await createAccount(work, { ...account, identity: row.identity });
  await settle(work, { row, inviter }, made.userid);
  work.audit({
    action: 'invitation.accepted',
    by: made.userid,
    target: { type: 'invitation', id: row.id, name: made.email },
    detail: { role: roleOf(row), invited_by: row.made_by },
  });
  return made;
}

/** Puts the new person where the invitation says; departments and projects that are gone are left out. */
async function settle(work: Work, { row, inviter }: Open, userid: number): Promise<void> {
  const { userid: maker, identity, nickname, tel } = inviter;
  const byInviter = inNameOf(work, { userid: maker, identity, nickname, tel });
  const known = departmentsOf(work.app);
  const department = row.department.filter((id) => known.some((each) => each.id === id));
  if (department.length > 0) await setPersonDepartments(byInviter, userid, department);
  for (const id of row.project_ids) {
    const access = await projectFor(byInviter, id).catch((error: unknown) => {
      if (error instanceof Failure) return null;
      throw error;
    });
    if (access) await addMembers(byInviter, access.project, [userid]);
  }
}
