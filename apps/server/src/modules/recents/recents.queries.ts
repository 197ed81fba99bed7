import type { Writer } from '#platform/db/pool';

export function deleteRecentRow(db: Writer, id: number, userid: number) {
  return db.deleteFrom('recents').where('id', '=', id).where('userid', '=', userid).executeTakeFirst();
}
