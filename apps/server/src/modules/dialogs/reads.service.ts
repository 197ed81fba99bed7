import { messageReaded } from '@atrium/contract/chat/messages.ts';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { percentageOf } from './preview.service.ts';
import { addReadRanges, type NewlyRead } from './reads.queries.ts';

/** A range of `seq` numbers of the dialog, both ends included. */
export type SeqRange = readonly [from: number, to: number];

/** Marks these messages of a dialog as read by the caller. Their senders receive the new read counts. */
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
 * Marks messages as read by a person, in one statement per dialog: extends the member's ranges and returns the messages
 * that were unread before with their new read counts.
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
