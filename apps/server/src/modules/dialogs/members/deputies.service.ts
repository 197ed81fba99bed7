import * as contract from '@atrium/contract/chat/dialogs.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { DEPUTY, ownDialogFor } from '../dialogs.access.ts';
import { findMember, listMembers, storeRole } from './members.queries.ts';
import { dialogAudience } from './membership.service.ts';

export const addDeputy = (work: Work, input: InputOf<typeof contract.groupAdddeputy>) => setRole(work, input, DEPUTY);
export const removeDeputy = (work: Work, input: InputOf<typeof contract.groupDeldeputy>) => setRole(work, input, 0);

async function setRole(work: Work, { dialog_id, userid }: InputOf<typeof contract.groupAdddeputy>, role: number) {
  const dialog = await ownDialogFor(work, dialog_id);
  if (dialog.group_type !== 'user') throw fail('dialog.personal');
  if (userid === dialog.owner_id) throw fail('user.self');
  const member = await findMember(work.tx, dialog.id, userid);
  if (role === DEPUTY && (!member || member.bot > 0)) throw fail('user.gone');
  await storeRole(work.tx, dialog.id, userid, role);
  const members = await listMembers(work.tx, dialog.id);
  const deputy_ids = members.flatMap((each) => (each.role === DEPUTY ? [each.userid] : [])).sort((a, b) => a - b);
  work.emit(contract.dialogGroupUpdate, dialogAudience(dialog), { id: dialog.id, deputy_ids });
  return { id: dialog.id, deputy_ids };
}
