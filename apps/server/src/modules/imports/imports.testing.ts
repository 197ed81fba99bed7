import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../..', import.meta.url));

/** Real exports are beside the repository, or where `ATRIUM_SHARED` says; null if this machine has none. */
export function dataPath(path: string): string | null {
  const homes = [process.env['ATRIUM_SHARED'], resolve(repository, '../shared')];
  return homes.map((home) => resolve(home ?? '', 'data', path)).find((file) => existsSync(file)) ?? null;
}
