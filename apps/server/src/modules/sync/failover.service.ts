import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#platform/app';
import { currentEpoch } from './cursor.ts';
import { findEpochOfTimeline, hasEvent } from './epochs.queries.ts';
import { beginEpoch } from './epochs.service.ts';

/** The longest wait for an epoch, because the leader may have to be elected first. */
const WAIT_MS = 20_000;
const LOOK_MS = 100;

/** The epoch in which each server's clients have their cursors. */
const entered = new WeakMap<App, string>();

export const isInEpoch = (app: App, epoch: string): boolean => entered.get(app) === epoch;

/** Notes the epoch in which this server starts, and enters those that the leader begins. */
export async function followEpochs(app: App): Promise<void> {
  entered.set(app, await currentEpoch(app.db));
  app.cluster?.on('epoch', () => {
    // If this fails, the epoch is found a little later.
    enterEpoch(app, app.announcer.highest).catch((error: unknown) =>
      app.log.debug({ err: error }, 'a new epoch could not be read'),
    );
  });
}

/**
 * Runs on every node when a standby has replaced the database.
 *
 * 1. The leader begins an epoch of the new timeline, so that clients who saw more than the standby has load afresh when
 * they connect, and tells the other nodes. Those that miss the message find the epoch later.
 * 2. Each node enters it.
 */
export async function afterFailover(app: App): Promise<void> {
  const { announcer, db, log } = app;
  const { highest } = announcer;
  const deadline = Date.now() + WAIT_MS;
  while (Date.now() < deadline) {
    try {
      const epoch = await findEpochOfTimeline(db);
      if (epoch && !epoch.isOutdated) return isInEpoch(app, epoch.id) ? undefined : await enterEpoch(app, highest);
      if (app.database.isLeader) {
        await beginEpoch(app);
        app.cluster?.tell('epoch', {});
        continue;
      }
    } catch (error) {
      // This fails while connections to the old primary break.
      log.debug({ err: error }, 'a new epoch could not be read');
    }
    await sleep(LOOK_MS);
  }
}

/**
 * Takes this node's clients into the current epoch.
 *
 * - If the database lacks what the node had announced, the node forgets it and asks its clients to connect again.
 * - Otherwise they get their cursor in the new epoch at once. With one of the old epoch they would load afresh when they
 *   connect again, because they see events of the new one meanwhile.
 *
 * @param highest  the last event that was announced before
 */
export async function enterEpoch(app: App, highest: number): Promise<void> {
  const { announcer, db, hub, log } = app;
  const epoch = await currentEpoch(db);
  const isComplete = highest === 0 || (await hasEvent(db, highest));
  entered.set(app, epoch);
  if (isComplete) return hub.moveToEpoch(epoch);
  log.error({ event: highest }, 'the promoted standby lacks the last changes: they are lost, and clients load afresh');
  await announcer.startAfresh();
  hub.reconnectAll();
}
