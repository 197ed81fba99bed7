import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

export interface CounterRow {
  dialog_id: number;
  unread: number;
  unread_one: number;
  mention: number;
  mention_ids: number[];
  updated_at: Date;
  mark_unread: number;
  last_seq: number;
  gone_num: number;
}

/**
 * Computes unread counts by arithmetic on the read ranges: no message is scanned. `unread_one` and the mentions are
 * index look-ups behind the first gap.
 */
const counterColumns = sql`
  m.dialog_id,
  d.last_seq - multirange_size(m.read + d.gone) as unread,
  case when d.last_seq > multirange_size(m.read + d.gone) then coalesce(
    (select id from messages where dialog_id = d.id and seq = first_gap(m.read + d.gone)), 0) else 0 end as unread_one,
  greatest(m.updated_at, coalesce(d.last_at, m.updated_at)) as updated_at,
  m.mark_unread, d.last_seq, multirange_size(d.gone) as gone_num,
  coalesce(mm.mention, 0) as mention,
  coalesce(mm.mention_ids, '{}') as mention_ids`;

export const mentionJoin = sql`
  left join lateral (
    select count(*)::int as mention, (array_agg(msg_id order by msg_id desc))[1:20] as mention_ids
    from (
      select distinct msg_id from message_mentions
      where dialog_id = d.id and userid in (m.userid, 0) and seq >= first_gap(m.read + d.gone)
        and not (m.read + d.gone) @> seq
    ) unread_mentions
  ) mm on d.last_seq > multirange_size(m.read + d.gone)`;

export async function countersOf(tx: Reader, userid: number, dialogIds: readonly number[]): Promise<CounterRow[]> {
  if (dialogIds.length === 0) return [];
  const { rows } = await sql<CounterRow>`
    select ${counterColumns}
    from dialog_members m join dialogs d on d.id = m.dialog_id ${mentionJoin}
    where m.userid = ${userid} and m.dialog_id = any(${dialogIds})`.execute(tx);
  return rows;
}

/**
 * The numbers on the icons of these people: unread messages; in muted conversations mentions only; 1 for a chat without
 * unread messages that is marked unread. People with nothing unread are left out.
 */
export async function countBadges(tx: Reader, userids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ userid: number; badge: number }>`
    select m.userid, sum(greatest(
      case when m.silence = 0 then d.last_seq - multirange_size(m.read + d.gone) else coalesce(mm.mention, 0) end,
      m.mark_unread))::int as badge
    from dialog_members m join dialogs d on d.id = m.dialog_id and d.deleted_at is null ${mentionJoin} and m.silence = 1
    where m.userid = any(${[...userids]}::int[]) and (m.mark_unread > 0 or d.last_seq > multirange_size(m.read + d.gone))
    group by m.userid`.execute(tx);
  return new Map(rows.map(({ userid, badge }) => [userid, badge]));
}
