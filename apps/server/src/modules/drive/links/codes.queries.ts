import type { Reader } from '#platform/db/pool';

/** The link behind a code, unless it has expired. */
export function findValidLink(db: Reader, handle: string, now: Date) {
  return db
    .selectFrom('file_links')
    .selectAll()
    .where('code', '=', handle)
    .where((eb) => eb.or([eb('expired_at', 'is', null), eb('expired_at', '>', now)]))
    .executeTakeFirst();
}
