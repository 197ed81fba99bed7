import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

type Tx = Reader;

export const insertFace = (tx: Writer, fileId: number, userid: number) =>
  tx.insertInto('faces').values({ file_id: fileId, userid }).execute();

/**
 * Deletes all but the newest avatars and those in use, by the person, a group or a check-in device; their files are
 * collected like any others without a use.
 */
export const dropOldFaces = (tx: Writer, userid: number, keep: number) =>
  sql`
    delete from faces where userid = ${userid} and file_id in (
      select x.file_id from faces x join stored_files f on f.id = x.file_id join users u on u.userid = x.userid
      where x.userid = ${userid} and u.userimg <> 'picture/' || f.token
        and not exists (select 1 from dialogs d where d.avatar = 'picture/' || f.token)
        and not exists (select 1 from checkin_faces c where c.faceimg = 'picture/' || f.token)
      order by x.file_id desc offset ${keep})`.execute(tx);

export const isFaceOf = async (tx: Tx, token: string, userid: number): Promise<boolean> =>
  (await tx
    .selectFrom('faces as x')
    .innerJoin('stored_files as f', 'f.id', 'x.file_id')
    .select('x.file_id')
    .where('f.token', '=', token)
    .where('x.userid', '=', userid)
    .executeTakeFirst()) !== undefined;

export const findFace = (tx: Tx, token: string) =>
  tx
    .selectFrom('faces as x')
    .innerJoin('stored_files as f', 'f.id', 'x.file_id')
    .select(['f.token', 'f.mime', 'f.size', 'f.thumb_size'])
    .where('f.token', '=', token)
    .executeTakeFirst();
