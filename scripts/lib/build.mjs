import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  const sources = ['package-lock.json', ...['apps/web', 'packages'].flatMap(filesIn)];
  const isBuilt = existsSync(inRoot('apps/web/dist/index.html'));
  const [built, seen] = isBuilt && existsSync(stampFile) ? readFileSync(stampFile, 'utf8').split('\n') : [];
  // Looking at the files takes a third of the time that reading them takes.
  const looks = lookOf(sources);
  if (looks === seen) return;
  const wanted = contentOf(sources);
  if (wanted === built) return noteBuild(wanted, looks);

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
  noteBuild(wanted, looks);
}

function noteBuild(content, looks) {
  try {
    writeFileSync(stampFile, `${content}\n${looks}`);
  } catch {
    // Installed by another account and read-only: the files are read again next time.
  }
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

function contentOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

/** Changes with each change of a file, and also when it is copied: unlike the time of its content, nobody can set `ctime`. */
function lookOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, ctimeMs } = statSync(inRoot(file));
    hash.update(`${file} ${size} ${ctimeMs}\n`);
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
