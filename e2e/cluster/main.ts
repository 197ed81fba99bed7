import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { startRedis } from '../../apps/server/src/testing/cluster/redis.ts';
import { startLoadBalancer } from './loadBalancer.ts';
import { type NodeProcess, startNode } from './nodes.ts';

const USAGE = `npm run cluster -- <number of nodes> [folder]

Starts nodes of one workspace on this machine, with a database, a Redis and a reverse proxy, for trying and developing.
The workspace is kept in the folder (default: data/cluster). ATRIUM_PORT is the port of the proxy (default: 8080); the
nodes listen on the ports after it. Ctrl-C stops everything.`;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

async function main(): Promise<void> {
  const [count = '3', folder = 'data/cluster'] = process.argv.slice(2);
  if (!/^[1-9]$/.test(count)) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 1;
    return;
  }
  const dataDir = path.resolve(folder);
  mkdirSync(dataDir, { recursive: true });
  // oxlint-disable-next-line node/no-process-env -- the same variable as for a single server.
  const port = Number(process.env.ATRIUM_PORT || 8080);
  const nodes: NodeProcess[] = [];
  const closers: (() => unknown)[] = [];
  let isStopping = false;
  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
    for (const close of closers.reverse()) await close();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
    closers.push(() => postgres.stop());
    const redis = await startRedis();
    closers.push(() => redis.kill());
    const publicUrl = `http://localhost:${port}`;
    const common = { databaseUrl: postgres.url, redisUrl: `redis://127.0.0.1:${redis.port}`, dataDir, publicUrl };
    for (let n = 1; n <= Number(count); n++) {
      const node = await startNode({ ...common, port: port + n });
      nodes.push(node);
      process.stdout.write(`Node ${n} runs at ${node.base} (process ${node.child.pid})\n`);
    }
    const proxy = await startLoadBalancer(
      port,
      nodes.map(({ base }) => base),
    );
    closers.push(() => proxy.close());
    process.stdout.write(`\nThe workspace is at ${publicUrl}. End a node with kill, and nothing is lost.\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    await stop(1);
  }
}

await main();
