import { sql } from 'kysely';
import type { App } from '#platform/app';
import { KEPT_DAYS } from './replay.service.ts';

/** Makes sure that cursors can name an epoch. */
export async function requireEpoch({ db }: App): Promise<void> {
  await sql`insert into log_epochs (first_event_id) select 1 where not exists (select 1 from log_epochs)`.execute(db);
}

/**
 * Begins an epoch of the database's history: the only server of this database has started. After a restore, clients
 * that saw more than the backup holds, in an epoch that it does not know or past the end of one that it knows, load
 * afresh.
 */
export async function beginEpoch({ db }: App): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A dump that was restored into another cluster names transactions of the old one: no cursor fits them any more.
    const { rows: foreign } = await sql`
      select 1 from events where xid > pg_current_xact_id() limit 1`.execute(tx);
    if (foreign.length > 0) {
      await sql`update events set xid = pg_current_xact_id() where xid > pg_current_xact_id()`.execute(tx);
      await sql`delete from log_epochs`.execute(tx);
    }
    await sql`delete from log_epochs where serial < (
      select max(serial) from log_epochs where started_at < now() - make_interval(days => ${KEPT_DAYS}))`.execute(tx);
    await sql`insert into log_epochs (first_event_id)
      select greatest((select max(id) + 1 from events), (select max(first_event_id) from log_epochs), 1)`.execute(tx);
  });
}
