import { BACKUP_LIMITS, type Backup } from '@atrium/contract/workspace/backups.ts';
import { languageOf } from '@atrium/i18n/languages.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import { Gauge } from 'prom-client';
import { sendSystemMessage } from '#modules/dialogs/posting/systemMessage.service';
import { mailTime, sendMail } from '#modules/system/sendMail.service';
import { settingsOf } from '#modules/system/settings.service';
import type { StatusFinding } from '#modules/system/status.service';
import type { App } from '#platform/app';
import type { Actor } from '#platform/audit';
import { systemCaller } from '#platform/callers';
import { fail } from '#platform/fail';
import { translateReason } from '#platform/outside/refusal';
import { wireTime } from '#platform/time/time';
import { performWork, type View, type Work } from '#platform/work';
import {
  type Administrator,
  type BackupRow,
  findInstalled,
  findLastDone,
  isBackupRequested,
  isLocked,
  listAdmins,
  listBackupRows,
  takeWarning,
} from './backups.queries.ts';
import { BACKUP_LOCK, makeBackup } from './make.service.ts';
import { recordBackup } from './records.service.ts';
import { backupOf, openPlace, type StoredBackup } from './setting.service.ts';

const DAY_MS = 86_400_000;
const AGAIN_MS = 3_600_000;
/** Without a backup for this long, administrators are warned, and again after the same time. */
const LATE_MS = 2 * DAY_MS;

/** The backups that this node is making. They are no jobs, because a job counts as hung after four hours. */
const running = new WeakMap<App, { stop(): void; ended: Promise<void> }>();

/** Starts the backup of the day if it is due. One of several nodes is asked, every few minutes. */
export async function planBackup(app: App, now = new Date()): Promise<void> {
  const setting = await backupOf(app);
  if (setting.open !== 'open') return;
  const due = dueAt(setting, now);
  const [last] = await listBackupRows(app.db, 1);
  const done = await findLastDone(app.db);
  const isMade = done && done.started_at >= due;
  const isRecent = last && now.getTime() - last.started_at.getTime() < AGAIN_MS && last.started_at >= due;
  if (!isMade && !isRecent && due.getTime() >= setting.since) await startBackup(app);
}

