import { type Message, quotedMsg } from '@atrium/contract/chat/messages.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import type { Work } from '#platform/work';
import type { MessageRow } from '../messages.queries.ts';
import { updateCardContent } from './polls.queries.ts';

/** The system line of an act on a message: it names the message, so that everyone reads what it is about. */
export interface Card {
  type: 'tag' | 'top' | 'todo';
  action: 'add' | 'remove' | 'done';
  /** Whom it concerns, beside the message. */
  more?: Record<string, unknown>;
}

type Subject = Pick<MessageRow, 'id' | 'type' | 'mtype' | 'dialog_id'> & { msg: unknown };

const about = ({ type, mtype, msg }: Omit<Subject, 'id' | 'dialog_id'>) => ({
  type,
  mtype,
  msg: quotedMsg(msg as Record<string, unknown>),
});

export function postCard(work: Work, subject: Subject, { type, action, more }: Card): Promise<Message> {
  return postMessage(work, {
    dialogId: subject.dialog_id,
    userid: work.caller.userid,
    type,
    mtype: type,
    msg: { action, data: { id: subject.id, ...about(subject), ...more } },
    searchKey: '',
    mentions: [],
    link: false,
    isBot: work.caller.isBot,
    silence: true,
    replyId: 0,
  });
}

/** What cards say of a message follows it: edited words are not kept there, and taken back ones are gone. */
export async function refreshCards(
  { tx }: Work,
  { id, dialog_id }: Pick<Subject, 'id' | 'dialog_id'>,
  now: Omit<Subject, 'id' | 'dialog_id'> | null,
): Promise<void> {
  const fresh = JSON.stringify(now ? about(now) : {});
  await updateCardContent(tx, fresh, dialog_id, id);
}
