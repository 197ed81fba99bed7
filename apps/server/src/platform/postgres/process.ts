import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Account, canReach } from './account.ts';
import type { Place } from './place.ts';
import { StartRefused } from './startRefused.ts';

/**
 * The path by which the database's account reaches a folder that we opened for it.
 *
 * That account cannot enter a clone under /root (0700), but it can use a folder passed as an open descriptor, so
 * PostgreSQL gets `/proc/self/fd/3` as its data folder. Linux only.
 */
export function pathFor(account: Account | null, folder: string): { path: string; fd: number | null; close(): void } {
  if (!account || canReach(account, folder)) return { path: folder, fd: null, close() {} };
  if (process.platform !== 'linux') {
    throw new StartRefused(
      `The account ${account.name}, which runs the database because Atrium is root, cannot enter ${dirname(folder)}: set ATRIUM_DATA to a folder it can enter, or start Atrium as an ordinary user.`,
    );
  }
  const fd = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', fd, close: () => closeSync(fd) };
}

/** Runs one of PostgreSQL's programs as the database's account. */
export function launch(
  { account, binaries, onLaunch }: Place,
  tool: 'initdb' | 'postgres',
  folder: { fd: number | null },
  args: string[],
): ChildProcess {
  const options: SpawnOptions = {
    cwd: '/',
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    // The database has its own process group, so that Ctrl-C in the terminal does not stop it while the server still
    // finishes requests.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(folder.fd === null ? [] : [folder.fd])],
    ...(account && { uid: account.uid, gid: account.gid }),
  };
  const child = spawn(binaries.tool(tool), args, options);
  onLaunch?.();
  return child;
}

/** Collects the last 8,000 characters of a program's output. */
export function collect(child: ChildProcess, onLine?: (line: string) => void): { text(): string } {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-8000);
      if (onLine) for (const line of chunk.split('\n')) if (line) onLine(line);
    });
  }
  return { text: () => text };
}

/** Resolves to the exit code, or the signal that ended the process. */
export function waitForExit(child: ChildProcess): Promise<number | string> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => done(code ?? signal ?? 'unknown'));
  });
}

/** Ends a program, with the processes that it has started itself. */
export function endGroup(child: ChildProcess): void {
  try {
    if (child.pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The program has already ended.
  }
}
