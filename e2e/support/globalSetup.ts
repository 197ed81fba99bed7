import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { browserPath } from './browser.ts';
import { FOLDER, startRealServer, TEMPLATE } from './server.ts';

/** An empty workspace, created once; every server starts with a copy of it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(browserPath)) throw missing();
  await sweep();
  const server = await startRealServer();
  await server.stop();
  process.env[TEMPLATE] = server.dataDir;
  return () => rm(server.dataDir, { recursive: true, force: true });
}

/** Reported once, not by every journey. */
function missing(): Error {
  const error = new Error(
    `There is no Chromium at ${browserPath}, which the journeys in a browser need: install it (on Debian: apt install chromium), or set ATRIUM_CHROMIUM to the program of one.`,
  );
  // A stack trace would not help.
  error.stack = error.message;
  return error;
}

/** Deletes the folders of killed runs: the process in the name no longer exists. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = new RegExp(`^${FOLDER}(\\d+)-`).exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
