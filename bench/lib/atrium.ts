import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../apps/server/src/testing/freePort.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The server as people run it: a process of its own with its own embedded database, in a temporary folder. */
export interface Atrium {
  base: string;
  pid: number;
  dataDir: string;
  /** From the launch to the first answer. */
  startedMs: number;
  /** The connection to the server's database, to fill it without calls. */
  database: pg.ClientConfig;
  /** Process id of the database server. */
  postgresPid: number;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Kept after `stop`; by default a temporary one is created and removed. */
  dataDir?: string;
  args?: string[];
  /** The script to launch, from the root of the repository. */
  script?: string;
}

export async function startAtrium(options: StartOptions = {}): Promise<Atrium> {
  const dataDir = options.dataDir ?? (await makeDataDir());
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const launched = performance.now();
  const program = options.script
    ? [options.script]
    : ['--min-semi-space-size=16', '--no-allocation-site-pretenuring', 'apps/server/src/main.ts'];
  const child = spawn(process.execPath, [...program, ...(options.args ?? [])], {
    cwd: root,
    // oxlint-disable-next-line node/no-process-env -- handed on as it is.
    env: { ...process.env, ATRIUM_DATA: dataDir, ATRIUM_PORT: String(port), ATRIUM_URL: base, ATRIUM_LOG: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Whatever ends the bench ends its server.
  process.once('exit', () => child.kill('SIGTERM'));
  await answers(child, base);
  const startedMs = performance.now() - launched;
  return {
    base,
    dataDir,
    startedMs,
    pid: child.pid ?? 0,
    database: databaseOf(dataDir),
    postgresPid: Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    async stop() {
      await endChild(child);
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const makeDataDir = () => mkdtemp(path.join(tmpdir(), 'atrium-bench-'));

async function answers(child: ChildProcess, base: string): Promise<void> {
  const deadline = Date.now() + 240_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const isUp = await fetch(`${base}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > deadline) {
      await endChild(child);
      throw new Error('the server did not start');
    }
    await sleep(20);
  }
}

function databaseOf(dataDir: string): pg.ClientConfig {
  const cluster = path.join(dataDir, 'postgres');
  const password = readFileSync(path.join(cluster, 'atrium.password'), 'utf8').trim();
  return { host: cluster, port: 5432, user: 'postgres', password, database: 'atrium' };
}

/** Asks a child to end, and waits until it has. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}
