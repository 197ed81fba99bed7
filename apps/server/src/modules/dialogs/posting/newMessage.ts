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
  /** The session to which the message belongs; by default the open one. */
  sessionId?: number;
}

/** The columns that the database returns for a stored message. */
export interface Inserted {
  id: number;
  seq: number;
  send: number;
  created_at: Date;
  dialog_type: string;
  /** The session of the message; 0 if the conversation has none. */
  session_id: number;
  member_version: number;
  event_id: number;
  answered_num: number | null;
}
