import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';

type Tx = Reader;

export interface SpokenMessage {
  id: number;
  userid: number;
  nickname: string;
  email: string;
  type: string;
  msg: Record<string, unknown>;
  /** The full text, if the stored one is shortened. */
  whole: string | null;
}
const columns = sql`m.id, m.userid, u.nickname, u.email, m.type, m.msg, t.content as whole`;
const source = sql`messages m join users u on u.userid = m.userid left join message_texts t on t.msg_id = m.id`;
const isText = sql`m.deleted_at is null and m.type in ('text', 'longtext')`;

/** The latest texts, oldest first. */
export async function listLatest(tx: Tx, dialogId: number, take: number): Promise<SpokenMessage[]> {
  const { rows } = await sql<SpokenMessage>`select ${columns} from ${source}
    where m.dialog_id = ${dialogId} and ${isText} order by m.id desc limit ${take}`.execute(tx);
  return rows.reverse();
}

/** Texts that the person has not read, or from a message on; the newest of them, oldest first. */
export async function listUnread(tx: Tx, dialogId: number, userid: number, fromId: number, take: number) {
  const isWanted =
    fromId > 0
      ? sql`m.id >= ${fromId}`
      : sql`m.userid <> ${userid} and exists (select 1 from dialog_members me where me.dialog_id = m.dialog_id
          and me.userid = ${userid} and me.join_seq < m.seq and not me.read @> m.seq)`;
  const { rows } = await sql<SpokenMessage>`select ${columns} from ${source}
    where m.dialog_id = ${dialogId} and ${isText} and ${isWanted} order by m.id desc limit ${take}`.execute(tx);
  return rows.reverse();
}

/** A message and the replies to it, oldest first. */
export async function listThread(tx: Tx, dialogId: number, msgId: number, take: number): Promise<SpokenMessage[]> {
  const { rows } = await sql<SpokenMessage>`select * from (select ${columns} from ${source}
    where m.dialog_id = ${dialogId} and ${isText} and (m.id = ${msgId} or m.reply_id = ${msgId})
    order by m.id desc limit ${take}) x order by id`.execute(tx);
  return rows;
}

export async function findSpoken(tx: Tx, msgId: number): Promise<SpokenMessage | undefined> {
  const { rows } =
    await sql<SpokenMessage>`select ${columns} from ${source} where m.id = ${msgId} and ${isText}`.execute(tx);
  return rows[0];
}

/** Names of the first people in a conversation. */
export async function listFirstNames(tx: Tx, dialogId: number, take: number) {
  const { rows } = await sql<{ nickname: string; email: string }>`
    select u.nickname, u.email from dialog_members d join users u on u.userid = d.userid
    where d.dialog_id = ${dialogId} order by d.id limit ${take}`.execute(tx);
  return rows;
}
