import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { watchDatabase } from '../../platform/db/watch.ts';
import { diskStorage } from '../../platform/files/diskStorage.ts';
import { makeLog } from '../../platform/log.ts';
import { cloneTemplate } from '../database.ts';
import { freePort } from '../freePort.ts';
import { startServer, type TestServer, unique } from '../world.ts';
import { startRedis, type TestRedis } from './redis.ts';

export interface TestCluster {
  redis: TestRedis;
  databaseUrl: string;
  nodes: TestServer[];
  /** Starts one more. */
  join(): Promise<TestServer>;
  close(): Promise<void>;
}

/** Several nodes of one workspace in this process, with a database and a Redis of their own. */
export async function startCluster(count: number): Promise<TestCluster> {
  const redis = await startRedis();
  const databaseUrl = await cloneTemplate(unique('cluster').toLowerCase());
  // Shared by the nodes, and by nobody else.
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-cluster-'));
  const nodes: TestServer[] = [];
  const log = makeLog('silent');
  const join = async () => {
    const reserve = { isShared: true, onLost: () => undefined };
    const watch = await watchDatabase({ connectionString: databaseUrl, log, reserve });
    const port = await freePort();
    const cluster = { redis: { host: redis.host, port: redis.port }, nodeUrl: `http://127.0.0.1:${port}` };
    const [uploadDir, storage] = [path.join(folder, 'uploads'), diskStorage(path.join(folder, 'files'))];
    const node = await startServer({ databaseUrl, watch, cluster, port, uploadDir, storage, poolSize: 5 });
    await watch.admitNodes();
    nodes.push(node);
    return node;
  };
  for (let n = 0; n < count; n++) await join();
  return {
    redis,
    databaseUrl,
    nodes,
    join,
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await redis.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
