import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { ENTRIES, findBundles } from './libraries.mjs';
import { inRoot } from './repository.mjs';

beforeAll(() => {
  if (findBundles().size === 0) execFileSync(process.execPath, [inRoot('scripts/bundleLibraries.mjs')]);
});

test('a bundle exports what its library exports', async () => {
  expect(Object.keys(ENTRIES).length).toBeGreaterThan(0);
  for (const [specifier, file] of Object.entries(ENTRIES)) {
    const library = await import(/* @vite-ignore */ pathToFileURL(inRoot('node_modules', file)).href);
    const bundle = await import(/* @vite-ignore */ findBundles().get(specifier));
    expect(Object.keys(bundle).toSorted(), specifier).toEqual(Object.keys(library).toSorted());
  }
});

test('the server loads bundles, and packages load the libraries themselves', () => {
  const specifiers = Object.keys(ENTRIES);
  expect(resolvedIn('apps/server', specifiers)).toEqual([...findBundles().values()]);
  expect(resolvedIn('node_modules/fastify', specifiers)).toEqual(
    Object.values(ENTRIES).map((file) => pathToFileURL(inRoot('node_modules', file)).href),
  );
});

/** The URLs that imports of code in a folder have, with the hook of the server. */
function resolvedIn(folder, specifiers) {
  const hook = pathToFileURL(inRoot('scripts/lib/directImports.mjs')).href;
  const code = `for (const name of ${JSON.stringify(specifiers)}) console.log(import.meta.resolve(name));`;
  const args = ['--import', hook, '--input-type=module', '--eval', code];
  return execFileSync(process.execPath, args, { cwd: inRoot(folder), encoding: 'utf8' })
    .trim()
    .split('\n');
}
