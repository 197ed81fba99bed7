import type { App } from '#platform/app';
import {
  deleteEpochs,
  deleteOldEpochs,
  ensureEpoch,
  hasEventAhead,
  insertEpoch,
  rebaseEvents,
} from './epochs.queries.ts';

/** Ensures that cursors have an epoch to name. */
export async function requireEpoch({ db }: App): Promise<void> {
  await ensureEpoch(db);
}

/**
 * Starts an epoch of the database's history: called when the only server of this database starts, or the
 * first node, and when a standby was promoted. After a restore, clients that saw more than the backup has, in an unknown epoch or past the end of a known one, reload.
 */
export async function beginEpoch({ db }: App): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // If a dump was restored into another cluster, its events refer to transactions of the old one, and no cursor is
    // valid anymore.
    if (await hasEventAhead(tx)) {
      await rebaseEvents(tx);
      await deleteEpochs(tx);
    }
    await deleteOldEpochs(tx);
    await insertEpoch(tx);
  });
}
