import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { contentOf, eachStored, type StorageReport } from '#modules/files/storedFiles.service';
import type { App } from '#platform/app';
import { openSnapshot, type Snapshot, type TableShape } from '#platform/db/snapshot';
import { FileDamaged, type Storage, StorageRefused } from '#platform/files/storage';
import { type FileEntry, FORMAT, idOf, type Manifest, type TableDump } from './manifest.ts';
import { pruneBackups } from './prune.service.ts';
import {
  claimTarget,
  deleteBackup,
  jobsKey,
  listBackups,
  listKey,
  poolKey,
  putLines,
  readFileList,
  tableKey,
  writeManifest,
} from './target.ts';

/** The parts that a backup reads, provided by the server or the command line. */
export interface BackupSource extends Pick<App, 'db' | 'contributions' | 'storage' | 'version'> {
  databaseUrl: string;
}

export type BackupStep = 'files' | 'tables' | 'new files';
export interface BackupOptions {
  onStep?: (step: BackupStep, done: number, total: number) => void;
  signal?: AbortSignal;
  /** The number of backups to keep; older ones are deleted once this one is finished. By default all stay. */
  keep?: number;
}

export interface BackupResult {
  manifest: Manifest;
  /** Files that were copied now; the others were in the target already. */
  copied: number;
  copiedBytes: number;
}

/** Session-level lock of the database: one backup at a time. */
export const BACKUP_LOCK = 4_217_104;

/**
 * Makes a backup while the workspace is used.
 *
 * 1. Files are copied, which takes longest, and while no snapshot is held.
 * 2. The tables are read at one moment. Everything that was confirmed before it is in the backup.
 * 3. Files that were added meanwhile are copied: those that the snapshot names.
 * 4. The manifest is written. An interruption before it leaves what was there.
 *
 * @throws StorageRefused  if the target cannot be used, or another backup is running
 */
export async function makeBackup(
  source: BackupSource,
  target: Storage,
  { onStep = () => undefined, signal, keep }: BackupOptions = {},
): Promise<BackupResult> {
  const lock = await takeLock(source.databaseUrl);
  let unfinished = '';
  let snapshot: Snapshot | undefined;
  try {
    const first = await openSnapshot(source.databaseUrl);
    await first.close();
    await claimTarget(target, first.workspace);
    const pool = await FilePool.open(source.storage, target, signal);
    await pool.copyAll(source, (done, total) => onStep('files', done, total));
    snapshot = await openSnapshot(source.databaseUrl);
    const at = new Date();
    const id = idOf(at);
    if ((await listBackups(target)).finished.includes(id)) throw new StorageRefused('Wait a second between backups.');
    unfinished = id;
    const tables: TableDump[] = [];
    for (const table of snapshot.tables) {
      signal?.throwIfAborted();
      onStep('tables', tables.length, snapshot.tables.length);
      tables.push(await dumpTable(snapshot, table, target, id));
    }
    onStep('tables', tables.length, tables.length);
    const jobs = await putLines(target, jobsKey(id), snapshot.jobs);
    const report = await pool.copyAll({ ...source, db: snapshot.db }, (done, total) =>
      onStep('new files', done, total),
    );
    const entries = pool.entries;
    const list = await putLines(target, listKey(id), entries);
    const manifest: Manifest = {
      format: FORMAT,
      id,
      at: at.toISOString(),
      workspace: snapshot.workspace,
      atrium: source.version,
      postgres: snapshot.version,
      migrations: snapshot.migrations,
      tables,
      partitions: snapshot.partitions,
      sequences: snapshot.sequences,
      jobs: { ...jobs, count: snapshot.jobs.length },
      files: { ...list, count: entries.length, total: entries.reduce((sum, { size }) => sum + size, 0) },
      problems: report.problems,
    };
    signal?.throwIfAborted();
    await writeManifest(target, manifest);
    unfinished = '';
    // Old backups are deleted under the lock, so that no new one relies on what is deleted.
    if (keep !== undefined) await pruneBackups(target, keep);
    return { manifest, copied: pool.copied, copiedBytes: pool.copiedBytes };
  } finally {
    await snapshot?.close();
    if (unfinished) await deleteBackup(target, unfinished).catch(() => undefined);
    await lock.end().catch(() => undefined);
  }
}

