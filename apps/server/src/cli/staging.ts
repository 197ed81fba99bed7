import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config.ts';
import { syncFolder } from '../platform/files/durableFile.ts';
import { makeLog } from '../platform/log.ts';
import { StartRefused, startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { DataInUse } from '../platform/postgres/startRefused.ts';

/** Folder in the data folder where a database is filled. It is moved to its place when it is complete. */
const STAGING = '.filling';

/** @throws StartRefused  if the data folder has a database */
export function requireNoCluster(dataDir: string): void {
  if (existsSync(path.join(dataDir, 'postgres'))) {
    throw new StartRefused(`${dataDir} has a database already: name an empty data folder with ATRIUM_DATA.`);
  }
}

/** May be in a data folder before a restore: the key and unfinished uploads, which are not in a backup, and backups. */
const ALLOWED = new Set(['secret.key', 'uploads', 'backups', 'lost+found']);

/** @throws StartRefused  if the data folder has anything that is not known to be harmless */
export function requireEmptyFolder({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): void {
  requireNoCluster(dataDir);
  if (!existsSync(dataDir)) return;
  // Files are checked on their own: an interrupted restore may have left some.
  const files = 'folder' in storage ? path.relative(dataDir, storage.folder).split(path.sep)[0] : '';
  const isOdd = (name: string) => !ALLOWED.has(name) && !name.startsWith('.') && name !== files;
  const surplus = readdirSync(dataDir).find(isOdd);
  if (surplus) {
    throw new StartRefused(`${dataDir} is not empty (it has ${surplus}): name an empty data folder with ATRIUM_DATA.`);
  }
}

/**
 * A new embedded database that is not in its place yet.
 *
 * @throws StartRefused  if the data folder has one, or another command is filling one
 */
export async function prepareCluster(
  dataDir: string,
): Promise<{ url: string; finish(): Promise<void>; undo(): Promise<void> }> {
  requireNoCluster(dataDir);
  const staging = path.join(dataDir, STAGING);
  await dropLeftovers(staging);
  const postgres = await startEmbeddedPostgres({ dataDir: staging, log: makeLog('warn') });
  return {
    url: postgres.url,
    async finish() {
      await postgres.stop();
      await rename(path.join(staging, 'postgres'), path.join(dataDir, 'postgres'));
      await syncFolder(dataDir);
      await rm(staging, { recursive: true, force: true });
    },
    async undo() {
      await postgres.stop();
      await rm(staging, { recursive: true, force: true });
    },
  };
}

/** A command that was killed may have left its database running. */
async function dropLeftovers(staging: string): Promise<void> {
  if (!existsSync(staging)) return;
  try {
    const left = await startEmbeddedPostgres({ dataDir: staging, log: makeLog('silent') });
    await left.stop();
  } catch (error) {
    if (error instanceof DataInUse) throw new StartRefused('Another restore or move into this folder is running.');
  }
  await rm(staging, { recursive: true, force: true });
}
