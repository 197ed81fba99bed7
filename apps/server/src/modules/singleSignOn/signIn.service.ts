import type { InputOf } from '@atrium/contract/kit.ts';
import type { ssoFinish, ssoStart } from '@atrium/contract/people/singleSignOn.ts';
import { enter } from '#modules/auth/enter.service';
import { createAccount } from '#modules/auth/signUp/account.service';
import { takeOver } from '#modules/auth/takeOver.service';
import { listDepartments, setPersonDepartments } from '#modules/departments/departments.service';
import { settingsOf } from '#modules/system/settings.service';
import { directoryOf } from '#modules/users/directories.service';
import { checkEmail } from '#modules/users/fields.service';
import type { UserRecord } from '#modules/users/present.service';
import { saveUser } from '#modules/users/profile.service';
import { findUser, findUserByEmail } from '#modules/users/users.service';
import { newToken, sameText, tokenHash } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { performWork, recordAudit, type View, type Work } from '#platform/work';
import { authorization, type Claims, claimsFrom, type Pending } from './openid.service.ts';
import { listProviders, openProvider, type StoredProvider } from './providers.service.ts';
import { findIdentity, putIdentity } from './singleSignOn.queries.ts';

/** The time that a person may take at the provider. */
const PENDING_MS = 15 * 60_000;
/** A provider that asked within this time has made sure who the person is. */
const FRESH_S = 300;
const PER_NETWORK = 120;
const WINDOW_MS = 5 * 60_000;
/** The longest name that a profile takes. */
const NAME_CHARS = 20;

const key = (state: string) => `sso:${tokenHash(state)}`;

/** The providers that the page before the sign-in shows. */
export async function listOpenProviders({ app }: View) {
  const { password_login } = await settingsOf(app);
  const hasDirectory = (await directoryOf(app, undefined)) !== undefined;
  const providers = (await listProviders(app)).filter(({ open }) => open);
  return {
    providers: providers.map(({ id, name }) => ({ id, name })),
    password: password_login === 'open' || hasDirectory,
  };
}

function limit({ app, caller }: View): void {
  if (!app.limiter.take(`sso:${neighbourhood(caller.ip)}`, PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
}

/**
 * The secret ties the sign-in to the browser that began it: an address that somebody else has prepared signs nobody in.
 */
export async function startSignIn(view: View, { id, again = false }: InputOf<typeof ssoStart>) {
  limit(view);
  const { app, caller } = view;
  const secret = newToken();
  const { url, pending } = await authorization(app, await openProvider(app, id), {
    secret: tokenHash(secret),
    language: caller.lang,
    again,
  });
  await app.shortLived.set(key(pending.state), JSON.stringify(pending), PENDING_MS);
  return { url, secret };
}

export async function finishSignIn(direct: Direct, { query, secret }: InputOf<typeof ssoFinish>) {
  limit(direct);
  const { app } = direct;
  const state = new URLSearchParams(query).get('state') ?? '';
  // The entry is taken, so that an address works once.
  const text = await app.shortLived.take(key(state));
  const pending = text === null ? undefined : (JSON.parse(text) as Pending);
  if (!pending || !sameText(pending.secret, tokenHash(secret))) throw fail('sso.expired');
  const provider = await openProvider(app, pending.provider);
  const { user, claims } = await personBy(direct, provider, query, pending);
  // The provider has asked for the second factor, if its administrators want one. If the provider knew the person
  // already, they have not just proved who they are.
  const isAsked = direct.now.getTime() / 1000 - claims.askedAt < FRESH_S;
  return enter(direct, user.userid, 'sso', isAsked);
}

/** Finds the person of a sign-in. For the audit log, a refusal is a failed sign-in. */
async function personBy(
  direct: Direct,
  provider: StoredProvider,
  query: string,
  pending: Pending,
): Promise<{ user: UserRecord; claims: Claims }> {
  const { app, caller } = direct;
  try {
    const claims = await claimsFrom(app, provider, query, pending);
    return { claims, user: await performWork(app, caller, (work) => personOf(work, provider, claims)) };
  } catch (error) {
    if (error instanceof Failure) {
      const detail = { way: 'sso', provider: provider.name, reason: error.code };
      await recordAudit(app, caller, { action: 'signin.failed', by: 0, detail });
    }
    throw error;
  }
}

/**
 * Finds the account of a person at a provider: the linked one, the one with the same verified address, or a new one.
 *
 * @throws sso.no_email, sso.unverified, sso.domain, sso.no_account, login.refused
 */
async function personOf(work: Work, provider: StoredProvider, claims: Claims): Promise<UserRecord> {
  const { tx, now } = work;
  const linked = await findIdentity(tx, provider.id, claims.subject);
  const user = linked ? await findUser(tx, linked) : await personByEmail(work, provider, claims);
  if (!user || user.bot || user.disable_at || user.delete_at) throw fail('login.refused');
  await putIdentity(tx, { provider: provider.id, subject: claims.subject, userid: user.userid, used_at: now });
  if (!linked) {
    work.audit({
      action: 'identity.linked',
      by: user.userid,
      target: { type: 'user', id: user.userid, name: user.email },
      detail: { provider: provider.name },
    });
  }
  return user;
}

async function personByEmail(work: Work, provider: StoredProvider, claims: Claims): Promise<UserRecord> {
  const { email } = claims;
  if (!email) throw fail('sso.no_email', { name: provider.name });
  checkEmail(email);
  // Someone who claims another person’s address would get that person’s account.
  if (!claims.isEmailVerified) throw fail('sso.unverified', { name: provider.name, email });
  const { domains } = provider;
  if (domains.length > 0 && !domains.includes(email.split('@')[1] ?? '')) throw fail('sso.domain', { email });
  const known = await findUserByEmail(work.tx, email);
  if (known) return known.email_verity ? known : takeOver(work, known);
  if (!provider.create) throw fail('sso.no_account', { email });
  const created = await createAccount(work, {
    email,
    passwordHash: '',
    nickname: claims.name.length >= 2 ? claims.name.slice(0, NAME_CHARS) : '',
    lang: work.caller.lang,
    ip: work.caller.ip,
  });
  const user = await saveUser(work, created.userid, { email_verity: 1 });
  await joinDepartments(work, user, claims.departments);
  return user;
}

/** Departments are made by administrators: names that do not exist are left out. */
async function joinDepartments(work: Work, user: UserRecord, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const wanted = new Set(names.map((each) => each.toLowerCase()));
  const found = (await listDepartments(work)).filter(({ name }) => wanted.has(name.toLowerCase()));
  if (found.length > 0) await setPersonDepartments(work, user.userid, found.map(({ id }) => id).slice(0, 10));
}
