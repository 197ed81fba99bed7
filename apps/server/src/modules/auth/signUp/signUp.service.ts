import type { InputOf } from '@atrium/contract/kit.ts';
import type * as sessions from '@atrium/contract/people/sessions.ts';
import { isLanguage } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { sendMail } from '#modules/system/sendMail.service';
import { settingsOf, type WorkspaceSettings } from '#modules/system/settings.service';
import { checkEmail, checkPassword } from '#modules/users/fields.service';
import type { UserRecord } from '#modules/users/present.service';
import { saveUser } from '#modules/users/profile.service';
import { countActive, findUserByEmail } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { hashPassword, randomCode, sameText, tokenHash } from '#platform/crypto';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { performWork, type Work } from '#platform/work';
import { lockRegistration } from '../auth.queries.ts';
import { enter } from '../enter.service.ts';
import { createAccount } from './account.service.ts';
import { admissionOf, domainsOf } from './registration.service.ts';
import {
  deleteSignUp,
  findSignUp,
  findSignUpByCode,
  insertSignUp,
  type SignUpRow,
  setSignUpCode,
  takeSignUps,
} from './signUps.queries.ts';

/**
 * If mail is set up, a sign-up does not reveal whether an address has an account:
 *
 * 1. the request stores the sign-up and enqueues one job, the same for every address;
 * 2. the job mails a link to a free address, and to the owner of an account that somebody tried to sign up;
 * 3. the page behind the link asks for a password and creates the account with it. The password of the request is not
 *    used: a stranger may have made the request.
 *
 * Without mail people need an invitation or the workspace's code, and their account is created at once. They learn
 * whether an address is free, and a limit keeps them from trying many.
 */
export const SIGN_UP_JOB = 'sign_up';
interface Payload {
  id: number;
}

const HOUR_MS = 3_600_000;
/** Mails to one address within an hour: more would be a nuisance to its owner. */
const PER_EMAIL = 3;
/** Addresses in use that one network may try within an hour; after that it can't sign up. */
const TAKEN_PER_NETWORK = 10;
const VALID_MS = 30 * 60_000;

export type { SignUpRow };
/** Sign-ups by invitation. */
export const invitedSignUps = new ExtensionPoint<{
  /** Creates the account; `password` is the hash of the one chosen behind the link, '' for none. */
  finish: (work: Work, signUp: SignUpRow) => Promise<UserRecord>;
  /** True if the person signs in elsewhere. */
  isWithoutPassword: (view: Pick<Direct, 'app' | 'tx'>, signUp: SignUpRow) => Promise<boolean>;
}>();

export async function register(
  direct: Direct,
  input: InputOf<typeof sessions.login>,
): Promise<Awaited<ReturnType<typeof enter>>> {
  const { email, password, invite = '' } = input;
  const { app, caller } = direct;
  const settings = await settingsOf(app);
  const isFirst = (await countActive(app.db)) === 0;
  if (!isFirst) requireOpen(settings);
  const reg = await admissionOf(app, settings);
  // Without a code of its own, the workspace is open to personal invitations only.
  const isInvited = settings.reg_invite !== '' && sameText(invite, settings.reg_invite);
  if (!isFirst && reg === 'invite' && !isInvited) throw fail(invite === '' ? 'reg.invitation' : 'reg.invite');
  checkEmail(email);
  if (!isFirst) requireDomain(settings, email);
  // With mail, people choose the password on the page behind the link. Other clients may ask for it before.
  const isAskedLater = !isFirst && password === '' && (await app.mailer.isReady());
  if (!isAskedLater) checkPassword(password, settings, { email });
  if (!isFirst) await confirmByMail(direct, { email });
  const passwordHash = await hashPassword(password);
  const user = await performWork(app, caller, async (work) => {
    if (isFirst && !(await isStillFirst(work))) return undefined;
    return createAccount(work, { email, passwordHash, lang: caller.lang, ip: caller.ip });
  });
  // Another account was created first, so the rules for everybody else apply.
  if (!user) return register(direct, input);
  return enter(direct, user.userid, 'password');
}

/** Locks out other first sign-ups until the transaction ends. */
async function isStillFirst({ tx }: Work): Promise<boolean> {
  await lockRegistration(tx);
  return (await countActive(tx)) === 0;
}

function requireOpen({ reg, password_login }: WorkspaceSettings): void {
  if (reg === 'close') throw fail('reg.closed');
  if (password_login === 'close') throw fail('login.password_off');
}

function requireDomain(settings: WorkspaceSettings, email: string): void {
  const domains = domainsOf(settings);
  if (settings.reg === 'domain' && !domains.includes(email.toLowerCase().split('@')[1] ?? '')) {
    throw fail('reg.domain', { domains: domains.join(', ') });
  }
}

interface SignUpRequest {
  email: string;
  nickname?: string;
  invitationId?: number;
}

/**
 * With mail, stores the sign-up until its address is confirmed, and ends the call. Without mail, returns if the address
 * is free.
 *
 * @throws reg.verify; without mail: reg.taken, rate.limited, email.unsent where addresses must be verified
 */
