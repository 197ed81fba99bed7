import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

/** `user` = direct chats, `group` = all others. */
export type ChatKind = 'user' | 'group';

const markOf = (kind: ChatKind) => `unread_mail_${kind}`;
/** Messages older than this are not mailed about. */
const OLDEST = sql`interval '2 days'`;
/** A person gets no further mail before this time has passed. */
const PAUSE = sql`interval '30 minutes'`;
const AT_ONCE = 5000;

export async function forgetMark(db: Writer, kind: ChatKind): Promise<void> {
  await sql`delete from meta where name = ${markOf(kind)}`.execute(db);
}

/** Starts a kind of mails: messages from before `since` are left out. */
export async function beginMark(db: Writer, kind: ChatKind, since: Date): Promise<void> {
  await sql`insert into meta (name, value) select ${markOf(kind)}, coalesce(max(id), 0)::text from messages
    where created_at < ${since} on conflict (name) do nothing`.execute(db);
}

/**
 * Makes a job for each person who has not read a message that has become old enough. One statement: the mark moves with
 * the jobs. Messages get their numbers in the order of their arrival, and five seconds suffice for the slowest to be committed, so those after the mark are the new ones.
 */
export async function enqueueDue(db: Writer, kind: ChatKind, minutes: number, job: string): Promise<void> {
  await sql`
    with mark as (select value::int as id from meta where name = ${markOf(kind)} for update),
    due as (
      select m.id, m.dialog_id, m.seq, m.userid, m.mentions, m.silence, m.deleted_at, m.created_at
      from messages m, mark
      where m.id > mark.id and m.created_at <= now() - make_interval(mins => ${minutes}::int, secs => 5)
      order by m.id limit ${AT_ONCE}),
    people as (
      select distinct dm.userid, w.mailed_at
      from due m
      join dialogs d on d.id = m.dialog_id and d.deleted_at is null
        and (d.type = 'user') = ${kind === 'user'}
      join dialog_members dm on dm.dialog_id = m.dialog_id and dm.userid <> m.userid
      join users u on u.userid = dm.userid and u.bot = 0 and u.disable_at is null and u.delete_at is null
      left join unread_mails w on w.userid = dm.userid
      where m.deleted_at is null and m.silence = 0 and m.created_at > now() - ${OLDEST}
        and not dm.read @> m.seq and (dm.silence = 0 or m.mentions && array[dm.userid, 0])
        and not coalesce(w.is_off, false) and m.id > coalesce(w.last_msg_id, 0)),
    jobs as (
      select graphile_worker.add_job(${job}, payload => json_build_object('userid', userid),
        run_at => greatest(now(), mailed_at + ${PAUSE}), max_attempts => 5,
        job_key => ${job} || ':' || userid, job_key_mode => 'preserve_run_at')
      from people)
    update meta set value = (select max(id) from due)::text
    where name = ${markOf(kind)} and exists (select from due) and (select count(*) from jobs) >= 0`.execute(db);
}

/** Moves the job of one person, which runs now, to a later time. */
export async function enqueueLater(db: Writer, { userid, job, at }: { userid: number; job: string; at: Date }) {
  await sql`select graphile_worker.add_job(${job}, payload => ${JSON.stringify({ userid })}::json,
    run_at => ${at}::timestamptz, max_attempts => 5,
    job_key => ${`${job}:${userid}`}, job_key_mode => 'preserve_run_at')`.execute(db);
}

export interface UnreadMessage {
  id: number;
  dialog_id: number;
  /** The number of unread messages of this conversation without a mail, this one included. */
  total: number;
}

/** A person's unread messages that were not mailed about, the newest few of each conversation. */
export async function listUnread(
  db: Reader,
  userid: number,
  kinds: readonly ChatKind[],
  perChat: number,
): Promise<UnreadMessage[]> {
  const { rows } = await sql<UnreadMessage>`
    select id, dialog_id, total::int from (
      select m.id, m.dialog_id, count(*) over (partition by m.dialog_id) as total,
        row_number() over (partition by m.dialog_id order by m.id desc) as place
      from dialog_members dm
      join dialogs d on d.id = dm.dialog_id and d.deleted_at is null and d.last_at > now() - ${OLDEST}
        and case when d.type = 'user' then 'user' else 'group' end = any(${[...kinds]}::text[])
      join messages m on m.dialog_id = d.id and m.userid <> dm.userid
      left join unread_mails w on w.userid = dm.userid
      where dm.userid = ${userid} and m.deleted_at is null and m.silence = 0
        and m.id > coalesce(w.last_msg_id, 0) and m.created_at > now() - ${OLDEST}
        and not dm.read @> m.seq and (dm.silence = 0 or m.mentions && array[dm.userid, 0])) each
    where place <= ${perChat}
    order by id`.execute(db);
  return rows;
}

export async function isUnreadMailOff(db: Reader, userid: number): Promise<boolean> {
  const row = await db.selectFrom('unread_mails').select('is_off').where('userid', '=', userid).executeTakeFirst();
  return row?.is_off ?? false;
}

export async function setUnreadMailWanted(db: Writer, userid: number, isWanted: boolean): Promise<void> {
  await db
    .insertInto('unread_mails')
    .values({ userid, is_off: !isWanted })
    .onConflict((on) => on.column('userid').doUpdateSet({ is_off: !isWanted }))
    .execute();
}

export async function recordMailed(db: Writer, userid: number, lastId: number): Promise<void> {
  const fields = { last_msg_id: lastId, mailed_at: new Date() };
  await db
    .insertInto('unread_mails')
    .values({ userid, ...fields })
    .onConflict((on) => on.column('userid').doUpdateSet(fields))
    .execute();
}
