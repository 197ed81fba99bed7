import { isEmail } from '@atrium/contract/formats.ts';
import type { WorkspaceSettings } from '#modules/system/settings.service';
import { fail } from '#platform/fail';
import { isKnownPassword, isOwnPassword } from './passwordRules.ts';

/** The rules of an account's fields, the same for the person and for administrators. */

export function checkEmail(email: string): void {
  if (!isEmail(email)) throw fail('reg.email');
}

const PASSWORD_MAX = 256;

/**
 * @param own  the account's address and name, which are bad passwords like the workspace's
 * @throws password.short, password.policy, password.own, password.known, password.complex
 */
export function checkPassword(
  password: string,
  settings: Pick<WorkspaceSettings, 'password_policy' | 'password_min'> &
    Partial<Pick<WorkspaceSettings, 'system_alias'>>,
  own: { email: string; nickname?: string },
): void {
  const { password_min: limit, password_policy, system_alias: workspace = '' } = settings;
  if (lengthOf(password) < limit) throw fail('password.short', { limit });
  if (password.length > PASSWORD_MAX) throw fail('password.policy', { limit: PASSWORD_MAX });
  if (isOwnPassword(password, { ...own, workspace })) throw fail('password.own');
  if (isKnownPassword(password)) throw fail('password.known');
  if (password_policy !== 'complex') return;
  const hasLower = /[a-z]/.test(password);
  const hasUpper = /[A-Z]/.test(password);
  const hasDigit = /\d/.test(password);
  const hasOther = /[^a-zA-Z\d]/.test(password);
  const isOnlyLetters = !hasDigit && !hasOther;
  const isDigitsAndOneCase = hasDigit && !hasOther && !(hasLower && hasUpper);
  if (isOnlyLetters || isDigitsAndOneCase) throw fail('password.complex');
}

const lengthOf = (text: string) => [...text].length;

/**
 * Refuses line breaks: names are in mails and lists, where a line break could begin a line that looks like ours.
 * @throws parameter
 */
export function requireOneLine(name: string, text: string): void {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) throw fail('parameter', { name });
}

export function checkNickname(nickname: string): void {
  requireOneLine('nickname', nickname);
  // Direction marks could make a name look like another person's.
  if (/[\u202a-\u202e\u2066-\u2069]/.test(nickname)) throw fail('parameter', { name: 'nickname' });
  const seen = nickname.replace(/[\p{Cf}\p{Cc}\p{Z}]/gu, '');
  if (nickname !== '' && seen === '') throw fail('nickname.length');
  if (nickname !== '' && (lengthOf(nickname) < 2 || lengthOf(nickname) > 20)) throw fail('nickname.length');
}
export function checkProfession(profession: string): void {
  requireOneLine('profession', profession);
  if (profession !== '' && (lengthOf(profession) < 2 || lengthOf(profession) > 20)) throw fail('profession.length');
}
export function checkTel(tel: string): void {
  if (tel !== '' && !/^\+?[\d -]{6,20}$/.test(tel)) throw fail('tel.format');
}
export function checkBirthday(birthday: string): void {
  if (birthday === '') return;
  const day = /^\d{4}-\d\d-\d\d$/.test(birthday) ? new Date(`${birthday}T00:00:00Z`) : null;
  // This finds days that do not exist, because JavaScript turns 30 February into a day in March.
  const isReal = day && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(birthday);
  if (!isReal || day > new Date()) throw fail('birthday.format');
}
