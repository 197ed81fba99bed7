import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

type Tx = Reader;

export const insertAvatar = (tx: Writer, fileId: number, userid: number) =>
  tx.insertInto('avatars').values({ file_id: fileId, userid }).execute();

/**
 * Deletes all but the newest avatars and those in use, by the person, a group or a check-in device; their files are
 * collected like any others without a use.
 */
export const deleteOldAvatars = (tx: Writer, userid: number, keep: number) =>
  sql`
    delete from avatars where userid = ${userid} and file_id in (
      select x.file_id from avatars x join stored_files f on f.id = x.file_id join users u on u.userid = x.userid
      where x.userid = ${userid} and u.userimg <> 'picture/' || f.token
        and not exists (select 1 from dialogs d where d.avatar = 'picture/' || f.token)
        and not exists (select 1 from checkin_faces c where c.faceimg = 'picture/' || f.token)
      order by x.file_id desc offset ${keep})`.execute(tx);

export const isAvatarOf = async (tx: Tx, token: string, userid: number): Promise<boolean> =>
  (await tx
    .selectFrom('avatars as x')
    .innerJoin('stored_files as f', 'f.id', 'x.file_id')
    .select('x.file_id')
    .where('f.token', '=', token)
    .where('x.userid', '=', userid)
    .executeTakeFirst()) !== undefined;

/** A picture that anyone with its address may see: a person's, or the workspace's logo. */
export const findAvatar = (tx: Tx, token: string) =>
  tx
    .selectFrom('stored_files as f')
    .select(['f.token', 'f.mime', 'f.size', 'f.thumb_size'])
    .where('f.token', '=', token)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('avatars as x').select('x.file_id').whereRef('x.file_id', '=', 'f.id')),
        exists(selectFrom('workspace_logos as w').select('w.file_id').whereRef('w.file_id', '=', 'f.id')),
      ]),
    )
    .executeTakeFirst();

/** Sets the logo; an empty token removes it. */
export async function setLogo(tx: Writer, token: string): Promise<void> {
  await tx.deleteFrom('workspace_logos').execute();
  await sql`insert into workspace_logos (file_id) select id from stored_files where token = ${token}`.execute(tx);
}
