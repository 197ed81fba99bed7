import { sql } from 'kysely';
import type { App } from '#platform/app';
import { KEPT_DAYS } from './replay.service.ts';

/** A retry of a write is answered from memory for this long. */
const MUTATIONS_KEPT = '2 days';

const dayAfter = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const nameOf = (day: string) => `events_${day.replaceAll('-', '')}`;

/** Makes the event log's partitions of today and the next two days. Safe to run at any time. */
export async function makePartitions({ db }: App, now = new Date()): Promise<void> {
  for (const offset of [0, 1, 2]) {
    const name = nameOf(dayAfter(now, offset));
    // Where the default partition holds rows of that day already, it keeps that day.
    await sql`do $$ begin
      execute format('create table if not exists %I partition of events for values from (%L) to (%L)', ${sql.lit(name)}, ${sql.lit(dayAfter(now, offset))}, ${sql.lit(dayAfter(now, offset + 1))});
    exception when check_violation then null; end $$`.execute(db);
  }
}

/** Drops the event log's partitions that are past keeping, and answers to writes that nobody repeats any more. */
export async function dropOldPartitions({ db }: App, now = new Date()): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_[0-9]{8}$'`.execute(db);
  const oldest = nameOf(dayAfter(now, -KEPT_DAYS));
  for (const { name } of rows) if (name < oldest) await sql`drop table ${sql.table(name)}`.execute(db);
  await sql`delete from events_default where at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
  await sql`delete from mutations where at < now() - ${MUTATIONS_KEPT}::interval`.execute(db);
}
