import path from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { type ImportPlan, ImportRefused } from '../modules/imports/imports.plan.ts';
import { carryOut, recordsOf } from '../modules/imports/imports.service.ts';
import { readExport } from '../modules/imports/read/readExport.ts';
import { callerFor } from '../platform/callers.ts';
import { migrate } from '../platform/db/migrate.ts';
import { endProcess } from '../platform/endProcess.ts';
import { openStorages } from '../platform/files/openStorage.ts';
import { StorageRefused } from '../platform/files/storage.ts';
import { makeLog } from '../platform/log.ts';
import { StartRefused, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { DataInUse } from '../platform/postgres/startRefused.ts';
import { secretKeysOf } from '../secretKeys.ts';
import { requireData, requireWorkspace } from './database.ts';
import { countLines, type ImportOrder, readOrder } from './importWords.ts';

const USAGE = `npm run import -- trello FILE.json [--dry-run] [--files] [--owner EMAIL]
npm run import -- slack FOLDER-OR-ZIP [--dry-run] [--owner EMAIL]

Reads the export, prints a summary and imports it. Safe to run twice.
With the built-in database, stop Atrium first, or upload the export under Settings, Import.

--dry-run   Preview only
--files     Download the files attached to Trello tasks, over HTTPS and up to the workspace's size limit
--owner     Owner of imported projects and groups (default: first administrator)`;

const say = (line: string) => process.stdout.write(`${line}\n`);

function report(plan: ImportPlan, withFiles: boolean): void {
  say('In this export:');
  for (const line of countLines({ ...plan.counts })) say(line);
  if (!withFiles) say('Files are not copied; names and links are imported.');
  if (plan.problems.length === 0) return;
  const number = plan.problems.length;
  say(number === 1 ? '1 record is skipped or incomplete:' : `${number} records are skipped or incomplete:`);
  list(plan.problems);
}

function list(problems: ImportPlan['problems']): void {
  for (const { where, what } of problems.slice(0, 50)) say(`  ${where}: ${what.replaceAll('_', ' ')}`);
  if (problems.length > 50) say(`  and ${problems.length - 50} more`);
}

function progressBar(total: number): (done: number) => void {
  let shown = -1;
  return (done) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100);
    if (percent === shown) return;
    shown = percent;
    const bar = '█'.repeat(Math.floor(percent / 4)).padEnd(25, '░');
    if (process.stdout.isTTY) process.stdout.write(`\r${bar} ${percent} % (${done} of ${total})`);
    else if (percent % 25 === 0) say(`${percent} %`);
  };
}

async function importPlan(plan: ImportPlan, { owner, withFiles }: ImportOrder): Promise<void> {
  const config = readConfig();
  requireData(config);
  const log = makeLog('warn');
  const postgres = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    const databaseUrl = config.databaseUrl ?? postgres?.url ?? '';
    if (config.databaseUrl) await requireWorkspace(databaseUrl);
    await migrate(databaseUrl);
    const { buildApp } = await import('../app.ts');
    const running = await buildApp({
      databaseUrl,
      secretKeys: await secretKeysOf(config, databaseUrl, log),
      publicUrl: config.publicUrl,
      version: '',
      log,
      uploadDir: path.join(config.dataDir, 'uploads'),
      storage: await openStorages(config.storage, config.oldStorage),
    });
    try {
      let query = running.app.db
        .selectFrom('users')
        .selectAll()
        .where('disable_at', 'is', null)
        .where('delete_at', 'is', null);
      if (owner) query = query.where('email', '=', owner);
      const users = await query.orderBy('userid').execute();
      const user = owner ? users[0] : users.find((each) => each.identity.includes('admin'));
      if (!user)
        throw new ConfigError(
          owner
            ? `No account has the email ${owner}.`
            : 'This workspace has no administrator yet. Start Atrium and register first.',
        );
      const caller = callerFor(user.userid, { nickname: user.nickname, identity: user.identity, isBot: false });
      const onStep = progressBar(recordsOf(plan.counts, withFiles));
      const { created, missed } = await carryOut(running.app, caller, plan, { withFiles, onStep });
      say('');
      const lines = countLines(created);
      say(lines.length === 0 ? 'Nothing new to import.' : 'Imported:');
      for (const line of lines) say(line);
      if (missed.length > 0) say('Files not downloaded:');
      list(missed);
    } finally {
      await running.close();
    }
  } finally {
    await postgres?.stop();
  }
}

async function main(): Promise<number> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    say(USAGE);
    return 0;
  }
  const order = readOrder(args);
  if (!order) {
    say(USAGE);
    return 1;
  }
  const plan = await readExport(order.kind, order.path);
  report(plan, order.withFiles);
  if (!order.isDryRun) await importPlan(plan, order);
  return 0;
}

const REFUSALS: Record<string, string> = {
  'import.not_json': 'This file is not JSON.',
  'import.not_trello': 'This file is not a Trello board export (Show menu > Export as JSON).',
  'import.not_slack': 'This is not a Slack export: users.json and channels.json are missing.',
  'import.not_zip': 'This file is neither a folder nor a zip archive.',
  'import.too_large': 'This export is too large to import.',
};

const UNREADABLE: Record<string, string> = {
  ENOENT: 'No such file or folder.',
  ENOTDIR: 'No such file or folder.',
  EISDIR: 'This is a folder. A Trello board export is a single JSON file.',
  EACCES: 'No permission to read this file or folder.',
};

main().then(endProcess, (error: unknown) => {
  const known = [ConfigError, StartRefused, StorageRefused].some((kind) => error instanceof kind);
  const code = (error as { code?: string }).code;
  const message =
    error instanceof DataInUse
      ? 'Atrium is running. Stop it, then run this again, or upload the export under Settings, Import. Nothing was imported.'
      : error instanceof ImportRefused
        ? (REFUSALS[error.code] ?? error.code)
        : known
          ? (error as Error).message
          : (UNREADABLE[code ?? ''] ?? null);
  process.stderr.write(`${message ?? String((error as Error).stack)}\n`);
  endProcess(1);
});
