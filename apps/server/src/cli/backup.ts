import path from 'node:path';
import { ConfigError, readConfig, storageAt } from '../config.ts';
import { type BackupStep, makeBackup } from '../modules/backups/make.service.ts';
import { findBackup, verifyBackup } from '../modules/backups/read.service.ts';
import { recordBackup } from '../modules/backups/records.service.ts';
import { listBackups } from '../modules/backups/target.ts';
import { openStorage, openStorages, useFolder } from '../platform/files/openStorage.ts';
import type { Storage } from '../platform/files/storage.ts';
import { allModules, atriumVersion, runCommand } from './command.ts';
import { openOwnDatabase, requireData } from './database.ts';
import { megabytes, printLine, showProgress } from './progress.ts';

const USAGE = `npm run backup -- [FOLDER] [--keep N]
npm run backup -- [FOLDER] --verify [ID]
npm run backup -- [FOLDER] --list

Backs up the database and all files; Atrium may run. Files that are in FOLDER already are not copied again.
FOLDER      a folder or s3://bucket/folder?endpoint=...&region=...; by default ATRIUM_BACKUP
--keep N    deletes all but the newest N backups once this one is finished
--verify    reads a backup, the newest if none is named, and compares everything with its checksums
--list      lists the backups

The database is that of ATRIUM_DATA or DATABASE_URL, the files those of ATRIUM_STORAGE. docs/backup.md says more.`;

/** Cleaning the storage would delete the backup's files, and a restore the database's. */
function refuseLiveFolder(place: string, files: { folder: string } | { bucket: string }): void {
  if (!path.isAbsolute(place)) return;
  const { dataDir } = readConfig();
  const live = [
    ...('folder' in files ? [files.folder] : []),
    ...['postgres', 'uploads'].map((name) => path.join(dataDir, name)),
  ];
  const inside = live.find((each) => !path.relative(path.resolve(each), place).startsWith('..'));
  if (inside) throw new ConfigError(`${place} is inside ${inside}, which Atrium uses. Choose another folder.`);
}

/** @returns the exit code */
async function main(words: string[]): Promise<number> {
  const { flags, places } = parse(words);
  const config = readConfig();
  const address = places[0] === undefined ? config.backup : storageAt(places[0], 'FOLDER');
  const isRead = flags.has('--verify') || flags.has('--list');
  if (!isRead) requireData(config);
  if ('folder' in address) await useFolder(address.folder, 'a backup folder', isRead);
  const target = await openStorage(address);
  try {
    if (flags.has('--list')) return await list(target);
    if (flags.has('--verify')) return await verify(target, places[1]);
    if ('bucket' in address) await target.check();
    return await make(target, flags.get('--keep'));
  } finally {
    target.close();
  }
}

function parse(words: readonly string[]): { flags: Map<string, string>; places: string[] } {
  const flags = new Map<string, string>();
  const places: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--keep') flags.set(word, words[++at] ?? '');
    else if (word === '--verify' || word === '--list') flags.set(word, '');
    else if (word.startsWith('--')) throw new ConfigError(USAGE);
    else places.push(word);
  }
  const keep = flags.get('--keep');
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)) throw new ConfigError('--keep takes a number from 1.');
  if (places.length > (flags.has('--verify') ? 2 : 1)) throw new ConfigError(USAGE);
  return { flags, places };
}

const WORDS: Record<BackupStep, string> = { files: 'Files', tables: 'Tables', 'new files': 'Looking for newer files' };

async function make(target: Storage, keep: string | undefined): Promise<number> {
  const config = readConfig();
  refuseLiveFolder(target.name, config.storage);
  const storage = await openStorages(config.storage, config.oldStorage);
  const { url, database, close } = await openOwnDatabase(config);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  try {
    printLine(`Backing up to ${target.name}`);
    const show = showProgress();
    const contributions = (await allModules()).flatMap((module) => module.contributions ?? []);
    const source = { db: database.db, contributions, storage, version: await atriumVersion(), databaseUrl: url };
    const began = performance.now();
    const { manifest, copied, copiedBytes } = await recordBackup(database.db, target.name, () =>
      makeBackup(source, target, {
        onStep: (step, done, total) => show(done, total, WORDS[step]),
        signal: ending.signal,
        ...(keep && { keep: Number(keep) }),
      }),
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    printLine(
      `Backup ${manifest.id}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.files.count} files (${megabytes(manifest.files.total)}), of which ${copied} were copied now (${megabytes(copiedBytes)}), in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
    );
    for (const { key, what, why } of manifest.problems) printLine(`  ${key}: ${what}${why ? ` (${why})` : ''}`);
    if (manifest.problems.length > 0) printLine('These files are not in the backup. Everything else is.');
    return manifest.problems.length > 0 ? 1 : 0;
  } finally {
    storage.close();
    await close();
  }
}

async function verify(target: Storage, id: string | undefined): Promise<number> {
  const manifest = await findBackup(target, id);
  printLine(`Reading the backup ${manifest.id} in ${target.name}`);
  const problems = await verifyBackup(target, manifest, { withContents: true, onStep: showProgress() });
  for (const problem of problems) printLine(`  ${problem}`);
  printLine(
    problems.length === 0 ? 'No problems found.' : 'This backup cannot be restored completely. Use another one.',
  );
  return problems.length === 0 ? 0 : 1;
}

async function list(target: Storage): Promise<number> {
  let isWhole = true;
  for (const id of (await listBackups(target)).finished) {
    try {
      printLine(lineOf(id, await findBackup(target, id)));
    } catch (error) {
      // The others may be all that is left.
      printLine(`${id}  ${(error as Error).message}`);
      isWhole = false;
    }
  }
  return isWhole ? 0 : 1;
}

function lineOf(
  id: string,
  { atrium, postgres, tables, files, problems }: Awaited<ReturnType<typeof findBackup>>,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const missing = problems.length > 0 ? `, ${problems.length} files missing` : '';
  return `${id}  ${rows} rows, ${files.count} files (${megabytes(files.total)})${missing}; Atrium ${atrium}, PostgreSQL ${postgres}`;
}

runCommand(USAGE, main);
