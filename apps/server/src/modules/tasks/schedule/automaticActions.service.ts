import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork, type Work } from '#platform/work';
import { archiveAutomatically } from '../lifecycle/archive.service.ts';
import { listUnclaimed, remindOfEnds } from './alerts.service.ts';
import { listDueLoopIds, listLongDoneIds } from './automaticActions.queries.ts';
import { repeatTask } from './repeat.service.ts';

/**
 * Runs the automatic actions of tasks, once a minute. Several servers may run them: each action locks its row, or
 * records that it was done, in the same transaction.
 */
export async function runAutomaticActions(app: App, now = new Date()): Promise<void> {
  await forEach(app, now, await listDueLoops(app, now), repeatTask);
  await forEach(app, now, await listLongCompleted(app, now), archiveAutomatically);
  await remindOfEnds(app, now);
  await listUnclaimed(app, now);
}

/** Tasks of archived projects wait until their project is restored. */
async function listDueLoops(app: App, now: Date): Promise<number[]> {
  const rows = await listDueLoopIds(app.db, now);
  return rows.map(({ id }) => id);
}

/** A project's own rule takes precedence over the workspace's. */
async function listLongCompleted(app: App, now: Date): Promise<number[]> {
  const { auto_archived: mode, archived_day: days } = await settingsOf(app);
  const rows = await listLongDoneIds(app.db, now, days, mode);
  return rows.map(({ id }) => id);
}

/** Runs each in a transaction of its own: a failed one is retried in a minute and blocks no others. */
async function forEach(
  app: App,
  now: Date,
  ids: readonly number[],
  act: (work: Work, id: number) => Promise<boolean>,
): Promise<void> {
  for (const id of ids) {
    try {
      await performWork(app, systemCaller, (work) => act({ ...work, now }, id));
    } catch (error) {
      app.log.error({ err: error, task: id }, 'a scheduled change of a task failed');
    }
  }
}
