import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

/** The kind of a chat, as in `RETENTION_KINDS`. */
const kindOf = sql`case when d.type = 'user' then 'user'
  when d.group_type in ('project', 'task', 'department', 'all') then d.group_type else 'group' end`;

/** A position in a walk through chats, in the order of chats and of the messages in each. */
export interface ExpiredPlace {
  dialogId: number;
  id: number;
}

/**
 * Lists messages of a kind of chat from before a day, after a place. The index `messages_page` leaves out what was
 * removed on earlier nights, and chats that keep everything are not read.
 */
export async function listExpired(
  tx: Reader,
  { kind, before, after, limit }: { kind: string; before: Date; after: ExpiredPlace; limit: number },
): Promise<ExpiredPlace[]> {
  const { rows } = await sql<ExpiredPlace>`
    select d.id as "dialogId", m.id
    from dialogs d cross join lateral (
      select m.id from messages m
      where m.dialog_id = d.id and m.deleted_at is null and m.created_at < ${before}
        and m.id > case when d.id = ${after.dialogId} then ${after.id} else 0 end
      order by m.id limit ${limit}
    ) m
    where d.id >= ${after.dialogId} and ${kindOf} = ${kind}
    order by d.id, m.id limit ${limit}`.execute(tx);
  return rows;
}
