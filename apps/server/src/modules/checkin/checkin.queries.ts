import type { CheckinMac } from '@atrium/contract/workspace/checkin.ts';
import { CHECKIN_GAP_MS } from '@atrium/contract/workspace/checkin.ts';
import { type RawBuilder, sql } from 'kysely';
import { likeText } from '#modules/users/users.service';
import type { Reader, Writer } from '#platform/db/pool';

type Tx = Reader;

// Devices and faces ---------------------------------------------------------------------------------------------------

export const listMacs = (tx: Tx, userids: readonly number[]): Promise<CheckinMac[]> =>
  tx
    .selectFrom('checkin_macs')
    .select(['id', 'userid', 'mac', 'remark'])
    .where('userid', 'in', [...userids])
    .orderBy('id')
    .execute();

export const deleteMacs = (tx: Writer, userid: number) =>
  tx.deleteFrom('checkin_macs').where('userid', '=', userid).execute();

/** Skips addresses that belong to another person. */
export async function insertMacs(
  tx: Writer,
  userid: number,
  list: readonly { mac: string; remark: string }[],
): Promise<string[]> {
  if (list.length === 0) return [];
  const rows = await tx
    .insertInto('checkin_macs')
    .values(list.map((each) => ({ ...each, userid })))
    .onConflict((on) => on.column('mac').doNothing())
    .returning('mac')
    .execute();
  return rows.map(({ mac }) => mac);
}

export async function listFaces(tx: Tx, userids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('checkin_faces')
    .selectAll()
    .where('userid', 'in', [...userids])
    .execute();
  return new Map(rows.map(({ userid, faceimg }) => [userid, faceimg]));
}

export async function storeFace(tx: Writer, userid: number, faceimg: string): Promise<void> {
  if (!faceimg) {
    await tx.deleteFrom('checkin_faces').where('userid', '=', userid).execute();
    return;
  }
  await tx
    .insertInto('checkin_faces')
    .values({ userid, faceimg })
    .onConflict((on) => on.column('userid').doUpdateSet({ faceimg }))
    .execute();
}

