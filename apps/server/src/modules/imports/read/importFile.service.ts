import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { StoredKind } from '#modules/files/storedFiles.service';
import type { App } from '#platform/app';
import { FILE_MODE, makeFolder } from '#platform/files/durableFile';
import { countImportFiles, listExistingImports, listImportFiles } from '../imports.queries.ts';

const placeOf = (file: string) => `import/${file}`;

/** Stores an export until it is imported, which another server may do. Returns its name. */
export async function storeImportFile(app: App, from: string): Promise<string> {
  const file = `import-${randomUUID()}`;
  await app.storage.put(placeOf(file), from);
  return file;
}

/** Runs with a local copy, because archives are read in any order. */
export async function withLocalImportFile<T>(app: App, file: string, run: (local: string) => Promise<T>): Promise<T> {
  await makeFolder(app.uploadDir);
  const local = path.join(app.uploadDir, `.import-${randomUUID()}`);
  try {
    await pipeline(app.storage.read(placeOf(file)), createWriteStream(local, { flags: 'wx', mode: FILE_MODE }));
    return await run(local);
  } finally {
    await rm(local, { force: true });
  }
}

export const storedImports: StoredKind = {
  count: ({ db }) => countImportFiles(db),
  async list({ db }, after, limit) {
    const rows = await listImportFiles(db, after, limit);
    return rows.map(({ id, file }) => ({ id, contents: [{ key: placeOf(file), hash: null }] }));
  },
  existing: ({ db }, ids) => listExistingImports(db, ids),
};

export const deleteImportFile = (app: App, file: string): Promise<void> => app.storage.delete(placeOf(file));