async function takeLock(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'atrium backup', keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK]);
  if (rows[0]?.free) return client;
  await client.end();
  throw new StorageRefused('Another backup of this workspace is running. Try again when it has ended.');
}

async function dumpTable(snapshot: Snapshot, table: TableShape, target: Storage, id: string): Promise<TableDump> {
  const measured = measure();
  const packed = createZstdCompress();
  const [stored] = await Promise.all([
    target.put(tableKey(id, table.name), packed),
    pipeline(snapshot.rows(table), measured.stream, packed),
  ]);
  return { ...table, ...stored, ...measured.result() };
}

/** Counts lines, which are rows in the text format of COPY, and hashes them on the way. */
export function measure(): { stream: Transform; result(): { rows: number; checksum: string } } {
  const hash = createHash('sha256');
  let rows = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ rows, checksum: hash.digest('hex') }) };
}

/** The contents in the target, and the files of the backup that is being made. */
class FilePool {
  readonly #from: Storage;
  readonly #target: Storage;
  readonly #signal: AbortSignal | undefined;
  /** Size by hash. */
  readonly #contents = new Map<string, number>();
  /** The files of the previous backup, by key. */
  readonly #previous = new Map<string, FileEntry>();
  #seen = new Map<string, FileEntry>();
  copied = 0;
  copiedBytes = 0;

  private constructor(from: Storage, target: Storage, signal: AbortSignal | undefined) {
    this.#from = from;
    this.#target = target;
    this.#signal = signal;
  }

  static async open(from: Storage, target: Storage, signal?: AbortSignal): Promise<FilePool> {
    const pool = new FilePool(from, target, signal);
    for await (const { key, size } of target.list('files/')) pool.#contents.set(key.split('/')[2] ?? '', size);
    const last = (await listBackups(target)).finished.at(-1);
    if (last) {
      // The list may be damaged. Without it, everything is read again.
      try {
        for await (const entry of readFileList(target, last)) pool.#previous.set(entry.key, entry);
      } catch {
        pool.#previous.clear();
      }
    }
    return pool;
  }

  get entries(): FileEntry[] {
    return [...this.#seen.values()];
  }

  /** Ensures that all files named by the database are in the target. The last call decides which the backup has. */
  async copyAll(
    app: Parameters<typeof eachStored>[0],
    onStep: (done: number, total: number) => void,
  ): Promise<StorageReport> {
    const report: StorageReport = { done: 0, copied: 0, bytes: 0, problems: [] };
    const before = this.#seen;
    this.#seen = new Map();
    await eachStored(app, report, onStep, async ({ key, hash }) => {
      this.#signal?.throwIfAborted();
      const known = before.get(key) ?? this.#previous.get(key);
      // The content of a key never changes, because the key is random.
      const isThere = known && this.#contents.get(known.hash) === known.size && (hash === null || hash === known.hash);
      this.#seen.set(key, isThere ? known : await this.#copy(key, hash));
    });
    this.#signal?.throwIfAborted();
    return report;
  }

  async #copy(key: string, known: string | null): Promise<FileEntry> {
    const hash = known ?? (await contentOf(this.#from, key)).hash;
    const size = this.#contents.get(hash);
    if (size !== undefined) return { key, hash, size };
    const source = await this.#from.find(key);
    if (!source) throw Object.assign(new Error(`${key} is missing`), { code: 'ENOENT' });
    const content: Readable = this.#from.read(key);
    const stored = await this.#target.put(poolKey(hash), content, hash).catch((error: NodeJS.ErrnoException) => {
      // A full disk is not a problem of this file, and the rest would fail as well.
      if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
        throw new StorageRefused(`There is no space left in ${this.#target.name}: free some, and repeat the backup.`);
      }
      throw error;
    });
    if (stored.size !== source.size) throw new FileDamaged(`${key} has ${stored.size} bytes instead of ${source.size}`);
    this.#contents.set(hash, stored.size);
    this.copied++;
    this.copiedBytes += stored.size;
    return { key, hash, size: stored.size };
  }
}
