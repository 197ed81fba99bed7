import { rm } from 'node:fs/promises';
import { startRealServer, TEMPLATE } from './server.ts';

/** An empty workspace, made once; every journey's server starts with a copy of it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startRealServer();
  await server.stop();
  process.env[TEMPLATE] = server.dataDir;
  return () => rm(server.dataDir, { recursive: true, force: true });
}
