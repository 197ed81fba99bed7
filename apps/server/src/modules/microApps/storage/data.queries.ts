import { type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MicroAppData } from '#platform/db/types';

export type EntryRow = Selectable<MicroAppData>;

interface Place {
  appId: string;
  space: string;
  ownerId: number;
  key: string;
}

export const findEntry = (db: Reader, { appId, space, ownerId, key }: Place): Promise<EntryRow | undefined> =>
  db
    .selectFrom('micro_app_data')
    .selectAll()
    .where('app_id', '=', appId)
    .where('space', '=', space)
    .where('key', '=', key)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();

/**
 * Lists entries by key and owner.
 *
 * @param ownerId  null for the entries of everybody
 */
export async function listEntries(
  db: Reader,
  { appId, space, ownerId, prefix }: Omit<Place, 'key' | 'ownerId'> & { ownerId: number | null; prefix: string },
  after: { key: string; ownerId: number } | null,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from micro_app_data where app_id = ${appId} and space = ${space} and starts_with(key, ${prefix})
      and (${ownerId}::int is null or owner_id = ${ownerId})
      and (${after === null} or (key, owner_id) > (${after?.key ?? ''} collate "C", ${after?.ownerId ?? 0}::int))
    order by key, owner_id limit ${limit}`.execute(db);
  return rows;
}

/** Lets changes of one app's entries run one at a time, so that its totals are right. */
export const lockTotals = (db: Writer, appId: string) =>
  db
    .selectFrom('micro_apps')
    .select(['data_count', 'data_bytes'])
    .where('id', '=', appId)
    .forUpdate()
    .executeTakeFirstOrThrow();

export async function countOfPerson(db: Reader, appId: string, userid: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from micro_app_data where userid = ${userid} and app_id = ${appId}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function putEntry(
  db: Writer,
  { appId, space, ownerId, key }: Place,
  fields: { value: string; userid: number; at: Date },
): Promise<number> {
  const { version } = await db
    .insertInto('micro_app_data')
    .values({
      app_id: appId,
      space,
      owner_id: ownerId,
      key,
      value: fields.value,
      userid: fields.userid,
      updated_at: fields.at,
    })
    .onConflict((on) =>
      on.columns(['app_id', 'space', 'key', 'owner_id']).doUpdateSet({
        value: fields.value,
        userid: fields.userid,
        updated_at: fields.at,
        version: sql`micro_app_data.version + 1`,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

export const deleteEntry = (db: Writer, { appId, space, ownerId, key }: Place): Promise<EntryRow | undefined> =>
  db
    .deleteFrom('micro_app_data')
    .where('app_id', '=', appId)
    .where('space', '=', space)
    .where('key', '=', key)
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst();

export const addTotals = (db: Writer, appId: string, count: number, bytes: number) =>
  sql`update micro_apps set data_count = data_count + ${count}, data_bytes = data_bytes + ${bytes} where id = ${appId}`.execute(
    db,
  );
