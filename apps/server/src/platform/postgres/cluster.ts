import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Account, unprivilegedAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { PASSWORD_FILE, SUPERUSER } from './connection.ts';
import type { Place } from './place.ts';
import { collect, endGroup, launch, pathFor, waitForExit } from './process.ts';
import { failureSentence, StartRefused, storageSentence } from './startRefused.ts';

const LEAST_FREE_BYTES = 48 * 1024 * 1024;

/** @throws StartRefused  if the folder cannot be created or written, or its disk is full */
export function checkWritable(dataDir: string): void {
  const probe = join(dataDir, `.write-test-${process.pid}`);
  try {
    // Other accounts may pass through the folder (the database's account has to), but not list or read it.
    makeFolder(dataDir);
    writeFileSync(probe, randomBytes(64 * 1024));
    rmSync(probe);
  } catch (error) {
    try {
      rmSync(probe, { force: true });
    } catch {
      // The error is ignored, because the first one is the one to report.
    }
    throw new StartRefused(storageSentence(dataDir, (error as NodeJS.ErrnoException).code ?? String(error)));
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < LEAST_FREE_BYTES) throw new StartRefused(storageSentence(dataDir, 'ENOSPC'));
}

/**
 * Creates folders one by one: with the recursive option Node loops forever if a file system reports that a folder does
 * not exist.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(folder), { code: 'ENOTDIR' });
    return;
  }
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o711 });
}

/** Syncs a folder, so that names in it survive a power failure. Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The account that runs the database; null = the current one. */
export function accountFor(cluster: string): Account | null {
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const account = unprivilegedAccount(owner);
  const us = process.getuid?.();
  if (!account && owner !== undefined && us !== undefined && owner !== us) {
    throw new StartRefused(
      `The database in ${cluster} belongs to user id ${owner} and Atrium runs as ${us}: start Atrium as root or as that user, or give the folder to this one (chown -R ${us} ${cluster}).`,
    );
  }
  return account;
}

/** @throws StartRefused  if another version of PostgreSQL created it, or it is no cluster */
export function checkMajor(cluster: string, { major }: Binaries): void {
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    if (existsSync(cluster) && readdirSync(cluster).length > 0) {
      throw new StartRefused(`${cluster} holds files but no database: move it away and start Atrium again.`);
    }
    return;
  }
  const found = Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
  if (found !== major) {
    throw new StartRefused(
      `The database in ${cluster} was made by PostgreSQL ${found} and this Atrium brings ${major}: start the Atrium version that made it, run npm run backup there and npm run restore here, as docs/backup.md says; nothing was changed.`,
    );
  }
}

/** Creates the cluster in a temporary folder and renames it into place. */
export async function createCluster(place: Place, dataDir: string, signal?: AbortSignal): Promise<void> {
  const { cluster, account, ephemeral, log } = place;
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  log.info({ cluster }, 'Creating the database');
  const fresh = join(dataDir, `postgres.new-${randomBytes(6).toString('hex')}`);
  mkdirSync(fresh, { mode: 0o700 });
  // initdb reads the password from a file and runs as `account`, which may not have access to our folder.
  const handOver = mkdtempSync(join(tmpdir(), 'atrium-init-'));
  const password = randomBytes(24).toString('base64url');
  const pwfile = join(handOver, 'password');
  writeFileSync(pwfile, password, { mode: 0o600 });
  if (account) for (const path of [fresh, handOver, pwfile]) chownSync(path, account.uid, account.gid);

  const folder = pathFor(account, fresh);
  try {
    const initdb = launch(place, 'initdb', folder, [
      ...['-D', folder.path, '-U', SUPERUSER, `--pwfile=${pwfile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
      // This locale is built into PostgreSQL, so sorting does not depend on the machine's C library.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(ephemeral ? ['--no-sync'] : []),
    ]);
    const output = collect(initdb);
    const giveUp = () => endGroup(initdb);
    signal?.addEventListener('abort', giveUp);
    const code = await waitForExit(initdb).finally(() => signal?.removeEventListener('abort', giveUp));
    signal?.throwIfAborted();
    if (code !== 0) throw new StartRefused(failureSentence(cluster, output.text()));
    const secret = join(fresh, PASSWORD_FILE);
    writeFileSync(secret, `${password}\n`, { mode: 0o600, flush: !ephemeral });
    if (!ephemeral) syncFolder(fresh);
    try {
      renameSync(fresh, cluster);
      if (!ephemeral) syncFolder(dataDir);
    } catch (error) {
      // Another start has created the cluster meanwhile. It is used, and the lock decides which server may run.
      if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
    }
  } finally {
    folder.close();
    rmSync(handOver, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}
