import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { invitationAccept, invitationInfo } from '@atrium/contract/people/invitations.ts';
import { api, storeToken } from '#sync/api.ts';
import { wordsOf } from '#sync/words.ts';

export type InvitationInfo = OutputOf<typeof invitationInfo>;

export async function readInvitation(token: string): Promise<InvitationInfo | { words: string }> {
  try {
    return await api.call(invitationInfo, { token });
  } catch (error) {
    return { words: wordsOf(error) };
  }
}

/** The error; '' once the person is signed in. */
export async function acceptInvitation(input: InputOf<typeof invitationAccept>): Promise<string> {
  try {
    storeToken((await api.call(invitationAccept, input)).token);
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}
