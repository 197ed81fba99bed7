import { createHash } from 'node:crypto';
import type { App } from '#platform/app';
import { ExtensionPoint } from '#platform/extensionPoint';
import { FileDamaged, type Storage, StorageRefused } from '#platform/files/storage';
import { countStored, listExistingFiles, listStored } from './files.queries.ts';
import { placeOf } from './files.service.ts';

/** A record with content in the storage. */
export interface Stored {
  id: number;
  contents: { key: string; hash: string | null }[];
}

/** A kind of rows whose content is in the storage. */
export interface StoredKind {
  count(app: Pick<App, 'db'>): Promise<number>;
  /** Lists records with higher ids, in id order. */
  list(app: Pick<App, 'db'>, after: number, limit: number): Promise<Stored[]>;
  /** Returns those of the ids that have not been deleted. */
  existing(app: Pick<App, 'db'>, ids: readonly number[]): Promise<Set<number>>;
}
export const storedKinds = new ExtensionPoint<StoredKind>();

export const storedFiles: StoredKind = {
  count: ({ db }) => countStored(db),
  async list({ db }, after, limit) {
    const rows = await listStored(db, after, limit);
    return rows.map((row) => ({
      id: row.id,
      contents: [
        { key: placeOf(row), hash: row.hash },
        ...(row.thumb_size > 0 ? [{ key: placeOf(row, true), hash: null }] : []),
      ],
    }));
  },
  existing: ({ db }, ids) => listExistingFiles(db, ids),
};

type Source = Pick<App, 'db' | 'contributions'>;
type Content = Stored['contents'][number];

export interface StorageReport {
  /** The number of records in the database that were processed. */
  done: number;
  /** Their files that were copied now; thumbnails count too. */
  copied: number;
  bytes: number;
  problems: { key: string; what: 'missing' | 'damaged' | 'failed'; why?: string }[];
}

const PAGE = 200;
const AT_ONCE = 4;
/** The number of tries, so that a broken connection does not leave a file out. */
const TRIES = 3;

/**
 * Copies everything that is stored, and verifies it by its checksum. Safe to run at any time and repeatedly: what has
 * arrived is recognized, and files deleted meanwhile do not stay in the new storage.
 */
export async function copyStored(app: Source, from: Storage, to: Storage, onStep: OnStep): Promise<StorageReport> {
  const report: StorageReport = { done: 0, copied: 0, bytes: 0, problems: [] };
  const written = new Map<StoredKind, Set<Stored>>();
  await eachStored(app, report, onStep, async (content, stored, kind) => {
    const bytes = await copyContent(content, from, to);
    if (bytes === null) return;
    report.bytes += bytes;
    report.copied++;
    written.set(kind, (written.get(kind) ?? new Set()).add(stored));
  });
  for (const [kind, all] of written) await deleteUnreferenced(app, kind, [...all], to);
  return report;
}

/** Reads everything that is stored and compares it with its checksum. */
export async function verifyStored(app: Source, storage: Storage, onStep: OnStep): Promise<StorageReport> {
  const report: StorageReport = { done: 0, copied: 0, bytes: 0, problems: [] };
  await eachStored(app, report, onStep, async ({ key, hash }) => {
    const found = await contentOf(storage, key);
    report.bytes += found.size;
    if (hash !== null && found.hash !== hash) throw new FileDamaged(`${key} has another checksum`);
  });
  return report;
}

type OnStep = (done: number, total: number) => void;
type Visit = (content: Content, stored: Stored, kind: StoredKind) => Promise<void>;

/** Visits the content of everything that is stored, four at a time; what cannot be visited becomes a problem. */
export async function eachStored(app: Source, report: StorageReport, onStep: OnStep, visit: Visit): Promise<void> {
  const kinds = storedKinds.of(app);
  const counts = await Promise.all(kinds.map((kind) => kind.count(app)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  for (const kind of kinds) {
    // Rows that are added meanwhile have higher ids, so the loop reaches them too.
    for (let page = await kind.list(app, 0, PAGE); page.length > 0; page = await kind.list(app, lastOf(page), PAGE)) {
      const waiting = page.values();
      const next = async () => {
        for (const stored of waiting) {
          for (const content of stored.contents) await visited(app, content, stored, kind, report, visit);
          onStep(++report.done, Math.max(total, report.done));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
    }
  }
}
const lastOf = (page: readonly Stored[]) => page.at(-1)?.id ?? 0;

async function visited(
  app: Source,
  content: Content,
  stored: Stored,
  kind: StoredKind,
  report: StorageReport,
  visit: Visit,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await visit(content, stored, kind);
      return;
    } catch (error) {
      // If the storage is refused, nothing else would work either.
      if (error instanceof StorageRefused) throw error;
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const isFinal = isMissing || error instanceof FileDamaged;
      if (!isFinal && attempt < TRIES) continue;
      // The record was deleted after it was listed.
      if (isMissing && !(await kind.existing(app, [stored.id])).has(stored.id)) return;
      const { key } = content;
      if (isFinal) report.problems.push({ key, what: isMissing ? 'missing' : 'damaged' });
      else report.problems.push({ key, what: 'failed', why: (error as Error).message });
      return;
    }
  }
}

/** Returns the bytes that were copied; null if the file had arrived before. */
async function copyContent({ key, hash }: Content, from: Storage, to: Storage): Promise<number | null> {
  const there = await to.find(key);
  if (there && (await isSame(key, hash, there, from, to))) return null;
  const source = await from.find(key);
  if (!source) throw Object.assign(new Error(`${key} is missing`), { code: 'ENOENT' });
  const { size } = await to.put(key, from.read(key), hash ?? undefined);
  if (size === source.size) return size;
  await to.delete(key);
  throw new FileDamaged(`${key} has ${size} bytes instead of ${source.size}`);
}

/** True if a file in the new storage has the right content. If the storage cannot tell, the file is read. */
async function isSame(
  key: string,
  hash: string | null,
  there: { size: number; hash: string | null },
  from: Storage,
  to: Storage,
): Promise<boolean> {
  const wanted = hash ?? (await contentOf(from, key).catch(ignoreMissing))?.hash;
  // The file was stored in the new storage from the beginning.
  if (wanted === undefined) return true;
  return (there.hash ?? (await contentOf(to, key)).hash) === wanted;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

export async function contentOf(storage: Storage, key: string): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of storage.read(key) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, hash: hash.digest('hex') };
}

/** Deletes files from the new storage that were deleted while they were copied. */
async function deleteUnreferenced(app: Source, kind: StoredKind, all: readonly Stored[], to: Storage): Promise<void> {
  for (let start = 0; start < all.length; start += PAGE) {
    const page = all.slice(start, start + PAGE);
    const existing = await kind.existing(
      app,
      page.map(({ id }) => id),
    );
    for (const { id, contents } of page) {
      if (existing.has(id)) continue;
      for (const { key } of contents) await to.delete(key);
    }
  }
}
