import { CallError } from '@atrium/client/api.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/people/invitations.ts';
import { noneInvitedWords } from '#entities/form/invitationProblems.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export const listInvitations = () => client.api.read(contract.invitationList, {});

export type NewInvitation = InputOf<typeof contract.invitationAdd>;
export async function addInvitations(input: NewInvitation) {
  try {
    return await client.api.call(contract.invitationAdd, input);
  } catch (error) {
    if (error instanceof CallError) return { words: noneInvitedWords(error), code: error.code };
    throw error;
  }
}

/** Renews an invitation. Resolves with the new link to hand over; null if it was mailed, or refused, which is shown. */
export async function renewInvitation(id: number): Promise<string | null> {
  try {
    const made = await client.api.call(contract.invitationRenew, { id });
    notify(made.is_mailed ? t('invitation.mailed', { email: made.email }) : t('invitation.renewed'));
    return made.is_mailed ? null : made.url;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return null;
  }
}

export async function revokeInvitation(id: number): Promise<void> {
  try {
    await client.api.call(contract.invitationRevoke, { id });
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
  }
}
