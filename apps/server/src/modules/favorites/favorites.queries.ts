import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Favorites } from '#platform/db/types';

type Tx = Reader;
export type FavoriteRow = Selectable<Favorites>;

export async function favoritesOf(tx: Tx, userid: number, type: string | undefined, page: number, size: number) {
  let query = tx.selectFrom('favorites').where('userid', '=', userid);
  if (type) query = query.where('type', '=', type);
  const [rows, count] = await Promise.all([
    query
      .selectAll()
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
