import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { peerOf } from '#modules/dialogs/peer.access';
import type { Reader, Writer } from '#platform/db/pool';
import type { BotDeliveries, Bots, Users } from '#platform/db/types';

export type BotRow = Selectable<Bots> & Pick<Selectable<Users>, 'email' | 'nickname' | 'userimg'>;

const select = (db: Reader) =>
  db
    .selectFrom('bots')
    .innerJoin('users', 'users.userid', 'bots.bot_id')
    .selectAll('bots')
    .select(['users.email', 'users.nickname', 'users.userimg'])
    .where('users.delete_at', 'is', null);

export const listBots = (db: Reader, owner: number): Promise<BotRow[]> =>
  select(db).where('bots.userid', '=', owner).orderBy('bot_id').limit(50).execute();

/** Bots of everybody except this person, by their owners' names. */
export const listBotsOfOthers = (db: Reader, userid: number, limit: number) =>
  select(db)
    .innerJoin('users as o', 'o.userid', 'bots.userid')
    .select([
      sql<string>`coalesce(nullif(o.nickname, ''), split_part(o.email, '@', 1))`.as('owner_name'),
      sql<boolean>`o.disable_at is null and o.delete_at is null`.as('is_active'),
    ])
    .where('bots.userid', '!=', userid)
    .orderBy('owner_name')
    .orderBy('bot_id')
    .limit(limit)
    .execute();

/** The address of a bot's program, while the bot's owner is active and the bot is in the conversation. */
export const findBotAddress = (db: Reader, id: number, dialogId: number) =>
  select(db)
    .innerJoin('users as o', 'o.userid', 'bots.userid')
    .innerJoin('dialog_members as m', 'm.userid', 'bots.bot_id')
    .where('m.dialog_id', '=', dialogId)
    .where('o.disable_at', 'is', null)
    .where('o.delete_at', 'is', null)
    .where('bot_id', '=', id)
    .executeTakeFirst();

export const findBot = (db: Reader, id: number): Promise<BotRow | undefined> =>
  select(db).where('bot_id', '=', id).executeTakeFirst();

const BOTS_LOCK = 4_217_009;

export const lockBots = (db: Writer, owner: number) =>
  sql`select pg_advisory_xact_lock(${BOTS_LOCK}, ${owner})`.execute(db);

export const insertBot = (db: Writer, row: Insertable<Bots>) => db.insertInto('bots').values(row).execute();

export const updateBot = (db: Writer, id: number, fields: Updateable<Bots>) =>
  db.updateTable('bots').set(fields).where('bot_id', '=', id).execute();

export const deleteBotRow = (db: Writer, id: number) => db.deleteFrom('bots').where('bot_id', '=', id).execute();

/** Conversations that a bot and its owner are both in, newest first. */
export async function listDialogsOf(db: Reader, bot: number, key: string, limit: number) {
  const { rows } = await sql<{ id: number; name: string; type: string }>`
    select d.id, coalesce(nullif(d.name, ''), nullif(u.nickname, ''), split_part(u.email, '@', 1), '') as name, d.type
    from dialogs d
    join dialog_members dm on dm.dialog_id = d.id and dm.userid = ${bot}
    left join users u on d.type = 'user' and u.userid = ${peerOf(bot)}
    where d.deleted_at is null and (${key} = '' or coalesce(nullif(d.name, ''), u.nickname, '') ilike ${`%${key.replace(/[\\%_]/g, '\\$&')}%`})
    order by d.last_at desc nulls last limit ${limit}`.execute(db);
  return rows;
}

/** A message in a conversation with a bot. */
export interface BotMessage {
  id: number;
  dialog_id: number;
  dialog_type: string;
  group_type: string;
  dialog_name: string;
  session_id: number;
  seq: number;
  join_seq: number;
  bot: number;
  /** The bot's owner; null for the bot manager. */
  owner: number | null;
  webhook_url: string;
  webhook_events: string[];
  is_paused: boolean;
  userid: number;
  type: string;
  msg: Record<string, unknown>;
  whole: string | null;
  mentions: number[];
  /** The quoted message. */
  quoted: { type: string; msg: Record<string, unknown> } | null;
  is_leave: boolean;
}

/** Older messages are no longer delivered: a server that was away for long would flood the programs. */
const FRESH = '15 minutes';