export async function confirmByMail(direct: Direct, { email, nickname, invitationId }: SignUpRequest) {
  const { app, caller } = direct;
  if (!(await app.mailer.isReady())) return requireFree(direct, email);
  if (app.limiter.take(`reg-email:${email.toLowerCase()}`, PER_EMAIL, HOUR_MS)) {
    await performWork(app, caller, async (work) => {
      const id = await insertSignUp(work.tx, {
        email,
        password: '',
        nickname: nickname ?? '',
        invitation_id: invitationId ?? null,
        lang: caller.lang,
        ip: caller.ip,
      });
      work.enqueue(SIGN_UP_JOB, { id } satisfies Payload);
    });
  }
  throw fail('reg.verify', { code: 'email' });
}

async function requireFree({ app, caller }: Direct, email: string): Promise<void> {
  if ((await settingsOf(app)).reg_verify === 'open') throw fail('email.unsent');
  const key = `reg-taken:${neighbourhood(caller.ip)}`;
  if (app.limiter.left(key, TAKEN_PER_NETWORK, HOUR_MS).left < 1) throw fail('rate.limited');
  if (!(await findUserByEmail(app.db, email))) return;
  app.limiter.take(key, TAKEN_PER_NETWORK, HOUR_MS);
  throw fail('reg.taken');
}

/** Runs the job: mails the link, or notifies the owner of the address. */
export async function mailSignUp(app: App, payload: unknown): Promise<void> {
  const { id } = payload as Payload;
  const row = await findSignUp(app.db, id);
  if (!row || row.used_at || isExpired(row, new Date())) return;
  const user = await findUserByEmail(app.db, row.email);
  if (!user) return mailLink(app, row);
  if (!user.bot && !user.disable_at) await mailOwner(app, user);
  await deleteSignUp(app.db, id);
}

const isExpired = ({ created_at }: SignUpRow, now: Date) => now.getTime() - created_at.getTime() > VALID_MS;
const languageOf = (lang: string) => (isLanguage(lang) ? lang : 'en');

async function mailLink(app: App, row: SignUpRow): Promise<void> {
  const { id, email } = row;
  const lang = languageOf(row.lang);
  const isWithout = await isWithoutPassword({ app, tx: app.db }, row);
  const { system_alias: name } = await settingsOf(app);
  const code = randomCode(48);
  await setSignUpCode(app.db, id, tokenHash(code));
  await sendMail(
    app,
    { to: email, lang, subject: translate(lang, 'mail.verify.subject', { name }) },
    {
      paragraphs: [translate(lang, isWithout ? 'mail.signup.text_no_password' : 'mail.signup.text', { name })],
      button: {
        label: translate(lang, 'mail.signup.button'),
        url: `${app.publicUrl}/single/valid/email?code=${code}`,
      },
      note: translate(lang, 'mail.signup.note'),
    },
  );
}

async function mailOwner(app: App, user: UserRecord): Promise<void> {
  const lang = languageOf(user.lang);
  const { system_alias: name } = await settingsOf(app);
  await sendMail(
    app,
    { to: user.email, lang, subject: translate(lang, 'mail.known.subject', { name }) },
    {
      paragraphs: [translate(lang, 'mail.known.text', { name })],
      button: { label: translate(lang, 'mail.known.button'), url: `${app.publicUrl}/login` },
      note: translate(lang, 'mail.known.note'),
    },
  );
}

/** Finds the sign-up of a mailed link. @throws email.expired, email.used */
export async function findOpenSignUp({ app, now }: Pick<Direct, 'app' | 'now'>, code: string) {
  const row = await findSignUpByCode(app.db, tokenHash(code));
  if (row?.used_at) throw fail('email.used', { code: 2 });
  if (row && isExpired(row, now)) throw fail('email.expired');
  return row;
}

/**
 * Creates the account of a sign-up.
 *
 * @throws email.used, reg.closed, reg.domain, login.password_off, invitation.gone; as `checkPassword` does
 */
export async function finishSignUp(direct: Direct, row: SignUpRow, password: string): Promise<void> {
  const { app, caller } = direct;
  const settings = await settingsOf(app);
  const isWithout = await isWithoutPassword(direct, row);
  if (!isWithout) checkPassword(password, settings, { email: row.email, nickname: row.nickname });
  const signUp = { ...row, password: isWithout ? '' : await hashPassword(password) };
  await performWork(app, caller, async (work) => {
    if (!(await takeSignUps(work.tx, row.email, work.now))) throw fail('email.used', { code: 2 });
    const user = row.invitation_id ? await createInvited(work, signUp) : await createOpen(work, signUp, settings);
    await saveUser(work, user.userid, { email_verity: 1 });
  });
}

async function createInvited(work: Work, row: SignUpRow): Promise<UserRecord> {
  const [invited] = invitedSignUps.of(work.app);
  if (!invited) throw fail('invitation.gone');
  return invited.finish(work, row);
}

/** True if no password is chosen for the account of a sign-up. */
export async function isWithoutPassword(view: Pick<Direct, 'app' | 'tx'>, row: SignUpRow): Promise<boolean> {
  const [invited] = invitedSignUps.of(view.app);
  return (await invited?.isWithoutPassword(view, row)) ?? false;
}

/** The settings may have changed since the mail was sent. */
function createOpen(work: Work, { email, password, lang, ip }: SignUpRow, settings: WorkspaceSettings) {
  requireOpen(settings);
  requireDomain(settings, email);
  return createAccount(work, { email, passwordHash: password, lang: languageOf(lang), ip });
}
