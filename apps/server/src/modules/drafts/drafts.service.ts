import { draftChanged, type draftLists, type draftSave } from '@atrium/contract/chat/drafts.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { taskFor } from '#modules/tasks/tasks.access';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { deleteEmptied, draftsOf, findDraft, replaceOlder } from './drafts.queries.ts';

const MOST = 100;
const MOST_ID = 2_147_483_647;

export { deleteEmptied as forgetEmptied };

/** If several devices write in the same place, the draft written last wins, whenever it arrives. */
export async function saveDraft(work: Work, input: InputOf<typeof draftSave>) {
  const { key, content, quote_type = '', quote_id = 0, age = 0 } = input;
  await requirePlace(work, key);
  const { userid } = work.caller;
  const written_at = new Date(work.now.getTime() - age);
  const row = { userid, key, content, quote_type, quote_id: quote_type ? quote_id : 0, written_at };
  if (await replaceOlder(work.tx, row)) {
    work.emit(draftChanged, toUsers(userid), { key, time: written_at.getTime() });
    return { key, time: written_at.getTime(), is_newest: true };
  }
  const newer = await findDraft(work.tx, userid, key);
  const time = newer?.written_at.getTime() ?? 0;
  return { key, time, is_newest: time === written_at.getTime() && newer?.content === content };
}

/** A draft needs the right to read the conversation or task. */
async function requirePlace(view: View, key: string): Promise<void> {
  const isTask = key.startsWith('t_');
  const id = Number(isTask ? key.slice(2) : key);
  if (id > MOST_ID)
    throw isTask ? fail('task.gone', { task_id: id, force: 1 }) : fail('dialog.gone', { dialog_id: id });
  await (isTask ? taskFor(view, id) : dialogFor(view, id));
}

export async function listDrafts({ tx, caller }: View, { keys }: InputOf<typeof draftLists>) {
  const rows = await draftsOf(tx, caller.userid, keys, MOST);
  return {
    list: rows.map(({ key, content, quote_type, quote_id, written_at }) => ({
      key,
      content,
      quote_type: quote_type as '' | 'reply' | 'update',
      quote_id,
      time: written_at.getTime(),
    })),
  };
}