/** True if the workspace has a personal bot, or a conversation with the bot manager. */
export async function hasListeningBots(db: Reader, manager: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from bots) or exists (select from users u
      join dialog_members dm on dm.userid = u.userid where u.email = ${manager}) as is`.execute(db);
  return rows[0]?.is ?? false;
}

/** The given messages of people, for each personal bot and bot manager in their conversations. */
export async function listBotMessages(db: Reader, ids: readonly number[], manager: string): Promise<BotMessage[]> {
  const { rows } = await sql<BotMessage>`
    select m.id, m.dialog_id, d.type as dialog_type, d.group_type, d.name as dialog_name, m.session_id, m.seq, dm.join_seq,
      u.userid as bot, b.userid as owner, coalesce(b.webhook_url, '') as webhook_url,
      coalesce(b.webhook_events, '{}') as webhook_events, b.webhook_paused_at is not null as is_paused,
      m.userid, m.type, m.msg, t.content as whole, m.mentions,
      (select jsonb_build_object('type', q.type, 'msg', q.msg) from messages q
        where q.id = m.reply_id and q.dialog_id = m.dialog_id and q.deleted_at is null) as quoted,
      coalesce((m.msg -> 'forward_data' ->> 'leave')::int, 0) = 1 as is_leave
    from messages m
    join dialogs d on d.id = m.dialog_id
    join dialog_members dm on dm.dialog_id = m.dialog_id and dm.bot = 1 and dm.userid <> m.userid
    join users u on u.userid = dm.userid and u.disable_at is null and u.delete_at is null
    left join bots b on b.bot_id = u.userid
    left join users o on o.userid = b.userid
    left join message_texts t on t.msg_id = m.id
    where m.id = any(${[...ids]}) and m.bot = 0 and m.userid > 0 and m.deleted_at is null
      and o.disable_at is null and o.delete_at is null
      and (b.bot_id is not null or u.email = ${manager}) and m.created_at > now() - ${FRESH}::interval
    order by m.id`.execute(db);
  return rows;
}

export const enqueuePush = (db: Writer, payload: object) =>
  sql`select graphile_worker.add_job('bot_push', payload => ${JSON.stringify(payload)}::json, max_attempts => 4)`.execute(
    db,
  );

/** @param kept  the number of calls of a bot that stay stored */
export async function insertDelivery(db: Writer, row: Insertable<BotDeliveries>, kept: number): Promise<void> {
  await db.insertInto('bot_deliveries').values(row).execute();
  await sql`delete from bot_deliveries where bot_id = ${row.bot_id} and id <= (
    select id from bot_deliveries where bot_id = ${row.bot_id} order by id desc offset ${kept} limit 1)`.execute(db);
}

export const listDeliveries = (db: Reader, bot: number, limit: number) =>
  db.selectFrom('bot_deliveries').selectAll().where('bot_id', '=', bot).orderBy('id', 'desc').limit(limit).execute();

export const findDelivery = (db: Reader, bot: number, id: number) =>
  db
    .selectFrom('bot_deliveries')
    .selectAll()
    .where('bot_id', '=', bot)
    .where(sql<boolean>`id = ${id}`)
    .executeTakeFirst();

/** Counts a call and its outcome. Returns the failures in a row. */
export async function countCall(db: Writer, bot: number, isGood: boolean): Promise<number> {
  const { rows } = await sql<{ webhook_failures: number }>`
    update bots set webhook_num = webhook_num + 1, webhook_failures = case when ${isGood} then 0 else webhook_failures + 1 end
    where bot_id = ${bot} returning webhook_failures`.execute(db);
  return rows[0]?.webhook_failures ?? 0;
}

/** Stops calling an address; false if that has been done. */
export async function pauseWebhook(db: Writer, bot: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('bots')
    .set({ webhook_paused_at: now })
    .where('bot_id', '=', bot)
    .where('webhook_paused_at', 'is', null)
    .returning('bot_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Bots whose old messages are due to be deleted. */
export const listDueClears = (db: Reader, now: Date, limit: number) =>
  db.selectFrom('bots').select(['bot_id', 'clear_day']).where('clear_at', '<=', now).limit(limit).execute();

export async function listOldMessages(db: Reader, bot: number, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from dialog_members dm cross join lateral (
      select id from messages where dialog_id = dm.dialog_id and deleted_at is null and userid = ${bot} and created_at < ${before}
      order by id limit ${limit}
    ) m
    where dm.userid = ${bot} limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Personal bots in these conversations whose webhook listens to an event. */
export async function listBotsListeningTo(db: Reader, dialogs: readonly number[], event: string) {
  const { rows } = await sql<{
    bot: number;
    dialog_id: number;
    dialog_type: string;
    group_type: string;
    dialog_name: string;
  }>`
    select b.bot_id as bot, d.id as dialog_id, d.type as dialog_type, d.group_type, d.name as dialog_name
    from dialog_members dm join bots b on b.bot_id = dm.userid join dialogs d on d.id = dm.dialog_id
      join users o on o.userid = b.userid and o.disable_at is null and o.delete_at is null
    where dm.dialog_id = any(${[...dialogs]}::int[]) and dm.bot = 1 and b.webhook_url <> '' and b.webhook_paused_at is null
      and ${event} = any(b.webhook_events)`.execute(db);
  return rows;
}

/** Bots that are still in a conversation which their owner has left. */
export async function listBotsLeft(db: Reader, places: readonly { dialog_id: number; userid: number }[]) {
  const { rows } = await sql<{ dialog_id: number; bot: number }>`
    select dm.dialog_id, b.bot_id as bot
    from unnest(${places.map(({ dialog_id }) => dialog_id)}::int[], ${places.map(({ userid }) => userid)}::int[]) as p (dialog_id, userid)
    join bots b on b.userid = p.userid
    join dialog_members dm on dm.dialog_id = p.dialog_id and dm.userid = b.bot_id
    join dialogs d on d.id = dm.dialog_id and d.type = 'group'`.execute(db);
  return rows;
}
