import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';
import type { LogPlace } from '#platform/events/announcer';
import { resumeXid } from '#platform/events/resumeXid';

/**
 * A place in the event log: `<epoch>.<transaction>.<unix seconds>.<event>`. Every transaction below the named one had
 * ended when the cursor was made, so nothing that is committed later can be missed. Event ids alone could not promise
 * that, because they are assigned before the commit; the one here is the highest that was visible.
 */
export interface Cursor extends LogPlace {
  epoch: string;
}

export async function findCursor(db: Reader) {
  const { rows } = await sql<Cursor>`
    select (select id::text from log_epochs order by serial desc limit 1) as epoch,
      ${resumeXid} as xid, extract(epoch from now())::int as seconds,
      coalesce((select max(id) from events), 0)::float8 as id`.execute(db);
  return rows[0];
}

export async function findCurrentEpoch(db: Reader) {
  const { rows } = await sql<{ id: string }>`select id::text from log_epochs order by serial desc limit 1`.execute(db);
  return rows[0]?.id;
}

export async function isInCurrentHistory(db: Reader, epoch: string, id: number, seen: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from log_epochs e where e.id = ${epoch}::uuid and ${Math.max(id, seen)}::bigint < coalesce(
      (select l.first_event_id from log_epochs l where l.serial > e.serial order by l.serial limit 1),
      (select max(id) + 1 from events), 1)`.execute(db);
  return rows.length > 0;
}
