import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

/** `dialogs.pair` of the bot and a person `u`: the smaller id first. */
const pairWith = (speaker: number) => sql`array[least(u, ${speaker}::int), greatest(u, ${speaker}::int)]`;

export async function insertMissingPairs(db: Writer, speaker: number, userids: readonly number[]) {
  const pair = pairWith(speaker);
  const { rows } = await sql<{ id: number; pair: number[] }>`
    insert into dialogs (type, pair, last_at, people, member_version)
    select 'user', ${pair}, now(), 2, 2 from unnest(${userids}::int[]) u
    where not exists (select from dialogs d where d.pair = ${pair}) order by u
    on conflict (pair) where pair is not null do nothing returning id, pair`.execute(db);
  return rows;
}

export async function insertPairMembers(db: Writer, userid: number, ids: number[]): Promise<void> {
  await sql`
      insert into dialog_members (dialog_id, userid, inviter, important, bot)
      select d.id, u.userid, ${userid}, 1, u.bot
      from dialogs d join users u on u.userid = any(d.pair)
      where d.id = any(${ids}::int[])`.execute(db);
}

export async function listPairDialogs(db: Reader, speaker: number, userids: readonly number[]) {
  const pair = pairWith(speaker);
  const { rows } = await sql<{ id: number }>`
    select d.id from unnest(${userids}::int[]) u join dialogs d on d.pair = ${pair} and d.deleted_at is null
    order by d.id`.execute(db);
  return rows;
}
