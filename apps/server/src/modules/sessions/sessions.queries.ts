import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Devices, Users } from '#platform/db/types';

const KEPT_DEVICES = 200;

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
        .orderBy('updated_at', 'desc')
        .offset(KEPT_DEVICES),
    )
    .execute();
}

export async function deleteExpiredDevices(db: Writer): Promise<void> {
  await sql`delete from devices where expired_at < now() - interval '1 day'`.execute(db);
}

/** An unexpired sign-in of a device, of an active account. */
export function findSignIn(db: Reader, now: Date, which: { deviceId: number } | { tokenHash: string }) {
  const signIns = db
    .selectFrom('devices')
    .innerJoin('users', 'users.userid', 'devices.userid')
    .select(['devices.id as deviceId', 'users.userid', 'identity', 'nickname', 'email', 'tel', 'bot', 'changepass'])
    .where('expired_at', '>', now)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null);
  return 'deviceId' in which
    ? signIns.where('devices.id', '=', which.deviceId).executeTakeFirst()
    : signIns.where('token_hash', '=', which.tokenHash).executeTakeFirst();
}
