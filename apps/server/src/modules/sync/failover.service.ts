import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#platform/app';
import { currentEpoch } from './cursor.ts';
import { hasEvent } from './epochs.queries.ts';
import { beginEpoch } from './epochs.service.ts';

/** The leader may have to be found first. */
const WAIT_MS = 20_000;
const LOOK_MS = 100;

/**
 * Runs on every node when a standby has replaced the database.
 *
 * 1. The leader begins an epoch, so that clients who saw more than the standby has load afresh when they connect.
 * 2. A node that had announced more than the standby has forgets it, and asks its clients to connect again.
 */
export async function afterFailover(app: App): Promise<void> {
  const { announcer, db, hub, log } = app;
  const { highest } = announcer;
  const before = await currentEpoch(db);
  const deadline = Date.now() + WAIT_MS;
  while ((await currentEpoch(db)) === before && Date.now() < deadline) {
    if (app.database.isLeader) await beginEpoch(app);
    else await sleep(LOOK_MS);
  }
  if (highest === 0 || (await hasEvent(db, highest))) return;
  log.error({ event: highest }, 'the promoted standby lacks the last changes: they are lost, and clients load afresh');
  await announcer.startAfresh();
  hub.reconnectAll();
}