/** The latest moment before now at which the schedule wanted a backup. The server's time zone is UTC. */
function dueAt({ time }: StoredBackup, now: Date): Date {
  const due = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`);
  return due > now ? new Date(due.getTime() - DAY_MS) : due;
}

/** Starts a backup that continues after this has returned. Does nothing while one is running. */
export async function startBackup(app: App, by?: Actor): Promise<void> {
  if (running.has(app) || (await isLocked(app.db, BACKUP_LOCK))) return;
  const ending = new AbortController();
  const ended = runBackup(app, ending.signal, by)
    .catch((error: unknown) => app.log.error({ err: error }, 'a backup failed'))
    .finally(() => running.delete(app));
  running.set(app, { stop: () => ending.abort(), ended });
}

/** Waits until the backup that this node is making has ended. */
export const backupEnded = (app: App): Promise<void> => running.get(app)?.ended ?? Promise.resolve();

export async function stopBackup(app: App): Promise<void> {
  running.get(app)?.stop();
  await backupEnded(app);
}

async function runBackup(app: App, signal: AbortSignal, by?: Actor): Promise<void> {
  const setting = await backupOf(app);
  const name = setting.place === 'bucket' ? setting.bucket.replace(/\?.*/, '') : '';
  const target = await openPlace(app, setting).catch(async (error: unknown) => {
    await recordBackup(app.db, name, () => Promise.reject(error), by);
    throw error;
  });
  try {
    await recordBackup(app.db, target.name, () => makeBackup(app, target, { signal, keep: setting.keep }), by);
  } finally {
    target.close();
  }
}

export async function listBackups({ app, tx, caller }: View): Promise<{ is_running: boolean; list: Backup[] }> {
  const [isRunning, rows] = await Promise.all([isLocked(tx, BACKUP_LOCK), listBackupRows(tx, BACKUP_LIMITS.shown)]);
  return { is_running: isRunning || running.has(app), list: rows.map((row) => present(row, caller.lang)) };
}

const present = ({ started_at, ended_at, status, ...row }: BackupRow, lang: Language): Backup => ({
  ...row,
  error: translateReason(row.error, lang),
  status: status as Backup['status'],
  started_at: wireTime(started_at),
  ended_at: wireTime(ended_at),
});

/** @throws backup.running */
export async function runNow(work: Work) {
  const isWaiting = await isBackupRequested(work.tx);
  if (isWaiting || running.has(work.app) || (await isLocked(work.tx, BACKUP_LOCK))) throw fail('backup.running');
  const { userid, ip, userAgent } = work.caller;
  work.enqueue('make_backup', { by: { userid, ip, userAgent } });
  return {};
}

/** Tells administrators when no backup has succeeded for two days, or none was made; again every two days. */
export async function warnOfMissing(app: App, now = new Date()): Promise<void> {
  const missing = await findMissing(app, now);
  if (!missing || !(await takeWarning(app.db, now, LATE_MS))) return;
  const last = (await findLastDone(app.db))?.started_at ?? null;
  const admins = await listAdmins(app.db);
  await performWork(app, systemCaller, async (work) => {
    for (const admin of admins) {
      const { userid } = admin;
      await sendSystemMessage(work, userid, { type: 'content', ...warning(admin, { missing, last }) });
      work.enqueue(WARN_JOB, { userid, missing, last: last?.getTime() ?? 0, at: now.getTime() } satisfies Payload);
    }
  });
}

export const WARN_JOB = 'mail_backup_warning';
interface Payload {
  userid: number;
  missing: Missing;
  /** The start of the last good backup, in milliseconds; 0 without one. */
  last: number;
  at: number;
}

/** Runs the job: sends the same warning as a mail, if mail is set up. */
export async function mailWarning(app: App, payload: unknown): Promise<void> {
  const { userid, missing, last, at } = payload as Payload;
  if (Date.now() - at > DAY_MS || !(await app.mailer.isReady())) return;
  const admin = (await listAdmins(app.db)).find((each) => each.userid === userid);
  if (!admin) return;
  const lang = languageOf(admin.lang);
  const { system_alias: name } = await settingsOf(app);
  const { title, content } = warning(admin, { missing, last: last === 0 ? null : new Date(last) });
  await sendMail(
    app,
    { to: admin.email, lang, subject: `${title} · ${name}`, heading: title },
    {
      paragraphs: [content],
      button: { label: translate(lang, 'mail.backup.button'), url: `${app.publicUrl}/manage/setting/backup` },
      note: translate(lang, 'mail.backup.note', { name }),
    },
  );
}

function warning(admin: Administrator, { missing, last }: { missing: Missing; last: Date | null }) {
  const lang = languageOf(admin.lang);
  if (missing === 'first') {
    return { title: translate(lang, 'backup.first_title'), content: translate(lang, 'backup.first_text') };
  }
  const content = last
    ? translate(lang, 'backup.warn_last', { at: mailTime(lang, last, admin) })
    : translate(lang, 'backup.warn_none');
  return { title: translate(lang, 'backup.warn_title'), content };
}

/** `late`: the next backup is overdue. `first`: there was none yet, and nobody has decided that there is to be none. */
type Missing = 'late' | 'first';

async function findMissing(app: App, now: Date): Promise<Missing | null> {
  const { open, since, isChosen } = await backupOf(app);
  const last = await findLastDone(app.db);
  const isOver = (from: number) => now.getTime() - from > LATE_MS;
  // Without a schedule, an administrator who has made a backup by command is reminded of the next.
  if (open === 'open' || last) return isOver(Math.max(since, last?.started_at.getTime() ?? 0)) ? 'late' : null;
  return !isChosen && isOver((await findInstalled(app.db)).getTime()) ? 'first' : null;
}

/** The state of backups for the status page. */
export async function statusOf(app: App): Promise<StatusFinding> {
  const { open } = await backupOf(app);
  const [last] = await listBackupRows(app.db, 1);
  const done = await findLastDone(app.db);
  if (last?.status === 'failed') return ['bad', 'status.backup.failed', { reason: last.error }];
  if (done && done.problems > 0) return ['warn', 'status.backup.problems', { count: done.problems }];
  const missing = await findMissing(app, new Date());
  if (missing) return ['bad', missing === 'first' ? 'status.backup.none' : 'status.backup.late'];
  if (open !== 'open') return ['warn', 'status.backup.off'];
  return done
    ? ['ok', 'status.backup.ok', { at: wireTime(done.started_at), place: done.place }]
    : ['ok', 'status.backup.waiting'];
}

/** Figures for `/metrics`, read when somebody asks. */
export function registerGauges({ metrics, db, database }: App): void {
  const registers = [metrics.registry];
  const files = new Gauge({ name: 'atrium_backup_bytes', help: 'Bytes of files in the last backup.', registers });
  const failed = new Gauge({ name: 'atrium_backup_failed', help: '1 if the last backup failed.', registers });
  const last = new Gauge({
    name: 'atrium_backup_last_success_seconds',
    help: 'When the last successful backup began, in Unix seconds; 0 if there is none.',
    registers,
    async collect() {
      if (!database.isReady) return;
      const [[latest], done] = await Promise.all([listBackupRows(db, 1), findLastDone(db)]);
      last.set(Math.floor((done?.started_at.getTime() ?? 0) / 1000));
      files.set(Number(done?.bytes ?? 0));
      failed.set(Number(latest?.status === 'failed'));
    },
  });
}
