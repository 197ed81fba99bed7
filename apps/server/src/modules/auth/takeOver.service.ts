import { enqueueNotice } from '#modules/users/notices.service';
import type { UserRecord } from '#modules/users/present.service';
import { endOtherSessions, saveUser } from '#modules/users/profile.service';
import type { Work } from '#platform/work';
import { dropFactors, factorsOf, hasFactor } from './factors/factors.service.ts';

/**
 * The address of this account was never verified, so somebody else may have created it: what they could sign in with
 * ends.
 */
export async function takeOver(work: Work, user: UserRecord): Promise<UserRecord> {
  // Nobody else makes administrators, and theirs is the way in while a provider is down.
  if (user.identity.includes('admin')) return saveUser(work, user.userid, { email_verity: 1 });
  const owned = await saveUser(work, user.userid, { email_verity: 1, password: '', changepass: 0 });
  const had = await factorsOf(work.tx, user.userid);
  await dropFactors(work, user.userid);
  await endOtherSessions(work, user.userid);
  const entry = { by: user.userid, target: { type: 'user', id: user.userid, name: user.email } } as const;
  if (user.password !== '') {
    enqueueNotice(work, user.userid, 'password');
    work.audit({ action: 'password.changed', ...entry });
  }
  if (hasFactor(had)) {
    enqueueNotice(work, user.userid, 'factor_removed');
    work.audit({ action: 'factor.cleared', ...entry });
  }
  return owned;
}
