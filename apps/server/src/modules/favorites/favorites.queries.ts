import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Favorites } from '#platform/db/types';

type Tx = Reader;
export type FavoriteRow = Selectable<Favorites>;

/**
 * Returns a page of favorites in the person's order, which has entries such as `task:12`: those added since they
 * arranged the others come first, and those that are missing from the order come last. Without an order, the newest are
 * first.
 */
export async function favoritesOf(
  tx: Tx,
  own: { userid: number; type: string | undefined; order: readonly string[] },
  page: number,
  size: number,
) {
  let query = tx.selectFrom('favorites').where('userid', '=', own.userid);
  if (own.type) query = query.where('type', '=', own.type);
  const place = sql<number | null>`array_position(${[...own.order]}::text[], type || ':' || ref)`;
  const newest = sql`(
    select max(f.created_at) from favorites f
    where f.userid = ${own.userid} and f.type || ':' || f.ref = any(${[...own.order]}::text[])
  )`;
  const [rows, count] = await Promise.all([
    query
      .selectAll()
      .orderBy(sql`case when ${place} is not null then 1 when created_at <= ${newest} then 2 else 0 end`)
      .orderBy(place)
      .orderBy('created_at', 'desc')
      .orderBy('ref', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.n) };
}

export const listOwnProjects = async (tx: Tx, userid: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('projects')
        .innerJoin('project_users', 'project_users.project_id', 'projects.id')
        .select(['projects.id', 'projects.name', 'projects.desc', 'projects.archived_at'])
        .where('project_users.userid', '=', userid)
        .where('projects.id', 'in', [...ids])
        .where('projects.deleted_at', 'is', null)
        .execute();

export function deleteFavorite(db: Writer, userid: number, type: FavoriteKind, id: number) {
  return db
    .deleteFrom('favorites')
    .where('userid', '=', userid)
    .where('type', '=', type)
    .where('ref', '=', id)
    .returning('ref')
    .execute();
}

export async function insertFavorite(db: Writer, row: Insertable<Favorites>): Promise<void> {
  await db
    .insertInto('favorites')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

export function setFavoriteRemark(db: Writer, remark: string, userid: number, type: FavoriteKind, id: number) {
  return db
    .updateTable('favorites')
    .set({ remark })
    .where('userid', '=', userid)
    .where('type', '=', type)
    .where('ref', '=', id)
    .returning('remark')
    .executeTakeFirst();
}

export function findFavorite(db: Reader, userid: number, type: FavoriteKind, id: number) {
  return db
    .selectFrom('favorites')
    .select('ref')
    .where('userid', '=', userid)
    .where('type', '=', type)
    .where('ref', '=', id)
    .executeTakeFirst();
}

/** Deletes a person's favorites, or those of one type, and returns how many there were. */
export async function deleteFavorites(db: Writer, userid: number, type?: string): Promise<number> {
  let query = db.deleteFrom('favorites').where('userid', '=', userid);
  if (type) query = query.where('type', '=', type);
  const gone = await query.executeTakeFirst();
  return Number(gone.numDeletedRows);
}
