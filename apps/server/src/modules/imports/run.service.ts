import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as contract from '@atrium/contract/files/imports.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { App } from '#platform/app';
import { onAllConnections } from '#platform/callers';
import { Failure, fail } from '#platform/fail';
import { isWorkerAlive } from '#platform/jobs';
import { type Caller, recordAudit, type View } from '#platform/work';
import type { ImportPlan } from './imports.plan.ts';
import { presentImport } from './imports.present.ts';
import {
  deleteOldImports,
  findImport,
  type ImportRow,
  listImportedMemberships,
  listImports,
  markEnded,
  markProgress,
  markRunning,
  markTotal,
  stopRunningImports,
} from './imports.queries.ts';
import { carryOut, recordsOf } from './imports.service.ts';
import { checkChoices } from './matches.service.ts';
import { deleteImportFile, withLocalImportFile } from './read/importFile.service.ts';
import { readInWorker } from './read/readInWorker.ts';
import { byReason } from './report.ts';

/**
 * Imports run in the background, one at a time. `ready` -> `running` -> `done`, which deletes the file; or `failed` or
 * `stopped`, from where the same file can be started again: imported records are recognized.
 */
interface Run {
  isStopping: boolean;
  done: number;
  ended: Promise<void>;
}
const runs = new WeakMap<App, Map<number, Run>>();
const runsOf = (app: App) => {
  const known = runs.get(app) ?? new Map<number, Run>();
  runs.set(app, known);
  return known;
};

class Stopped extends Error {}

const PROGRESS_MS = 500;
const UNIQUE_VIOLATION = '23505';

export async function startImport(
  { app, caller }: View,
  { import_id, with_files = false, people }: InputOf<typeof contract.importStart>,
): Promise<contract.Import> {
  const choices = people ? JSON.stringify(await checkChoices(app, import_id, people)) : null;
  const row = await markRunning(app.db, import_id, choices).catch((error: unknown) => {
    throw (error as { code?: string }).code === UNIQUE_VIOLATION ? fail('import.running') : error;
  });
  if (row) {
    await recordAudit(app, caller, {
      action: 'import.started',
      detail: { kind: row.kind, with_files, mapped: Object.keys(row.choices as object).length },
    });
    const run: Run = { isStopping: false, done: 0, ended: Promise.resolve() };
    runsOf(app).set(row.id, run);
    app.database.holdWorker(workerOf(row.id));
    run.ended = perform(app, onAllConnections(caller), row, { run, withFiles: with_files }).finally(() => {
      runsOf(app).delete(row.id);
      app.database.releaseWorker(workerOf(row.id));
    });
  }
  return statusOf(app, caller, import_id);
}

/** Stops an import. It answers once the import has stopped, so that it can be restarted at once. */
export async function stopImport(
  { app, caller }: View,
  { import_id }: InputOf<typeof contract.importStop>,
): Promise<contract.Import> {
  const run = runsOf(app).get(import_id);
  if (run) await halt(run);
  else await haltElsewhere(app, import_id);
  return statusOf(app, caller, import_id);
}

/** Asks the node that runs it, and waits until it has stopped. */
async function haltElsewhere(app: App, id: number): Promise<void> {
  app.cluster?.tell('stopImport', { id });
  const deadline = Date.now() + STOP_MS;
  while (app.cluster && Date.now() < deadline && (await findImport(app.db, id))?.status === 'running') await sleep(100);
}

/** Hears the other nodes. */
export async function followStopRequests(app: App): Promise<void> {
  app.cluster?.on('stopImport', ({ id }) => void halt(runsOf(app).get(id)));
}

/** Runs every minute: an import whose node is gone can be started again. */
export async function stopDeadImports(app: App): Promise<void> {
  const [row] = (await listImports(app.db, LOOKED_AT)).filter(({ status }) => status === 'running');
  if (row && !(await isWorkerAlive(app, workerOf(row.id)))) await markEnded(app.db, row.id, { status: 'stopped' });
}

const workerOf = (id: number) => `import ${id}`;
const STOP_MS = 10_000;
/** The number of imports to look through: only one runs at a time, and it was begun lately. */
const LOOKED_AT = 100;

/** Called before the server stops. */
export async function stopImports(app: App): Promise<void> {
  await Promise.all([...runsOf(app).values()].map(halt));
}

async function halt(run: Run | undefined): Promise<void> {
  if (!run) return;
  run.isStopping = true;
  await run.ended;
}

async function statusOf(app: App, caller: Caller, id: number): Promise<contract.Import> {
  const row = await findImport(app.db, id);
  if (!row) throw fail('import.gone');
  return presentImport(row, caller.lang);
}

/** Never rejects: errors are stored in the row. */
async function perform(
  app: App,
  caller: Caller,
  row: ImportRow,
  { run, withFiles }: { run: Run; withFiles: boolean },
): Promise<void> {
  const progress = setInterval(() => {
    markProgress(app.db, row.id, run.done).catch(() => undefined);
  }, PROGRESS_MS);
  try {
    const { plan } = await withLocalImportFile(app, row.file, (local) =>
      readInWorker({ kind: row.kind as ImportPlan['source'], path: local, isWhole: true }),
    );
    if (!plan) throw new Error('an export was read without its plan');
    const onStep = (done: number) => {
      run.done = done;
      // Thrown inside the transaction of a project or conversation, which rolls it back.
      if (run.isStopping) throw new Stopped();
    };
    onStep(0);
    const total = recordsOf(plan.counts, withFiles);
    await markTotal(app.db, row.id, total);
    const { created, missed } = await carryOut(app, caller, plan, {
      withFiles,
      choices: new Map(Object.entries(row.choices as Record<string, number>)),
      onStep,
    });
    const keyed = (list: readonly { external_id: string }[]) =>
      list.map((each) => `${plan.source}:${each.external_id}`);
    const links = await listImportedMemberships(app.db, caller.userid, {
      projects: keyed(plan.projects),
      dialogs: keyed(plan.dialogs),
    });
    clearInterval(progress);
    await markEnded(app.db, row.id, {
      status: 'done',
      done: total,
      file: '',
      result: JSON.stringify({
        created,
        links: links.slice(0, 100),
        ...(withFiles && { problems: byReason(missed) }),
      }),
    });
    await deleteImportFile(app, row.file);
  } catch (error) {
    clearInterval(progress);
    const isStop = error instanceof Stopped;
    if (!isStop && !(error instanceof Failure)) app.log.error({ err: error, import: row.id }, 'an import failed');
    const code = error instanceof Failure ? error.code : 'import.failed';
    await markEnded(app.db, row.id, isStop ? { status: 'stopped' } : { status: 'failed', error: code }).catch(
      (failure: unknown) => app.log.error({ err: failure, import: row.id }, 'could not store the outcome of an import'),
    );
  }
}

/** Files older than this are left over: arriving and being prepared takes less time. */
const LEFT_MS = 86_400_000;

/** Runs at the start of the first server: stops an import that was running, and deletes old files. */
export async function recoverImports(app: App): Promise<void> {
  await stopRunningImports(app.db);
  for (const { file } of await deleteOldImports(app.db)) if (file) await deleteImportFile(app, file);
  // New files may be in use, because servers may share this folder.
  const before = new Date(Date.now() - LEFT_MS);
  for (const name of await readdir(app.uploadDir).catch(() => [])) {
    const file = path.join(app.uploadDir, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() && found.mtime < before) await rm(file, { force: true });
  }
}
