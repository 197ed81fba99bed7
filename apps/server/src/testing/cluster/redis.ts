import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../freePort.ts';

const PROGRAM = ['/usr/bin/redis-server', '/usr/bin/valkey-server', '/usr/local/bin/redis-server'].find(existsSync);

export interface TestRedis {
  host: string;
  port: number;
  /** Stops answering without closing connections. */
  freeze(): void;
  thaw(): void;
  /** Ends the process; `start` begins a new one on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A Redis process that keeps nothing on disk. @param more  further arguments */
export async function startRedis(more: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    if (!PROGRAM) throw new Error('these tests need redis-server or valkey-server (Debian: apt install redis-server)');
    const fixed = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
    child = spawn(PROGRAM, ['--port', String(port), ...fixed, ...more], { stdio: 'ignore' });
    while (!(await accepts(port))) await sleep(20);
  };
  await start();
  process.once('exit', () => child?.kill('SIGKILL'));
  return {
    host: '127.0.0.1',
    port,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    start,
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGKILL');
      await ended;
    },
  };
}

/** A Sentinel that watches this primary, and replaces it after half a second. */
export async function startSentinel(primary: TestRedis, name: string): Promise<TestRedis> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'atrium-sentinel-')), 'sentinel.conf');
  const rules = [
    `sentinel monitor ${name} ${primary.host} ${primary.port} 1`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 3000`,
  ];
  writeFileSync(file, `${rules.join('\n')}\n`);
  const port = await freePort();
  if (!PROGRAM) throw new Error('there is no redis-server');
  const child = spawn(PROGRAM, [file, '--sentinel', '--port', String(port), '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  process.once('exit', () => child.kill('SIGKILL'));
  while (!(await accepts(port))) await sleep(20);
  return {
    host: '127.0.0.1',
    port,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    start: () => Promise.reject(new Error('a Sentinel is not started again')),
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(path.dirname(file), { recursive: true, force: true });
    },
  };
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = net.connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
