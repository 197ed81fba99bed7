import type { Insertable, Updateable } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Devices, Users } from '#platform/db/types';

const KEPT_DEVICES = 200;

const hasFactor =
  sql<boolean>`exists (select from totp_factors t where t.userid = users.userid and t.confirmed_at is not null)
  or exists (select from passkeys k where k.userid = users.userid)`.as('has_factor');

export function updateSeen(db: Writer, fields: Updateable<Users>, userid: number) {
  return db.updateTable('users').set(fields).where('userid', '=', userid).execute();
}

export async function setDeviceToken(db: Writer, tokenHash: string, deviceId: number): Promise<void> {
  await db.updateTable('devices').set({ token_hash: tokenHash }).where('id', '=', deviceId).execute();
}

export async function insertDevice(db: Writer, row: Insertable<Devices>): Promise<void> {
  await db.insertInto('devices').values(row).execute();
}

export async function deleteOldDevices(db: Writer, userid: number): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('userid', '=', userid)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('devices')
        .select('id')
        .where('userid', '=', userid)
        .orderBy('used_at', 'desc')
        .offset(KEPT_DEVICES),
    )
    .execute();
}

export async function deleteExpiredDevices(db: Writer): Promise<void> {
  await sql`delete from devices where expired_at < now() - interval '1 day'`.execute(db);
}

/**
 * Finds an unexpired access token with its active account. A token of an app is valid only while the app is enabled and
 * its person may see it.
 */
export async function findAccessToken(db: Reader, hash: string, now: Date) {
  return db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.userid', 'access_tokens.userid')
    .leftJoin('micro_apps', 'micro_apps.id', 'access_tokens.app_id')
    .leftJoin('oauth_grants', 'oauth_grants.id', 'access_tokens.grant_id')
    .select([
      'access_tokens.id as tokenId',
      'access_tokens.app_id as app',
      'access_tokens.scopes',
      'oauth_grants.resource',
      'access_tokens.dav_id as davId',
      'access_tokens.expired_at as expiredAt',
      'users.userid',
      'identity',
      'nickname',
      'tel',
      'bot',
      'changepass',
      'users.created_at',
      hasFactor,
    ])
    .where('token_hash', '=', hash)
    .where((where) =>
      where.or([where('access_tokens.expired_at', 'is', null), where('access_tokens.expired_at', '>', now)]),
    )
    .where(isUsable)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .executeTakeFirst();
}

const isUsable = sql<boolean>`(access_tokens.app_id is null or micro_apps.enabled and (
  micro_apps.visible_to && array['all', users.userid::text]
  or 'admin' = any(micro_apps.visible_to) and 'admin' = any(users.identity)))`;

/** Deletes the tokens that the person made, and those of applications that they have allowed. */
export async function deleteAccessTokens(db: Writer, userid: number): Promise<void> {
  await db.deleteFrom('access_tokens').where('userid', '=', userid).execute();
  await db.deleteFrom('oauth_codes').where('userid', '=', userid).execute();
  await db.deleteFrom('oauth_grants').where('userid', '=', userid).execute();
  // Codes for devices that have not asked yet end too.
  await db.deleteFrom('login_codes').where('userid', '=', userid).execute();
}

export const noteAccessTokenUse = (db: Writer, id: number, ip: string, at: Date) =>
  db.updateTable('access_tokens').set({ used_at: at, used_ip: ip }).where('id', '=', id).execute();

/** Finds an unexpired sign-in of a device, of an active account. */
export function findSignIn(db: Reader, now: Date, which: { deviceId: number } | { tokenHash: string }) {
  const signIns = db
    .selectFrom('devices')
    .innerJoin('users', 'users.userid', 'devices.userid')
    .select([
      'devices.id as deviceId',
      'users.userid',
      'identity',
      'nickname',
      'email',
      'tel',
      'bot',
      'changepass',
      'users.created_at',
      hasFactor,
    ])
    .where('expired_at', '>', now)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    // The sign-in of a bot ends with its owner's account. Without the `or`, the planner makes a join with all accounts
    // of it: 12 ms among 1,000 people of a workspace that has no statistics yet.
    .where(
      sql<boolean>`(users.bot = 0 or not exists (select from bots b join users o on o.userid = b.userid
        where b.bot_id = users.userid and (o.disable_at is not null or o.delete_at is not null)))`,
    );
  return 'deviceId' in which
    ? signIns.where('devices.id', '=', which.deviceId).executeTakeFirst()
    : signIns.where('token_hash', '=', which.tokenHash).executeTakeFirst();
}

export function findProvedAt(db: Reader, deviceId: number) {
  return db.selectFrom('devices').select('proved_at').where('id', '=', deviceId).executeTakeFirst();
}

/** The time at which the person last proved their identity, on any device. */
export function findPersonProvedAt(db: Reader, userid: number) {
  return db
    .selectFrom('devices')
    .select(({ fn }) => fn.max('proved_at').as('proved_at'))
    .where('userid', '=', userid)
    .executeTakeFirst();
}

export async function setProvedAt(db: Writer, deviceId: number, now: Date): Promise<void> {
  await db.updateTable('devices').set({ proved_at: now }).where('id', '=', deviceId).execute();
}

/** Limits of sign-ins in days; `max` 0 = none. */
export interface SessionDays {
  idle: number;
  max: number;
}
const endOf = (from: RawBuilder<unknown>, { idle, max }: SessionDays) =>
  sql<Date>`least(${from} + make_interval(days => ${idle}), created_at + make_interval(days => nullif(${max}::int, 0)))`;

const isLimited = sql`expired_at < '2199-01-01'`;

/** A device was used: it stays signed in for as long as the limits allow from now on. */
export async function noteDeviceUse(db: Writer, deviceId: number, ip: string, now: Date, days: SessionDays) {
  await sql`update devices set used_at = ${now}, used_ip = ${ip},
    expired_at = case when ${isLimited} then ${endOf(sql`${now}::timestamptz`, days)} else expired_at end
    where id = ${deviceId} and expired_at > ${now}`.execute(db);
}

/** Applies changed limits to all devices; the programs of bots have none. */
export async function limitDevices(db: Writer, days: SessionDays): Promise<void> {
  await sql`update devices set expired_at = ${endOf(sql`used_at`, days)}
    where expired_at > now() and ${isLimited}`.execute(db);
}
