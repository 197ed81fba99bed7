import { type Message, shownMsg } from '@atrium/contract/chat/messages.ts';
import { percentageOf } from '#modules/dialogs/preview.service';
import { wireTime } from '#platform/time/time';
import type { MessageView } from './messages.queries.ts';

export function presentMessage(row: MessageView, viewer: number): Message {
  const isMine = row.userid === viewer;
  const isMentioned = !isMine && (row.mentions.includes(viewer) || row.mentions.includes(0));
  return {
    id: row.id,
    dialog_id: row.dialog_id,
    dialog_type: row.dialog_type,
    seq: row.seq,
    session_id: row.session_id,
    userid: row.userid,
    type: row.type,
    mtype: row.mtype,
    msg: {
      ...shownMsg(row.msg as Record<string, unknown>, viewer),
      ...(row.transcript !== null && { text: row.transcript }),
      ...(row.reply && { reply_data: row.reply }),
    },
    emoji: row.emoji as Message['emoji'],
    read: Math.min(row.read, row.send),
    send: row.send,
    percentage: percentageOf(row.read, row.send),
    tag: row.tag,
    todo: row.todo,
    todo_done: row.todo_done,
    link: row.link,
    modify: row.modify,
    bot: row.bot,
    reply_num: row.reply_num,
    reply_id: row.reply_id,
    forward_id: row.forward_id,
    forward_num: row.forward_num,
    silence: row.silence,
    mentions: row.mentions,
    created_at: wireTime(row.created_at),
    mention: Number(isMentioned),
    dot: row.dot,
    read_at: row.is_read ? wireTime(row.created_at) : null,
  };
}
