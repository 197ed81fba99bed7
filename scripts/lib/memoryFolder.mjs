import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const shared = '/dev/shm';
const prefix = 'atrium-test-';
/** Databases and browsers of a test run take less than a tenth of this, and the rest of the memory is for programs. */
const leastBytes = 6 * 2 ** 30;

/**
 * A folder in memory for the temporary files of a test run, removed when this process ends; null if there is not enough
 * memory. Databases of tests are created and dropped sixty times, which a disk spends a tenth of the run on.
 */
export function temporaryFolder() {
  if (process.env.TMPDIR || !hasRoom()) return null;
  for (const name of readdirSync(shared)) {
    const owner = name.startsWith(prefix) && Number(name.slice(prefix.length));
    // Our own number: of an earlier process that had it.
    if (owner && (owner === process.pid || !isRunning(owner))) remove(join(shared, name));
  }
  const folder = join(shared, `${prefix}${process.pid}`);
  // The account that runs the database reaches its own folder inside.
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch {
    return null;
  }
  process.on('exit', () => remove(folder));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

function hasRoom() {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync(shared);
    return Math.min(bavail * bsize, freemem()) > leastBytes;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Another account's folder stays. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}
