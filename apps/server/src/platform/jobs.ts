import { Logger, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { App } from './app.ts';
import type { Module } from './module.ts';
import { isClockTrusted } from './time/clockTrust.ts';

const FORGET = 'forget_old';

/** The handlers of all jobs, by name. */
export const jobsOf = (app: App, modules: readonly Module[]): TaskList => ({
  ...Object.assign({}, ...modules.map(({ jobs }) => jobs?.(app))),
  [FORGET]: () => forgetOld(app, modules),
});

/** Deletes expired data, module by module. Safe to run at any time. */
export async function forgetOld(app: App, modules: readonly Module[]): Promise<void> {
  if (!(await isClockTrusted(app))) {
    app.log.warn({ driftMs: Math.round(app.clock.drift) }, 'the clock jumped: nothing is deleted by its age for a day');
    return;
  }
  for (const module of modules) await module.forgetOld?.(app);
}

/**
 * Starts the job runner: it runs the jobs that changes enqueue, and the scheduled ones. Returns a function that stops
 * it.
 */
export async function startJobs(app: App, modules: readonly Module[]): Promise<() => Promise<void>> {
  const runner = await run({
    pgPool: app.pool,
    concurrency: 2,
    noHandleSignals: true,
    // Only these two of its log levels are logged.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') app.log.error({ jobs: message }, 'background job');
      else if (level === 'warning') app.log.warn({ jobs: message }, 'background job');
    }),
    pollInterval: 5000,
    // One of several servers runs each of these. A missed minute is not repeated.
    crontab: [`17 * * * * ${FORGET}`, ...modules.flatMap(({ schedules }) => schedules ?? [])].join('\n'),
    taskList: jobsOf(app, modules),
  });
  const gauge = setInterval(() => {
    sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs where locked_at is null`
      .execute(app.db)
      .then(({ rows }) => app.metrics.jobs.set(rows[0]?.n ?? 0))
      .catch(() => undefined);
  }, 15_000);
  gauge.unref();
  return async () => {
    clearInterval(gauge);
    await runner.stop();
  };
}
