import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#platform/app';
import { currentEpoch } from './cursor.ts';
import { hasEvent } from './epochs.queries.ts';
import { beginEpoch } from './epochs.service.ts';

/** The leader may have to be found first. */
const WAIT_MS = 20_000;
const LOOK_MS = 100;
/** A node that has entered an epoch so recently has heard of it from the leader, before its own database did. */
const RECENT_MS = 3000;

/** The epoch in which each server's clients have their cursors, and since when. */
const entered = new WeakMap<App, { epoch: string; at: number }>();

export const isInEpoch = (app: App, epoch: string): boolean => entered.get(app)?.epoch === epoch;
const hasJustEntered = (app: App) => performance.now() - (entered.get(app)?.at ?? 0) < RECENT_MS;

/** Notes the epoch in which this server starts, and enters those that the leader begins. */
export async function followEpochs(app: App): Promise<void> {
  entered.set(app, { epoch: await currentEpoch(app.db), at: Number.NEGATIVE_INFINITY });
  app.cluster?.on('epoch', () => {
    // It comes from the log a little later otherwise.
    enterEpoch(app, app.announcer.highest).catch((error: unknown) => app.log.debug({ err: error }, 'a new epoch'));
  });
}

/**
 * Runs on every node when a standby has replaced the database.
 *
 * 1. The leader begins an epoch, so that clients who saw more than the standby has load afresh when they connect. The
 *   others wait for it, which may be there already.
 * 2. Each node enters it.
 */
export async function afterFailover(app: App): Promise<void> {
  const { announcer, db } = app;
  const { highest } = announcer;
  const deadline = Date.now() + WAIT_MS;
  while (isInEpoch(app, await currentEpoch(db)) && Date.now() < deadline) {
    if (app.database.isLeader) {
      await beginEpoch(app);
      app.cluster?.tell('epoch', {});
    } else if (hasJustEntered(app)) return;
    else await sleep(LOOK_MS);
  }
  await enterEpoch(app, highest);
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
  entered.set(app, { epoch, at: performance.now() });
  if (isComplete) return hub.moveToEpoch(epoch);
  log.error({ event: highest }, 'the promoted standby lacks the last changes: they are lost, and clients load afresh');
  await announcer.startAfresh();
  hub.reconnectAll();
}
