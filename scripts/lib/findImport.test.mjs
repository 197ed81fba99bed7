import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { findImport } from './findImport.mjs';
import { inRoot, root, trackedFiles } from './repository.mjs';

const IMPORT = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)';$|\bimport\('([^']+)'\)/gm;

test('every import of the server whose text names a file finds it', () => {
  const problems = [];
  let found = 0;
  for (const file of trackedFiles('apps/server/src/*.ts', 'packages/*.ts')) {
    for (const [, ...either] of readFileSync(inRoot(file), 'utf8').matchAll(IMPORT)) {
      const specifier = either.find(Boolean);
      const url = findImport(specifier, pathToFileURL(inRoot(file)).href)?.url;
      if (!url) {
        if (/^[.#]/.test(specifier)) problems.push(`${file}: ${specifier}`);
        continue;
      }
      found++;
      // Node would give the path behind a link, and load the file twice under two names.
      const path = fileURLToPath(url);
      if (realpathSync(path) !== path) problems.push(`${file}: ${specifier} is a link`);
    }
  }
  expect(problems).toEqual([]);
  expect(found).toBeGreaterThan(1000);
});

test('only imports whose text names a file of known kind are found', () => {
  const server = pathToFileURL(inRoot('apps/server/src/app.ts')).href;
  const other = pathToFileURL(inRoot('node_modules/other/index.js')).href;
  expect(findImport('fastify', server)).toBeUndefined();
  expect(findImport('node:fs', server)).toBeUndefined();
  expect(findImport('@atrium/contract/kit.ts', server)).toBeUndefined();
  expect(findImport('#platform/log', other)).toBeUndefined();
  expect(findImport('./util.js', other)).toBeUndefined();
  expect(findImport('../util.mjs', other)).toEqual({
    url: pathToFileURL(inRoot('node_modules/util.mjs')).href,
    format: 'module',
  });
});

test('the server loads with direct imports', () => {
  const hook = pathToFileURL(inRoot('scripts/lib/directImports.mjs')).href;
  const said = execFileSync(process.execPath, ['--import', hook, inRoot('apps/server/src/main.ts'), '--help'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(said).toContain('npm start');
});
