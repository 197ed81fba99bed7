import type { Counters } from '@atrium/contract/chat/dialogs.ts';
import { wireTimeMs } from '#platform/time/time';
import type { View } from '#platform/work';
import { type CounterRow, countBadges, countersOf } from './counters.queries.ts';

/** A person's counters of conversations, with the manual unread flag. Conversations without the person are left out. */
export async function listCounters(
  tx: View['tx'],
  userid: number,
  dialogIds: readonly number[],
): Promise<(Counters & { mark_unread: number })[]> {
  const rows = await countersOf(tx, userid, dialogIds);
  return rows.map((row) => ({ ...presentCounters(row), mark_unread: row.mark_unread }));
}

/** The number on the icon of the installed application for each of these people; 0 if nothing is unread. */
export async function badgesOf(tx: View['tx'], userids: readonly number[]): Promise<(userid: number) => number> {
  const badges = await countBadges(tx, [...new Set(userids)]);
  return (userid) => badges.get(userid) ?? 0;
}

export function presentCounters(row: CounterRow): Counters {
  return {
    id: row.dialog_id,
    unread: row.unread,
    unread_one: row.unread_one,
    mention: row.mention,
    mention_ids: row.mention_ids,
    user_at: wireTimeMs(row.updated_at),
    user_ms: row.updated_at.getTime(),
    last_seq: row.last_seq,
    gone: row.gone_num,
  };
}
