import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { quietly } from './process.mjs';
import { progress } from './progress.mjs';
import { inRoot, pinnedNode, Refused } from './repository.mjs';

const stampFile = inRoot('node_modules', '.atrium-web');
const skipped = new Set(['node_modules', 'dist', 'dist-next', 'dist-before', 'coverage']);

/**
 * Builds the web client into apps/web/dist if any of its sources have changed: beside it and swapped, because a server
 * may be serving it.
 */
export async function ensureWebBuilt() {
  const wanted = fingerprint();
  const isBuilt = existsSync(inRoot('apps/web/dist/index.html'));
  if (isBuilt && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;

  const shown = progress('Building the web client');
  const vite = join(
    dirname(createRequire(inRoot('apps/web/package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  const { code, output } = await quietly(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: inRoot('apps/web'),
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', ATRIUM_WEB_OUT: 'dist-next' },
  });
  shown.end(code === 0 ? 'done' : 'failed');
  if (code !== 0) {
    console.error(output.trim());
    throw new Refused('The web client could not be built; the lines above say why.');
  }
  compressFiles(inRoot('apps/web/dist-next/assets'));
  swap();
  writeFileSync(stampFile, wanted);
}

function swap() {
  const [dist, next, before] = ['dist', 'dist-next', 'dist-before'].map((name) => inRoot('apps/web', name));
  rmSync(before, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, before);
  renameSync(next, dist);
  rmSync(before, { recursive: true, force: true });
}

/** Once here instead of at each request: the server sends compressed files from beside the originals. */
function compressFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    // Files for blurred backgrounds are compressed too; the parts of PDF and drawings are small or compressed already.
    if (entry.isDirectory() && name.startsWith('blur-')) compressFiles(join(folder, name));
    if (!/\.(m?js|css|svg|wasm|tflite)$/.test(name)) continue;
    const bytes = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    writeFileSync(
      join(folder, `${name}.br`),
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
    );
  }
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(inRoot('package-lock.json')));
  for (const folder of ['apps/web', 'packages']) {
    for (const file of filesIn(folder)) hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesIn(path);
      return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
    });
}
