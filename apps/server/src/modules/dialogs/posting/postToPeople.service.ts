import * as contract from '@atrium/contract/chat/dialogs.ts';
import { toUsers } from '#platform/events/events';
import type { Work } from '#platform/work';
import { type BotMessage, postToDialogs } from './post.service.ts';
import { insertMissingPairs, insertPairMembers, listPairDialogs } from './postToPeople.queries.ts';

/**
 * A bot sends the same message to many people in their direct chats, with as many statements for a thousand as for one.
 * All must be active accounts. Use several transactions for more than a few hundred.
 */
export async function postToPeople(bot: Work, userids: readonly number[], message: BotMessage): Promise<void> {
  if (userids.length === 0) return;
  const { tx, caller } = bot;
  const fresh = await insertMissingPairs(tx, caller.userid, userids);
  if (fresh.length > 0) {
    await insertPairMembers(
      tx,
      caller.userid,
      fresh.map(({ id }) => id),
    );
  }
  for (const { id, pair: both } of fresh) bot.emit(contract.dialogGroupAdd, toUsers(...both), { id });
  const rows = await listPairDialogs(tx, caller.userid, userids);
  await postToDialogs(
    bot,
    rows.map(({ id }) => id),
    message,
  );
}
