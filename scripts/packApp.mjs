// Builds the published files of packages/app: the module for browsers, and its types. Runs before `npm pack` and `npm
// publish`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const here = join(import.meta.dirname, '../packages/app');
const dist = join(here, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
writeFileSync(join(dist, 'atrium.js'), stripTypeScriptTypes(readFileSync(join(here, 'src/atrium.ts'), 'utf8')));
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
const options = [
  '--declaration',
  '--emitDeclarationOnly',
  '--ignoreConfig',
  '--target',
  'esnext',
  '--module',
  'nodenext',
];
execFileSync(
  process.execPath,
  [compiler, join(here, 'src/atrium.ts'), ...options, '--types', 'node', '--outDir', dist],
  {
    stdio: 'inherit',
  },
);
