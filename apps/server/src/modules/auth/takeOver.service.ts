import { enqueueNotice } from '#modules/users/notices.service';
import type { UserRecord } from '#modules/users/present.service';
import { endOtherSessions, saveUser } from '#modules/users/profile.service';
import { lockUser } from '#modules/users/users.service';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { dropFactors, factorsOf, hasFactor } from './factors/factors.service.ts';
import { deletePlaces } from './places.queries.ts';

/**
 * Access that an earlier user of the account could still have when its owner takes it over: ways to sign in, and
 * receivers of its events.
 */
export const leftovers = new ExtensionPoint<{
  kind: 'signIn' | 'events';
  end: (work: Work, userid: number) => Promise<void>;
}>();

/** Unlinks an account from sign-ins elsewhere, such as at a provider. */
export async function endLinks(work: Work, userid: number): Promise<void> {
  for (const { kind, end } of leftovers.of(work.app)) if (kind === 'signIn') await end(work, userid);
}

/**
 * The address of this account was never verified, so somebody else may have created it: all their ways to sign in are
 * ended.
 *
 * @throws login.refused  if the account has another address by now
 */
export async function takeOver(work: Work, { userid, email }: UserRecord): Promise<UserRecord> {
  const user = await lockUser(work.tx, userid);
  if (!user || user.delete_at || user.email.toLowerCase() !== email.toLowerCase()) throw fail('login.refused');
  // Another sign-in of the same person has already taken the account over, and must not be ended.
  if (user.email_verity) return user;
  // Accounts of administrators are created by administrators, and their password is the way in while a provider is
  // down.
  if (user.identity.includes('admin')) return saveUser(work, userid, { email_verity: 1 });
  const owned = await saveUser(work, userid, { email_verity: 1, password: '', changepass: 0 });
  const had = await factorsOf(work.tx, userid);
  await dropFactors(work, userid);
  await deletePlaces(work.tx, userid);
  await endOtherSessions(work, userid);
  for (const { end } of leftovers.of(work.app)) await end(work, userid);
  const entry = { by: userid, target: { type: 'user', id: userid, name: user.email } } as const;
  if (user.password !== '') {
    enqueueNotice(work, userid, 'password');
    work.audit({ action: 'password.changed', ...entry });
  }
  if (hasFactor(had)) {
    enqueueNotice(work, userid, 'factor_removed');
    work.audit({ action: 'factor.cleared', ...entry });
  }
  return owned;
}
