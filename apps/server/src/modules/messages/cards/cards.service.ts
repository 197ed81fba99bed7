import { type Message, quotedMsg } from '@atrium/contract/chat/messages.ts';
import { postMessage } from '#modules/dialogs/posting/post.service';
import type { Work } from '#platform/work';
import type { MessageRow } from '../messages.queries.ts';
import { updateCardContent } from './polls.queries.ts';

/** The system line about an action on a message: it references the message, so that readers see its current text. */
export interface Card {
  type: 'tag' | 'top' | 'todo';
  action: 'add' | 'remove' | 'done';
  /** The people concerned, besides the message. */
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

/** Updates what cards quote of a message: edited text is replaced, withdrawn text removed. */
export async function refreshCards(
  { tx }: Work,
  { id, dialog_id }: Pick<Subject, 'id' | 'dialog_id'>,
  now: Omit<Subject, 'id' | 'dialog_id'> | null,
): Promise<void> {
  const fresh = JSON.stringify(now ? about(now) : {});
  await updateCardContent(tx, fresh, dialog_id, id);
}
