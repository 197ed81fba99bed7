// `node scripts/bundleLibraries.mjs`: bundles each library of hundreds of files into one, so that the server starts
// faster (decision 0004). `scripts/lib/directImports.mjs` loads the bundles instead of the libraries.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { rolldown } from 'rolldown';
import { bundleFolder, bundleName, ENTRIES } from './lib/libraries.mjs';
import { inRoot } from './lib/repository.mjs';

const folder = bundleFolder();
mkdirSync(dirname(folder), { recursive: true });
// Written beside it and moved, because a server may look for it at the same time.
const next = mkdtempSync(`${folder}.`);
try {
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(ENTRIES).map(([specifier, file]) => [bundleName(specifier), inRoot('node_modules', file)]),
    ),
    platform: 'node',
  });
  await bundle.write({ dir: next, format: 'esm', entryFileNames: '[name]', chunkFileNames: 'common-[hash].mjs' });
  // The account of the server may be another one.
  chmodSync(next, 0o755);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
} finally {
  rmSync(next, { recursive: true, force: true });
}
