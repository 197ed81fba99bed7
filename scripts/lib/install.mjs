import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bundleFolder } from './libraries.mjs';
import { quietly } from './process.mjs';
import { progress } from './progress.mjs';
import { inRoot, pinnedNode, Refused, root } from './repository.mjs';

const stampFile = inRoot('node_modules', '.atrium-install');

/** Installs the packages if package-lock.json has changed since the last installation, and bundles libraries for the server. */
export async function ensureInstalled() {
  await ensurePackages();
  // Without bundles the server loads these libraries file by file.
  if (existsSync(bundleFolder()) || !isWritable(inRoot('node_modules'))) return;
  await quietly(pinnedNode(), [inRoot('scripts', 'bundleLibraries.mjs')]);
}

async function ensurePackages() {
  const lockfile = inRoot('package-lock.json');
  const wanted = createHash('sha256')
    .update(readFileSync(lockfile))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;

  const lock = JSON.parse(readFileSync(lockfile, 'utf8'));
  if (!isInstalled(lock)) await install(lock);
  try {
    writeFileSync(stampFile, wanted);
  } catch {
    // Installed by another account and read-only: the comparison above runs again next time.
  }
}

async function install(lock) {
  const paths = Object.keys(expected(lock));
  const shown = progress('Installing packages', () => `${countInstalled(paths)} of ${paths.length}`);
  const [command, ...before] = npmCommand();
  const { code, output } = await quietly(
    command,
    [...before, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
    { cwd: root, env: npmEnvironment(), shell: process.platform === 'win32' && before.length === 0 },
  );
  shown.end(code === 0 ? 'done' : 'failed');
  if (code === 0) return;
  console.error(output.trim());
  throw new Refused(reasonFor(output));
}

function reasonFor(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(output)) {
    return 'The packages could not be fetched: check that this machine reaches the npm registry, then run this again.';
  }
  if (/ENOSPC/.test(output)) return 'The packages do not fit on the disk: free about 1 GB, then run this again.';
  if (/EACCES|EPERM|EROFS/.test(output)) {
    return `The packages cannot be written to ${inRoot('node_modules')}: give ${root} to the user who runs this.`;
  }
  return 'The packages could not be installed; npm says why above.';
}

// npm tells its scripts its own path; otherwise it is the one on the PATH.
function npmCommand() {
  const own = process.env.npm_execpath;
  return own && /npm-cli\.c?js$/.test(own) ? [process.execPath, own] : ['npm'];
}

function npmEnvironment() {
  const env = { ...process.env };
  const home = process.env.npm_config_cache ?? join(homedir(), '.npm');
  if (!isWritable(home)) env.npm_config_cache = inRoot('.cache', 'npm');
  return env;
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** True if node_modules already has everything in the lockfile. */
function isInstalled(lock) {
  const hidden = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(expected(lock)).every(([path, entry]) =>
    found[path] ? found[path].version === entry.version && existsSync(inRoot(path)) : entry.optional,
  );
}

/** The lockfile's entries that this platform installs. */
function expected(lock) {
  return Object.fromEntries(
    Object.entries(lock.packages).filter(
      ([path, entry]) =>
        /(^|\/)node_modules\//.test(path) &&
        !entry.link &&
        suits(entry.os, process.platform) &&
        suits(entry.cpu, process.arch),
    ),
  );
}

// Matches like npm: names, or excluded names with a `!`.
function suits(wanted, value) {
  const list = [wanted ?? []].flat();
  const meant = list.filter((item) => !item.startsWith('!'));
  return !list.includes(`!${value}`) && (meant.length === 0 || meant.includes(value) || meant.includes('any'));
}

// npm creates all folders at once and fills them one by one.
function countInstalled(paths) {
  return paths.filter((path) => existsSync(inRoot(path, 'package.json'))).length;
}
