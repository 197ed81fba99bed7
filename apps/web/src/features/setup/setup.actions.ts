import { CallError } from '@atrium/client/api.ts';
import {
  invitationAdd,
  invitationList,
  type MadeInvitation,
  type SkippedInvitation,
} from '@atrium/contract/people/invitations.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { noneInvitedWords } from '#entities/form/invitationProblems.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

/** Names the workspace. Resolves with the server's error; '' on success. The name is shown here at once. */
export const nameWorkspace = (system_alias: string): Promise<string> =>
  client.api.call(systemSetting, { type: 'save', system_alias }).then((answer) => {
    client.setting = answer;
    return '';
  }, wordsOf);

export const canMail = () => client.api.read(invitationList, {}).then(({ can_mail }) => can_mail);

/** The number of people who may use the link that the set-up makes. */
const LINK_USES = 50;

/** Invites people by address, or makes a link if there are none. People who accept join the projects. */
export async function invitePeople(
  emails: string[],
  project_ids: number[],
): Promise<{ made: readonly MadeInvitation[]; leftOut: readonly SkippedInvitation[] } | { words: string }> {
  try {
    const { list, left_out: leftOut = [] } = await client.api.call(invitationAdd, {
      ...(emails.length > 0 ? { emails } : { max_uses: LINK_USES }),
      project_ids,
    });
    return { made: list, leftOut };
  } catch (error) {
    if (error instanceof CallError) return { words: noneInvitedWords(error) };
    throw error;
  }
}
