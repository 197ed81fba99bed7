import type * as acts from '@atrium/contract/chat/messageActions.ts';
import * as contract from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { withChecked } from '@atrium/richtext/checks.ts';
import { withCheckedMarkdown } from '@atrium/richtext/markdown/markdownChecks.ts';
import { dialogAudience } from '#modules/dialogs/members/membership.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { refreshCards } from '../cards/cards.service.ts';
import { messageFor } from '../messages.access.ts';
import { storeMsg } from './todos.queries.ts';

/** Ticks an item of the caller's own checklist. This is no edit: it has no time limit and leaves no mark. */
export async function checkItem(work: Work, input: InputOf<typeof acts.msgChecked>) {
  const { message, dialog } = await messageFor(work, input.msg_id, { lock: true });
  if (message.userid !== work.caller.userid) throw fail('message.own');
  const before = message.msg as Record<string, unknown>;
  const tick = before['type'] === 'md' ? withCheckedMarkdown : withChecked;
  const text = message.type === 'text' ? tick(String(before['text'] ?? ''), input.index, input.checked) : null;
  if (text === null) throw fail('message.act');
  const msg = { ...before, text };
  const update = { id: message.id, dialog_id: dialog.id, msg };
  if (text === before['text']) return update;
  await storeMsg(work.tx, message.id, msg, work.now);
  await refreshCards(work, message, { ...message, msg });
  work.emit(contract.messageUpdated, dialogAudience(dialog), update);
  return update;
}
