import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ownRoot = path.resolve(import.meta.dirname, '../..');

export interface NodeProcess {
  base: string;
  child: ChildProcess;
  output(): string;
  isRunning(): boolean;
  /** Resolves once the process is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface NodeSettings {
  port: number;
  databaseUrl: string;
  redisUrl: string;
  dataDir: string;
  publicUrl: string;
  /** The folder of the release that it runs. */
  root?: string;
  env?: Record<string, string>;
}

/** One Atrium node as people start it, in a process of its own. Resolves once it is ready. @throws if it ends before */
export async function startNode({
  port,
  databaseUrl,
  redisUrl,
  dataDir,
  publicUrl,
  root = ownRoot,
  env,
}: NodeSettings): Promise<NodeProcess> {
  const base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      // oxlint-disable-next-line node/no-process-env -- handed on as it is.
      ...process.env,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      ATRIUM_SECRET_KEY: 'the-same-key-for-all-nodes-of-the-cluster',
      ATRIUM_DATA: dataDir,
      ATRIUM_PORT: String(port),
      ATRIUM_URL: publicUrl,
      ATRIUM_LOG: 'warn',
      ATRIUM_DRAIN: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const node: NodeProcess = {
    base,
    child,
    output: () => said,
    isRunning,
    async end(signal) {
      if (!isRunning()) return;
      child.kill(signal);
      await ended;
    },
  };
  const deadline = Date.now() + 60_000;
  for (;;) {
    const isReady = await fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return node;
    if (!isRunning() || Date.now() > deadline) {
      await node.end('SIGKILL');
      throw new Error(`the node on port ${port} did not start: ${said.trim()}`);
    }
    await sleep(50);
  }
}
