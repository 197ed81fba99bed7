import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { FilePacks } from '#platform/db/types';

const PACKS_LOCK = 74_003;

export async function sumTreeBytes(db: Reader, ids: number[]) {
  const { rows } = await sql<{ bytes: string; n: number }>`
    select coalesce(sum(size), 0)::bigint as bytes, count(*)::int as n from files
    where deleted_at is null and (id = any(${ids}::int[]) or pids && ${ids}::int[])`.execute(db);
  return rows[0];
}

export async function lockPacksOf(db: Writer, userid: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PACKS_LOCK}, ${userid})`.execute(db);
}

export function findPackUnderWay(db: Reader, userid: number) {
  return db
    .selectFrom('file_packs')
    .select('id')
    .where('userid', '=', userid)
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirst();
}

export function insertPack(db: Writer, row: Insertable<FilePacks>) {
  return db.insertInto('file_packs').values(row).returningAll().executeTakeFirstOrThrow();
}

export function listUnexpiredPacks(db: Reader, now: Date) {
  return db
    .selectFrom('file_packs')
    .selectAll()
    .where('status', '=', 'done')
    .where('expired_at', '>', now)
    .orderBy('id', 'desc')
    .execute();
}

export async function expirePack(db: Writer, now: Date, id: number): Promise<void> {
  await db.updateTable('file_packs').set({ expired_at: now }).where('id', '=', id).execute();
}

/** Returns undefined for an archive that is finished, or that nobody waits for anymore. */
export function beginPack(db: Writer, id: number) {
  return db
    .updateTable('file_packs')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'running'])
    .where('expired_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Ends an archive that is being made. Returns false if it has expired meanwhile, or is gone. */
export async function endPack(db: Writer, fields: Updateable<FilePacks>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_packs')
    .set(fields)
    .where('id', '=', id)
    .where('expired_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listAliveFiles(db: Reader, ids: number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from files where deleted_at is null and id = any(${ids}::int[])`.execute(db);
  return rows;
}

export function findPackRow(db: Reader, which: { id: number } | { token: string }) {
  return db
    .selectFrom('file_packs')
    .selectAll()
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : 0))
    .$if('token' in which, (query) => query.where('token', '=', 'token' in which ? which.token : ''))
    .where('expired_at', '>', new Date())
    .executeTakeFirst();
}

/** Archives in the storage. */
const stored = (db: Reader) => db.selectFrom('file_packs').where('status', '=', 'done');

export async function countStoredPacks(db: Reader): Promise<number> {
  const { n } = await stored(db)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const listStoredPacks = (db: Reader, after: number, limit: number) =>
  stored(db).select(['id', 'token']).where('id', '>', after).orderBy('id').limit(limit).execute();

export async function listExistingPacks(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  const rows = await stored(db)
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export function listExpiredPacks(db: Reader, now: Date) {
  return db.selectFrom('file_packs').selectAll().where('expired_at', '<', now).execute();
}

export async function deletePack(db: Writer, id: number): Promise<void> {
  await db.deleteFrom('file_packs').where('id', '=', id).execute();
}
