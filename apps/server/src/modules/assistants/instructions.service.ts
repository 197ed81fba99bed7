import type { dialogConfig } from '@atrium/contract/chat/assistants.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor, isManagerOf } from '#modules/dialogs/dialogs.access';
import type { Reader } from '#platform/db/pool';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { deleteInstructions, findInstructions, putInstructions } from './instructions.queries.ts';

export const instructionsOf = async (tx: Reader, dialogId: number): Promise<string> =>
  (await findInstructions(tx, dialogId))?.content ?? '';

/**
 * Sets the instructions for a conversation's assistants, if any are given, and returns them. In a group, its owner, deputies and administrators decide;
 * elsewhere both people. @throws dialog.gone, forbidden
 */
export async function configure(work: Work, { dialog_id, ai_prompt }: InputOf<typeof dialogConfig>) {
  const seen = await dialogFor(work, dialog_id);
  const { caller, tx } = work;
  const mayEdit = seen.dialog.type === 'user' || isManagerOf(work, seen);
  if (ai_prompt !== undefined) {
    if (!mayEdit) throw fail('forbidden');
    const content = ai_prompt.trim();
    if (content) await putInstructions(tx, { dialog_id, content, userid: caller.userid, updated_at: work.now });
    else await deleteInstructions(tx, dialog_id);
  }
  return { ai_prompt: await instructionsOf(tx, dialog_id), may_edit: mayEdit };
}
