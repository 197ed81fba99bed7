import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Kind } from './match.service.ts';

/** The number of requests that one step takes. */
const WANTED_PER_STEP = 500;

/** The order in which records from before the index are added. */
const KINDS: readonly Kind[] = ['user', 'project', 'dialog', 'task', 'file', 'message'];

const ALL = 2_147_483_647;

export async function claimIndexRequests(db: Writer) {
  const { rows } = await sql<{ kind: Kind; id: number }>`
    delete from search_wanted where (kind, id) in (select kind, id from search_wanted limit ${WANTED_PER_STEP})
    returning kind, id`.execute(db);
  return rows;
}

export async function findUnindexed(db: Reader) {
  const { rows } = await sql<{ kind: Kind; next_id: number }>`
    select kind, next_id from search_progress where next_id > 0
    order by array_position(${[...KINDS]}::text[], kind) limit 1`.execute(db);
  return rows[0];
}

export async function setIndexProgress(db: Writer, below: number, kind: Kind): Promise<void> {
  await sql`update search_progress set next_id = ${below} where kind = ${kind}`.execute(db);
}

export async function restartIndex(db: Writer): Promise<void> {
  await sql`update search_progress set next_id = ${ALL}`.execute(db);
}

export async function listIndexProgress(db: Reader) {
  const { rows } = await sql<{ kind: Kind; next_id: number }>`select kind, next_id from search_progress`.execute(db);
  return rows;
}
