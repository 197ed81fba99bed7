import { EventEmitter } from 'node:events';
import { Logger, run, type Task, type TaskList, type WorkerEvents } from 'graphile-worker';
import { type RawBuilder, sql } from 'kysely';
import type { App } from './app.ts';
import { WORKER_LOCKS } from './db/watch.ts';
import type { Module } from './module.ts';
import { rejectionOf } from './outside/mail.ts';
import { isClockTrusted } from './time/clockTrust.ts';

const FORGET = 'forget_old';

/** The handlers of all jobs, by name. */
export const jobsOf = (app: App, modules: readonly Module[]): TaskList => ({
  ...withoutRejected(app, Object.assign({}, ...modules.map(({ jobs }) => jobs?.(app)))),
  [FORGET]: () => forgetOld(app, modules),
});

/** Ends the job of a mail that its server rejects for good, because it would be rejected again. */
function withoutRejected(app: App, jobs: TaskList): TaskList {
  const quiet = ([name, job]: [string, Task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      try {
        return await job(payload, helpers);
      } catch (error) {
        const rejection = rejectionOf(error);
        if (!rejection) throw error;
        app.log.warn({ job: name, rejection }, 'the mail server rejected a mail');
      }
    },
  ];
  return Object.fromEntries(Object.entries(jobs as Record<string, Task>).map(quiet));
}

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
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => app.database.holdWorker(worker.workerId));
  const runner = await run({
    events,
    pgPool: app.pool,
    concurrency: 2,
    noHandleSignals: true,
    // Only these two of its log levels are logged.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') app.log.error({ jobs: message }, 'a background job failed');
      else if (level === 'warning') app.log.warn({ jobs: message }, 'the job runner warns');
    }),
    pollInterval: 5000,
    // One of several servers runs each of these. A minute that was missed is not repeated.
    crontab: [`17 * * * * ${FORGET}`, ...modules.flatMap(({ schedules }) => schedules ?? [])].join('\n'),
    taskList: jobsOf(app, modules),
  });
  let suspects: string[] = [];
  const rescue = setInterval(() => {
    if (!app.database.isLeader) return;
    rescueJobs(app, suspects).then(
      (found) => {
        suspects = found;
      },
      () => undefined,
    );
  }, RESCUE_MS);
  rescue.unref();
  return async () => {
    clearInterval(rescue);
    await runner.stop();
  };
}

/**
 * Jobs that are due and wait, those that failed for good, and how long the oldest waits. All are 0 before the first
 * start of the job runner, which creates its tables.
 */
export async function jobCounts({ db }: App): Promise<{ waiting: number; failed: number; oldestSeconds: number }> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('graphile_worker._private_jobs') is not null as known`.execute(db);
  if (!rows[0]?.known) return { waiting: 0, failed: 0, oldestSeconds: 0 };
  const { rows: counts } = await sql<{ waiting: number; failed: number; oldestSeconds: number }>`
    select count(*) filter (where is_due)::int as waiting, count(*) filter (where attempts >= max_attempts)::int as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as "oldestSeconds"
    from (select *, locked_at is null and run_at <= now() and attempts < max_attempts as is_due
      from graphile_worker._private_jobs) j`.execute(db);
  return counts[0] ?? { waiting: 0, failed: 0, oldestSeconds: 0 };
}

/** True if the server that holds this worker (`DatabaseWatch.holdWorker`) is connected. */
const isAlive = (worker: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = ${WORKER_LOCKS}::int::oid and l.objsubid = 2
    and l.objid::bigint = (hashtext(${worker})::bigint & 4294967295)
    and l.database = (select oid from pg_database where datname = current_database()))`;

export async function isWorkerAlive({ db }: App, worker: string): Promise<boolean> {
  const { rows } = await sql<{ alive: boolean }>`select ${isAlive(sql`${worker}::text`)} as alive`.execute(db);
  return rows[0]?.alive === true;
}

/** Interval of looking for jobs of dead workers. */
const RESCUE_MS = 3000;

/**
 * Frees the jobs of workers whose server is gone; otherwise they would be locked for four hours. A worker counts as dead
 * if it was missing at the last look too: its server may just have lost its connection.
 *
 * @returns the workers that are missing now
 */
async function rescueJobs({ db, log }: App, suspects: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ worker: string }>`
    select distinct j.locked_by as worker from graphile_worker._private_jobs j
    where j.locked_by is not null and not ${isAlive(sql.ref('j.locked_by'))}`.execute(db);
  const missing = rows.map(({ worker }) => worker);
  const dead = missing.filter((worker) => suspects.includes(worker));
  if (dead.length === 0) return missing;
  await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db);
  log.warn({ workers: dead.length }, 'jobs of a server that is gone are run again');
  return missing.filter((worker) => !dead.includes(worker));
}
