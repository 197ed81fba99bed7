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

/** The server's error; '' on success. The name shows here at once. */
export const nameWorkspace = (system_alias: string): Promise<string> =>
  client.api.call(systemSetting, { type: 'save', system_alias }).then((answer) => {
    client.setting = answer;
    return '';
  }, wordsOf);

export const canMail = () => client.api.read(invitationList, {}).then(({ can_mail }) => can_mail);

/** People who may use the link that the set-up makes. */
const LINK_USES = 50;

/** Invites by address, or without any makes a link. Who accepts joins the projects. */
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
