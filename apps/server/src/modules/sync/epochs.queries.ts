import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import { KEPT_DAYS } from './replay.service.ts';

export async function ensureEpoch(db: Writer): Promise<void> {
  await sql`insert into log_epochs (first_event_id) select 1 where not exists (select 1 from log_epochs)`.execute(db);
}

export async function hasEventAhead(db: Reader): Promise<boolean> {
  const { rows } = await sql`
      select 1 from events where xid > pg_current_xact_id() limit 1`.execute(db);
  return rows.length > 0;
}

export async function rebaseEvents(db: Writer): Promise<void> {
  await sql`update events set xid = pg_current_xact_id() where xid > pg_current_xact_id()`.execute(db);
}

export async function deleteEpochs(db: Writer): Promise<void> {
  await sql`delete from log_epochs`.execute(db);
}

export async function deleteOldEpochs(db: Writer): Promise<void> {
  await sql`delete from log_epochs where serial < (
      select max(serial) from log_epochs where started_at < now() - make_interval(days => ${KEPT_DAYS}))`.execute(db);
}

export async function insertEpoch(db: Writer): Promise<void> {
  await sql`insert into log_epochs (first_event_id, timeline)
      select greatest((select max(id) + 1 from events), (select max(first_event_id) from log_epochs), 1),
        ${currentTimeline}`.execute(db);
}

/** The timeline, from the names of WAL files; a standby has none. */
const currentTimeline = sql<string>`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;

/** The current epoch, and whether it began before a standby replaced the database. */
export async function findEpochOfTimeline(db: Reader): Promise<{ id: string; isOutdated: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isOutdated: boolean }>`
    select id::text, timeline is distinct from ${currentTimeline} as "isOutdated"
    from log_epochs order by serial desc limit 1`.execute(db);
  return rows[0];
}

export async function hasEvent(db: Reader, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from events where id = ${id}`.execute(db);
  return rows.length > 0;
}
