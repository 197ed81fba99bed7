import type { CompiledQuery, Transaction } from 'kysely';
import type { DB } from '../db/types.ts';
import type { CommittedEvent, PendingEvent } from './events.ts';

/** The statement that writes events in the transaction of their change; it returns their ids. */
export const compileEvents = (tx: Transaction<DB>, pending: readonly PendingEvent[]): CompiledQuery =>
  tx
    .insertInto('events')
    .values(
      pending.map((event) => ({
        type: event.type,
        action: event.action,
        // Notices for the nodes have no user as a receiver.
        aud: event.audience.aud === 'nodes' ? 'users' : event.audience.aud,
        ref: 'ref' in event.audience ? event.audience.ref : 0,
        users: event.audience.aud === 'nodes' ? [] : 'users' in event.audience ? [...event.audience.users] : null,
        data: JSON.stringify(event.data),
        variants: event.variants ? JSON.stringify(event.variants) : null,
      })),
    )
    .returning('id')
    .compile();

export const withIds = (
  pending: readonly PendingEvent[],
  rows: readonly { id: number }[],
  at: number,
): CommittedEvent[] => pending.map((event, index) => ({ ...event, id: Number(rows[index]?.id), at }));
