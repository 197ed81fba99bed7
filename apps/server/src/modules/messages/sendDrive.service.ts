import { fullName } from '@atrium/contract/driveTypes.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as acts from '@atrium/contract/messageActs.ts';
import { shareMention } from '@atrium/richtext/mentionTags.ts';
import { linkOf } from '#modules/drive/links.service';
import type { Work } from '#platform/work';
import { sendAlong } from './forward.service.ts';

/** A file of the file area, by the sender's link to it: whoever reads the message may open it. */
export async function sendDrive(work: Work, input: InputOf<typeof acts.msgSendfileid>) {
  const { code, row } = await linkOf(work, input.file_id);
  return { msgs: await sendAlong(work, input, `<p>${shareMention('file', code, fullName(row))}</p>`) };
}
