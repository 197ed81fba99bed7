import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MicroAppBundles, MicroAppFiles, MicroApps } from '#platform/db/types';
import type { Manifest } from './manifest.ts';

export type AppRow = Omit<Selectable<MicroApps>, 'manifest'> & { manifest: Manifest };
export type BundleRow = Omit<Selectable<MicroAppBundles>, 'manifest'> & { manifest: Manifest };

const typed = (rows: Selectable<MicroApps>[]) => rows as unknown as AppRow[];

/** Lists apps: custom ones in the administrator's order, then the others by name. */
export const listApps = async (db: Reader): Promise<AppRow[]> =>
  typed(
    await db
      .selectFrom('micro_apps')
      .selectAll()
      .orderBy(sql`source <> 'custom'`)
      .orderBy('position')
      .orderBy('name')
      .execute(),
  );

export const findApp = async (db: Reader, id: string): Promise<AppRow | undefined> =>
  typed(await db.selectFrom('micro_apps').selectAll().where('id', '=', id).execute())[0];

const APPS_LOCK = 4_217_012;

/** Locks the apps, because several administrators may install, change and remove at the same time. */
export const lockApps = (db: Writer) => sql`select pg_advisory_xact_lock(${APPS_LOCK})`.execute(db);

export const insertApp = async (db: Writer, row: Insertable<MicroApps>): Promise<AppRow> =>
  typed([await db.insertInto('micro_apps').values(row).returningAll().executeTakeFirstOrThrow()])[0] as AppRow;

export const updateApp = async (db: Writer, id: string, fields: Updateable<MicroApps>): Promise<AppRow> =>
  typed([
    await db.updateTable('micro_apps').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
  ])[0] as AppRow;

/** Deletes an app with its badges, entries and tokens. */
export const deleteApp = (db: Writer, id: string) => db.deleteFrom('micro_apps').where('id', '=', id).execute();

// Bundles --------------------------------------------------------------------------------------------------------------

export const insertBundle = (db: Writer, row: Insertable<MicroAppBundles>) =>
  db.insertInto('micro_app_bundles').values(row).execute();

export const findBundle = async (db: Reader, key: string): Promise<BundleRow | undefined> =>
  (await db.selectFrom('micro_app_bundles').selectAll().where('key', '=', key).executeTakeFirst()) as
    | BundleRow
    | undefined;

/** Lists bundles that belong to no app and were created before `before`. */
export const listUnusedBundles = (db: Reader, before: Date): Promise<{ key: string }[]> =>
  db
    .selectFrom('micro_app_bundles as b')
    .select('b.key')
    .where('b.created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('micro_apps as a').select('a.id').whereRef('a.key', '=', 'b.key'))),
    )
    .limit(500)
    .execute();

export const deleteBundle = (db: Writer, key: string) =>
  db.deleteFrom('micro_app_bundles').where('key', '=', key).execute();

export const insertFile = (db: Writer, row: Insertable<MicroAppFiles>) =>
  db.insertInto('micro_app_files').values(row).execute();

export const measureBundle = async (db: Reader, key: string): Promise<{ files: number; size: number }> => {
  const { rows } = await sql<{ files: number; size: number }>`
    select count(*)::int as files, coalesce(sum(size), 0)::int as size from micro_app_files where bundle_key = ${key}`.execute(
    db,
  );
  return rows[0] ?? { files: 0, size: 0 };
};

/** Finds a file of an enabled app. */
export const findServedFile = (db: Reader, appId: string, key: string, path: string) =>
  db
    .selectFrom('micro_app_files as f')
    .innerJoin('micro_apps as a', 'a.key', 'f.bundle_key')
    .select(['f.place', 'f.type', 'f.size', 'f.hash', 'a.manifest'])
    .where('a.id', '=', appId)
    .where('a.key', '=', key)
    .where('a.enabled', '=', true)
    .where('f.path', '=', path)
    .executeTakeFirst();

export const countFiles = async (db: Reader): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from micro_app_files`.execute(db);
  return rows[0]?.n ?? 0;
};

export const listFiles = (db: Reader, after: number, limit: number) =>
  db
    .selectFrom('micro_app_files')
    .select(['id', 'place', 'hash'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const listExistingFiles = async (db: Reader, ids: readonly number[]): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('micro_app_files').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
};
