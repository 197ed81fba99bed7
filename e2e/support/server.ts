import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../apps/server/src/testing/freePort.ts';

const root = path.resolve(import.meta.dirname, '../..');

export interface RealServer {
  base: string;
  dataDir: string;
  stop(): Promise<void>;
  /** Ends it without notice, as a power failure does. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The variable with the data folder of an empty workspace, which Playwright's set-up creates: creating a database takes
 * longer than a copy.
 */
export const TEMPLATE = 'ATRIUM_E2E_TEMPLATE';

/** The prefix of a data folder's name, before the creating process's id. */
export const FOLDER = 'atrium-e2e-';

export interface ServerOptions {
  args?: readonly string[];
  /** Another main program, from the root of the repository. */
  entry?: string;
  env?: Record<string, string>;
  /** The name in the address: passkeys need one. */
  host?: 'localhost';
}

/** The server as people start it: its own process, its own embedded database, the built web client. */
export async function startRealServer({
  args = [],
  entry = 'apps/server/src/main.ts',
  env = {},
  host,
}: ServerOptions = {}): Promise<RealServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), `${FOLDER}${process.pid}-`));
  const template = process.env[TEMPLATE];
  // `cp` preserves the owner, which the database insists on; Node's own does not.
  if (template) await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
  const port = await freePort();
  const base = `http://${host ?? '127.0.0.1'}:${port}`;
  let child = await launch({ dataDir, port, base, entry, args, env });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    base,
    dataDir,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async restart() {
      child = await launch({ dataDir, port, base, entry, args: [], env });
    },
    async close() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Launch {
  dataDir: string;
  port: number;
  base: string;
  entry: string;
  args: readonly string[];
  env: Record<string, string>;
}
async function launch({ dataDir, port, base, entry, args, env }: Launch): Promise<ChildProcess> {
  const loaded = ['lifeline', 'directImports'].flatMap((name) => [
    '--import',
    new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href,
  ]);
  const child = spawn(process.execPath, [...loaded, entry, ...args], {
    cwd: root,
    env: {
      // As `npm start` does: compiling the server takes several times as long as starting it.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
      ...process.env,
      ...env,
      // It ends with us, however we end.
      ATRIUM_LIFELINE: '1',
      ATRIUM_DATA: dataDir,
      ATRIUM_PORT: String(port),
      ATRIUM_URL: base,
      // Works without a network.
      ATRIUM_MEET_HOST: '127.0.0.1',
      ATRIUM_LOG: process.env.E2ELOG ?? 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + 90_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const isUp = await fetch(`${base}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return child;
    if (Date.now() > deadline) throw new Error('the server did not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
