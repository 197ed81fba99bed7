import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { OauthClients, OauthCodes, OauthGrants } from '#platform/db/types';

export type ClientRow = Selectable<OauthClients>;
export type CodeRow = Selectable<OauthCodes>;
export type GrantRow = Selectable<OauthGrants>;

// Applications ----------------------------------------------------------------------------------------------------------

export const insertClient = (db: Writer, row: Insertable<OauthClients>): Promise<ClientRow> =>
  db.insertInto('oauth_clients').values(row).returningAll().executeTakeFirstOrThrow();

export const findClient = (db: Reader, id: string): Promise<ClientRow | undefined> =>
  db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();

export const noteClientUse = (db: Writer, id: string, at: Date) =>
  db.updateTable('oauth_clients').set({ used_at: at }).where('id', '=', id).execute();

/** Lists applications with the people who allow each, the most recently used first. */
export async function listClients(db: Reader, limit: number, offset: number) {
  const { rows } = await sql<ClientRow & { people: number; total: number }>`
    select c.*, count(*) over ()::int as total,
      (select count(distinct g.userid)::int from oauth_grants g where g.client_id = c.id) as people
    from oauth_clients c
    order by coalesce(c.used_at, c.created_at) desc, c.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Deletes an application, and returns the people who had allowed it. */
export async function deleteClient(db: Writer, id: string) {
  const grants = await db.selectFrom('oauth_grants').select('userid').distinct().where('client_id', '=', id).execute();
  const row = await db.deleteFrom('oauth_clients').where('id', '=', id).returningAll().executeTakeFirst();
  return row && { row, userids: grants.map(({ userid }) => userid) };
}

// Codes -----------------------------------------------------------------------------------------------------------------

export const insertCode = (db: Writer, row: Insertable<OauthCodes>) =>
  db.insertInto('oauth_codes').values(row).execute();

/** Marks a code as used. Undefined if it is unknown or was used before. */
export const useCode = (db: Writer, hash: string, clientId: string, now: Date): Promise<CodeRow | undefined> =>
  db
    .updateTable('oauth_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('client_id', '=', clientId)
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const findCode = (db: Reader, hash: string, clientId: string): Promise<CodeRow | undefined> =>
  db
    .selectFrom('oauth_codes')
    .selectAll()
    .where('code_hash', '=', hash)
    .where('client_id', '=', clientId)
    .executeTakeFirst();

export const setCodeGrant = (db: Writer, hash: string, grantId: number) =>
  db.updateTable('oauth_codes').set({ grant_id: grantId }).where('code_hash', '=', hash).execute();

// Grants ----------------------------------------------------------------------------------------------------------------

/** Keeps the person's grants below the limit: the one refreshed longest ago ends first. */
export async function insertGrant(db: Writer, row: Insertable<OauthGrants>, most: number): Promise<GrantRow> {
  await sql`delete from oauth_grants where id in (
    select id from oauth_grants where userid = ${row.userid}
    order by refreshed_at desc, id desc offset ${most - 1})`.execute(db);
  return db.insertInto('oauth_grants').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function listGrants(db: Reader, userid: number, limit: number) {
  const { rows } = await sql<
    GrantRow & { name: string; used_at: Date | null; used_ip: string }
  >`select g.*, c.name, t.used_at, coalesce(t.used_ip, '') as used_ip
    from oauth_grants g join oauth_clients c on c.id = g.client_id
    left join lateral (select used_at, used_ip from access_tokens where grant_id = g.id and used_at is not null
      order by used_at desc limit 1) t on true
    where g.userid = ${userid} order by g.id desc limit ${limit}`.execute(db);
  return rows;
}

export const findGrantName = (db: Reader, id: number) =>
  db
    .selectFrom('oauth_grants')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'client_id')
    .select(['oauth_grants.userid', 'name'])
    .where('oauth_grants.id', '=', id)
    .executeTakeFirst();

/** @param userid  whose it must be; anybody's by default */
export const deleteGrant = (db: Writer, id: number, userid?: number): Promise<GrantRow | undefined> =>
  db
    .deleteFrom('oauth_grants')
    .where('id', '=', id)
    .$if(userid !== undefined, (query) => query.where('userid', '=', userid ?? 0))
    .returningAll()
    .executeTakeFirst();

// Tokens ----------------------------------------------------------------------------------------------------------------

interface NewAccess {
  grant: Pick<GrantRow, 'id' | 'userid'>;
  name: string;
  scopes: readonly string[];
  hash: string;
  ending: string;
  expiredAt: Date;
}
export async function insertAccess(db: Writer, { grant, name, scopes, hash, ending, expiredAt }: NewAccess) {
  await db
    .insertInto('access_tokens')
    .values({
      userid: grant.userid,
      grant_id: grant.id,
      name,
      scopes: [...scopes],
      token_hash: hash,
      ending,
      expired_at: expiredAt,
    })
    .execute();
}

export const insertRefresh = (db: Writer, hash: string, grantId: number) =>
  db.insertInto('oauth_refresh_tokens').values({ token_hash: hash, grant_id: grantId }).execute();

/** Locks a refresh token, with the grant and the account that it belongs to. */
export async function lockRefresh(db: Writer, hash: string, clientId: string) {
  const { rows } = await sql<
    GrantRow & { used_at: Date | null; token_created_at: Date; is_active: boolean }
  >`select g.*, r.used_at, r.created_at as token_created_at,
      u.disable_at is null and u.delete_at is null as is_active
    from oauth_refresh_tokens r
    join oauth_grants g on g.id = r.grant_id
    join users u on u.userid = g.userid
    where r.token_hash = ${hash} and g.client_id = ${clientId}
    for update of r`.execute(db);
  return rows[0];
}

export async function useRefresh(db: Writer, hash: string, grantId: number, now: Date): Promise<void> {
  await db.updateTable('oauth_refresh_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute();
  await db.updateTable('oauth_grants').set({ refreshed_at: now }).where('id', '=', grantId).execute();
  // The grant gets the time of the last use, which the person sees: it must outlive the token.
  await sql`delete from access_tokens where grant_id = ${grantId} and expired_at < ${now}
    and id <> (select max(id) from access_tokens where grant_id = ${grantId})`.execute(db);
}

/** Ends one access token of an application. */
export const deleteAccess = (db: Writer, hash: string, clientId: string) =>
  sql<{ userid: number; name: string }>`delete from access_tokens t using oauth_grants g
    where t.token_hash = ${hash} and g.id = t.grant_id and g.client_id = ${clientId}
    returning t.userid, t.name`
    .execute(db)
    .then(({ rows }) => rows[0]);

// Deletion by age -------------------------------------------------------------------------------------------------------

export async function deleteOld(db: Writer, refreshDays: number, unusedDays: number): Promise<void> {
  await sql`delete from oauth_codes where created_at < now() - interval '1 day'`.execute(db);
  await sql`delete from oauth_grants where refreshed_at < now() - make_interval(days => ${refreshDays})`.execute(db);
  await sql`delete from oauth_refresh_tokens
    where used_at < now() - make_interval(days => ${refreshDays})`.execute(db);
  await sql`delete from access_tokens t where grant_id is not null and expired_at < now() - interval '1 day'
    and exists (select from access_tokens o where o.grant_id = t.grant_id and o.id > t.id)`.execute(db);
  await sql`delete from oauth_clients c
    where coalesce(used_at, created_at) < now() - make_interval(days => ${unusedDays})
      and not exists (select from oauth_grants g where g.client_id = c.id)`.execute(db);
}
