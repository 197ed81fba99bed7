import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { AccessTokens } from '#platform/db/types';

export type AccessTokenRow = Selectable<AccessTokens>;

export const listAccessTokens = (db: Reader, userid: number, limit: number): Promise<AccessTokenRow[]> =>
  db.selectFrom('access_tokens').selectAll().where('userid', '=', userid).orderBy('id', 'desc').limit(limit).execute();

/** Two at once must not both be the last one allowed. */
export async function lockAccessTokens(db: Writer, userid: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(4217011, ${userid})`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from access_tokens where userid = ${userid}`.execute(db);
  return rows[0]?.count ?? 0;
}

export const insertAccessToken = (db: Writer, row: Insertable<AccessTokens>): Promise<AccessTokenRow> =>
  db.insertInto('access_tokens').values(row).returningAll().executeTakeFirstOrThrow();

export async function deleteAccessToken(db: Writer, userid: number, id: number): Promise<AccessTokenRow | undefined> {
  return db
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('userid', '=', userid)
    .returningAll()
    .executeTakeFirst();
}
