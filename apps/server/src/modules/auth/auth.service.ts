import { isEmail } from '@atrium/contract/formats.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as sessions from '@atrium/contract/people/sessions.ts';
import type * as signUp from '@atrium/contract/people/signUp.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { sendMail } from '#modules/system/sendMail.service';
import { settingsOf, type WorkspaceSettings } from '#modules/system/settings.service';
import { directories, directoryOf } from '#modules/users/directories.service';
import type { UserRecord } from '#modules/users/present.service';
import { findUser, findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { randomCode, tokenHash, verifyPassword } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { recordAudit, type View } from '#platform/work';
import {
  deleteOldCodes,
  findRecentVerification,
  findVerification,
  insertEmailCode,
  markEmailVerified,
  markVerificationUsed,
} from './auth.queries.ts';
import {
  checkCaptcha,
  clearCaptcha,
  isCaptchaInsisted,
  isCaptchaNeeded,
  needCaptcha,
  requireCaptchaFor,
} from './captcha.service.ts';
import { enter } from './enter.service.ts';
import { askForFactor } from './factors/secondStep.service.ts';
import { deleteOldResets } from './passwords/resets.queries.ts';
import { deleteOldPlaces } from './places.queries.ts';
import { findOpenSignUp, finishSignUp, isWithoutPassword, register, type SignUpRow } from './signUp/signUp.service.ts';
import { deleteOldSignUps } from './signUp/signUps.queries.ts';

type LoginInput = InputOf<typeof sessions.login>;

/**
 * Limits guessing without letting a stranger lock a person out. Within five minutes:
 *
 * 1. after sixty failures from one address, each further try from it needs a captcha: a whole office may share the
 *   address, and one broken program there must not keep the others out;
 * 2. one address creates at most sixty accounts;
 * 3. after twenty wrong passwords for an email, from any address, each further try needs a captcha;
 * 4. after two hundred wrong passwords for an email, only addresses that its account was used from may continue. Everybody
 *   else, and those with a wrong password, get the same answer as for an email without an account.
 */
const FAILURES_PER_ADDRESS = 60;
const ACCOUNTS_PER_ADDRESS = 60;
const WRONG_PER_EMAIL = 20;
const PER_EMAIL = 200;
const WINDOW_MS = 5 * 60_000;

/** `login_code`: always, never, or only after a failed try for this email; always during an attack. */
export async function isCodeNeeded(view: Pick<View, 'app' | 'caller'>, email: string): Promise<boolean> {
  const { app, caller } = view;
  if (await isCaptchaInsisted(app, 'email', email)) return true;
  if (await isCaptchaInsisted(app, 'address', neighbourhood(caller.ip))) return true;
  const { login_code } = await settingsOf(app);
  return (
    login_code === 'open' || (login_code === 'auto' && (await isCaptchaNeeded(app, email, neighbourhood(caller.ip))))
  );
}

/** @throws login.no_captcha */
export async function requireCodeNeeded(view: View, { email }: InputOf<typeof sessions.loginNeedcode>) {
  if (!(await isCodeNeeded(view, email))) throw fail('login.no_captcha', { need: false });
  return { need: true };
}

export async function signIn(direct: Direct, input: LoginInput) {
  const { app, caller } = direct;
  const isNew = input.type === 'reg';
  if (isNew && !app.limiter.take(`reg:${neighbourhood(caller.ip)}`, ACCOUNTS_PER_ADDRESS, WINDOW_MS)) {
    throw fail('rate.limited');
  }
  const isGuessed = !app.limiter.take(`login-email:${input.email.toLowerCase()}`, PER_EMAIL, WINDOW_MS);
  if (isNew && isGuessed) throw fail('rate.limited');
  return isNew ? register(direct, input) : login(direct, input, isGuessed);
}

const isUsedHere = ({ last_ip, line_ip }: UserRecord, { ip }: Direct['caller']): boolean =>
  [last_ip, line_ip].some((each) => each && neighbourhood(each) === neighbourhood(ip));

/**
 * Gives the same answer for an unknown account, a wrong password and a disabled account. `data.code`: whether a captcha
 * is needed next.
 */
async function login(direct: Direct, input: LoginInput, isGuessed: boolean) {
  const { app, caller } = direct;
  const { email, password } = input;
  if ((await isCodeNeeded(direct, email)) && !(await checkCaptcha(app, input.code_key, input.code))) {
    throw fail('login.captcha', { code: 'need' });
  }
  const settings = await settingsOf(app);
  const isOff = settings.password_login === 'close';
  const user = await personWith(direct, email, password, isOff);
  const isClosed = isOff && !(user && (await mayUsePassword(app, user)));
  if (!user || user.disable_at || isClosed || (isGuessed && !isUsedHere(user, caller))) {
    await noteFailure(direct, email);
    if (isGuessed) throw fail('rate.limited');
    // The answer is the same for every account, so that it does not tell whether one exists, nor who is an
    // administrator. With a directory also while it does not respond.
    const hasDirectory = (await directoryOf(app, undefined)) !== undefined;
    if (isOff && !hasDirectory) throw fail('login.password_off');
    const code = (await isCodeNeeded(direct, email)) ? 'need' : 'no';
    throw fail(hasDirectory ? 'login.refused_directory' : 'login.refused', { code });
  }
  await clearCaptcha(app, email, neighbourhood(caller.ip));
  if (mustConfirm(settings, user)) await askForProof(direct, user);
  await askForFactor(direct, user.userid);
  return enter(direct, user.userid, 'password');
}

/**
 * While sign-in by Atrium's own passwords is off, administrators keep their passwords, and people of a directory that
 * of the directory.
 */
const mayUsePassword = async (app: App, user: UserRecord): Promise<boolean> =>
  user.identity.includes('admin') || (await directoryOf(app, user)) !== undefined;

/** The account with this email and password, which a directory may keep. */
async function personWith(
  direct: Direct,
  email: string,
  password: string,
  isOff: boolean,
): Promise<UserRecord | undefined> {
  const { app } = direct;
  const user = await findUserByEmail(app.db, email);
  const directory = user?.bot ? undefined : await directoryOf(app, user);
  if (directory) {
    return (await directory.signIn(direct, { email, password, user }).catch(failedDirectory)) ?? undefined;
  }
  const isRight = await verifyPassword(user && !user.bot ? user.password : null, password);
  if (user && !user.bot && !user.disable_at && (isOff || !isRight)) {
    // The person had an account before the directory was set up, or wants to use its password from now on.
    const linked = await linkTo(direct, user, password);
    if (linked) return linked;
  }
  if (!user || !isRight) return undefined;
  // While passwords are off, a stored password signs nobody in, so the directory does not get it either.
  if (!user.disable_at && !isOff) for (const each of directories.of(app)) await each.adopt(direct, user, password);
  return user;
}

async function linkTo(direct: Direct, user: UserRecord, password: string): Promise<UserRecord | null> {
  for (const each of directories.of(direct.app)) {
    const linked = await each.link(direct, user, password).catch(failedDirectory);
    if (linked) return linked;
  }
  return null;
}

/** A directory that does not respond signs nobody in; the log has said why. */
function failedDirectory(error: unknown): null {
  if (error instanceof Failure && /^(ldap|address)\./.test(error.code)) return null;
  throw error;
}

/** The audit log gets the same row whether or not there is such an account. */
async function noteFailure({ app, caller }: Direct, email: string): Promise<void> {
  const address = neighbourhood(caller.ip);
  const user = await findUserByEmail(app.db, email);
  await recordAudit(app, caller, {
    action: 'signin.failed',
    by: 0,
    // Some people type their password into the wrong field.
    target: { type: 'user', id: user?.userid ?? 0, name: isEmail(email) ? email : '' },
  });
  await needCaptcha(app, email, address);
  if (!app.limiter.take(`wrong:${email.toLowerCase()}`, WRONG_PER_EMAIL - 1, WINDOW_MS)) {
    await requireCaptchaFor(app, 'email', email, WINDOW_MS);
  }
  if (!app.limiter.take(`login:${address}`, FAILURES_PER_ADDRESS - 1, WINDOW_MS)) {
    await requireCaptchaFor(app, 'address', address, WINDOW_MS);
  }
}

/** Accounts that are older than the rule need no confirmation: turning it on must not lock anybody out. */
const mustConfirm = ({ reg_verify, reg_verify_at }: WorkspaceSettings, user: UserRecord): boolean =>
  reg_verify === 'open' && !user.email_verity && user.created_at.getTime() >= reg_verify_at;

/** An administrator who cannot get mail may sign in: nobody else could repair the mail server or change the rule. */
async function askForProof(direct: Direct, user: UserRecord): Promise<void> {
  try {
    await sendVerification(direct, user);
  } catch (error) {
    if (user.identity.includes('admin')) return;
    throw error;
  }
  throw fail('login.unverified', { code: 'email' });
}

const RESEND_MS = 30 * 60_000;

/** Mails the verification link, at most once in 30 minutes. */
async function sendVerification({ app, caller, now }: Direct, user: UserRecord): Promise<void> {
  const recent = await findRecentVerification(app.db, user.userid, now.getTime(), RESEND_MS);
  if (recent) return;
  const code = randomCode(48);
  const { system_alias } = await settingsOf(app);
  const url = `${app.publicUrl}/single/valid/email?code=${code}`;
  try {
    await sendMail(
      app,
      {
        to: user.email,
        lang: caller.lang,
        subject: translate(caller.lang, 'mail.verify.subject', { name: system_alias }),
      },
      {
        paragraphs: [translate(caller.lang, 'mail.verify.text')],
        button: { label: translate(caller.lang, 'mail.verify.button'), url },
        note: translate(caller.lang, 'mail.verify.note'),
      },
    );
  } catch (error) {
    app.log.warn({ err: error }, 'could not send a verification email');
    throw fail('email.unsent');
  }
  await insertEmailCode(app.db, { userid: user.userid, type: 1, email: user.email, code_hash: tokenHash(code) });
}

/** Attempts for one link, and from one network, within `RESEND_MS`. */
const TRIES_PER_LINK = 10;
const TRIES_PER_NETWORK = 60;

type SignUpLink = { signUp: SignUpRow; account?: undefined };
type AddressLink = { signUp?: undefined; account: NonNullable<Awaited<ReturnType<typeof findVerification>>> };

/**
 * Finds the sign-up or the change of address that a mailed link is for. @throws email.link, email.used, email.expired,
 * rate.limited
 */
async function linkFor({ app, caller, now }: Direct, code: string): Promise<SignUpLink | AddressLink> {
  const { limiter } = app;
  if (!limiter.take(`email-link:${neighbourhood(caller.ip)}`, TRIES_PER_NETWORK, RESEND_MS)) throw fail('rate.limited');
  const signUp = await findOpenSignUp({ app, now }, code);
  if (signUp) return { signUp };
  const account = await findVerification(app.db, tokenHash(code));
  if (!account) throw fail('email.link');
  if (account.used_at) throw fail('email.used', { code: 2 });
  if (now.getTime() - account.created_at.getTime() > RESEND_MS) throw fail('email.expired');
  return { account };
}

/** Returns the content of the page behind a mailed link. @throws as `linkFor` does */
export async function describeLink(direct: Direct, { code }: InputOf<typeof signUp.emailLink>) {
  const { signUp, account } = await linkFor(direct, code);
  const { password_min } = await settingsOf(direct.app);
  return {
    kind: signUp ? ('signup' as const) : ('address' as const),
    email: signUp?.email ?? account?.email ?? '',
    password_min,
    is_without_password: signUp !== undefined && (await isWithoutPassword(direct, signUp)),
  };
}

/**
 * Finishes a sign-up, or verifies the address of an account. Without its password the link verifies nothing: somebody
 * else may have made the account with this address.
 *
 * @throws password.wrong; as `linkFor` and `finishSignUp` do
 */
export async function verifyEmail(direct: Direct, { code, password }: InputOf<typeof signUp.emailVerification>) {
  const { app, now } = direct;
  const { signUp, account } = await linkFor(direct, code);
  if (signUp) {
    await finishSignUp(direct, signUp, password);
    return {};
  }
  if (!app.limiter.take(`email-link:${tokenHash(code)}`, TRIES_PER_LINK, RESEND_MS)) throw fail('rate.limited');
  const user = await findUser(app.db, account.userid);
  if (!(await verifyPassword(user?.password ?? null, password))) throw fail('password.wrong');
  await app.db.transaction().execute(async (tx) => {
    await markVerificationUsed(tx, now, account.id);
    // The account may have another address now, which this link does not verify.
    await markEmailVerified(tx, account.userid, account.email);
  });
  return {};
}

/** Deletes verification codes and links older than a week, sign-ups older than a day, and places that were not used for long. */
export async function forgetCodes({ db }: App): Promise<void> {
  await deleteOldCodes(db);
  await deleteOldResets(db);
  await deleteOldSignUps(db);
  await deleteOldPlaces(db);
}
