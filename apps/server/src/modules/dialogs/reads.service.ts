import { messageReaded } from '@atrium/contract/chat/messages.ts';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { addReadRanges, type NewlyRead } from './dialogs.queries.ts';
import { percentageOf } from './preview.service.ts';

/** Both ends included, in numbers of the dialog. */
export type SeqRange = readonly [from: number, to: number];

/** The caller has read these messages of a dialog. Their senders hear how far each is read now. */
export async function readRanges(work: Work, dialogId: number, ranges: readonly SeqRange[]): Promise<void> {
  if (ranges.length === 0) return;
  for (const { id, dialog_id, userid, read, send } of await addRead(work.tx, work.caller.userid, dialogId, ranges)) {
    work.emit(messageReaded, toUsers(userid), {
      id,
      dialog_id,
      read: Math.min(read, send),
      percentage: percentageOf(read, send),
    });
  }
}

/**
 * Counts messages as read by someone, in one statement per dialog: the member's ranges grow, and those messages that
 * were not read before come back with how far they are read now.
 */
async function addRead(
  tx: Work['tx'],
  userid: number,
  dialogId: number,
  ranges: readonly SeqRange[],
): Promise<NewlyRead[]> {
  const rows = await addReadRanges(
    tx,
    dialogId,
    userid,
    ranges.map(([from]) => from),
    ranges.map(([, to]) => to),
  );
  return rows;
}
