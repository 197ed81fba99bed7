import { existsSync } from 'node:fs';
import { ConfigError, readConfig, storageAt } from '../config.ts';
import { findBackup, restoreFiles, sourceOf, verifyBackup } from '../modules/backups/read.service.ts';
import { loadInto, requireEmpty } from '../platform/db/load.ts';
import { openStorage, useFolder } from '../platform/files/openStorage.ts';
import type { Storage } from '../platform/files/storage.ts';
import { secretKeyFile } from '../platform/secrets.ts';
import { allModules, runCommand } from './command.ts';
import { prepareStorage } from './emptyStorage.ts';
import { megabytes, printLine, showProgress } from './progress.ts';
import { prepareCluster, requireEmptyFolder } from './staging.ts';

const USAGE = `npm run restore -- FOLDER [ID]

Restores a backup, the newest if none is named, into an empty workspace: the empty data folder ATRIUM_DATA, or the empty
database at DATABASE_URL, and the empty storage ATRIUM_STORAGE. Everything is verified by checksums. The database appears
last and completely, so an interrupted restore can be repeated. The secret key is not in a backup: put it back yourself.

FOLDER   a folder or s3://bucket/folder?endpoint=...&region=...
ID       as "npm run backup -- FOLDER --list" prints it, like 2026-11-25T06-50-00Z

docs/backup.md says more.`;

/** @returns the exit code */
async function main([place, id, ...surplus]: string[]): Promise<number> {
  if (place === undefined || surplus.length > 0) throw new ConfigError(USAGE);
  const config = readConfig();
  const address = storageAt(place, 'FOLDER');
  if ('folder' in address) await useFolder(address.folder, 'a backup folder', true);
  const backup = await openStorage(address);
  const began = performance.now();
  const manifest = await findBackup(backup, id);
  // Everything that could refuse is asked before anything is written.
  if (config.databaseUrl) await requireEmpty(config.databaseUrl);
  else requireEmptyFolder(config);
  const storage = await prepareStorage(config.storage);
  printLine(`Reading the backup ${manifest.id} in ${backup.name}`);
  const problems = await verifyBackup(backup, manifest, { withContents: false, onStep: showProgress() }).catch(
    async (error: unknown) => {
      await storage.undo();
      throw error;
    },
  );
  if (problems.length > 0) {
    for (const problem of problems) printLine(`  ${problem}`);
    printLine('This backup is incomplete: nothing was restored. Use another one.');
    await storage.undo();
    return 1;
  }
  try {
    const show = showProgress();
    await storage.begin();
    await restoreFiles(backup, manifest, storage.storage, (done, total) => show(done, total, 'Files'));
    await restoreDatabase(backup, manifest, config);
    await storage.finish();
  } catch (error) {
    await storage.undo();
    throw error;
  } finally {
    storage.storage.close();
    backup.close();
  }
  printLine(
    `Restored ${manifest.files.count} files (${megabytes(manifest.files.total)}) and ${manifest.tables.length} tables as of ${manifest.at}, in ${((performance.now() - began) / 1000).toFixed(1)} s.`,
  );
  if (!config.secretKeys && !existsSync(secretKeyFile(config.dataDir))) {
    printLine(
      `Before you start Atrium, copy this workspace's secret.key into ${config.dataDir}, or set ATRIUM_SECRET_KEY.`,
    );
  }
  printLine('Start Atrium.');
  for (const { key, what } of manifest.problems) printLine(`  ${key}: ${what} when the backup was made`);
  return 0;
}

async function restoreDatabase(
  backup: Storage,
  manifest: Awaited<ReturnType<typeof findBackup>>,
  { databaseUrl, dataDir }: ReturnType<typeof readConfig>,
): Promise<void> {
  const show = showProgress();
  const { jobs, ...source } = await sourceOf(backup, manifest);
  // The original has sent them since, or sends them still.
  const outgoing = new Set((await allModules()).flatMap((module) => module.outgoing ?? []));
  const kept = jobs.filter(({ identifier }) => !outgoing.has(identifier));
  if (kept.length < jobs.length) {
    printLine(
      `Waiting mails and notifications left out, because the original may have sent them: ${jobs.length - kept.length}.`,
    );
  }
  const load = (url: string) =>
    loadInto(
      url,
      { ...source, jobs: kept },
      {
        onTable: (_name, done, total) => show(done, total, 'Tables'),
        last: async (client) => {
          await client.query(
            `insert into audit_log (action, userid, target_name, detail) values ('backup.restored', 0, $1, $2)`,
            [manifest.id, JSON.stringify({ at: manifest.at, atrium: manifest.atrium })],
          );
        },
      },
    );
  if (databaseUrl) return load(databaseUrl);
  const cluster = await prepareCluster(dataDir);
  await load(cluster.url).then(cluster.finish, async (error: unknown) => {
    await cluster.undo();
    throw error;
  });
}

runCommand(USAGE, main);
