import type * as acts from '@atrium/contract/chat/messageActions.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { shareMention } from '@atrium/richtext/html/mentionTags.ts';
import { sendAlong } from '#modules/messages/sending/forward.service';
import type { Work } from '#platform/work';
import { linkOf } from './links/links.service.ts';

/** Sends a link to a file of the file area. Members who have it open the file after they sign in; it is not public. */
export async function sendFile(work: Work, input: InputOf<typeof acts.msgSendfileid>) {
  const { code, row } = await linkOf(work, input.file_id, 'members');
  return { msgs: await sendAlong(work, input, `<p>${shareMention('file', code, fullName(row))}</p>`) };
}
