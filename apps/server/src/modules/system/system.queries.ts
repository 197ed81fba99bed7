import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';
import { SERVER_LOCK } from '#platform/db/serverLock';

export function findHeadedDepartment(db: Reader, userid: number) {
  return db.selectFrom('departments').select('id').where('owner_userid', '=', userid).executeTakeFirst();
}

export function listStoredSums(db: Reader, userid: number) {
  return db.selectFrom('stored_sums').selectAll().where('userid', 'in', [0, userid]).execute();
}

export async function countPeople(db: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users where bot = 0 and disable_at is null and delete_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

export function countDevices(db: Reader, userid: number) {
  return db
    .selectFrom('devices')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userid', '=', userid)
    .executeTakeFirstOrThrow();
}

/** The people who store the most, largest first. */
export function listLargestUsers(db: Reader, limit: number) {
  return db
    .selectFrom('stored_sums')
    .select(['userid', 'bytes'])
    .where('userid', '>', 0)
    .where('bytes', '>', 0)
    .orderBy('bytes', 'desc')
    .orderBy('userid')
    .limit(limit)
    .execute();
}

/** Counts the servers that share this database, by the lock that each holds. */
export async function countServers(db: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct pid)::int as n from pg_locks
    where locktype = 'advisory' and objid = ${SERVER_LOCK} and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.n ?? 0;
}

/** PostgreSQL's version, such as `18.4`. */
export async function findVersion(db: Reader): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db);
  return rows[0]?.version ?? '';
}
