import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { type DriveRow, driveFor } from '#modules/drive/drive.access';
import { findUser } from '#modules/users/users.service';
import { inNameOf } from '#platform/callers';
import { Failure } from '#platform/fail';
import type { Work } from '#platform/work';

const MENTIONED = /<span class="mention user" data-id="(\d{1,9})">/g;
const WORDS = 300;
/** At most this many people get a message: a text may name a whole company. */
const PEOPLE = 50;

interface Mention {
  /** The comment that mentions people; 0 = the text of the file itself. */
  commentId: number;
  words: string;
}

/** Sends a message with a link to the place, to mentioned people who may open the file. */
export async function notifyMentioned(
  work: Work,
  row: Pick<DriveRow, 'id' | 'name' | 'ext'>,
  { commentId, words }: Mention,
  userids: readonly number[],
): Promise<void> {
  for (const userid of new Set(userids)) {
    if (userid === work.caller.userid || !(await mayRead(work, row.id, userid))) continue;
    await sendSystemMessage(work, userid, {
      ...{ type: 'file_comment', file_id: row.id, comment_id: commentId, name: fullName(row) },
      ...{ userid: work.caller.userid, nickname: work.caller.nickname, content: words.slice(0, WORDS) },
    });
  }
}

async function mayRead(work: Work, id: number, userid: number): Promise<boolean> {
  const user = await findUser(work.tx, userid);
  if (!user || user.delete_at || user.disable_at || user.bot > 0) return false;
  try {
    await driveFor(inNameOf(work, { userid, identity: user.identity }), id, 'read');
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The people whom a text mentions and its earlier version did not, with the line that mentions them. */
export function newlyMentioned(before: string, text: string): Map<number, string> {
  const known = new Set(before.matchAll(MENTIONED).map(([, id]) => Number(id)));
  const found = new Map<number, string>();
  for (const line of text.split('\n')) {
    for (const [, id] of line.matchAll(MENTIONED)) {
      const userid = Number(id);
      if (known.has(userid) || found.has(userid) || found.size >= PEOPLE) continue;
      found.set(userid, line.replace(/<[^<>]{1,300}>/g, '').trim());
    }
  }
  return found;
}
