import type { LeftOut } from '@atrium/contract/people/invitations.ts';
import { joined, listed, t } from '#sync/language.ts';

/** Which addresses were not invited, and why; '' for none. */
export function leftOutWords(leftOut: readonly LeftOut[]): string {
  const of = (reason: LeftOut['reason']) => leftOut.filter((each) => each.reason === reason).map(({ email }) => email);
  const [taken, wrong] = [of('reg.taken'), of('reg.email')];
  return joined([
    ...(taken.length > 0 ? [t('invitation.taken', { emails: listed(taken) })] : []),
    ...(wrong.length > 0 ? [t('invitation.not_email', { emails: listed(wrong) })] : []),
  ]);
}
