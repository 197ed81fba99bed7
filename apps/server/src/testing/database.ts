import pg from 'pg';
import { inject } from 'vitest';
import { templateName } from './template.ts';

let mine: Promise<string> | undefined;

/** The connection string of this worker's own database, cloned from the migrated template on first use. */
export function workerDatabase(): Promise<string> {
  mine ??= cloneTemplate(`atrium_worker_${process.env['VITEST_POOL_ID'] ?? '0'}_${process.pid}`);
  return mine;
}

/**
 * A database besides the worker's own, for tests that restart servers or migrate. Without `fsync`, copying files is
 * faster than logging their pages.
 */
export const cloneTemplate = (name: string): Promise<string> =>
  createDatabase(name, `template ${templateName} strategy file_copy`);

/** A database without tables. */
export const emptyDatabase = (name: string): Promise<string> => createDatabase(name, 'template template0');

async function createDatabase(name: string, from: string): Promise<string> {
  const url = new URL(inject('pgUrl'));
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query(`drop database if exists "${name}" with (force)`);
    await admin.query(`create database "${name}" ${from}`);
  } finally {
    await admin.end();
  }
  url.pathname = `/${name}`;
  return url.href;
}
