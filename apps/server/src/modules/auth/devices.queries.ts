import type { Reader, Writer } from '#platform/db/pool';

export function findOwnDevice(db: Reader, id: number, userid: number) {
  return db.selectFrom('devices').selectAll().where('id', '=', id).where('userid', '=', userid).executeTakeFirst();
}

export function listOwnDevices(db: Reader, userid: number) {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('userid', '=', userid)
    .where('expired_at', '>', new Date())
    .orderBy('used_at', 'desc')
    .execute();
}

export async function deleteOwnDevice(db: Writer, id: number, userid: number): Promise<void> {
  await db.deleteFrom('devices').where('id', '=', id).where('userid', '=', userid).execute();
}

export function setDeviceDetail(db: Writer, detail: string, now: Date, id: number) {
  return db
    .updateTable('devices')
    .set({ detail: detail, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
