import { plainTel } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as profile from '@atrium/contract/people/profile.ts';
import * as users from '@atrium/contract/people/users.ts';
import { isLanguage } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { chosenAvatar } from '#modules/avatars/avatars.service';
import { endAccessTokens } from '#modules/sessions/accessTokens.service';
import { requireProof } from '#modules/sessions/proof.service';
import { renewSession } from '#modules/sessions/sessions.service';
import { sendMail } from '#modules/system/sendMail.service';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { hashPassword, sixDigits, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { azOf, pinyinOf } from '#platform/names';
import { zoneOf } from '#platform/time/zone';
import { performWork, type View, type Work } from '#platform/work';
import { directories, directoryOf, isOwnPassword } from './directories.service.ts';
import {
  checkBirthday,
  checkEmail,
  checkNickname,
  checkPassword,
  checkProfession,
  checkTel,
} from './fields.service.ts';
import { enqueueNotice } from './notices.service.ts';
import { presentBasic, presentProfile, type UserRecord } from './present.service.ts';
import {
  deleteOtherDevices,
  endPasswordLinks,
  findOtherWithTel,
  insertEmailCode,
  listOpenEmailCodes,
  markEmailCodeUsed,
  updateUserRow,
} from './profile.queries.ts';
import { profileEdited } from './profileEdited.service.ts';
import { findUser, findUserByEmail } from './users.service.ts';

async function self(view: View): Promise<UserRecord> {
  const user = await findUser(view.tx, view.caller.userid);
  if (!user) throw fail('auth.ended');
  return user;
}

export async function ownProfile(view: View) {
  return presentProfile(view.app, await self(view), view.caller.token);
}

/** Saves an account's fields and announces the public ones. Fields have been checked. */
export async function saveUser(work: Work, userid: number, fields: Partial<UserRecord>): Promise<UserRecord> {
  const user = await updateUserRow(work.tx, { ...(fields as object), updated_at: work.now }, userid);
  work.emit(users.userUpdated, { aud: 'all' }, presentBasic(work.app, user));
  work.tellNodes('session', { userid, ended: false });
  // A link to reset the password ends when the password or the address changes.
  if ('password' in fields || 'email' in fields) await endPasswordLinks(work.tx, userid, work.now);
  for (const each of directories.of(work.app)) await each.saved(work, user, fields);
  return user;
}

export async function requireFreeTel(work: Work, tel: string, userid: number): Promise<void> {
  if (!tel) return;
  const other = await findOtherWithTel(work.tx, tel, userid);
  if (other) throw fail('tel.taken');
}

export const nameFields = (nickname: string, email: string) => {
  const shown = nickname || email.split('@')[0] || '';
  return { nickname, az: azOf(shown), pinyin: pinyinOf(shown) };
};

export async function editProfile(work: Work, input: InputOf<typeof profile.userEditdata>) {
  const before = await self(work);
  if (input.nickname !== undefined) checkNickname(input.nickname);
  if (input.profession !== undefined) checkProfession(input.profession);
  if (input.birthday !== undefined) checkBirthday(input.birthday);
  if (input.lang !== undefined && !isLanguage(input.lang)) throw fail('lang.unknown');
  if (input.tel !== undefined) checkTel(input.tel);
  const timezone = input.timezone && zoneOf(input.timezone);
  // A number has only one spelling, so that it belongs to one person.
  const tel = plainTel(input.tel ?? '');
  await requireFreeTel(work, tel, before.userid);
  const { nickname, birthday, tel: _written, userimg, ...rest } = input;
  const face = userimg === undefined ? undefined : await chosenAvatar(work, userimg);
  const user = await saveUser(work, before.userid, {
    ...(rest as Partial<UserRecord>),
    ...(nickname !== undefined && nameFields(nickname, before.email)),
    ...(input.tel !== undefined && { tel }),
    ...(face !== undefined && { userimg: face }),
    ...(timezone !== undefined && { timezone }),
    ...(birthday !== undefined && { birthday: birthday || null }),
  });
  for (const each of profileEdited.of(work.app)) await each(work, before, user);
  return presentProfile(work.app, user, work.caller.token);
}

const PASSWORD_TRIES = 10;
const WINDOW_MS = 5 * 60_000;

/** Changes the password; every other device is signed out, this one continues with a new token. */
export async function changePassword(direct: Direct, input: InputOf<typeof profile.userEditpass>) {
  const { app, caller } = direct;
  if (!app.limiter.take(`password:${caller.userid}`, PASSWORD_TRIES, WINDOW_MS)) throw fail('rate.limited');
  const user = await self(direct);
  // A person who came through a provider has no password yet.
  const isFirst = user.password === '' && !(await directoryOf(app, user));
  if (isFirst) await requireProof(direct);
  else if (!(await isOwnPassword(app, user, input.oldpass))) throw fail('password.wrong');
  if (input.oldpass === input.newpass) throw fail('password.same');
  checkPassword(input.newpass, await settingsOf(app), user);
  const password = await storablePassword(app, user, input.newpass);
  return performWork(app, caller, async (work) => {
    const fresh = await saveUser(work, user.userid, { password, changepass: 0 });
    await endOtherSessions(work, user.userid, caller.deviceId);
    enqueueNotice(work, user.userid, 'password');
    work.audit({ action: 'password.changed', target: { type: 'user', id: user.userid, name: user.email } });
    return presentProfile(app, fresh, await renewSession(work));
  });
}

/** The hash to store; '' for an account of a directory, which gets the new password itself. */
export async function storablePassword(app: App, user: UserRecord, password: string): Promise<string> {
  const directory = await directoryOf(app, user);
  if (!directory) return hashPassword(password);
  await directory.setPassword(app, user, password);
  return '';
}

/** Ends a person's other sign-ins with their access tokens, and their sockets after commit. */
export async function endOtherSessions(work: Work, userid: number, keepDevice = 0): Promise<number> {
  const ended = await deleteOtherDevices(work.tx, userid, keepDevice);
  await endAccessTokens(work, userid);
  for (const { id } of ended) {
    const device = { userid, deviceId: id };
    // If the outcome is unknown, sockets reconnect with their token, which is refused if it has ended.
    work.tellNodes('session', { ...device, ended: true }, { ...device, ended: false, renewed: true });
  }
  work.tellNodes('session', { userid, ended: false });
  return ended.length;
}

const CODE_MS = 30 * 60_000;
const CODES_PER_WINDOW = 5;
const CODE_TRIES = 5;
const CHANGE = 2;
export const DELETE = 3;

/** Mails a six-digit code to the address. */
export async function sendEmailCode(direct: Direct, { type = CHANGE, email }: InputOf<typeof profile.emailSend>) {
  const { app, caller } = direct;
  if (!app.limiter.take(`code:${caller.userid}`, CODES_PER_WINDOW, CODE_MS)) throw fail('rate.limited');
  const user = await self(direct);
  checkEmail(email);
  const isOwn = email.toLowerCase() === user.email.toLowerCase();
  if (type === CHANGE && isOwn) throw fail('email.same');
  if (type !== CHANGE && !isOwn) throw fail('email.different');
  if (!isOwn && (await findUserByEmail(direct.tx, email))) throw fail('reg.taken');
  const code = sixDigits();
  const { system_alias: name } = await settingsOf(app);
  try {
    await sendMail(
      app,
      { to: email, lang: caller.lang, subject: translate(caller.lang, 'mail.code.subject', { name, code }) },
      { paragraphs: [translate(caller.lang, 'mail.code.text')], code, note: translate(caller.lang, 'mail.code.note') },
    );
  } catch (error) {
    app.log.warn({ err: error }, 'could not send a code by email');
    throw fail('email.unsent');
  }
  await insertEmailCode(app.db, { userid: user.userid, type, email, code_hash: tokenHash(`${user.userid}:${code}`) });
  return {};
}

/** @throws email.code, email.expired  five wrong tries invalidate the code */
export async function useCode(work: Work, userid: number, type: number, email: string, code: string): Promise<void> {
  const row = await listOpenEmailCodes(work.tx, userid, type);
  if (!row || row.email.toLowerCase() !== email.toLowerCase()) throw fail('email.code');
  if (work.now.getTime() - row.created_at.getTime() > CODE_MS) throw fail('email.expired');
  if (!work.app.limiter.take(`code-try:${row.id}`, CODE_TRIES, CODE_MS)) throw fail('email.expired');
  if (row.code_hash !== tokenHash(`${userid}:${code.trim()}`)) throw fail('email.code');
  await markEmailCodeUsed(work.tx, work.now, row.id);
}

/**
 * A forgotten password is reset by email, so a person who only has a signed-in device must not change the address. It
 * runs before the transaction, because checking a password is slow.
 *
 * @throws email.password, rate.limited
 */
export async function provePassword<I extends InputOf<typeof profile.emailEdit>>(direct: Direct, input: I): Promise<I> {
  const { app, caller } = direct;
  if (!app.limiter.take(`password:${caller.userid}`, PASSWORD_TRIES, WINDOW_MS)) throw fail('rate.limited');
  const user = await self(direct);
  if (await directoryOf(app, user)) throw fail('ldap.email');
  // A person who came through a provider has no password, and has just proved who they are.
  if (user.password === '') await requireProof(direct);
  else if (!(await isOwnPassword(app, user, input.password ?? ''))) throw fail('email.password');
  return input;
}

export async function changeEmail(work: Work, { newEmail, code = '' }: InputOf<typeof profile.emailEdit>) {
  const user = await self(work);
  checkEmail(newEmail);
  if (newEmail.toLowerCase() === user.email.toLowerCase()) throw fail('email.same');
  if (await findUserByEmail(work.tx, newEmail)) throw fail('reg.taken');
  const { reg_verify } = await settingsOf(work.app);
  if (reg_verify === 'open') await useCode(work, user.userid, CHANGE, newEmail, code);
  const fresh = await saveUser(work, user.userid, { email: newEmail, email_verity: Number(reg_verify === 'open') });
  await endOtherSessions(work, user.userid, work.caller.deviceId);
  enqueueNotice(work, user.userid, 'email_changed', { to: user.email, email: newEmail });
  work.audit({
    action: 'email.changed',
    target: { type: 'user', id: user.userid, name: newEmail },
    detail: { changes: { email: { from: user.email, to: newEmail } } },
  });
  return presentProfile(work.app, fresh, work.caller.token);
}
