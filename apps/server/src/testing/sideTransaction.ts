import pg from 'pg';
import { expect } from 'vitest';
import { workerDatabase } from './database.ts';

/** A transaction beside the server's, which holds its locks until the test commits it: a change made at the same moment. */
export async function sideTransaction() {
  const client = new pg.Client({ connectionString: await workerDatabase() });
  await client.connect();
  await client.query('begin');
  const countWaiting = async (): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
    );
    return rows[0]?.n ?? 0;
  };
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    /** Resolves once something waits for one of these locks. */
    isWaitedFor: () => expect.poll(countWaiting, { timeout: 10_000 }).toBeGreaterThan(0),
    async commit(): Promise<void> {
      await client.query('commit');
      await client.end();
    },
  };
}
