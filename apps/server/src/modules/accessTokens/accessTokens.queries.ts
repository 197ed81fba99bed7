import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { AccessTokens } from '#platform/db/types';

export type AccessTokenRow = Selectable<AccessTokens>;

/** Lists the tokens that a person created. Tokens of applications are listed with the applications. */
export const listAccessTokens = (db: Reader, userid: number, limit: number): Promise<AccessTokenRow[]> =>
  db
    .selectFrom('access_tokens')
    .selectAll()
    .where('userid', '=', userid)
    .where('app_id', 'is', null)
    .where('grant_id', 'is', null)
    .where('dav_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const TOKENS_LOCK = 4_217_011;

/** Locks and counts, so that two concurrent calls cannot both take the last slot. */
export async function lockAccessTokens(db: Writer, userid: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${TOKENS_LOCK}, ${userid})`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_tokens where userid = ${userid} and app_id is null and grant_id is null
      and dav_id is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export const insertAccessToken = (db: Writer, row: Insertable<AccessTokens>): Promise<AccessTokenRow> =>
  db.insertInto('access_tokens').values(row).returningAll().executeTakeFirstOrThrow();

export async function deleteAccessToken(db: Writer, userid: number, id: number): Promise<AccessTokenRow | undefined> {
  return db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('userid', '=', userid)
    .where('app_id', 'is', null)
    .where('grant_id', 'is', null)
    .where('dav_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

// Tokens of apps
// ----------------------------------------------------------------------------------------------------------

/** Leaves the newest of one person for one app. */
export async function trimAppTokens(db: Writer, userid: number, appId: string, most: number): Promise<void> {
  await sql`delete from access_tokens where id in (
    select id from access_tokens where userid = ${userid} and app_id = ${appId} order by id desc offset ${most})`.execute(
    db,
  );
}

/** Returns whose they were. */
export async function deleteAppTokens(db: Writer, appId: string): Promise<number[]> {
  const rows = await db.deleteFrom('access_tokens').where('app_id', '=', appId).returning('userid').execute();
  return [...new Set(rows.map(({ userid }) => userid))];
}

export async function listAppTokenOwners(db: Reader, appId: string, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select('userid')
    .distinct()
    .where('app_id', '=', appId)
    .where('expired_at', '>', now)
    .execute();
  return rows.map(({ userid }) => userid);
}

export async function deleteExpiredAppTokens(db: Writer): Promise<void> {
  await sql`delete from access_tokens where app_id is not null and expired_at < now()`.execute(db);
}

// App passwords for WebDAV ---------------------------------------------------------------------------------------------

export const listDavTokenRows = (db: Reader, userid: number): Promise<AccessTokenRow[]> =>
  db
    .selectFrom('access_tokens')
    .selectAll()
    .where('userid', '=', userid)
    .where('dav_id', 'is not', null)
    .orderBy('id', 'desc')
    .execute();

/** Locks and counts, so that two concurrent calls cannot both take the last slot. */
export async function lockDavTokens(db: Writer, userid: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${TOKENS_LOCK}, ${userid})`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_tokens where userid = ${userid} and dav_id is not null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The token is found without its hash: the clocks that decide whether it has expired may be behind this one. */
export const expireDavToken = (db: Writer, userid: number, id: number, now: Date) =>
  db
    .updateTable('access_tokens')
    .set({ expired_at: sql<Date>`least(expired_at, ${now})`, token_hash: sql<string>`'ended ' || id` })
    .where('id', '=', id)
    .where('userid', '=', userid)
    .where('dav_id', 'is not', null)
    .returning('name')
    .executeTakeFirst();

export const deleteDavToken = (db: Writer, userid: number, id: number) =>
  db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('userid', '=', userid)
    .where('dav_id', 'is not', null)
    .returning('name')
    .executeTakeFirst();

export async function deleteDavTokensOf(db: Writer, userid: number): Promise<number> {
  const rows = await db
    .deleteFrom('access_tokens')
    .where('userid', '=', userid)
    .where('dav_id', 'is not', null)
    .returning('id')
    .execute();
  return rows.length;
}

/** People with app passwords that work, those with the highest ids first. */
export async function listDavUsers(db: Reader, now: Date, beforeId: number | undefined, limit: number) {
  const { rows } = await sql<{ userid: number; count: number; used_at: Date | null; used_ip: string }>`
    select userid, count(*)::int as count, max(used_at) as used_at,
      (array_agg(used_ip order by used_at desc nulls last))[1] as used_ip
    from access_tokens
    where dav_id is not null and (expired_at is null or expired_at > ${now}) and userid < ${beforeId ?? 2_147_483_647}
    group by userid order by userid desc limit ${limit}`.execute(db);
  return rows;
}
