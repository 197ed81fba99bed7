import { settingsOf } from '#modules/system/settings.service';
import { nobody } from '#modules/users/bots.service';
import type { App } from '#platform/app';
import { performWork, type Work } from '#platform/work';
import { archiveByItself } from '../lifecycle/shelve.service.ts';
import { listUnclaimed, remindOfEnds } from './alerts.service.ts';
import { repeatTask } from './repeat.service.ts';
import { listDueLoopIds, listLongDoneIds } from './tick.queries.ts';

/**
 * What tasks do by themselves, once a minute. Several servers may run it at the same time: each act takes its row, or
 * writes down that it was done, in the transaction that does it.
 */
export async function tickTasks(app: App, now = new Date()): Promise<void> {
  await forEach(app, now, await listDueLoops(app, now), repeatTask);
  await forEach(app, now, await listLongDone(app, now), archiveByItself);
  await remindOfEnds(app, now);
  await listUnclaimed(app, now);
}

/** Those of archived projects wait until their project is back. */
async function listDueLoops(app: App, now: Date): Promise<number[]> {
  const rows = await listDueLoopIds(app.db, now);
  return rows.map(({ id }) => id);
}

/** A project's own rule counts whatever the workspace's is. */
async function listLongDone(app: App, now: Date): Promise<number[]> {
  const { auto_archived: mode, archived_day: days } = await settingsOf(app);
  const rows = await listLongDoneIds(app.db, now, days, mode);
  return rows.map(({ id }) => id);
}

/** Each in a transaction of its own: one that fails is tried again in a minute, and keeps none of the others waiting. */
async function forEach(
  app: App,
  now: Date,
  ids: readonly number[],
  act: (work: Work, id: number) => Promise<boolean>,
): Promise<void> {
  for (const id of ids) {
    try {
      await performWork(app, nobody, (work) => act({ ...work, now }, id));
    } catch (error) {
      app.log.error({ err: error, task: id }, 'task job');
    }
  }
}
