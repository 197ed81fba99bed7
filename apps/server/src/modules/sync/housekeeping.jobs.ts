import { Logger, run, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import { remindOfCheckins } from '#modules/checkin/reminders.service';
import { forgetEmptied } from '#modules/drafts/drafts.service';
import { forgetDeleted } from '#modules/drive/drive.service';
import { collectPacks, runPack } from '#modules/drive/pack.service';
import { collectExports, runExport } from '#modules/exports/run.service';
import { collectFiles } from '#modules/files/files.service';
import { endMeetings } from '#modules/meetings/closing.service';
import { remindOfTodos } from '#modules/messages/reminders.service';
import { pushTasks } from '#modules/notifications/push.service';
import { bringNews } from '#modules/tasks/news.service';
import { tickTasks } from '#modules/tasks/tick.service';
import { collectUploads } from '#modules/uploads/uploads.service';
import type { App } from '#platform/app';
import { KEPT_DAYS } from './replay.service.ts';

/** A retry of a write is answered from memory for this long. */
const MUTATIONS_KEPT = '2 days';

/** Makes the event log's partitions of the next days and drops those that are past keeping. Safe to run at any time. */
export async function keepEventLog(app: App, now = new Date()): Promise<void> {
  const day = (offset: number) => new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
  for (const offset of [0, 1, 2]) {
    const name = `events_${day(offset).replaceAll('-', '')}`;
    // Where the default partition holds rows of that day already, it simply keeps that day.
    await sql`do $$ begin
      execute format('create table if not exists %I partition of events for values from (%L) to (%L)', ${sql.lit(name)}, ${sql.lit(day(offset))}, ${sql.lit(day(offset + 1))});
    exception when check_violation then null; end $$`.execute(app.db);
  }
  if (!(await isClockTrusted(app))) {
    app.log.warn({ driftMs: Math.round(app.clock.drift) }, 'the clock jumped: nothing is deleted by its age for a day');
    return;
  }
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_[0-9]{8}$'`.execute(app.db);
  const oldest = `events_${day(-KEPT_DAYS).replaceAll('-', '')}`;
  for (const { name } of rows) if (name < oldest) await sql`drop table ${sql.table(name)}`.execute(app.db);
  await sql`delete from events_default where at < now() - make_interval(days => ${KEPT_DAYS})`.execute(app.db);
  await sql`delete from mutations where at < now() - ${MUTATIONS_KEPT}::interval`.execute(app.db);
  await sql`delete from devices where expired_at < now() - interval '1 day'`.execute(app.db);
  await forgetEmptied(app.db);
  await sql`delete from email_codes where created_at < now() - interval '7 days'`.execute(app.db);
}

const HOUR_MS = 3_600_000;
const LEAP_MS = 3 * 86_400_000;
const WAIT_MS = 86_400_000;
const leaps = new WeakMap<App, number>();

/**
 * Whether things may be deleted by their age. A clock that jumped while this server runs is not trusted, nor one that is
 * days ahead of when a server last looked, until it has been so for a day: a server that was off for a while deletes a
 * day later, and one with a wrong clock nothing that it would need again.
 */
async function isClockTrusted(app: App): Promise<boolean> {
  if (Math.abs(app.clock.drift) > HOUR_MS) return false;
  const { rows } = await sql<{ before: string | null }>`
    with old as (select value from meta where name = 'housekeeping_at')
    insert into meta values ('housekeeping_at', ${String(Date.now())})
    on conflict (name) do update set value = excluded.value
    returning (select value from old) as before`.execute(app.db);
  const before = Number(rows[0]?.before ?? Date.now());
  if (Date.now() - before > LEAP_MS) leaps.set(app, performance.now());
  const leaptAt = leaps.get(app);
  return leaptAt === undefined || performance.now() - leaptAt > WAIT_MS;
}

/** What each job does. */
export const jobsOf = (app: App): TaskList => ({
  keep_event_log: () => keepEventLog(app),
  collect_files: async () => void (await collectFiles(app)),
  pack_files: (order) => runPack(app, (order as { id: number }).id),
  collect_packs: () => collectPacks(app),
  forget_files: async () => void (await forgetDeleted(app)),
  collect_uploads: async () => void (await collectUploads(app)),
  collect_exports: () => collectExports(app),
  export_tasks: (order) => runExport(app, (order as { id: number }).id),
  ...pushTasks(app),
  task_news: async (news) => void (await bringNews(app, news as never)),
  tick_tasks: () => tickTasks(app),
  remind_todos: () => remindOfTodos(app),
  remind_checkins: () => remindOfCheckins(app),
  end_meetings: () => endMeetings(app),
});

/** Starts the job runner; it takes jobs that changes enqueued, and its own hourly one. Returns the way to stop it. */
export async function startHousekeeping(app: App): Promise<() => Promise<void>> {
  await keepEventLog(app);
  const runner = await run({
    pgPool: app.pool,
    concurrency: 2,
    noHandleSignals: true,
    // Its levels are ours; `info` there is chatter here.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') app.log.error({ jobs: message }, 'background job');
      else if (level === 'warning') app.log.warn({ jobs: message }, 'background job');
    }),
    pollInterval: 5000,
    // Of several servers one takes each of these; a minute that was missed is not made up for.
    crontab: [
      '17 * * * * keep_event_log',
      '*/10 * * * * collect_files',
      '43 * * * * forget_files',
      '*/10 * * * * collect_packs',
      '*/10 * * * * collect_uploads',
      '*/10 * * * * collect_exports',
      '* * * * * tick_tasks ?max=1',
      '* * * * * remind_todos ?max=1',
      '* * * * * remind_checkins ?max=1',
      '*/10 * * * * end_meetings ?max=1',
    ].join('\n'),
    taskList: jobsOf(app),
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
