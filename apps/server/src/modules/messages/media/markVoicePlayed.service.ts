import { type msgDot } from '@atrium/contract/chat/messageActions.ts';
import { messageUpdated } from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { messageFor } from '../messages.access.ts';
import { insertVoicePlayed } from './media.queries.ts';

/** Marks a voice message as played by the caller, also on their other devices. Repeating it changes nothing. */
export async function markVoicePlayed(
  work: Work,
  { id }: InputOf<typeof msgDot>,
): Promise<{ id: number; dot: number }> {
  const { message } = await messageFor(work, id);
  const { userid } = work.caller;
  if (message.type !== 'record' || message.userid === userid) return { id, dot: 0 };
  const isFirst = await insertVoicePlayed(work.tx, id, userid);
  if (isFirst) work.emit(messageUpdated, toUsers(userid), { id, dialog_id: message.dialog_id, dot: 0 });
  return { id, dot: 0 };
}
