import { existsSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askForLock, readPassword } from './connection.ts';
import type { Place } from './place.ts';
import { DataInUse, folderInUseSentence, StartRefused } from './startRefused.ts';

/**
 * Handles a server that was left running on the folder, see `embedded.ts`.
 *
 * @throws DataInUse  if another Atrium uses it
 */
export async function stopEarlierServer({ cluster, log }: Place, signal?: AbortSignal): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const began = Date.now();
  for (let warned = false; existsSync(pidFile); await sleep(50)) {
    signal?.throwIfAborted();
    const earlier = readPidFile(cluster);
    if (!earlier) return;
    const state = stateOf(earlier.pid, cluster);
    if (state === 'gone') return;
    if (state === 'not ours') {
      log.warn({ pid: earlier.pid }, 'Removing the marks of a database server that is gone');
      for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(join(cluster, file), { force: true });
      return;
    }
    if (earlier.status === 'ready') {
      const answer = await askForLock({ ...earlier, password: readPassword(cluster) });
      // The lock of a process that was just killed is released when its server notices the closed connection.
      if (answer === 'held' && Date.now() - began > 1500) throw new DataInUse(folderInUseSentence(cluster));
      if (answer === 'free' && !warned) {
        warned = true;
        log.warn({ pid: earlier.pid }, 'Stopping the database of an Atrium that was killed');
        // SIGINT asks PostgreSQL for a fast shutdown: roll back, write everything, stop.
        process.kill(earlier.pid, 'SIGINT');
      }
    }
    if (Date.now() - began > 60_000) {
      throw new StartRefused(
        `An earlier database server (process ${earlier.pid}) on ${cluster} does not end: stop it, then start Atrium again.`,
      );
    }
  }
}

type PidFile = { pid: number; host: string; port: number; status: string };

/** The contents of `postmaster.pid`; null without one. */
export function readPidFile(cluster: string): PidFile | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, , , port, socketFolder, address, , status = ''] = lines;
    if (!Number(pid)) return null;
    const host = socketFolder?.trim() ? cluster : address?.trim() || '127.0.0.1';
    return { pid: Number(pid), host, port: Number(port) || 5432, status: status.trim() };
  } catch {
    return null;
  }
}

/**
 * Returns `not ours` only if this is certain: PostgreSQL takes any living process with that id for a server. That
 * includes a killed process that nobody has collected, as in a container whose first process is Node.
 */
function stateOf(pid: number, cluster: string): 'gone' | 'not ours' | 'perhaps a server' {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  try {
    // The state follows the program's name, which is in parentheses and may contain anything.
    if (/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return 'not ours';
    // A server's working directory is its data folder.
    const [here, there] = [statSync(cluster), statSync(readlinkSync(`/proc/${pid}/cwd`))];
    return here.ino === there.ino && here.dev === there.dev ? 'perhaps a server' : 'not ours';
  } catch (error) {
    // A process that we may not inspect was not started by us; without /proc we cannot tell.
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'not ours' : 'perhaps a server';
  }
}
