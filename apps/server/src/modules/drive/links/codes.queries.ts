import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

/** The link behind a code, unless it has expired. */
export function findValidLink(db: Reader, handle: string, now: Date) {
  return db
    .selectFrom('file_links')
    .selectAll()
    .where('code', '=', handle)
    .where((eb) => eb.or([eb('expired_at', 'is', null), eb('expired_at', '>', now)]))
    .executeTakeFirst();
}

/** Counts an opening of a link; false once its limit is reached. */
export async function takeOpening(db: Writer, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_links')
    .set({ opens: sql`opens + 1` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('open_limit', '=', 0), eb('opens', '<', eb.ref('open_limit'))]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
