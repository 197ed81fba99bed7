import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

type Tx = Reader;

/** A message that an assistant is to answer. */
export interface Ask {
  id: number;
  dialog_id: number;
  session_id: number;
  is_group: boolean;
  /** The person who asks, and their language. */
  userid: number;
  lang: string;
  bot: number;
  /** `seq` of the last message before the assistant joined. */
  join_seq: number;
  seq: number;
  email: string;
  /** Plain text of the question; names a new session. */
  search_key: string;
}

/** Older questions are no longer answered. */
const FRESH = '2 minutes';

const questions = sql`
    select m.id, m.dialog_id, m.session_id, d.type = 'group' as is_group, m.userid, u.lang, b.userid as bot, b.email,
      dm.join_seq, m.seq, m.search_key
    from messages m
    join dialogs d on d.id = m.dialog_id
    join users u on u.userid = m.userid
    join dialog_members dm on dm.dialog_id = m.dialog_id and dm.bot = 1
    join users b on b.userid = dm.userid and b.email like 'ai-%@bot.system' and b.disable_at is null
    where m.bot = 0 and m.userid <> b.userid and m.deleted_at is null and m.type in ('text', 'longtext')`;

/**
 * The given messages that address an assistant: all in a direct chat with one, elsewhere those that mention it.
 */
export async function listAsks(tx: Tx, ids: readonly number[]): Promise<Ask[]> {
  const { rows } = await sql<Ask>`${questions}
      and m.id = any(${[...ids]}) and m.created_at > now() - ${FRESH}::interval
      and coalesce((m.msg -> 'forward_data' ->> 'leave')::int, 0) = 0
      and (d.type = 'user' or b.userid = any(m.mentions))
    order by m.id`.execute(tx);
  return rows;
}

/** The question that an assistant's message answers: in a group what it quotes, in a direct chat the text before it. */
export async function findAskOf(tx: Tx, answerId: number): Promise<Ask | undefined> {
  const { rows } = await sql<Ask>`${questions}
      and b.userid = (select a.userid from messages a where a.id = ${answerId})
      and m.id = (select case when d2.type = 'group' then a.reply_id else (
          select q.id from messages q where q.dialog_id = a.dialog_id and q.session_id = a.session_id and q.id < a.id
            and q.userid <> a.userid and q.deleted_at is null and q.type in ('text', 'longtext')
          order by q.id desc limit 1) end
        from messages a join dialogs d2 on d2.id = a.dialog_id where a.id = ${answerId} and a.deleted_at is null)`.execute(
    tx,
  );
  return rows[0];
}

export interface ConversationMessage {
  id: number;
  type: string;
  userid: number;
  nickname: string;
  email: string;
  msg: Record<string, unknown>;
  /** The full text, if the stored one is shortened. */
  whole: string | null;
}
/** Messages up to the question, oldest first. */
export async function listConversation(tx: Tx, ask: Ask, most: number): Promise<ConversationMessage[]> {
  const { rows } = await sql<ConversationMessage>`
    select m.id, m.type, m.userid, u.nickname, u.email, m.msg, t.content as whole
    from messages m join users u on u.userid = m.userid left join message_texts t on t.msg_id = m.id
    where m.dialog_id = ${ask.dialog_id} and m.session_id = (select q.session_id from messages q where q.id = ${ask.id}) and m.id <= ${ask.id}
      and m.deleted_at is null and m.type in ('text', 'longtext', 'file')
    order by m.id desc limit ${most}`.execute(tx);
  return rows.reverse();
}

/** The current session of a message, and whether it is the open one. */
export const sessionOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('messages as m')
    .innerJoin('dialogs as d', 'd.id', 'm.dialog_id')
    .select(['m.session_id', sql<boolean>`m.session_id = d.session_id`.as('is_open')])
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow();
