import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Files } from '#platform/db/types';

export async function countLinkUse(db: Writer, id: string): Promise<void> {
  await db.updateTable('file_links').set({ num: sql`num + 1` }).where('code', '=', id).execute();
}

export function getStoredFile(db: Reader, storedId: number) {
  return db.selectFrom('stored_files').selectAll().where('id', '=', storedId).executeTakeFirstOrThrow();
}

export function findVersion(db: Reader, id: number, givenId: number | undefined) {
  return db
    .selectFrom('file_contents')
    .selectAll()
    .where('fid', '=', id)
    .$if(givenId !== undefined, (query) => query.where('id', '=', givenId ?? 0))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function updateDriveContent(db: Writer, fields: Updateable<Files>, id: number): Promise<void> {
  await db.updateTable('files').set(fields).where('id', '=', id).execute();
}

export function listVersionRows(db: Reader, fid: number, page: number, size: number) {
  return db
    .selectFrom('file_contents')
    .selectAll()
    .where('fid', '=', fid)
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

export async function countVersions(db: Reader, fid: number): Promise<number> {
  const { n } = await db
    .selectFrom('file_contents')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('fid', '=', fid)
    .executeTakeFirstOrThrow();
  return Number(n);
}
