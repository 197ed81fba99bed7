import { messageReaded } from '@atrium/contract/chat/messages.ts';
import { sql } from 'kysely';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
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

interface NewlyRead {
  id: number;
  dialog_id: number;
  userid: number;
  send: number;
  read: number;
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
  const { rows } = await sql<NewlyRead>`
    with before as (
      select id, read, dialog_id from dialog_members where dialog_id = ${dialogId} and userid = ${userid} for update
    ), wanted as (
      select coalesce(range_agg(int4range(f, greatest(f, t) + 1)), '{}'::int4multirange) as ranges
      from unnest(${ranges.map(([from]) => from)}::int[], ${ranges.map(([, to]) => to)}::int[]) r(f, t)
    ), changed as (
      update dialog_members m set read = m.read + w.ranges, mark_unread = 0, updated_at = greatest(m.updated_at, clock_timestamp())
      from wanted w, before b where m.id = b.id returning 1
    )
    select m.id, m.dialog_id, m.userid, m.send, 1 + (select count(*)::int from dialog_members r where r.dialog_id = m.dialog_id
        and r.userid not in (m.userid, ${userid}) and r.read @> m.seq and r.join_seq < m.seq) as read
    from messages m, before b, wanted w
    where m.dialog_id = ${dialogId} and w.ranges @> m.seq and not b.read @> m.seq and m.userid > 0 and m.userid <> ${userid}
      and m.deleted_at is null and m.type <> 'notice'
      and exists (select 1 from changed)
    order by m.id desc limit 100`.execute(tx);
  return rows;
}
