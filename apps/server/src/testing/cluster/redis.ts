import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

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

/** A Redis process that keeps nothing on disk. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    if (!PROGRAM) throw new Error('these tests need redis-server or valkey-server (Debian: apt install redis-server)');
    const fixed = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
    child = spawn(PROGRAM, ['--port', String(port), ...fixed], { stdio: 'ignore' });
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

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = net.connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
