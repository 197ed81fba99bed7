import type { CallError } from '@atrium/client/api.ts';
import type { SkippedInvitation } from '@atrium/contract/people/invitations.ts';
import { formatList, joinSentences, t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';

/** Lists the addresses that were not invited, with the reasons; '' for none. */
export function notInvitedWords(leftOut: readonly SkippedInvitation[]): string {
  const of = (reason: SkippedInvitation['reason']) =>
    leftOut.filter((each) => each.reason === reason).map(({ email }) => email);
  const [taken, wrong] = [of('reg.taken'), of('reg.email')];
  return joinSentences([
    ...(taken.length > 0 ? [t('invitation.taken', { emails: formatList(taken) })] : []),
    ...(wrong.length > 0 ? [t('invitation.not_email', { emails: formatList(wrong) })] : []),
  ]);
}

/** The reason why nobody was invited, with the addresses if there were several. */
export function noneInvitedWords(error: CallError): string {
  const leftOut = error.data['left_out'];
  return (Array.isArray(leftOut) && notInvitedWords(leftOut as SkippedInvitation[])) || wordsOf(error);
}
