import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/signIn.ts';
import { isLanguage, type Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { requireProof } from '#modules/sessions/proof.service';
import { sendMail } from '#modules/system/sendMail.service';
import { settingsOf } from '#modules/system/settings.service';
import { checkEmail, checkPassword } from '#modules/users/fields.service';
import { enqueueNotice } from '#modules/users/notices.service';
import { endOtherSessions, saveUser, storablePassword } from '#modules/users/profile.service';
import { findUser, findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { newToken, tokenHash } from '#platform/crypto';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { wireTime } from '#platform/time/time';
import { performWork, type View, type Work } from '#platform/work';
import { clearCaptcha } from '../captcha.service.ts';
import { factorsOf, hasFactor } from '../factors/factors.service.ts';
import { endLinks } from '../takeOver.service.ts';
import { endResets, findReset, insertReset, takeReset } from './resets.queries.ts';

/**
 * A forgotten password. Nothing here tells whether an address has an account: each request enqueues one job, whose
 * mail, if any, is sent later, so that answer and time are the same.
 */
const MAILED_MS = 3_600_000;
const HANDED_MS = 86_400_000;
const PER_NETWORK = 30;
const PER_EMAIL = 3;
const WINDOW_MS = 15 * 60_000;

export const RESET_JOB = 'password_reset';
interface Payload {
  email: string;
  lang: Language;
  at: number;
}

/** @throws reset.no_mail, reg.email, rate.limited */
export async function forgotPassword(direct: Direct, { email }: InputOf<typeof contract.passwordForgot>) {
  const { app, caller } = direct;
  checkEmail(email);
  if (!app.limiter.take(`forgot:${neighbourhood(caller.ip)}`, PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
  if (!(await app.mailer.isReady())) throw fail('reset.no_mail');
  // More for one address are not sent: they would be a nuisance to its owner.
  if (!app.limiter.take(`forgot-email:${email.toLowerCase()}`, PER_EMAIL, MAILED_MS)) return {};
  await performWork(app, caller, async (work) => {
    // The statements are the same whether or not there is such an account.
    const user = await findUserByEmail(work.tx, email);
    work.audit({ action: 'password.asked', by: 0, target: { type: 'user', id: user?.userid ?? 0, name: email } });
    work.enqueue(RESET_JOB, { email, lang: caller.lang, at: work.now.getTime() } satisfies Payload);
  });
  return {};
}

/** The job: mails the link if the address has an active account. */
export async function mailReset(app: App, payload: unknown): Promise<void> {
  const { email, lang: asked, at } = payload as Payload;
  if (Date.now() - at > MAILED_MS) return;
  const user = await findUserByEmail(app.db, email);
  if (!user || user.bot || user.disable_at) return;
  const lang = isLanguage(user.lang) ? user.lang : asked;
  const token = newToken();
  const { system_alias: name } = await settingsOf(app);
  await sendMail(
    app,
    { to: user.email, lang, subject: translate(lang, 'mail.reset.subject', { name }) },
    {
      paragraphs: [translate(lang, 'mail.reset.text', { name, email: user.email })],
      button: { label: translate(lang, 'mail.reset.button'), url: resetAddress(app, token) },
      note: translate(lang, 'mail.reset.note'),
    },
  );
  await insertReset(app.db, {
    userid: user.userid,
    token_hash: tokenHash(token),
    expired_at: new Date(Date.now() + MAILED_MS),
  });
}

const resetAddress = ({ publicUrl }: App, token: string) => `${publicUrl}/single/password?token=${token}`;

/** Makes a link for an administrator to hand over. */
export async function makeResetLink(work: Work, { userid }: InputOf<typeof contract.passwordLink>) {
  await requireProof(work);
  const user = await findUser(work.tx, userid);
  if (!user || user.delete_at || user.bot || user.disable_at) throw fail('user.gone');
  const token = newToken();
  const expired_at = new Date(work.now.getTime() + HANDED_MS);
  await insertReset(work.tx, { userid, token_hash: tokenHash(token), made_by: work.caller.userid, expired_at });
  work.audit({ action: 'password.link', target: { type: 'user', id: userid, name: user.email } });
  return { url: resetAddress(work.app, token), expired_at: wireTime(expired_at) };
}

async function resetFor({ app, tx, caller, now }: View, token: string) {
  if (!app.limiter.take(`reset:${neighbourhood(caller.ip)}`, PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
  const found = await findReset(tx, tokenHash(token), now);
  if (!found) throw fail('reset.gone');
  return found;
}

export async function readReset(view: View, { token }: InputOf<typeof contract.resetInfo>) {
  const { email } = await resetFor(view, token);
  return { email, password_min: (await settingsOf(view.app)).password_min };
}

/** @throws reset.gone, rate.limited; as `checkPassword` does */
export async function resetPassword(direct: Direct, { token, password }: InputOf<typeof contract.passwordReset>) {
  const { app, caller } = direct;
  const found = await resetFor(direct, token);
  checkPassword(password, await settingsOf(app), found);
  const user = await findUser(direct.tx, found.userid);
  if (!user) throw fail('reset.gone');
  // A mailed link has reached the address.
  const isMailed = found.made_by === 0;
  // If the address was never confirmed, an administrator decides: the account may belong to the owner of the address,
  // whose factors a mail must not remove, or to somebody else, whose factors must not stay.
  if (isMailed && !user.email_verity && hasFactor(await factorsOf(direct.tx, user.userid))) throw fail('reset.factor');
  const passwordHash = await storablePassword(app, user, password);
  await performWork(app, caller, async (work) => {
    if (!(await takeReset(work.tx, found.id, work.now))) throw fail('reset.gone');
    await endResets(work.tx, found.userid, work.now);
    await saveUser(work, found.userid, { password: passwordHash, changepass: 0, ...(isMailed && { email_verity: 1 }) });
    await endOtherSessions(work, found.userid);
    // Somebody else may have created the account, and signed in to it through a provider.
    if (isMailed && !user.email_verity) await endLinks(work, found.userid);
    work.audit({
      action: 'password.reset',
      by: found.userid,
      target: { type: 'user', id: found.userid, name: found.email },
      detail: { by: isMailed ? 'mail' : 'link' },
    });
    enqueueNotice(work, found.userid, 'password');
  });
  await clearCaptcha(app, found.email, neighbourhood(caller.ip));
  return {};
}
