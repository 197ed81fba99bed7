import type { App } from '#platform/app';
import {
  deleteEpochs,
  deleteOldEpochs,
  ensureEpoch,
  hasEventAhead,
  insertEpoch,
  pullBackEvents,
} from './epochs.queries.ts';

/** Makes sure that cursors can name an epoch. */
export async function requireEpoch({ db }: App): Promise<void> {
  await ensureEpoch(db);
}

/**
 * Begins an epoch of the database's history: the only server of this database has started. After a restore, clients
 * that saw more than the backup holds, in an epoch that it does not know or past the end of one that it knows, load
 * afresh.
 */
export async function beginEpoch({ db }: App): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A dump that was restored into another cluster names transactions of the old one: no cursor fits them any more.
    if (await hasEventAhead(tx)) {
      await pullBackEvents(tx);
      await deleteEpochs(tx);
    }
    await deleteOldEpochs(tx);
    await insertEpoch(tx);
  });
}
