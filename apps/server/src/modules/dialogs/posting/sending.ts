/** A message on its way in; what the database decides (id, seq, readers) is missing. */
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
  /** The message that this one sends on. */
  forwardId?: number;
  /** The session that it belongs to; the one that is open where none is named. */
  sessionId?: number;
}

/** What the database says of a message that it has taken. */
export interface Inserted {
  id: number;
  seq: number;
  send: number;
  created_at: Date;
  dialog_type: string;
  /** 0 where the conversation has no sessions. */
  session_id: number;
  member_version: number;
  event_id: number;
  answered_num: number | null;
}
