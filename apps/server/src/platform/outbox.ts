import { type Transaction } from 'kysely';
import type { DB } from './db/types.ts';
import type { CommittedEvent, PendingEvent } from './events.ts';

/** Writes events in the transaction of their change, all in one statement, and gives them their ids. */
export async function insertEvents(tx: Transaction<DB>, pending: readonly PendingEvent[]): Promise<CommittedEvent[]> {
  if (pending.length === 0) return [];
  const rows = await tx
    .insertInto('events')
    .values(
      pending.map((event) => ({
        type: event.type,
        action: event.action,
        aud: event.audience.aud,
        ref: 'ref' in event.audience ? event.audience.ref : 0,
        users: 'users' in event.audience ? [...event.audience.users] : null,
        data: JSON.stringify(event.data),
        variants: event.variants ? JSON.stringify(event.variants) : null,
      })),
    )
    .returning('id')
    .execute();
  return pending.map((event, index) => ({ ...event, id: Number(rows[index]?.id) }));
}
