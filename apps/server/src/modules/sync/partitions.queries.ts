import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import { KEPT_DAYS } from './replay.service.ts';

/** The answer to a repeated write is stored for this long. */
const MUTATIONS_KEPT = '2 days';

export async function createPartition(
  db: Writer,
  name: string,
  dayAfter: string,
  dayAfterDayAfter: string,
): Promise<void> {
  await sql`do $$ begin
      execute format('create table if not exists %I partition of events for values from (%L) to (%L)', ${sql.lit(name)}, ${sql.lit(dayAfter)}, ${sql.lit(dayAfterDayAfter)});
    exception when check_violation then null; end $$`.execute(db);
}

export async function listPartitions(db: Reader) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_[0-9]{8}$'`.execute(db);
  return rows;
}

export async function dropPartition(db: Writer, name: string): Promise<void> {
  await sql`drop table ${sql.table(name)}`.execute(db);
}

export async function deleteOldDefaultEvents(db: Writer): Promise<void> {
  await sql`delete from events_default where at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}

export async function deleteOldMutations(db: Writer): Promise<void> {
  await sql`delete from mutations where at < now() - ${MUTATIONS_KEPT}::interval`.execute(db);
}
