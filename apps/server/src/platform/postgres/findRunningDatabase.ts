import { join, resolve } from 'node:path';
import { askForLock, DATABASE, readPassword, urlOf } from './connection.ts';
import { readPidFile } from './stopEarlierServer.ts';

/** The address of the embedded database if an Atrium runs on this data folder; null otherwise. */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const cluster = join(resolve(dataDir), 'postgres');
  const found = readPidFile(cluster);
  if (found?.status !== 'ready') return null;
  const connection = { ...found, password: readPassword(cluster) };
  return (await askForLock(connection)) === 'held' ? urlOf(connection, DATABASE) : null;
}