/** Active accounts that own one of these devices, or are listed by id. */
export async function listPunchers(tx: Tx, macs: readonly string[], userids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    select u.userid from users u
    where (u.userid = any(${userids}::int[])
        or u.userid in (select m.userid from checkin_macs m where m.mac = any(${macs}::text[])))
      and u.bot = 0 and u.disable_at is null and u.delete_at is null
    order by u.userid`.execute(tx);
  return rows.map(({ userid }) => userid);
}

// Days ------------------------------------------------------------------------------------------------------------------

/** Rows are locked in one order, so that two reports of the same people wait for each other and cannot deadlock. */
export async function addPunch(tx: Writer, userids: readonly number[], date: string, at: Date): Promise<void> {
  const until = new Date(at.getTime() + CHECKIN_GAP_MS);
  await sql`
    insert into checkin_days (userid, date, spans)
    select u, ${date}::date, tstzmultirange(tstzrange(${at}, ${until}, '[]'))
    from unnest(${userids}::int[]) u order by u
    on conflict (userid, date) do update set spans = checkin_days.spans + excluded.spans`.execute(tx);
}

/** People without a message of this kind on this day; marks them as notified. */
export async function claimNotices(
  tx: Writer,
  userids: readonly number[],
  date: string,
  kind: 'in' | 'out',
): Promise<number[]> {
  const notified = sql.ref(`notified_${kind}`);
  const { rows } = await sql<{ userid: number }>`
    update checkin_days set ${notified} = true
    where date = ${date}::date and userid = any(${userids}::int[]) and not ${notified} returning userid`.execute(tx);
  return rows.map(({ userid }) => userid);
}

/**
 * The next people to remind for this day: they checked in recently, and not yet on this day. Marks them as reminded.
 */
export async function claimUnreminded(
  tx: Writer,
  date: string,
  kind: 'before' | 'after',
  { days, limit }: { days: number; limit: number },
): Promise<number[]> {
  const reminded = sql.ref(`reminded_${kind}`);
  const { rows } = await sql<{ userid: number }>`
    insert into checkin_days (userid, date, ${reminded})
    select u.userid, ${date}::date, true
    from users u
    where u.bot = 0 and u.disable_at is null and u.delete_at is null
      and exists (select from checkin_days c where c.userid = u.userid and c.spans <> '{}'
        and c.date < ${date}::date and c.date >= ${date}::date - ${days}::int)
      and not exists (select from checkin_days c
        where c.userid = u.userid and c.date = ${date}::date and (c.spans <> '{}' or c.${reminded}))
    order by u.userid limit ${limit}
    on conflict (userid, date) do update set ${reminded} = true
      where not checkin_days.${reminded} and checkin_days.spans = '{}'
    returning userid`.execute(tx);
  return rows.map(({ userid }) => userid);
}

/** A stay: its first and last punch, in milliseconds. */
export type Stay = [first: number, last: number];
export interface DayRow {
  userid: number;
  /** `YYYY-MM-DD`. */
  date: string;
  stays: Stay[];
}

/** Days with check-ins, oldest first. */
export async function listDays(
  tx: Tx,
  userids: readonly number[],
  [first, last]: readonly [string, string],
): Promise<DayRow[]> {
  const { rows } = await sql<{ userid: number; date: string; stays: Stay[] }>`
    select userid, to_char(date, 'YYYY-MM-DD') as date,
      (select jsonb_agg(jsonb_build_array(
          round(extract(epoch from lower(s)) * 1000), round(extract(epoch from upper(s)) * 1000) - ${CHECKIN_GAP_MS}::int8) order by lower(s))
        from unnest(spans) s) as stays
    from checkin_days
    where userid = any(${userids}::int[]) and date between ${first}::date and ${last}::date and spans <> '{}'
    order by userid, date`.execute(tx);
  return rows;
}

// The bot ---------------------------------------------------------------------------------------------------------------

/** A message to the bot. */
export interface CheckinMessage {
  id: number;
  seq: number;
  join_seq: number;
  dialog_id: number;
  userid: number;
  bot: number;
  type: string;
  msg: Record<string, unknown>;
  created_at: Date;
}

/** Older messages are left alone, so that a restart does not check anybody in late. */
const FRESH = '2 minutes';

export async function listCheckinMessages(tx: Tx, ids: readonly number[]): Promise<CheckinMessage[]> {
  const { rows } = await sql<CheckinMessage>`
    select m.id, m.seq, dm.join_seq, m.dialog_id, m.userid, b.userid as bot, m.type, m.msg, m.created_at
    from messages m
    join dialogs d on d.id = m.dialog_id and d.type = 'user'
    join dialog_members dm on dm.dialog_id = m.dialog_id and dm.bot = 1
    join users b on b.userid = dm.userid and b.email = 'check-in@bot.system'
    join users u on u.userid = m.userid and u.bot = 0 and u.disable_at is null and u.delete_at is null
    where m.id = any(${[...ids]}::int[]) and m.userid <> b.userid and m.deleted_at is null and m.forward_id = 0
      and m.type in ('text', 'location') and m.created_at > now() - ${FRESH}::interval
    order by m.id`.execute(tx);
  return rows;
}

/** Lets the bot handle only messages from now on. */
export const moveFollowerToNow = (tx: Writer) =>
  sql`update meta set value = pg_snapshot_xmax(pg_current_snapshot())::text || '.0' where name = 'checkin'`.execute(tx);

export async function findSettingValue(db: Reader, name: string): Promise<unknown> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

/** Conditions on an account `u`: whether it has a check-in picture, and by a device's MAC address. */
export function accountConditions({ face, mac }: { face?: 'yes' | 'no'; mac?: string }): RawBuilder<unknown>[] {
  const hasFace = sql`exists (select from checkin_faces f where f.userid = u.userid)`;
  return [
    ...(face ? [face === 'yes' ? hasFace : sql`not ${hasFace}`] : []),
    ...(mac
      ? [sql`exists (select from checkin_macs c where c.userid = u.userid and c.mac ilike ${likeText(mac)})`]
      : []),
  ];
}
