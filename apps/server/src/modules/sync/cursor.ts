import { sql } from 'kysely';
import type { LogPlace } from '#platform/events/announcer';
import type { View } from '#platform/work';

/**
 * A place in the event log: `<epoch>.<transaction>.<unix seconds>.<event>`. Every transaction below the named one had
 * ended when the cursor was made, so nothing that is committed later can hide behind it. Event ids alone could not
 * promise that, because they are given out before the commit; the one here is the highest that was visible.
 */
export interface Cursor extends LogPlace {
  epoch: string;
}

type Tx = View['tx'];

export const cursorText = ({ epoch, xid, seconds, id }: Cursor) => `${epoch}.${xid}.${seconds}.${id}`;

/** A cursor for now. */
export async function makeCursor(tx: Tx): Promise<string> {
  const { rows } = await sql<Cursor>`
    select (select id::text from log_epochs order by serial desc limit 1) as epoch,
      pg_snapshot_xmin(pg_current_snapshot())::text as xid, extract(epoch from now())::int as seconds,
      coalesce((select max(id) from events), 0)::float8 as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the event log gave no answer');
  return cursorText(row);
}

export async function currentEpoch(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id::text from log_epochs order by serial desc limit 1`.execute(tx);
  return rows[0]?.id ?? '';
}

export function parseCursor(text: string): Cursor | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,20})\.(\d{1,12})\.(\d{1,15})$/.exec(text);
  if (!match?.[1] || !match[2]) return null;
  return { epoch: match[1], xid: match[2], seconds: Number(match[3]), id: Number(match[4]) };
}

/**
 * Whether a client that has seen events up to `seen` can go on from this cursor: its epoch is known, and what it saw is
 * part of this database's history.
 */
export async function isOfThisHistory(tx: Tx, { epoch, id }: Cursor, seen: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from log_epochs e where e.id = ${epoch}::uuid and ${Math.max(id, seen)}::bigint < coalesce(
      (select l.first_event_id from log_epochs l where l.serial > e.serial order by l.serial limit 1),
      (select max(id) + 1 from events), 1)`.execute(tx);
  return rows.length > 0;
}
