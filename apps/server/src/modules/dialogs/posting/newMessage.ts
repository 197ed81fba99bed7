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

/** The columns that the database returns for a stored message. */
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
