import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type Storage, StorageRefused } from '#platform/files/storage';
import { type FileEntry, FORMAT, type Manifest, parseManifest, printManifest } from './manifest.ts';

/**
 * Keys in the storage of backups, a folder or a bucket of one workspace.
 *
 * - `atrium-backup.json` names the workspace.
 * - `files/ab/<sha256>` has each content once, for all backups. A stored content is never written again.
 * - `backups/<id>/` has the tables of one backup and its list of files; `manifest` is written last. Until then the
 *   backup does not exist, and earlier ones are as they were.
 */
export const poolKey = (hash: string) => `files/${hash.slice(0, 2)}/${hash}`;
export const tableKey = (id: string, table: string) => `backups/${id}/tables/${table}.copy.zst`;
export const jobsKey = (id: string) => `backups/${id}/jobs.zst`;
export const listKey = (id: string) => `backups/${id}/files.zst`;
const manifestKey = (id: string) => `backups/${id}/manifest`;
const MARK = 'atrium-backup.json';

const bytesOf = (words: string) => Readable.from([Buffer.from(words)]);

/** @throws StorageRefused  if it has backups of another workspace, or of a newer format */
export async function claimTarget(storage: Storage, workspace: string): Promise<void> {
  const found = await storage.find(MARK);
  if (!found) {
    await storage.put(MARK, bytesOf(`${JSON.stringify({ format: FORMAT, workspace })}\n`));
    return;
  }
  const mark = JSON.parse(await text(storage.read(MARK))) as { format: number; workspace: string };
  if (mark.workspace !== workspace) {
    throw new StorageRefused(`${storage.name} has backups of another workspace: name another folder or bucket.`);
  }
}

/** The ids of the finished backups, oldest first, and of those that were begun. */
export async function listBackups(storage: Storage): Promise<{ finished: string[]; begun: string[] }> {
  const finished = new Set<string>();
  const begun = new Set<string>();
  for await (const { key } of storage.list('backups/')) {
    const id = key.split('/')[1] ?? '';
    (key === manifestKey(id) ? finished : begun).add(id);
  }
  return { finished: [...finished].sort(), begun: [...begun].filter((id) => !finished.has(id)).sort() };
}

/** @throws StorageRefused  if it is missing, damaged, or of a newer format */
export async function readManifest(storage: Storage, id: string): Promise<Manifest> {
  if (!(await storage.find(manifestKey(id)))) throw new StorageRefused(`${storage.name} has no backup ${id}.`);
  const manifest = parseManifest(await text(storage.read(manifestKey(id))));
  if (!manifest) throw new StorageRefused(`The backup ${id} is damaged (manifest): use another one.`);
  if (manifest.format > FORMAT) throw new StorageRefused(`The backup ${id} was made by a newer Atrium: use that one.`);
  return manifest;
}

export const writeManifest = (storage: Storage, manifest: Manifest) =>
  storage.put(manifestKey(manifest.id), bytesOf(printManifest(manifest)));

/** The manifest first, so that an interruption does not leave a backup that looks finished. */
export async function deleteBackup(storage: Storage, id: string): Promise<void> {
  await storage.delete(manifestKey(id));
  for await (const { key } of storage.list(`backups/${id}/`)) await storage.delete(key);
}

/** Stores one JSON value per line, compressed. */
export const putLines = (storage: Storage, key: string, values: Iterable<unknown> | AsyncIterable<unknown>) =>
  storage.put(key, Readable.from(asLines(values)).pipe(createZstdCompress()));

async function* asLines(values: Iterable<unknown> | AsyncIterable<unknown>) {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

export async function* readLines<T>(storage: Storage, key: string): AsyncGenerator<T> {
  const source = storage.read(key);
  const unpacked = createZstdDecompress();
  source.on('error', (error) => unpacked.destroy(error));
  for await (const line of createInterface({ input: source.pipe(unpacked), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line) as T;
  }
}

export const readFileList = (storage: Storage, id: string) => readLines<FileEntry>(storage, listKey(id));
