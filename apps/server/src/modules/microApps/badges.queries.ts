import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

export const listBadges = (db: Reader, userid: number) =>
  db
    .selectFrom('micro_app_badges')
    .select(['app_id', 'menu_key', 'count', 'dot'])
    .where('userid', '=', userid)
    .execute();

/** Sets the badge of several people. Returns those whose badge is another now. */
export async function setBadges(
  db: Writer,
  { appId, menuKey, count, dot }: { appId: string; menuKey: string; count: number; dot: boolean },
  userids: readonly number[],
): Promise<number[]> {
  if (count === 0 && !dot) {
    const gone = await db
      .deleteFrom('micro_app_badges')
      .where('app_id', '=', appId)
      .where('menu_key', '=', menuKey)
      .where('userid', 'in', userids)
      .returning('userid')
      .execute();
    return gone.map(({ userid }) => userid);
  }
  const { rows } = await sql<{ userid: number }>`
    insert into micro_app_badges (app_id, menu_key, userid, count, dot)
    select ${appId}, ${menuKey}, userid, ${count}, ${dot} from unnest(${userids}::int[]) as userid
    on conflict (userid, app_id, menu_key) do update set count = excluded.count, dot = excluded.dot, updated_at = now()
      where (micro_app_badges.count, micro_app_badges.dot) is distinct from (excluded.count, excluded.dot)
    returning userid`.execute(db);
  return rows.map(({ userid }) => userid);
}

/** Active people among these, with their roles. */
export const listRoles = (db: Reader, userids: readonly number[]) =>
  db
    .selectFrom('users')
    .select(['userid', 'identity'])
    .where('userid', 'in', userids)
    .where('bot', '=', 0)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .execute();

export async function findSorts(db: Reader, userid: number): Promise<unknown> {
  const row = await db.selectFrom('micro_app_sorts').select('sorts').where('userid', '=', userid).executeTakeFirst();
  return row?.sorts;
}

export const putSorts = (db: Writer, userid: number, sorts: string) =>
  db
    .insertInto('micro_app_sorts')
    .values({ userid, sorts })
    .onConflict((on) => on.column('userid').doUpdateSet({ sorts }))
    .execute();

export const deleteSorts = (db: Writer, userid: number) =>
  db.deleteFrom('micro_app_sorts').where('userid', '=', userid).execute();
