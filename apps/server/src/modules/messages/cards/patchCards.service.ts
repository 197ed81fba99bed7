import { messageUpdated } from '@atrium/contract/chat/messages.ts';
import type { Work } from '#platform/work';
import { patchMsgs } from './polls.queries.ts';

/** Changes fields of messages that a bot sent, for everybody who has them. Deleted messages are left out. */
export async function patchCards(work: Work, ids: readonly number[], patch: Record<string, unknown>): Promise<void> {
  if (ids.length === 0) return;
  for (const { id, dialog_id, version, msg } of await patchMsgs(work.tx, ids, patch, work.now)) {
    work.emit(messageUpdated, { aud: 'dialog', ref: dialog_id, version }, { id, dialog_id, msg });
  }
}
