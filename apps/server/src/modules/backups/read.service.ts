import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { contentOf } from '#modules/files/storedFiles.service';
import type { Source } from '#platform/db/load';
import type { WaitingJob } from '#platform/db/snapshot';
import { FileDamaged, type Storage, StorageRefused } from '#platform/files/storage';
import { measure } from './make.service.ts';
import type { FileEntry, Manifest } from './manifest.ts';
import { jobsKey, listBackups, listKey, poolKey, readFileList, readLines, readManifest, tableKey } from './target.ts';

/**
 * The named backup, or the newest one.
 *
 * @throws StorageRefused  if there is none
 */
export async function findBackup(storage: Storage, id?: string): Promise<Manifest> {
  const chosen = id ?? (await listBackups(storage)).finished.at(-1);
  if (!chosen) throw new StorageRefused(`${storage.name} has no finished backup.`);
  return readManifest(storage, chosen);
}

export interface VerifyOptions {
  /** True to read file contents as well; otherwise only their sizes are compared. */
  withContents: boolean;
  onStep?: (done: number, total: number) => void;
}

/** Reads a backup and compares everything with its checksums. @returns sentences about what is damaged or missing */
export async function verifyBackup(
  storage: Storage,
  manifest: Manifest,
  { withContents, onStep = () => undefined }: VerifyOptions,
): Promise<string[]> {
  const { id, tables, jobs, files } = manifest;
  const problems: string[] = [];
  const total = tables.length + files.count;
  let done = 0;
  const objects = [
    ...tables.map(({ name, hash }) => ({ key: tableKey(id, name), hash })),
    { key: jobsKey(id), hash: jobs.hash },
    { key: listKey(id), hash: files.hash },
  ];
  for (const { key, hash } of objects) {
    const problem = await problemOf(storage, key, hash);
    if (problem) problems.push(problem);
    onStep(Math.min(++done, total), total);
  }
  // Without their list, the files of the backup are not known.
  if (problems.some((problem) => problem.startsWith(listKey(id)))) return problems;
  const checked = new Set<string>();
  for await (const { hash, size } of readFileList(storage, id)) {
    onStep(Math.min(++done, total), total);
    if (checked.has(hash)) continue;
    checked.add(hash);
    const key = poolKey(hash);
    const found = await storage.find(key);
    if (!found) problems.push(`${key} is missing`);
    else if (found.size !== size) problems.push(`${key} has ${found.size} bytes instead of ${size}`);
    else if (withContents) {
      const problem = await problemOf(storage, key, hash);
      if (problem) problems.push(problem);
    }
  }
  return problems;
}

async function problemOf(storage: Storage, key: string, hash: string): Promise<string | undefined> {
  try {
    return (await contentOf(storage, key)).hash === hash ? undefined : `${key} is damaged`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${key} is missing`;
    throw error;
  }
}

/** The database of a backup, to load. Rows that do not match their checksum end the load. */
export async function sourceOf(storage: Storage, manifest: Manifest): Promise<Source> {
  const { id, migrations, partitions, sequences, tables } = manifest;
  const jobs: WaitingJob[] = [];
  for await (const job of readLines<WaitingJob>(storage, jobsKey(id))) jobs.push(job);
  return {
    migrations,
    partitions,
    sequences,
    tables,
    jobs,
    rows({ name }) {
      const table = tables.find((each) => each.name === name);
      if (!table) throw new Error(`the backup has no table ${name}`);
      return checkedRows(storage, tableKey(id, name), table);
    },
  };
}

/** Ends with an error instead of its end, if the rows are not those that were stored. */
function checkedRows(storage: Storage, key: string, expected: { rows: number; checksum: string }): Readable {
  const measured = measure();
  const out = new PassThrough();
  void pipeline(
    storage.read(key),
    createZstdDecompress(),
    measured.stream,
    async function* (source) {
      yield* source as AsyncIterable<Buffer>;
      const { rows, checksum } = measured.result();
      if (rows !== expected.rows || checksum !== expected.checksum) throw new FileDamaged(`${key} is damaged`);
    },
    out,
  ).catch((error: Error) => out.destroy(error));
  return out;
}

const AT_ONCE = 4;

/**
 * Copies the files of a backup into an empty storage, each verified by its checksum on the way.
 *
 * @throws FileDamaged  if one is not what it was
 */
export async function restoreFiles(
  from: Storage,
  manifest: Manifest,
  to: Storage,
  onStep: (done: number, total: number) => void = () => undefined,
): Promise<void> {
  const entries = readFileList(from, manifest.id);
  let done = 0;
  const next = async () => {
    for (let each = await entries.next(); !each.done; each = await entries.next()) {
      const { key, hash } = each.value as FileEntry;
      await to.put(key, from.read(poolKey(hash)), hash);
      onStep(++done, manifest.files.count);
    }
  };
  // All copies have ended before the caller deletes what was copied.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, next));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
