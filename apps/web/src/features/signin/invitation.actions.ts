import { CallError } from '@atrium/client/api.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { invitationAccept, invitationInfo } from '@atrium/contract/people/invitations.ts';
import { api, storeToken } from '#sync/api.ts';
import { wordsOf } from '#sync/words.ts';
import { waitForEncryptionState } from './signin.actions.ts';

export type InvitationInfo = OutputOf<typeof invitationInfo>;

export async function readInvitation(token: string): Promise<InvitationInfo | { words: string }> {
  try {
    return await api.call(invitationInfo, { token });
  } catch (error) {
    return { words: wordsOf(error) };
  }
}

/**
 * Accepts an invitation. Returns the server's text; '' once the person is signed in. `isMailed`: they must open a
 * mailed link first.
 */
export async function acceptInvitation(
  input: InputOf<typeof invitationAccept>,
): Promise<{ words: string; isMailed: boolean }> {
  try {
    await waitForEncryptionState();
    storeToken((await api.call(invitationAccept, input)).token);
    return { words: '', isMailed: false };
  } catch (error) {
    const isMailed = error instanceof CallError && (error.data as { code?: string }).code === 'email';
    return { words: wordsOf(error), isMailed };
  }
}
