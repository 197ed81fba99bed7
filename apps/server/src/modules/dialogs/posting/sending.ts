/** A message before it is stored; what the database decides (id, seq, readers) is missing. */
export interface Draft {
  dialogId: number;
  userid: number;
  type: string;
  mtype: string;
  msg: Record<string, unknown>;
  searchKey: string;
  mentions: readonly number[];
  link: boolean;
  isBot: boolean;
  silence: boolean;
  replyId: number;
  /** The message that is forwarded. */
  forwardId?: number;
  /** The session that it belongs to; the open one by default. */
  sessionId?: number;
}

/** What the database returns for a stored message. */
export interface Inserted {
  id: number;
  seq: number;
  send: number;
  created_at: Date;
  dialog_type: string;
  /** 0 if the conversation has no sessions. */
  session_id: number;
  member_version: number;
  event_id: number;
  answered_num: number | null;
}

/**
 * What a sender (`dm`) has read, before their own message is added. A sender who leaves other people's messages unread,
 * as scripts and bots do, adds a range with each send, and each send writes all ranges. Before the row reaches the
 * 2 KB from which PostgreSQL compresses it (about 180 ranges), everything that came before counts as read.
 */
export const READ_BY_SENDER = `case when pg_column_size(dm.read) > 1800 then int4multirange(int4range(1, upper(dm.read))) else dm.read end`;
