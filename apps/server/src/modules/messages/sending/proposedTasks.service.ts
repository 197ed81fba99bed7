import type * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { withApplied } from '@atrium/richtext/html/blocks.ts';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import { postNotice } from '#modules/dialogs/posting/post.service';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { refreshCards } from '../cards/cards.service.ts';
import { storeMsg } from '../marks/todos.queries.ts';
import { messageFor } from '../messages.access.ts';

/** Proposed tasks can be created in the conversations of projects and tasks, once for each list. */
const HAS_TASKS = new Set(['project', 'task']);

export async function markApplied(work: Work, input: InputOf<typeof acts.msgApplied>) {
  const { message, dialog } = await messageFor(work, input.msg_id, { lock: true });
  const before = message.msg as Record<string, unknown>;
  const isMarkdown = message.type === 'text' && before['type'] === 'md';
  if (!isMarkdown || !HAS_TASKS.has(dialog.group_type)) throw fail('message.act');
  const text = withApplied(String(before['text'] ?? ''), input.index ?? 0);
  if (text === null) throw fail('message.applied');
  const msg = { ...before, text };
  await storeMsg(work.tx, message.id, msg, work.now);
  await refreshCards(work, message, { ...message, msg });
  const update = { id: message.id, dialog_id: dialog.id, msg };
  work.emit(contract.messageUpdated, dialogAudience(dialog), update);
  const by = await findUser(work.tx, work.caller.userid);
  if (by && input.created) {
    const key = input.failed ? 'notice.tasks_partly' : 'notice.tasks';
    const data = { name: displayName(by), created: String(input.created), failed: String(input.failed ?? 0) };
    await postNotice(work, dialog.id, by.userid, key, data);
  }
  return update;
}
